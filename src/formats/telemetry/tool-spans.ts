import type { JsonNode } from "../../json/node.js";
import type { AdaptedConversation } from "../../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "../conversation-draft.js";
import type { RecordingInput } from "../format.js";
import type { Attributes } from "./attributes.js";
import type { TraceSpan } from "./spans.js";
import { isWithheld } from "./texts.js";

/** The run of a tool as a span tells it. */
export interface ToolRun {
  readonly name: JsonNode;
  readonly id: JsonNode | undefined;
  readonly arguments: JsonNode | undefined;
  readonly result: JsonNode | undefined;
}

/** Where a convention keeps the run of a tool; `undefined` for spans of other things. */
export type ToolRunOf = (attributes: Attributes) => ToolRun | undefined;

interface RunSpan {
  readonly at: JsonNode;
  readonly run: ToolRun;
  readonly isError: boolean;
}

/** Conversations of the spans in which tools ran, one for each trace: for exports that keep no messages. Each span is a call with its result. */
export function readToolSpans(
  spans: readonly TraceSpan[],
  recording: RecordingInput,
  format: string,
  runOf: ToolRunOf,
): readonly AdaptedConversation[] {
  const byTrace = new Map<string, RunSpan[]>();
  for (const { at, attributes, trace } of spans) {
    const run = runOf(attributes);
    if (run === undefined) continue;
    const span = { at, run, isError: attributes.get("error.type") !== undefined };
    const known = byTrace.get(trace);
    if (known === undefined) byTrace.set(trace, [span]);
    else known.push(span);
  }
  return [...byTrace.values()].map((trace) => readTrace(trace, recording, format));
}

function readTrace(spans: readonly RunSpan[], recording: RecordingInput, format: string): AdaptedConversation {
  const draft = new ConversationDraft();
  for (const span of spans) readToolSpan(span, draft);
  const at = spans[0]?.at ?? recording.at;
  return adaptedFrom(draft, recording, { format, isLog: true, at });
}

function readToolSpan({ at, run, isError }: RunSpan, draft: ConversationDraft): void {
  const { name, id, arguments: given, result } = run;
  const call = draft.open({ role: "assistant", at }).call({
    call: at,
    id,
    name,
    arguments: given,
    idOptional: true,
    expectsNoResult: true,
    ...(isUnreadable(given) && { decoded: { kind: "unknown", because: "the attribute does not hold the arguments whole" } }),
  });
  if (result === undefined) return;
  draft.open({ role: "tool", at }).result({ result: at, callId: id, content: result, isError, idOptional: true, inlineCall: call });
}

/** Not recorded, withheld, or cut by a limit on the length of attributes: the model is not to blame. */
function isUnreadable(given: JsonNode | undefined): boolean {
  if (given === undefined || isWithheld(given)) return true;
  const nested = given?.kind === "string" ? given.nested() : undefined;
  return nested?.kind === "malformed" && nested.fault.kind === "truncated";
}
