import type { JsonNode } from "../../json/node.js";
import { sliceText } from "../../json/text-slice.js";
import { decodeArguments } from "../arguments.js";
import { malformedCall, type WrittenCall } from "./written-call.js";

/** Words under which models write the arguments of a call. */
const argumentKeys = ["arguments", "parameters", "args", "input"] as const;

/**
 * A call as JSON, `{name, arguments}` in one of the spellings that models were taught: arguments as an object or as JSON text, the function
 * as an object of its own.
 */
export function readJsonCall(node: JsonNode): WrittenCall {
  if (node.kind !== "object") return malformedCall(node);
  const called = node.get("function");
  const inner = called?.kind === "object" ? called : node;
  const given = argumentKeys.map((key) => inner.get(key)).find((each) => each !== undefined);
  const name = inner.get("name") ?? (called?.kind === "string" ? called : undefined);
  return {
    call: node,
    name,
    id: node.get("id") ?? node.get("tool_call_id"),
    arguments: given,
    decoded: decodeArguments(given, { container: "either" }),
  };
}

/** A call or a list of calls, as one JSON value. */
export function readJsonCalls(node: JsonNode): readonly WrittenCall[] {
  return node.kind === "array" ? node.items().map(readJsonCall) : [readJsonCall(node)];
}

/**
 * The calls that make up a text, as JSON values one after the other. A value that is none is a call as well, with a fault: the model meant
 * to call.
 */
export function readJsonText(text: JsonNode): readonly WrittenCall[] {
  const source = text.string() ?? "";
  const calls: WrittenCall[] = [];
  let at = skip(source, 0);
  while (at < source.length) {
    const end = endOfJson(source, at);
    // What follows the values belongs to the last of them: an odd bracket, a remark.
    const isLast = end === undefined || (skip(source, end) < source.length && !isOpening(source[skip(source, end)]));
    const slice = sliceText(text, at, isLast ? source.trimEnd().length : (end ?? source.length));
    const nested = slice.nested();
    if (nested?.kind === "json") calls.push(...readJsonCalls(nested.document.root));
    else calls.push(malformedCall(slice));
    if (isLast) break;
    at = skip(source, end ?? source.length);
  }
  return calls;
}

/** White space, and what is between calls. */
function skip(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s,;]/.test(text[at] ?? "")) at += 1;
  return at;
}

function isOpening(character: string | undefined): boolean {
  return character === "{" || character === "[";
}

/** The unit after the JSON object or array that begins at `from`, by its brackets alone; `undefined` where it does not end or begin. */
export function endOfJson(text: string, from: number): number | undefined {
  if (!isOpening(text[from])) return undefined;
  const marks = /["{}[\]]|\\[\s\S]/g;
  marks.lastIndex = from;
  let depth = 0;
  let inString = false;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const mark = found[0];
    if (mark === '"') inString = !inString;
    else if (inString || mark.length > 1) continue;
    else if (isOpening(mark)) depth += 1;
    else if (--depth === 0) return marks.lastIndex;
  }
  return undefined;
}
