import type { JsonNode } from "../../json/node.js";
import type { AdaptedConversation, Anomaly, Finish, FinishReason, Message } from "../../model/conversation.js";
import type { ToolCall } from "../../model/exchange.js";
import { Toolset } from "../../model/tool.js";
import { changedCalls } from "../changed-calls.js";
import { adaptedFrom, type ConversationDraft } from "../conversation-draft.js";
import type { RecordingInput } from "../format.js";
import { isWithheld } from "./texts.js";

/** Finish reasons as conventions name them, and as providers do. */
export const spanFinishReasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["end_turn", "stop"],
  ["length", "length"],
  ["max_tokens", "length"],
  ["content_filter", "content_filter"],
  ["tool_call", "tool_calls"],
  ["tool_calls", "tool_calls"],
  ["tool_use", "tool_calls"],
  ["error", "error"],
]);

/** What a span tells of a conversation beside its messages. */
export interface SpanFacts {
  readonly format: string;
  readonly at: JsonNode;
  readonly tools?: readonly (JsonNode | undefined)[];
  readonly model?: JsonNode | undefined;
}

/**
 * The finished conversation of a span.
 *
 * Spans leave things out: parameters of tools where they would be long, the results of calls where the instrumentation does not know the
 * provider's shape, what is before the messages that were sent.
 */
export function recordedSpan(
  draft: ConversationDraft,
  recording: RecordingInput,
  { format, at, tools = [], model }: SpanFacts,
): AdaptedConversation {
  const first = draft.messages.find(({ role }) => role !== "system");
  const historyCut = first?.parts.some(({ kind }) => kind === "result") === true;
  const reading = { ...draft, messages: forgiven(draft) };
  const recorded = adaptedFrom(reading, recording, { format, tools, isLog: true, model, historyCut, at });
  return recording.tools === undefined ? { ...recorded, toolset: namesOnly(recorded.toolset) } : recorded;
}

/** A list without any schema lists names: parameters are left out by default (gen_ai.tool.definitions, read 2026-11). */
function namesOnly(toolset: Toolset): Toolset {
  const { tools, completeness, faults } = toolset;
  if (completeness !== "declared" || tools.length === 0 || tools.some(({ argumentsSchema }) => argumentsSchema !== null)) return toolset;
  return new Toolset(tools, "partial", faults);
}

/**
 * The messages without faults that are the instrumentation's: arguments that it withheld, or that a limit on the length of attributes cut;
 * results that it may not have kept in a shape that shows, of calls without an id, and of all where no result is.
 */
function forgiven({ messages, finishes, anomalies }: ConversationDraft): readonly Message[] {
  const hasResults = messages.some(({ parts }) => parts.some(({ kind }) => kind === "result"));
  const forgive = (call: ToolCall): ToolCall => {
    const expectsNoResult = call.expectsNoResult || call.id === null || !hasResults;
    const because = lostArguments(call, finishes);
    if (because === undefined) return expectsNoResult === call.expectsNoResult ? call : { ...call, expectsNoResult };
    if (because === "cut") anomalies.push(cutArguments(call));
    const unknown = { kind: "unknown", because: "the instrumentation did not keep the arguments whole" } as const;
    return { ...call, expectsNoResult, function: { ...call.function, arguments: unknown } };
  };
  return changedCalls(messages, forgive);
}

function lostArguments({ at, message, function: called }: ToolCall, finishes: readonly Finish[]): "withheld" | "cut" | undefined {
  if (called.arguments.kind !== "malformed") return undefined;
  if (isWithheld(at.arguments)) return "withheld";
  // Where the model ran out of room, the model's text itself was cut.
  const isModels = finishes.some((finish) => finish.message === message && finish.reason === "length");
  return called.arguments.fault === "truncated" && !isModels ? "cut" : undefined;
}

function cutArguments({ at }: ToolCall): Anomaly {
  return {
    rule: "truncated-record",
    severity: "warning",
    at: at.arguments ?? at.call,
    message: "The arguments of a call are cut off, so they are not checked",
    fix: "Raise the exporter's limit on the length of attributes (OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT)",
  };
}
