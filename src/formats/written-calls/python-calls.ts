import type { JsonNode } from "../../json/node.js";
import { escapeStep } from "../../json/pointer.js";
import { sliceText } from "../../json/text-slice.js";
import type { ToolArguments } from "../../model/exchange.js";
import { sentence, value } from "../../text/sentence.js";
import { type LiteralFault, LiteralReader } from "./python-literal.js";
import type { TagSpan } from "./tag-calls.js";
import { noCalls, type WrittenCall, type WrittenCalls } from "./written-call.js";

/** The name of a tool before its bracket. Data sets have names with spaces, dots and slashes. */
const callStart = /([^\s()[\]{},="'](?:[^()[\]{},="'\n]*[^\s()[\]{},="'])?)\s*(?=\()/y;

/** How calls are meant. */
export interface PythonCallOptions {
  /** Arguments may be given by their order, as code is run that way: which parameters they are for is not reported by the call. */
  readonly byOrder: boolean;
}

const byName: PythonCallOptions = { byOrder: false };

/** Whether a text looks like a list of calls, `[f(a="x"), g(b=1)]`, right or wrong. */
export function looksLikePythonCalls(text: string): boolean {
  return /^\s*\[\s*[^\s()[\]{},="'`][^()[\]{},="'`\n]{0,200}\(/.test(text);
}

/**
 * Calls written as Python: a list of them, or one after the other with commas.
 *
 * A call that cannot be read has its fault at the place where reading stopped; the calls after it are read where its bracket closes.
 *
 * @param text the calls and nothing else, brackets of the list included
 */
export function readPythonCalls(text: JsonNode, options: PythonCallOptions = byName): WrittenCalls {
  const source = text.string() ?? "";
  const reader = new LiteralReader(source);
  const isList = reader.take("[");
  const calls: WrittenCall[] = [];
  for (;;) {
    reader.skipSpace();
    if (isEnd(reader, isList)) return { calls, isWhole: true };
    const from = reader.at;
    const name = reader.match(callStart)?.[1];
    if (name === undefined) {
      reader.unexpected("a call, name(argument=value)");
      return calls.length === 0 ? noneReadable(text, reader) : { calls: withFault(calls, text, reader), isWhole: false };
    }
    const call = readCall(reader, text, { from, to: from + name.length }, options);
    calls.push(call);
    if (reader.fault !== undefined && !recover(reader, from + name.length)) return { calls, isWhole: false };
    reader.fault = undefined;
    if (reader.take(",")) continue;
    reader.skipSpace();
    if (isEnd(reader, isList)) return { calls, isWhole: true };
    reader.unexpected(isList ? ", or ]" : ", or the end");
    return { calls: withFault(calls, text, reader), isWhole: false };
  }
}

/** Reads `name(…)` of which the name has been read. */
export function readCall(reader: LiteralReader, text: JsonNode, name: TagSpan, { byOrder }: PythonCallOptions = byName): WrittenCall {
  reader.begin();
  reader.skipSpace();
  const open = reader.at;
  const members = new Map<string, unknown>();
  const inOrder = readArguments(reader, members, byOrder);
  const { fault } = reader;
  const end = fault === undefined ? reader.at : (closing(reader.text, open) ?? reader.text.length);
  const given = sliceText(text, open, end);
  return {
    call: sliceText(text, name.from, end),
    name: sliceText(text, name.from, name.to),
    id: undefined,
    arguments: given,
    decoded:
      fault !== undefined
        ? malformed(fault, given, text)
        : inOrder > 0
          ? { kind: "unknown", because: "arguments are given by their order" }
          : { kind: "parsed", root: reader.node(Object.fromEntries(members), text), document: null },
  };
}

/** Reads arguments in brackets. @returns how many are given by their order alone */
function readArguments(reader: LiteralReader, members: Map<string, unknown>, byOrder: boolean): number {
  const open = reader.at;
  let inOrder = 0;
  reader.take("(");
  let hasComma = true;
  while (!reader.take(")")) {
    if (!hasComma) return failed(reader.unexpected(", or )"));
    const from = reader.at;
    const name = reader.match(/([^\s()[\]{},="'*:](?:[^()[\]{},="'\n]*[^\s()[\]{},="'])?)\s*=(?!=)/y)?.[1];
    if (name === undefined) {
      if (!byOrder || members.size > 0) return failed(unnamed(reader));
      reader.value("");
      inOrder += 1;
    } else if (members.has(name)) {
      reader.at = from;
      return failed(reader.fail(sentence`Argument ${value(name)} is given twice`, from + name.length));
    } else {
      members.set(name, reader.value(`/${escapeStep(name)}`));
    }
    if (reader.fault !== undefined) return 0;
    hasComma = reader.take(",");
  }
  reader.place("", open);
  return inOrder;
}

function failed(_fault: undefined): number {
  return 0;
}

/** An argument without a name is a fault, unless what is there is no value either. */
function unnamed(reader: LiteralReader): undefined {
  const from = reader.at;
  reader.value("");
  if (reader.fault !== undefined) return undefined;
  const to = reader.at;
  reader.at = from;
  return reader.fail("An argument has no name: arguments are written as name=value", to);
}

function malformed({ from, to, message, isCut }: LiteralFault, given: JsonNode, text: JsonNode): ToolArguments {
  return { kind: "malformed", fault: isCut ? "truncated" : "not-json", at: given, range: text.textRange(from, to), message };
}

/** Moves after a call that could not be read. @returns false where its end does not show */
function recover(reader: LiteralReader, nameEnd: number): boolean {
  const end = closing(reader.text, reader.text.indexOf("(", nameEnd));
  if (end === undefined) return false;
  reader.at = end;
  return true;
}

/** The unit after the bracket that closes the one at `from`, strings passed over. */
function closing(text: string, from: number): number | undefined {
  const marks = /\\[\s\S]|["'()[\]{}]/g;
  marks.lastIndex = from;
  let depth = 0;
  let inside: string | undefined;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const mark = found[0];
    if (inside !== undefined) inside = mark === inside ? undefined : inside;
    else if (mark === '"' || mark === "'") inside = mark;
    else if ("([{".includes(mark)) depth += 1;
    else if (mark.length === 1 && --depth === 0) return marks.lastIndex;
  }
  return undefined;
}

function isEnd(reader: LiteralReader, isList: boolean): boolean {
  if (isList && !reader.take("]")) return false;
  reader.skipSpace();
  return reader.at >= reader.text.length;
}

function noneReadable(text: JsonNode, { fault }: LiteralReader): WrittenCalls {
  if (fault === undefined) return noCalls;
  return {
    calls: [{ call: text, name: undefined, id: undefined, arguments: text, decoded: malformed(fault, text, text) }],
    isWhole: false,
  };
}

/** The fault after a call is reported at the call: it is the list that is wrong, and the last call of it is where. */
function withFault(calls: readonly WrittenCall[], text: JsonNode, { fault }: LiteralReader): readonly WrittenCall[] {
  const last = calls.at(-1);
  if (last === undefined || fault === undefined || last.decoded.kind === "malformed") return calls;
  return [...calls.slice(0, -1), { ...last, decoded: malformed(fault, last.arguments ?? text, text) }];
}
