import { anthropic } from "./anthropic.js";
import { defineProfile, type ExtendingDefinition, notEnforced } from "./define-profile.js";
import { recordedRefusal, vendorType } from "./evidence.js";
import { mistral } from "./mistral.js";
import { openaiChat } from "./openai-chat.js";
import { unrefused } from "./pairing-evidence.js";
import type { Profile } from "./profile.js";

/** Frameworks that send a history message by message, in their provider's own shape: its order of messages is the provider's to judge. */
const formats = ["langchain", "llamaindex", "meai", "autogen", "haystack", "genkit", "smolagents"];

const anyProvider = recordedRefusal(
  "the major providers alike reject calls without results and results without calls; see the profiles openai-chat, anthropic, gemini",
  "2026-11",
);

/** A framework's history whose provider the recording does not name: what all of them ask for, and none of their limits. */
export const framework = defineProfile({
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
    splitResults: true,
    severalResults: false,
    nameMustMatch: true,
    ...unrefused,
    unanswered: { rejection: { gist: "the model's API rejects calls without results" }, evidence: anyProvider },
    orphaned: { rejection: { gist: "the model's API rejects results without calls" }, evidence: anyProvider },
    misplaced: { rejection: { gist: "the model's API rejects messages between calls and results" }, evidence: anyProvider },
    duplicate: { rejection: { gist: "the model's API rejects a second result for one call" }, evidence: anyProvider },
  },
  ids: {
    required: { value: true, rejection: { gist: "the model's API rejects calls and results without ids" }, evidence: anyProvider },
  },
  calls: {
    argumentsContainer: "either",
  },
  declarations: {
    required: { value: false, evidence: anyProvider },
  },
});

/**
 * A provider reached through a framework: its order, ids, names and declarations hold, while the framework sees to the shape of messages
 * (containers of arguments, blocks of results, empty lists and texts).
 */
function through(provider: Profile, own: Pick<ExtendingDefinition, "ids"> = {}): Profile {
  return defineProfile({
    extends: provider,
    id: `framework-${provider.id}`,
    title: `${provider.title}, through a framework`,
    hosts: [],
    models: provider.models,
    formats,
    without: ["results", "requests"],
    pairing: {
      // Some write each piece of an answer as a message.
      assistantMayContinue: false,
    },
    calls: {
      argumentsContainer: "either",
      typeRequired: notEnforced,
      rejectsEmptyList: notEnforced,
    },
    messages: {
      contentRequired: notEnforced,
      rejectsEmptyAssistantText: notEnforced,
      rejectsEmptyUserText: notEnforced,
      rejectsEmptyContent: notEnforced,
      toolAnswersToolCalls: notEnforced,
      snakeCase: notEnforced,
    },
    thinking: {
      kept: notEnforced,
      unaltered: notEnforced,
      rejectedKeys: notEnforced,
    },
    ...own,
    declarations: {
      required: notEnforced,
    },
  });
}

/** OpenAI's models through a framework. */
export const frameworkOpenai: Profile = through(openaiChat);

/** Claude through a framework. */
export const frameworkAnthropic: Profile = through(anthropic);

/** Mistral's models through a framework, some of which make ids that Mistral takes (langchain-mistralai, read 2026-11). */
export const frameworkMistral: Profile = through(mistral, { ids: { call: notEnforced } });

/**
 * Pydantic AI, which cleans a history before it is sent: consecutive requests are merged, tool returns in front, so that only the turn
 * counts.
 */
export const pydanticAi = defineProfile({
  extends: framework,
  id: "pydantic-ai",
  title: "Pydantic AI",
  hosts: [],
  models: [],
  formats: ["pydantic-ai"],
  pairing: {
    key: "id",
    placement: "next-message",
    mergesRoles: true,
    unanswered: {
      rejection: { code: "UserError", gist: "a new prompt cannot follow unprocessed tool calls; newer versions invent results" },
      evidence: vendorType("Pydantic AI 1.x: UserError for unprocessed tool calls", "2026-11"),
    },
  },
  ids: {
    required: { value: true, evidence: vendorType("Pydantic AI 1.x: ToolCallPart.tool_call_id is always set", "2026-11") },
  },
});
