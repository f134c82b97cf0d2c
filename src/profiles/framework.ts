import { anthropic } from "./anthropic.js";
import { mistral } from "./mistral.js";
import { openaiChat } from "./openai-chat.js";
import { unrefused } from "./pairing-evidence.js";
import type { Evidence, Profile } from "./profile.js";

/** Frameworks that send a history message by message, in their provider's own shape: its order of messages is the provider's to judge. */
const formats = ["langchain", "llamaindex", "meai", "autogen", "haystack", "genkit", "smolagents"];

const anyProvider: Evidence = {
  kind: "recorded-refusal",
  source:
    "the major providers alike refuse calls without results and results without calls; see the profiles openai-chat, anthropic, gemini",
  date: "2026-11",
};

/** A framework's history whose provider the recording does not name: what all of them ask for, and none of their limits. */
export const framework: Profile = {
  id: "framework",
  title: "Application framework",
  hosts: [],
  models: [],
  formats,
  pairing: {
    key: "id-or-order",
    placement: "before-other-roles",
    mergesRoles: false,
    resultsFirst: false,
    callsLast: false,
    splitResults: "allowed",
    severalResults: false,
    nameMustMatch: true,
  },
  argumentsContainer: "either",
  callId: null,
  callIdRequired: { value: true, evidence: anyProvider },
  toolName: null,
  dialect: null,
  toolsetRequired: { value: false, evidence: anyProvider },
  resultBlocks: null,
  errorResultBlocks: null,
  pairingFacts: {
    ...unrefused,
    unanswered: { refusal: "providers refuse calls without results", evidence: anyProvider },
    orphaned: { refusal: "providers refuse results without calls", evidence: anyProvider },
    misplaced: { refusal: "providers refuse messages between calls and results", evidence: anyProvider },
    duplicate: { refusal: "providers refuse a second result for one call", evidence: anyProvider },
  },
};

/**
 * A provider reached through a framework: its order, ids, names and declarations hold, while the framework sees to the shape of messages
 * (containers of arguments, blocks of results, empty lists and texts).
 */
function through(provider: Profile): Profile {
  return {
    ...provider,
    id: `framework-${provider.id}`,
    title: `${provider.title}, through a framework`,
    hosts: [],
    formats,
    // Some write each piece of an answer as a message.
    pairing: { ...provider.pairing, textGoesOn: false },
    argumentsContainer: "either",
    toolsetRequired: framework.toolsetRequired,
    resultBlocks: null,
    errorResultBlocks: null,
    results: {},
    messages: {},
    refusesEmptyCalls: { value: false, evidence: anyProvider },
    refusesEmptyUserText: { value: false, evidence: anyProvider },
  };
}

/** OpenAI's models through a framework. */
export const frameworkOpenai: Profile = through(openaiChat);

/** Claude through a framework. */
export const frameworkAnthropic: Profile = through(anthropic);

/** Mistral's models through a framework, some of which make ids that Mistral takes (langchain-mistralai, read 2026-11). */
export const frameworkMistral: Profile = { ...through(mistral), callId: null, variants: [] };

/**
 * Pydantic AI, which cleans a history before it is sent: consecutive requests are merged, tool returns in front, so that only the turn
 * counts.
 */
export const pydanticAi: Profile = {
  ...framework,
  id: "pydantic-ai",
  title: "Pydantic AI",
  formats: ["pydantic-ai"],
  pairing: { ...framework.pairing, key: "id", placement: "next-message", mergesRoles: true },
  callIdRequired: {
    value: true,
    evidence: { kind: "vendor-type", source: "Pydantic AI 1.x: ToolCallPart.tool_call_id is always set", date: "2026-11" },
  },
  pairingFacts: {
    ...framework.pairingFacts,
    unanswered: {
      refusal: "UserError: a new prompt cannot follow unprocessed tool calls; newer versions invent results",
      evidence: { kind: "vendor-type", source: "Pydantic AI 1.x: UserError for unprocessed tool calls", date: "2026-11" },
    },
  },
};
