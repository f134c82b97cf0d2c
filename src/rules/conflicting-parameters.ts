import type { Conversation, ToolChoice } from "../model/conversation.js";
import type { Finding } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";
import { quote } from "../text/quote.js";
import { breachOf } from "./pairing-text.js";
import { defineRule } from "./rule.js";
import { thinks, turnedOnAt } from "./thinks.js";

/**
 * Parameters of a request go together: a tool is not forced while the model thinks, and what is said of calls needs tools.
 *
 * Frameworks set them in different layers: one turns thinking on, another forces the tool that holds the structured output, a third filters
 * the tools away.
 */
export const conflictingParameters = defineRule({
  id: "conflicting-parameters",
  category: "conversation",
  summary: "Request parameters exclude each other",
  severity: "error",
  consequence: "The provider rejects the request on every turn, whatever the messages say.",
  repair:
    "Turn thinking off for the request that forces a tool, or let the model choose; send the choice and the parallel flag with tools only.",
  evidence: [
    "Anthropic API, 400: thinking may not be enabled when tool_choice forces tool use (mastra-ai/mastra issue 7507, 2025-09)",
    "DeepSeek API, 400: thinking mode does not support this tool_choice (deepseek-ai/DeepSeek-V3 issue 1376, 2026-08)",
    "OpenAI API, 400: parallel_tool_calls is only allowed when tools are specified (openai/swarm issue 30, 2024-07)",
  ],
  on: {
    *conversation(conversation, { profile }) {
      if (conversation.mode === "dataset" || !profile.formats.includes(conversation.format)) return;
      const forced = forcedWhileThinking(conversation, profile);
      if (forced !== undefined) yield forced;
      yield* withoutTools(conversation, profile);
      const unknown = undeclaredChoice(conversation, profile);
      if (unknown !== undefined) yield unknown;
    },
  },
});

function forcedWhileThinking(conversation: Conversation, profile: Profile): Finding | undefined {
  const fact = profile.requests.forcedChoice;
  const { toolChoice, parameters } = conversation;
  if (fact === undefined || toolChoice === undefined || !isForced(toolChoice, fact.value.modes)) return undefined;
  const mayThink = fact.value.ifItMayThink && parameters.mayThink !== undefined;
  if (!mayThink && !thinks(conversation, profile)) return undefined;
  const how = toolChoice.mode === "named" ? `forces ${toolChoice.names.map(quote).join(" or ")}` : "forces a call";
  return {
    at: toolChoice.at,
    message: `\`tool_choice\` ${how} while thinking is on`,
    ...breachOf(fact, profile, "Let the model choose, or turn thinking off"),
    related: turnedOnAt(conversation),
    key: "forced",
  };
}

function isForced({ mode }: ToolChoice, modes: readonly ToolChoice["mode"][]): boolean {
  return modes.includes(mode);
}

/** Parameters that speak of tools where the request has none: a list that could not be read, or is elsewhere, is not missed. */
function* withoutTools(
  { toolset, toolChoice, parameters, historyCut, messages, refusal }: Conversation,
  profile: Profile,
): Generator<Finding> {
  // What was answered was taken: then the recorder left the tools out.
  if (refusal === undefined && messages.some(({ fromResponse }) => fromResponse)) return;
  if (toolset.tools.length > 0 || toolset.faults.length > 0 || toolset.completeness === "partial" || historyCut) return;
  const { parallelNeedsTools, choiceNeedsTools } = profile.requests;
  if (parallelNeedsTools?.value === true && parameters.parallelCalls !== undefined) {
    yield {
      at: parameters.parallelCalls,
      message: "The request sets whether calls may be parallel, but has no tools",
      ...breachOf(parallelNeedsTools, profile, "Remove the parameter, or send the tools"),
      key: "parallel",
    };
  }
  if (choiceNeedsTools === undefined || toolChoice === undefined || !choiceNeedsTools.value.includes(toolChoice.mode)) return;
  yield {
    at: toolChoice.at,
    message: "The request sets a tool choice, but has no tools",
    ...breachOf(choiceNeedsTools, profile, "Remove the tool choice, or send the tools"),
    key: "choice",
  };
}

/** A choice of a tool that the list does not hold. */
function undeclaredChoice({ toolset, toolChoice }: Conversation, profile: Profile): Finding | undefined {
  const fact = profile.requests.choiceDeclared;
  if (fact?.value !== true || toolChoice?.mode !== "named") return undefined;
  if (toolset.completeness !== "declared" || toolset.tools.length === 0 || toolset.faults.length > 0) return undefined;
  const [name] = toolChoice.names;
  if (name === undefined || toolset.tools.some(({ key, type }) => key === name || type === name)) return undefined;
  return {
    at: toolChoice.at,
    message: `\`tool_choice\` forces ${quote(name)}, which is not declared`,
    ...breachOf(fact, profile, "Declare the tool, or let the model choose"),
    key: "undeclared",
  };
}
