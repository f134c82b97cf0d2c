import type { Conversation, ToolChoice } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { Finding } from "../model/violation.js";
import { quote } from "../text/quote.js";
import { callsOf, isFromResponse, responseMessages } from "./calls.js";
import { defineRule } from "./rule.js";

/**
 * The recorded response keeps to what its request demanded: no call, some call, a named tool, only allowed tools, one call at most.
 *
 * The demand is about the response alone, so calls of the history are not judged, and neither is an answer that was cut off or rejected.
 */
export const violatedToolChoice = defineRule({
  id: "violated-tool-choice",
  category: "call",
  summary: "The response does not keep to tool_choice, the allowed tools or the parallel flag of its request",
  severity: "warning",
  consequence: "Code that relies on the choice reads a call that is not there, runs a tool that was ruled out, or drops the second call.",
  repair: "Treat the choice as a wish: check what came back before it is used. Lenient servers ignore the field altogether.",
  evidence: [
    "OpenAI API reference, Chat completions: tool_choice, parallel_tool_calls (read 2026-11)",
    "Anthropic API reference, Messages: tool_choice, disable_parallel_tool_use (read 2026-11)",
  ],
  on: {
    *conversation(conversation) {
      const { toolChoice, singleCall } = conversation;
      if (toolChoice === undefined && singleCall === undefined) return;
      const calls = [...callsOf(conversation)].filter((call) => isFromResponse(conversation, call));
      const client = calls.filter((call) => !call.hosted);
      const [first, second] = client;
      if (singleCall !== undefined && first !== undefined && second !== undefined) {
        yield {
          at: second.at.call,
          message: "The response makes a second call, but the request rules out parallel calls",
          call: second,
          key: "parallel",
          related: [{ message: "Ruled out here", at: singleCall }],
        };
      }
      if (toolChoice === undefined) return;
      for (const call of client) {
        const message = ruledOut(call, toolChoice);
        if (message === undefined) continue;
        yield { at: call.at.name ?? call.at.call, message, call, key: "call", related: [{ message: "Chosen here", at: toolChoice.at }] };
      }
      if (calls.length === 0) yield* missingCall(conversation, toolChoice);
    },
  },
});

function ruledOut({ type, function: { name } }: ToolCall, { mode, names }: ToolChoice): string | undefined {
  if (mode === "none") return 'The model calls a tool, but `tool_choice` is "none"';
  if ((mode !== "named" && mode !== "allowed") || name === null) return undefined;
  return names.includes(name) || names.includes(type)
    ? undefined
    : `The model called ${quote(name)}, but \`tool_choice\` ${mode === "named" ? "forces" : "allows only"} ${listed(names)}`;
}

function* missingCall(conversation: Conversation, { mode, names, at }: ToolChoice): Generator<Finding> {
  if (mode !== "required" && mode !== "named") return;
  const answer = responseMessages(conversation).findLast(({ role }) => role === "assistant");
  if (answer === undefined || conversation.anomalies.length > 0) return;
  const index = conversation.messages.indexOf(answer);
  const finish = conversation.finishes.find(({ message }) => message === index);
  // Cut off, filtered or rejected: the call may have been on its way. A reason that promises a call is reported by its own rule.
  if (finish !== undefined && (finish.reason !== "stop" || finish.promisesCall)) return;
  yield {
    at: answer.at,
    message: `The response calls no tool, but \`tool_choice\` ${mode === "named" ? `forces ${listed(names)}` : "requires a call"}`,
    key: "missing",
    related: [{ message: "Required here", at }],
  };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map(quote);
  if (names.length > shown.length) shown.push(`${names.length - shown.length} more`);
  return shown.length === 0 ? "none" : shown.join(" or ");
}
