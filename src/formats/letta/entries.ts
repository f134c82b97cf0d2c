import { composeObject, joinText } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";

/** Messages in the order in which they were written, each whole. */
export function entriesInOrder(entries: readonly JsonNode[]): readonly JsonNode[] {
  const ordered = withoutDeltas(isNewestFirst(entries) ? entries.toReversed() : entries);
  const returned = new Set(ordered.flatMap(returnedIds));
  return ordered.filter((entry) => !isRepeated(entry, returned));
}

function returnedIds(entry: JsonNode): readonly string[] {
  if (entry.get("message_type")?.string() !== "tool_return_message") return [];
  return [entry, ...(entry.get("tool_returns")?.items() ?? [])].flatMap((each) => each.get("tool_call_id")?.string() ?? []);
}

/** What the client ran and sent with its approval is listed a second time where the server has kept it as a result. */
function isRepeated(entry: JsonNode, returned: ReadonlySet<string>): boolean {
  const approvals = entry.get("message_type")?.string() === "approval_response_message" ? (entry.get("approvals")?.items() ?? []) : [];
  return approvals.length > 0 && approvals.every((each) => returned.has(each.get("tool_call_id")?.string() ?? ""));
}

/** The API lists the newest first if it is not asked otherwise (`list_messages`, `order`). */
function isNewestFirst(entries: readonly JsonNode[]): boolean {
  const dates = entries.flatMap((entry) => entry.get("date")?.string() ?? []);
  const [first = "", last = ""] = [dates[0], dates.at(-1)];
  if (first !== last) return Date.parse(first) > Date.parse(last);
  // Dates count seconds: a result that is listed before its call says as much.
  const results = new Set<string>();
  for (const entry of entries) {
    const id = (entry.get("tool_call") ?? entry).get("tool_call_id")?.string() ?? "";
    if (entry.get("tool_call") !== undefined) return results.has(id);
    if (entry.get("message_type")?.string() === "tool_return_message") results.add(id);
  }
  return false;
}

/** A stream gives the arguments of a call piece by piece (`ToolCallDelta`): the pieces are joined where the first of them is. */
function withoutDeltas(entries: readonly JsonNode[]): readonly JsonNode[] {
  const whole: JsonNode[] = [];
  let pieces: JsonNode[] = [];
  const close = () => {
    const [first] = pieces;
    if (first !== undefined) whole.push(pieces.length === 1 ? first : joined(first, pieces));
    pieces = [];
  };
  for (const entry of entries) {
    const last = pieces.at(-1);
    if (last === undefined || !continues(entry, last)) close();
    if (callOf(entry) === undefined) whole.push(entry);
    else pieces.push(entry);
  }
  close();
  return whole;
}

function callOf(entry: JsonNode): JsonNode | undefined {
  const call = entry.get("tool_call");
  return call?.kind === "object" ? call : undefined;
}

/** A piece that names no tool belongs to the call before it. */
function continues(entry: JsonNode, before: JsonNode): boolean {
  const call = callOf(entry);
  if (call === undefined || entry.get("message_type")?.string() !== before.get("message_type")?.string()) return false;
  const name = call.get("name");
  if (name !== undefined && name.kind !== "null") return false;
  const ids = [call, callOf(before)].map((each) => each?.get("tool_call_id")?.string());
  return ids[0] === undefined || ids[0] === ids[1];
}

function joined(first: JsonNode, pieces: readonly JsonNode[]): JsonNode {
  const call = callOf(first);
  const texts = pieces.flatMap((piece) => callOf(piece)?.get("arguments") ?? []);
  const whole = composeObject(
    [
      ["tool_call_id", call?.get("tool_call_id")],
      ["name", call?.get("name")],
      ["arguments", joinText(texts, texts[0] ?? first)],
    ],
    call ?? first,
  );
  return composeObject(
    [
      ["message_type", first.get("message_type")],
      ["tool_call", whole],
    ],
    first,
  );
}
