import { compatibleDeclarations } from "./declaration-policies.js";
import { openaiChat, openaiToolName } from "./openai-chat.js";
import type { Evidence, Profile } from "./profile.js";

const validator: Evidence = {
  kind: "vendor-type",
  source: "mistral-common, protocol/instruct/validator.py (V3 to V13)",
  date: "2026-11",
};

/** Mistral's Chat Completions endpoint, as the vendor's open request validator judges it. */
export const mistral: Profile = {
  ...openaiChat,
  id: "mistral",
  title: "Mistral",
  hosts: [".mistral.ai"],
  // The names of its own API; tags and quantised copies of the open weights are served by others, with other ids.
  models: [/^(?:open-)?(?:mistral|mixtral|ministral|magistral|codestral|devstral|pixtral|voxtral)-(?!.*(?:instruct|gguf|awq|gptq|:))/i],
  // The validator counts: user messages may stand between, which the order of roles judges.
  pairing: { ...openaiChat.pairing, placement: "before-next-assistant" },
  argumentsContainer: "either",
  callId: {
    value: { pattern: /^[a-zA-Z0-9]{9}$/, maxLength: 9, description: "exactly 9 of a-z, A-Z and 0-9" },
    evidence: validator,
  },
  callIdRequired: { value: true, evidence: validator },
  toolName: { value: openaiToolName, evidence: validator },
  // The validator reads every schema as draft-07, but a 2020-12 keyword is no error there: nothing to fix.
  dialect: null,
  resultBlocks: null,
  declarations: compatibleDeclarations,
  results: {},
  messages: {},
  roleOrder: [
    {
      role: "user",
      after: "tool",
      evidence: {
        kind: "public-report",
        source: "onyx issue 6458 and BerriAI/litellm issue 17761 quote the refusal, recorded traffic has the order accepted",
        date: "2026-08",
      },
      severity: "warning",
      refusal: "400 invalid_request_message_order, code 3230, on some models",
    },
    { role: "system", after: "tool", evidence: validator, refusal: "400 invalid_request_message_order, code 3230" },
    {
      role: "system",
      after: "assistant",
      evidence: {
        kind: "recorded-refusal",
        source: "400 for role 'system' after role 'assistant', quoted in swarmauri-sdk issues 162 and 276; the validator says the same",
        date: "2024-08",
      },
      refusal: "400 invalid_request_message_order, code 3230",
    },
    {
      role: "tool",
      after: "user",
      evidence: {
        kind: "recorded-refusal",
        source: "400 code 3230 for role 'tool' after role 'user', quoted in charmbracelet/crush issue 279; the validator says the same",
        date: "2026-01",
      },
      refusal: "400 invalid_request_message_order, code 3230",
    },
    { role: "tool", after: "system", evidence: validator, refusal: "400 invalid_request_message_order, code 3230" },
  ],
  refusesEmptyCalls: { value: false, evidence: validator },
  refusals: {
    unanswered: "400, code 3230: not as many results as calls before the next assistant message",
    orphaned: "400, code 3230: unexpected call id among the results, or more results than calls",
    misplaced: "400, code 3230: unexpected order of roles",
    duplicate: "400, code 3230: the same call id twice among the results",
  },
};
