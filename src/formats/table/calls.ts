import type { JsonNode } from "../../json/node.js";
import type { ToolArguments } from "../../model/exchange.js";
import { sentence, value } from "../../text/sentence.js";
import { addFunctionCall, addToolCall } from "../chat/call.js";
import { decoded } from "../decoded.js";
import { readJsonCalls } from "../written-calls/json-calls.js";
import { malformedCall } from "../written-calls/written-call.js";
import { wordOf } from "./condition.js";
import type { ReadyCall, ReadyInlineResult, ReadyResult } from "./pieces.js";
import { givenAt, valueAt, valuesAt } from "./place.js";
import type { EntryTurns } from "./turns.js";
import type { TableWatch } from "./watch.js";

/** What holds for all calls and results of a table. */
export interface TableHabits {
  readonly title: string;
  readonly idsOptional: boolean;
  readonly numberIds?: boolean;
  /** Results are never kept: no call owes one. */
  readonly keepsNoResults: boolean;
  /** Counts what is found where, for tables of one's own. */
  readonly watch?: TableWatch | undefined;
}

/** Where a call or result is read. */
export interface CallPlace {
  /** Where a message begins, if one must be opened. */
  readonly message: JsonNode;
  /** Otherwise there is none where nothing of it is there. */
  readonly isStated: boolean;
}

/** Adds a call, with the result that is kept with it. */
export function addCall(node: JsonNode, piece: ReadyCall, { message, isStated }: CallPlace, turns: EntryTurns, habits: TableHabits): void {
  const id = givenAt(node, piece.id);
  const name = givenAt(node, piece.name);
  const given = givenAt(node, piece.arguments);
  if (!isStated && isNothing(name) && isNothing(given) && isNothing(id)) return;
  const partial = piece.partial?.holds(node) ?? false;
  const decoded = unusual(node, given, piece);
  const hosted = piece.hosted?.holds(node) ?? false;
  const side = turns.side(turns.speaker ?? "assistant", message);
  const entry = turns.entry?.node ?? message;
  const call = side.call({
    call: node,
    type: valueAt(node, piece.type)?.string() ?? "function",
    id,
    name,
    arguments: given,
    ...(decoded !== undefined && { decoded }),
    container: partial ? "either" : piece.container,
    numberIds: habits.numberIds ?? false,
    idOptional: (habits.idsOptional && isNothing(id)) || (piece.idOptional?.holds(node) ?? false),
    hosted,
    expectsNoResult: habits.keepsNoResults || turns.isBroken || isSettled(piece, node, entry),
    partial: partial || turns.isBroken,
    cutBy: turns.cutBy,
  });
  const record = wordOf(valueAt(entry, piece.record));
  if (record !== undefined) turns.records.set(record, call);
  const { result } = piece;
  const holder = result?.from === "entry" ? entry : result?.from === "conversation" ? (turns.conversation ?? entry) : node;
  const content = result && contentOf(holder, result, id);
  habits.watch?.call(piece, {
    id: id !== undefined,
    name: name !== undefined,
    arguments: given !== undefined,
    result: content !== undefined,
  });
  if (result === undefined) return;
  const isOfEntry = result.from === "entry" && !result.byId;
  if (result.if === undefined ? content === undefined : !result.if.holds(holder)) return;
  if (isOfEntry && turns.entry?.isAnswered === true) return;
  if (isOfEntry && turns.entry !== undefined) turns.entry.isAnswered = true;
  const isError = result.isError?.holds(result.byId ? (content ?? holder) : holder) ?? false;
  const callId = result.byId ? undefined : givenAt(holder, result.id);
  const numberIds = habits.numberIds ?? false;
  side.result({
    numberIds,
    result: result.from === "call" ? node : (content ?? holder),
    callId,
    content,
    isError,
    hosted,
    inlineCall: call,
  });
}

/** What is kept as the result of a call; `byId`: under its id. */
function contentOf(holder: JsonNode, { content, byId }: ReadyInlineResult, id: JsonNode | undefined): JsonNode | undefined {
  const found = valueAt(holder, content);
  const key = wordOf(id);
  return !byId || found === undefined || key === undefined ? (byId ? undefined : found) : decoded(found).get(key);
}

/** Adds a result. */
export function addResult(
  node: JsonNode,
  piece: ReadyResult,
  { message, isStated }: CallPlace,
  turns: EntryTurns,
  habits: TableHabits,
): void {
  const [first, ...others] = piece.severalIds ? valuesAt(node, piece.id) : [givenAt(node, piece.id)];
  const content = givenAt(node, piece.content);
  if (!isStated && isNothing(first) && content === undefined) return;
  const record = wordOf(valueAt(turns.entry?.node ?? node, piece.record));
  const inlineCall = isNothing(first) && record !== undefined ? turns.records.get(record) : undefined;
  if (piece.record.length > 0 && isNothing(first) && inlineCall === undefined) return;
  habits.watch?.result(piece, { id: first !== undefined, content: content !== undefined });
  const hosted = piece.hosted?.holds(node) ?? false;
  const speaker = turns.speaker ?? "assistant";
  // What the provider ran is part of its answer.
  const role = speaker === "assistant" && !hosted ? "tool" : speaker;
  for (const callId of [first, ...others]) {
    turns.side(role, message).result({
      result: node,
      callId,
      name: givenAt(node, piece.name),
      content,
      isError: piece.isError?.holds(node) ?? false,
      structured: valueAt(node, piece.structured),
      inlineCall,
      hosted,
      numberIds: habits.numberIds ?? false,
      standalone: piece.standalone?.holds(node) ?? false,
      idOptional: (habits.idsOptional && isNothing(callId)) || (piece.idOptional?.holds(node) ?? false),
    });
  }
}

/** Adds a call as OpenAI's chat API writes it. */
export function addOpenaiCall(
  node: JsonNode,
  is: "openai-call" | "openai-function-call",
  message: JsonNode,
  turns: EntryTurns,
  habits: TableHabits,
): void {
  const side = turns.side(turns.speaker ?? "assistant", message);
  const traits = { container: "either", idOptional: habits.idsOptional, expectsNoResult: habits.keepsNoResults } as const;
  const add = is === "openai-call" ? addToolCall : addFunctionCall;
  add(node, traits, { message: side, report: turns.draft.report });
  habits.watch?.otherCall();
}

/** Adds the calls of a text or a list; a set that teaches a model to call nothing has an empty one. */
export function addWrittenCalls(value: JsonNode, turns: EntryTurns, habits: TableHabits): void {
  const list = decoded(value);
  if (list.kind === "string" && list.string()?.trim() === "") return;
  const message = turns.begin("assistant", value);
  habits.watch?.otherCall();
  for (const { decoded: args, ...parts } of list.kind === "string" ? [malformedCall(list)] : readJsonCalls(list)) {
    message.call({
      decoded: args,
      idOptional: true,
      expectsNoResult: habits.keepsNoResults,
      partial: parts.name === undefined && args.kind === "malformed",
      ...parts,
    });
  }
}

/** Arguments that are no JSON, or that nobody can judge. */
function unusual(
  node: JsonNode,
  given: JsonNode | undefined,
  { text, unjudged, unjudgedIf, unreadable }: ReadyCall,
): ToolArguments | undefined {
  if (unjudged !== undefined && unjudgedIf.holds(node)) return { kind: "unknown", because: unjudged };
  const error = unreadable?.if.holds(node) === true ? valueAt(node, unreadable.at) : undefined;
  if (unreadable !== undefined && error !== undefined) {
    const [why = ""] = (error.string() ?? error.raw()).split("\n", 1);
    const message = sentence`${unreadable.message}: ${value(why)}`;
    return { kind: "malformed", fault: "not-json", at: error, message, ...(unreadable.fix !== undefined && { fix: unreadable.fix }) };
  }
  return given?.kind === "string" && text?.holds(node) === true ? { kind: "text", at: given } : undefined;
}

function isSettled({ settled, settledIn }: ReadyCall, node: JsonNode, entry: JsonNode): boolean {
  return settled?.holds(node) === true || settledIn?.holds(entry) === true;
}

function isNothing(node: JsonNode | undefined): boolean {
  return node === undefined || node.kind === "null";
}
