import type { JsonNode } from "../../json/node.js";
import type { Recorded } from "../../model/conversation.js";
import { ConversationDraft, recordedFrom } from "../conversation-draft.js";
import type { Recording } from "../format.js";
import { type Attributes, firstOf } from "../telemetry/attributes.js";
import type { Span } from "../telemetry/spans.js";
import { isWithheld } from "../telemetry/texts.js";

/**
 * Conversations of the spans in which tools ran (`execute_tool`), one for each trace: for exports that keep no messages. Each span is a call
 * with its result.
 */
export function readToolSpans(spans: readonly Span[], recording: Recording): readonly Recorded[] {
  const byTrace = new Map<string, Span[]>();
  for (const span of spans) {
    if (!isToolSpan(span)) continue;
    const known = byTrace.get(span.trace);
    if (known === undefined) byTrace.set(span.trace, [span]);
    else known.push(span);
  }
  return [...byTrace.values()].map((trace) => readTrace(trace, recording));
}

/** What was given to the tool: as the conventions have it, then as any-agent, OpenLLMetry and others wrote it before (read 2026-12). */
const argumentKeys = ["gen_ai.tool.call.arguments", "gen_ai.tool.args", "gen_ai.tool.arguments", "gen_ai.tool.input"] as const;
const resultKeys = ["gen_ai.tool.call.result", "gen_ai.tool.result", "gen_ai.tool.output"] as const;

/** Keys that mean a tool's only in a span that says that a tool ran. */
const looseArgumentKeys = ["gen_ai.input", "input", "input.value", "tool.args", "tool.parameters"] as const;
const looseResultKeys = ["gen_ai.output", "output", "output.value", "tool.result"] as const;

function isToolSpan({ attributes }: Span): boolean {
  return attributes.get("gen_ai.tool.name") !== undefined && (isExecution(attributes) || argumentsOf(attributes) !== undefined);
}

function isExecution(attributes: Attributes): boolean {
  return attributes.get("gen_ai.operation.name")?.string() === "execute_tool";
}

function argumentsOf(attributes: Attributes): JsonNode | undefined {
  return firstOf(attributes, ...argumentKeys) ?? (isExecution(attributes) ? firstOf(attributes, ...looseArgumentKeys) : undefined);
}

function resultOf(attributes: Attributes): JsonNode | undefined {
  return firstOf(attributes, ...resultKeys) ?? (isExecution(attributes) ? firstOf(attributes, ...looseResultKeys) : undefined);
}

function readTrace(spans: readonly Span[], recording: Recording): Recorded {
  const draft = new ConversationDraft();
  for (const span of spans) readToolSpan(span, draft);
  const at = spans[0]?.at ?? recording.at;
  return recordedFrom(draft, recording, { format: "otel-genai", isLog: true, at });
}

function readToolSpan({ at, attributes }: Span, draft: ConversationDraft): void {
  const given = argumentsOf(attributes);
  const id = attributes.get("gen_ai.tool.call.id");
  const result = resultOf(attributes);
  const call = draft.open({ role: "assistant", at }).call({
    call: at,
    type: "function",
    id,
    name: attributes.get("gen_ai.tool.name"),
    arguments: given,
    idOptional: true,
    owesNothing: true,
    ...(isUnreadable(given) && { decoded: { kind: "unknown", because: "the attribute does not hold the arguments whole" } }),
  });
  if (result === undefined) return;
  const isError = attributes.get("error.type") !== undefined;
  draft.open({ role: "tool", at }).result({ result: at, callId: id, content: result, isError, idOptional: true, inlineCall: call });
}

/** Not recorded, withheld, or cut by a limit on the length of attributes: the model is not to blame. */
function isUnreadable(given: JsonNode | undefined): boolean {
  if (given === undefined || isWithheld(given)) return true;
  const nested = given?.kind === "string" ? given.nested() : undefined;
  return nested?.kind === "malformed" && nested.fault.kind === "truncated";
}
