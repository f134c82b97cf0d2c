import { joinText } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { beginningOf, TextProbe } from "../../json/text-probe.js";
import { sliceText } from "../../json/text-slice.js";
import { decodeArguments } from "../arguments.js";
import { readActions } from "./action-calls.js";
import { asidesIn } from "./asides.js";
import { endOfJson, readJsonText } from "./json-calls.js";
import { namedCall } from "./named-call.js";
import { looksLikePythonCalls, readCall, readPythonCalls } from "./python-calls.js";
import { LiteralReader } from "./python-literal.js";
import { type TagSpan, taggedCall } from "./tag-calls.js";
import { malformedCall, noCalls, type SchemaOf, type WrittenCall, type WrittenCalls } from "./written-call.js";

/** What begins a call in the text, whatever the family of the model. */
const opener =
  /<(?:minimax:)?tool_call>|<functioncall>|<(?:\w{1,20}:)?invoke name="|<function=|\[TOOL_CALLS\]|<\|python_tag\|>|<\|tool_call\|?>|<\|tool_call_begin\|>|<｜tool▁call▁begin｜>|<\|channel\|>commentary to=functions\./g;

/** What templates put after a message. */
const endOfMessage = /(?:<\|(?:im_end|endoftext|eot_id|eom_id|end|call)\|>|<\/s>)\s*$/;

/** Values that nothing closes are looked for up to the end of the text so many times; then only up to the next mark. */
const maxUnclosed = 16;

/** A text while its calls are looked for. */
interface Scan {
  readonly text: JsonNode;
  readonly source: string;
  readonly schemaOf: SchemaOf;
  readonly calls: WrittenCall[];
  /** Where each closing tag was found last, -1 for nowhere: the search only goes forward. */
  readonly found: Map<string, number>;
  unclosed: number;
}

/** As `indexOf`, for places that grow: many openers before one closing tag, or none, cost one search. */
function nextOf({ source, found }: Scan, tag: string, from: number): number {
  const known = found.get(tag);
  if (known !== undefined && (known < 0 || known >= from)) return known;
  const index = source.indexOf(tag, from);
  found.set(tag, index);
  return index;
}

/**
 * The calls that an assistant's text holds, in the markup that the model was taught.
 *
 * Source: the chat templates that the families publish (Hermes and Qwen, Qwen3-Coder, Glaive, Mistral, Llama 3 and 4, Phi and Granite,
 * Kimi, DeepSeek, GLM, gpt-oss, MiniMax) and the data set of ToolACE; read 2026-11.
 */
export function readWrittenCalls(node: JsonNode, schemaOf: SchemaOf): WrittenCalls {
  const whole = node.string() ?? "";
  const end = endOfMessage.exec(whole)?.index;
  const text = sliceText(node, 0, end === undefined ? whole.length : whole.slice(0, end).trimEnd().length);
  const scan: Scan = { text, source: text.string() ?? "", schemaOf, calls: [], found: new Map(), unclosed: 0 };
  const asides = asidesIn(scan.source);
  let aside = 0;
  const pattern = new RegExp(opener);
  for (let found = pattern.exec(scan.source); found !== null; found = pattern.exec(scan.source)) {
    const { index } = found;
    // Marks in backticks are shown, not used.
    if (scan.source[index - 1] === "`") continue;
    while ((asides[aside]?.to ?? index + 1) <= index) aside += 1;
    if ((asides[aside]?.from ?? index + 1) <= index) continue;
    pattern.lastIndex = readMarked(scan, found[0], { from: index, to: pattern.lastIndex });
  }
  return scan.calls.length > 0
    ? { calls: scan.calls, isWhole: true }
    : readUnmarked(scan, asides.findLast(({ isThought }) => isThought)?.to ?? 0);
}

/** Reads what an opener begins. @returns the unit from which on to look for the next */
function readMarked(scan: Scan, mark: string, opened: TagSpan): number {
  switch (mark) {
    case "<tool_call>":
    case "<minimax:tool_call>":
      return readBlock(scan, opened, `</${mark.slice(1)}`);
    case "<functioncall>":
      return readGlaive(scan, opened);
    case "<function=":
      return readFunctionTag(scan, opened, "</function>");
    case "[TOOL_CALLS]":
    case "<|tool_call|>":
    case "<|tool_call>":
    case "<|python_tag|>":
      return readBare(scan, opened);
    case "<|tool_call_begin|>":
      return readNamed(scan, opened, /\s*(?:functions\.)?([\w.-]{1,200})(?::\d{1,6})?\s*<\|tool_call_argument_begin\|>\s*/dy);
    case "<｜tool▁call▁begin｜>":
      return readNamed(scan, opened, /(?:function<｜tool▁sep｜>)?([\w.:-]{1,200})(?:<｜tool▁sep｜>|\s+)(?:```json)?\s*/dy);
    case "<|channel|>commentary to=functions.":
      return readNamed(scan, opened, /([\w.-]{1,200})[^{}]{0,100}<\|message\|>\s*/dy);
    default:
      return readFunctionTag(scan, opened, `</${mark.slice(1, mark.indexOf("invoke"))}invoke>`);
  }
}

/** A block with a closing tag: JSON, a function in tags, or GLM's pairs of keys and values. */
function readBlock(scan: Scan, { from, to }: TagSpan, close: string): number {
  const { source, text } = scan;
  const closed = nextOf(scan, close, to);
  const next = nextOf(scan, "<tool_call>", to);
  const end = closed >= 0 && (next < 0 || closed < next) ? closed : next >= 0 ? next : source.length;
  const behind = end === closed ? end + close.length : end;
  const body = source.slice(to, end);
  const tags = /<(?:function=|(?:\w{1,20}:)?invoke name=")/.exec(body);
  if (tags !== null && body.slice(0, tags.index).trim() === "") return to + tags.index;
  const pairs = /\s*([\w.:-]{1,200})\s*(?=<arg_key>)/dy.exec(body)?.indices?.[1];
  if (pairs !== undefined) {
    const name = { from: to + pairs[0], to: to + pairs[1] };
    scan.calls.push(taggedCall(text, { from, to: behind }, name, { from: name.to, to: end }, scan.schemaOf));
  } else if (body.trim() === "") {
    scan.calls.push(malformedCall(sliceText(text, from, behind)));
  } else {
    scan.calls.push(...jsonIn(scan, { from: to, to: end }));
  }
  return behind;
}

/** The calls that a stretch of the text is made of; text that does not begin as JSON is a call that cannot be read. */
function jsonIn({ text, source }: Scan, { from, to }: TagSpan): readonly WrittenCall[] {
  const body = source.slice(from, to);
  const start = from + body.length - body.trimStart().length;
  const trimmed = sliceText(text, start, start + body.trim().length);
  const calls = /^[{[]/.test(trimmed.string() ?? "") ? readJsonText(trimmed) : [];
  return calls.length > 0 ? calls : [malformedCall(trimmed)];
}

/** `<function=name>…</function>` and `<invoke name="…">…</invoke>`: arguments in tags, or as one JSON object. */
function readFunctionTag(scan: Scan, { from, to }: TagSpan, close: string): number {
  const { source, text } = scan;
  const named = /([^"<>\n]{1,200})"?>/dy;
  named.lastIndex = to;
  const found = named.exec(source)?.indices?.[1];
  if (found === undefined) return to;
  const name = { from: found[0], to: found[1] };
  const closed = source.indexOf(close, named.lastIndex);
  const end = closed < 0 ? source.length : closed;
  const behind = closed < 0 ? end : end + close.length;
  const body = source.slice(named.lastIndex, end);
  if (/^\s*\{/.test(body)) scan.calls.push(namedCall(scan, { from, to: behind }, name, { from: named.lastIndex, to: end }));
  else if (closed >= 0 || body.includes("<"))
    scan.calls.push(taggedCall(text, { from, to: behind }, name, { from: named.lastIndex, to: end }, scan.schemaOf));
  return behind;
}

function readNamed(scan: Scan, { from, to }: TagSpan, head: RegExp): number {
  const { source } = scan;
  head.lastIndex = to;
  const found = head.exec(source)?.indices?.[1];
  if (found === undefined) return to;
  const start = head.lastIndex;
  const end = endOfValue(scan, start);
  scan.calls.push(namedCall(scan, { from, to: end }, { from: found[0], to: found[1] }, { from: start, to: end }));
  return end;
}

/** Where arguments end: after their last bracket; where that does not show, before the next mark. */
function endOfValue(scan: Scan, from: number): number {
  const { source } = scan;
  const limit = scan.unclosed < maxUnclosed ? source.length : endOfText(source, from);
  const end = endOfJson(source.slice(0, limit), from);
  if (end === undefined) scan.unclosed += 1;
  return end ?? endOfText(source, from);
}

/** Where broken arguments end: before the next mark. */
function endOfText(source: string, from: number): number {
  const next = /<\||<｜|```/g;
  next.lastIndex = from;
  return next.exec(source)?.index ?? source.length;
}

/** Calls directly after a mark: JSON, Mistral's `name[ARGS]{…}`, Llama's `name.call(…)`. Other code after Llama's mark is code. */
function readBare(scan: Scan, { from, to }: TagSpan): number {
  const { source, text } = scan;
  const space = /\s*/y;
  space.lastIndex = to;
  space.exec(source);
  const start = space.lastIndex;
  if (/[{[]/.test(source[start] ?? "")) {
    const end = endOfJson(source, start) ?? source.length;
    scan.calls.push(...jsonIn(scan, { from: start, to: end }));
    return end;
  }
  const method = /([\w-]{1,200})\.call(?=\()/dy;
  method.lastIndex = start;
  const called = method.exec(source)?.indices?.[1];
  if (called !== undefined) {
    const reader = new LiteralReader(source, method.lastIndex);
    const call = readCall(reader, text, { from: called[0], to: called[1] });
    scan.calls.push(call);
    return reader.fault === undefined ? reader.at : source.length;
  }
  const named = /([\w.:-]{1,200})(?:\[CALL_ID\][^[\s]{0,100})?(?:\[ARGS\])?\s*(?=\{)/dy;
  named.lastIndex = start;
  const name = named.exec(source)?.indices?.[1];
  if (name === undefined) return to;
  const end = endOfJson(source, named.lastIndex) ?? source.length;
  scan.calls.push(namedCall(scan, { from, to: end }, { from: name[0], to: name[1] }, { from: named.lastIndex, to: end }));
  return end;
}

/** Glaive's calls are JSON, but for arguments that are in single quotes as JSON text. */
function readGlaive(scan: Scan, { from, to }: TagSpan): number {
  const { source, text } = scan;
  const stop = /<\|endoftext\|>|<functioncall>/g;
  stop.lastIndex = to;
  const end = stop.exec(source)?.index ?? source.length;
  const quoted = /\s*\{\s*"name"\s*:\s*"((?:[^"\\]|\\.){1,200})"\s*,\s*"(?:arguments|parameters)"\s*:\s*'/dy;
  quoted.lastIndex = to;
  const name = quoted.exec(source)?.indices?.[1];
  const close = /'\s*\}\s*$/.exec(source.slice(quoted.lastIndex, end))?.index;
  if (name === undefined || close === undefined) {
    scan.calls.push(...jsonIn(scan, { from: to, to: end }));
    return end;
  }
  const given = unescapeQuotes(sliceText(text, quoted.lastIndex, quoted.lastIndex + close));
  const decoded = decodeArguments(given, { container: "string" });
  scan.calls.push({ call: sliceText(text, from, end), name: sliceText(text, name[0], name[1]), id: undefined, arguments: given, decoded });
  return end;
}

/** A text without the backslashes before single quotes, which are in single quotes themselves. */
function unescapeQuotes(text: JsonNode): JsonNode {
  const source = text.string() ?? "";
  if (!source.includes("\\'")) return text;
  const pieces: JsonNode[] = [];
  let from = 0;
  for (const { index, 0: pair } of source.matchAll(/\\[\s\S]/g)) {
    if (pair[1] !== "'") continue;
    pieces.push(sliceText(text, from, index));
    from = index + 1;
  }
  return joinText([...pieces, sliceText(text, from, source.length)], text);
}

/** Calls without any mark: a list that looks like Python, or one JSON object of a name and arguments, as all of the text. */
function readUnmarked({ text, source }: Scan, from: number): WrittenCalls {
  const body = source.slice(from).replace(/^\s*<\|python_start\|>|<\|python_end\|>\s*$/g, (mark) => " ".repeat(mark.length));
  const start = from + body.length - body.trimStart().length;
  const trimmed = sliceText(text, start, start + body.trim().length);
  if (looksLikePythonCalls(body)) return readPythonCalls(trimmed);
  const actions = readActions(text, source, from);
  if (actions.length > 0) return { calls: actions, isWhole: false };
  const fenced = /^\s*```(?:json|tool_call)?[ \t]*\r?\n(\s*\{[\s\S]*\})\s*```\s*$/d.exec(body)?.indices?.[1];
  const object = fenced === undefined ? trimmed : sliceText(text, from + fenced[0], from + fenced[1]);
  if (!/^\s*\{[\s\S]*\}\s*$/.test(object.string() ?? "")) return noCalls;
  const nested = object.nested();
  const keys = nested?.kind === "json" ? nested.document.root.entries().map(({ key }) => key.string()) : [];
  const isCall = keys.length === 2 && keys.includes("name") && (keys.includes("arguments") || keys.includes("parameters"));
  return isCall ? { calls: readJsonText(object), isWhole: true } : noCalls;
}

/** What openers have in common, and what nothing else has. */
const openers = new TextProbe(
  ["tool_call", "TOOL_CALLS", "<function", "invoke name=", "python_", "=functions.", "｜tool▁call▁begin｜", "Action Input:"],
  ["<", "[T", "Ac"],
);

/** Characters of a text in which its first word is looked for. */
const beginning = 40;

/** Whether a text may hold a call: looks at its bytes, so that prose is not decoded. */
export function mayHoldCalls(node: JsonNode): boolean {
  if (node.kind !== "string") return false;
  const start = beginningOf(node, beginning).trimStart();
  return start === "" || /^(?:[[{]|```|<think)/.test(start) || openers.mayBeIn(node);
}
