import type { JsonNode } from "../../json/node.js";
import type { Recorded } from "../../model/conversation.js";
import { ConversationDraft, recordedFrom } from "../conversation-draft.js";
import type { Recording } from "../format.js";
import { firstOf } from "../telemetry/attributes.js";
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

function isToolSpan({ attributes }: Span): boolean {
  return attributes.get("gen_ai.tool.name") !== undefined && attributes.get("gen_ai.tool.call.arguments") !== undefined;
}

function readTrace(spans: readonly Span[], recording: Recording): Recorded {
  const draft = new ConversationDraft();
  for (const span of spans) readToolSpan(span, draft);
  const at = spans[0]?.at ?? recording.at;
  const facts = { format: "otel-genai", tools: [], isRequest: false, model: undefined } as const;
  return { ...recordedFrom(draft, { ...recording, at }, facts), declarationOrigin: "log" };
}

function readToolSpan({ at, attributes }: Span, draft: ConversationDraft): void {
  const given = attributes.get("gen_ai.tool.call.arguments");
  const id = attributes.get("gen_ai.tool.call.id");
  const result = firstOf(attributes, "gen_ai.tool.call.result");
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

/** Withheld, or cut by a limit on the length of attributes: the model is not to blame. */
function isUnreadable(given: JsonNode | undefined): boolean {
  if (isWithheld(given)) return true;
  const nested = given?.kind === "string" ? given.nested() : undefined;
  return nested?.kind === "malformed" && nested.fault.kind === "truncated";
}
