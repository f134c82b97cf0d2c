import { defineProfile, notEnforced } from "./define-profile.js";
import { publicReport, recordedRefusal, vendorType } from "./evidence.js";
import type { Fact, TextShape } from "./fact.js";
import { openaiChat } from "./openai-chat.js";
import { compatibleParameters, openaiToolName } from "./openai-tools.js";

const validator = vendorType("mistral-common, protocol/instruct/validator.py (V3 to V13)", "2026-11");

const nineCharacters: Fact<TextShape> = {
  value: { pattern: /^[a-zA-Z0-9]{9}$/, maxLength: 9, description: "exactly 9 characters from a-z, A-Z and 0-9" },
  rejection: { status: 400, code: "invalid_function_call", gist: "code 3280" },
  evidence: recordedRefusal(
    "400 invalid_function_call, code 3280, quoted in nearai/ironclaw issue 1241; mistral-common 1.12, MistralRequestValidatorV3 to V11",
    "2026-03",
  ),
};

/** Up to the V11 tokenizer, by the date in the name, or named before dates were. */
const older = /-(?:2[34]\d\d|250[1-6])$|^open-(?:mistral-7b|mixtral-8x7b|mixtral-8x22b|mistral-nemo)$/i;

/** From the V13 tokenizer on. */
const newer = /-(?:251[2-9]|2[6-9]\d\d)$|^mistral-medium-3[.-]5/i;

/** Mistral's Chat Completions endpoint, as the vendor's open request validator judges it. */
export const mistral = defineProfile({
  extends: openaiChat,
  id: "mistral",
  title: "Mistral",
  hosts: [".mistral.ai"],
  // The names of its own API; tags and quantised copies of the open weights are served by others, with other ids.
  models: [/^(?:open-)?(?:mistral|mixtral|ministral|magistral|codestral|devstral|pixtral|voxtral)-(?!.*(?:instruct|gguf|awq|gptq|:))/i],
  without: ["results", "messages", "requests", "declarations", "parameters", "limits"],
  pairing: {
    placement: "before-next-assistant",
    unanswered: {
      rejection: { status: 400, code: "3230", gist: "not as many results as calls before the next assistant message" },
      evidence: validator,
    },
    orphaned: {
      rejection: { status: 400, code: "3230", gist: "unexpected call id among the results, or more results than calls" },
      evidence: validator,
    },
    misplaced: { rejection: { status: 400, code: "3230", gist: "unexpected order of roles" }, evidence: validator },
    duplicate: { rejection: { status: 400, code: "3230", gist: "the same call id twice among the results" }, evidence: validator },
  },
  ids: {
    // Which models the aliases stand for moves, and of those between the two variants it is not known.
    call: { ...nineCharacters, severity: "warning" },
    required: { value: true, evidence: validator },
  },
  names: {
    tool: { value: openaiToolName, evidence: validator },
  },
  calls: {
    argumentsContainer: "either",
    typeRequired: notEnforced,
    rejectsEmptyList: notEnforced,
  },
  thinking: {
    rejectedKeys: {
      value: ["reasoning_content", "reasoning", "reasoning_details"],
      rejection: { status: 422, code: "extra_forbidden", at: "messages.N.assistant.reasoning_content" },
      evidence: recordedRefusal(
        "422 extra_forbidden for messages.N.assistant.reasoning_content, quoted in charmbracelet/crush issue 1590, BerriAI/litellm issue 30835 and OpenMinis issue 87",
        "2026-07",
      ),
    },
  },
  messages: {
    rejectsPrefill: {
      value: ["prefix"],
      rejection: { status: 400, code: "invalid_request_error", gist: "expected last role user or tool, or assistant with prefix" },
      evidence: recordedRefusal(
        "400: expected last role User or Tool (or Assistant with prefix True) for serving but got assistant, quoted in crewAI issue 2194, smolagents issue 757 and AiNiee issue 641",
        "2025-06",
      ),
    },
    forbiddenOrders: [
      {
        role: "user",
        after: "tool",
        evidence: publicReport(
          "onyx issue 6458 and BerriAI/litellm issue 17761 quote the rejection, recorded traffic has the order accepted",
          "2026-08",
        ),
        severity: "warning",
        rejection: { status: 400, code: "invalid_request_message_order", gist: "code 3230, unexpected order of roles, on some models" },
      },
      {
        role: "system",
        after: "tool",
        evidence: validator,
        rejection: { status: 400, code: "invalid_request_message_order", gist: "code 3230, unexpected order of roles" },
      },
      {
        role: "system",
        after: "assistant",
        evidence: recordedRefusal(
          "400 for role 'system' after role 'assistant', quoted in swarmauri-sdk issues 162 and 276; the validator says the same",
          "2024-08",
        ),
        rejection: { status: 400, code: "invalid_request_message_order", gist: "code 3230, unexpected order of roles" },
      },
      {
        role: "tool",
        after: "user",
        evidence: recordedRefusal(
          "400 code 3230 for role 'tool' after role 'user', quoted in charmbracelet/crush issue 279; the validator says the same",
          "2026-01",
        ),
        rejection: { status: 400, code: "invalid_request_message_order", gist: "code 3230, unexpected order of roles" },
      },
      {
        role: "tool",
        after: "system",
        evidence: validator,
        rejection: { status: 400, code: "invalid_request_message_order", gist: "code 3230, unexpected order of roles" },
      },
    ],
  },
  // The validator reads every schema as draft-07, but a 2020-12 keyword is no error there: no dialect is fixed.
  parameters: compatibleParameters,
  variants: [
    { when: { model: older }, description: "models up to the V11 tokenizer", facts: { ids: { call: nineCharacters } } },
    {
      when: { model: newer },
      description: "models from the V13 tokenizer on",
      facts: {
        ids: {
          call: {
            value: { pattern: /^(?!null$)/, maxLength: null, description: 'any text but "null"' },
            evidence: vendorType("mistral-common 1.12, MistralRequestValidatorV13; pull request 293", "2026-08"),
          },
        },
      },
    },
  ],
});
