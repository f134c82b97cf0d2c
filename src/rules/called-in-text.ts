import type { JsonValue } from "../json/value.js";
import { calledInJson, type IsTool } from "./called-in-json.js";

/** A call that a text holds without a marker. */
export interface BareCall {
  readonly name: string;
  /** What the call is written as. */
  readonly marker: "{" | "[" | "(" | '"' | "```";
  readonly index: number;
}

/** Words of a text that explains calls, shows them, or tells of earlier ones: what it holds was not meant as one. */
const explains =
  /\b(?:examples?|e\.g\.|for instance|such as|look(?:s|ed)? like|like (?:this|so)|syntax|schema|sample|snippet|template|docs|documentation|you (?:can|could|would|should|may|might|need|must)|(?:would|should|could|must) (?:look|be|have|send|emit|return|write)|instead of|never|do not|don't|earlier|previous(?:ly)?|already|failed|returned|wrote|means|explain(?:s|ed)?|suppose|imagine|hypothetical|parser|tests?|logs?|transcript|equivalent|usage|signature|defin(?:e|es|ed|ition)|implement(?:s|ed|ation)?)\b/i;

/** So many places of a text are looked at. */
const maxPlaces = 20;

/** What templates put after a message, and what is left of tags around a call. */
const leftovers = /(?:\s|<\/?[\w|:｜▁-]{1,40}>)*$/;

/**
 * The call that a text holds as JSON, as Python or as a name with arguments: as all of it, in a fence, or on lines of its own beside words
 * that do not explain it.
 *
 * @param from where the text begins after thoughts
 */
export function calledInText(text: string, from: number, isTool: IsTool): BareCall | undefined {
  const start = from + (text.slice(from).length - text.slice(from).trimStart().length);
  const end = text.length - (leftovers.exec(text.slice(-200))?.[0].length ?? 0);
  if (end <= start) return undefined;
  const whole = calledBy(text.slice(start, end), isTool);
  if (whole !== undefined) return { ...whole, index: start };
  return inFence(text, start, end, isTool) ?? onOwnLines(text, start, end, isTool);
}

/** A fence that holds calls and nothing else. */
function inFence(text: string, start: number, end: number, isTool: IsTool): BareCall | undefined {
  const fences = /^[ \t]*```[\w+-]{0,20}[ \t]*\r?\n([\s\S]*?)(?:\r?\n[ \t]*```|$(?![\s\S]))/gm;
  fences.lastIndex = start;
  for (let tried = 0; tried < maxPlaces; tried += 1) {
    const fence = fences.exec(text);
    if (fence === null || fence.index >= end) return undefined;
    const called = calledBy((fence[1] ?? "").trim(), isTool);
    if (called !== undefined && !isExplained(text, fence.index, fences.lastIndex, start))
      return { name: called.name, marker: "```", index: fence.index };
  }
  return undefined;
}

/** A call that begins a line outside of fences, with nothing but other calls after it on its lines. */
function onOwnLines(text: string, start: number, end: number, isTool: IsTool): BareCall | undefined {
  const lines = /^[ \t]*(?=[[{"]|[\w.-]{1,100}[ \t]*[({])/gm;
  lines.lastIndex = start;
  for (let tried = 0; tried < maxPlaces; tried += 1) {
    const line = lines.exec(text);
    if (line === null || line.index >= end) return undefined;
    const at = line.index + line[0].length;
    lines.lastIndex = at + 1;
    if (isFenced(text, at)) continue;
    const stop = endOfCall(text, at);
    if (stop === undefined || !/^[ \t]*[.;,]?[ \t]*(?:\r?\n|<|$)/.test(text.slice(stop, stop + 40))) continue;
    const called = calledBy(text.slice(at, stop), isTool);
    if (called !== undefined && !isExplained(text, at, stop, start)) return { ...called, index: at };
    lines.lastIndex = Math.max(lines.lastIndex, stop);
  }
  return undefined;
}

/** Whether the words around a place explain what is there: those of its own paragraph before it, and what follows. */
function isExplained(text: string, from: number, to: number, start: number): boolean {
  const before = text.slice(Math.max(start, from - 300), from);
  const after = text.slice(to, to + 300);
  return explains.test(before) || explains.test(after);
}

/** What a text calls that is nothing else. */
function calledBy(text: string, isTool: IsTool): Omit<BareCall, "index"> | undefined {
  const first = text[0];
  if (first === "{" || first === "[" || first === '"') {
    const name = calledInValues(text, isTool);
    if (name !== undefined) return { name, marker: first };
  }
  const named = /^(?:functions?\.)?([\w.-]{1,200})(?::\d{1,4})?[ \t]*\r?\n?[ \t]*(?=\{)/.exec(text);
  const called = named?.[1];
  if (named !== null && called !== undefined && isTool(called)) {
    const body = valuesIn(text.slice(named[0].length));
    if (body?.length === 1 && typeof body[0] === "object" && !Array.isArray(body[0])) return { name: called, marker: "{" };
  }
  const name = calledInPython(text, isTool);
  return name === undefined ? undefined : { name, marker: "(" };
}

/** JSON values one after the other, each of which is a call. */
function calledInValues(text: string, isTool: IsTool): string | undefined {
  const values = valuesIn(text);
  const names = values?.map((value) => calledInJson(value, isTool)) ?? [];
  return names.length > 0 && names.every((name) => name !== undefined) ? names[0] : undefined;
}

function valuesIn(text: string): readonly JsonValue[] | undefined {
  const values: JsonValue[] = [];
  let at = 0;
  while (at < text.length && values.length < maxPlaces) {
    const stop = endOfValue(text, at);
    if (stop === undefined) return undefined;
    try {
      const value: JsonValue = JSON.parse(text.slice(at, stop));
      values.push(value);
    } catch {
      return undefined;
    }
    at = stop;
    while (at < text.length && /[\s,;]/.test(text[at] ?? "")) at += 1;
  }
  return values;
}

/** A literal that Python and JSON have: a string, a number, a word, a list or a map of such without calls in it. */
const literal = /^(?:[-+]?\d[\w.]*|True|False|None|true|false|null|'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|[[{][^()]*[\]}])$/;

/** Calls of declared tools as Python writes them, one after the other or in a list, and no other code: arguments have names. */
function calledInPython(text: string, isTool: IsTool): string | undefined {
  const inner = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1).trim() : text;
  const unprinted = /^print\(([\s\S]*)\)$/.exec(inner)?.[1] ?? inner;
  let at = 0;
  let first: string | undefined;
  for (let calls = 0; at < unprinted.length && calls < maxPlaces; calls += 1) {
    const name = /^(?:(?:functions?|default_api|tools?)\.)?([A-Za-z_][\w.-]{0,200})[ \t]*\(/.exec(unprinted.slice(at, at + 250));
    if (name?.[1] === undefined || !isTool(name[1])) return undefined;
    const stop = endOfBrackets(unprinted, at + name[0].length - 1);
    if (stop === undefined || !areNamed(unprinted.slice(at + name[0].length, stop - 1))) return undefined;
    first ??= name[1];
    at = stop;
    while (at < unprinted.length && /[\s,;]/.test(unprinted[at] ?? "")) at += 1;
  }
  return at >= unprinted.length ? first : undefined;
}

/** `city="Paris", days=3`, or nothing. */
function areNamed(given: string): boolean {
  let at = 0;
  while (at < given.length) {
    const key = /^\s*,?\s*["']?[A-Za-z_]\w{0,100}["']?\s*[=:]\s*/.exec(given.slice(at, at + 220));
    if (key === null) return given.slice(at).trim().replace(/^,$/, "") === "";
    at += key[0].length;
    const stop = endOfLiteral(given, at);
    if (!literal.test(given.slice(at, stop).trim())) return false;
    at = stop;
  }
  return true;
}

function endOfLiteral(text: string, from: number): number {
  const bracketed = endOfBrackets(text, from);
  if (bracketed !== undefined) return bracketed;
  const quoted = endOfString(text, from);
  if (quoted !== undefined) return quoted;
  const comma = text.indexOf(",", from);
  return comma < 0 ? text.length : comma;
}

/** Where the call ends that begins here: the value, or the brackets after the name. */
function endOfCall(text: string, at: number): number | undefined {
  const direct = endOfValue(text, at);
  if (direct !== undefined) return direct;
  const name = /^[\w.:-]{1,200}[ \t]*(?=[({])/.exec(text.slice(at, at + 220));
  return name === null ? undefined : endOfBrackets(text, at + name[0].length);
}

function endOfValue(text: string, at: number): number | undefined {
  return text[at] === '"' ? endOfString(text, at) : endOfBrackets(text, at);
}

function endOfString(text: string, from: number): number | undefined {
  const quote = text[from];
  if (quote !== '"' && quote !== "'") return undefined;
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return undefined;
}

function endOfBrackets(text: string, from: number): number | undefined {
  if (!/[[{(]/.test(text[from] ?? "")) return undefined;
  const marks = /["'[\](){}]/g;
  marks.lastIndex = from;
  let depth = 0;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const mark = found[0];
    if (mark === '"' || mark === "'") {
      // An apostrophe in words opens nothing.
      const stop = mark === "'" && /\w/.test(text[found.index - 1] ?? "") ? found.index + 1 : endOfString(text, found.index);
      if (stop === undefined) return undefined;
      marks.lastIndex = stop;
    } else if ("[{(".includes(mark)) depth += 1;
    else if (--depth === 0) return found.index + 1;
  }
  return undefined;
}

function isFenced(text: string, index: number): boolean {
  let open = false;
  for (let at = text.indexOf("```"); at >= 0 && at < index; at = text.indexOf("```", at + 3)) open = !open;
  return open;
}
