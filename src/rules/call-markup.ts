import { isObject, type JsonValue, ownValue } from "../json/value.js";
import { calledInJson } from "./called-in-json.js";
import { calledInText } from "./called-in-text.js";

/** A call that was written as text. */
export interface MarkedCall {
  /** The tool that the text calls. */
  readonly name: string;
  /** What gave it away, such as `<tool_call>`. */
  readonly marker: string;
  /** Where the marker begins, in UTF-16 units of the text. */
  readonly index: number;
}

/** A marker of one model family, and how the name of the tool is read after it; no name means that it is no call. */
interface Markup {
  readonly marker: RegExp;
  readonly nameAfter: (text: string, from: number) => string | undefined;
}

/** `{"name": …}`, a list of such, or `<function=name>` and `<invoke name="…">` in between. */
const anyCall = (text: string, from: number) =>
  jsonCall(text, from) ?? tagCall(text, from) ?? barePair(text, from) ?? pythonCall(text, from) ?? namedObject(text, from);

/**
 * Source: the chat templates that the model families publish (Hermes and Qwen, Mistral, Llama 3, Phi and Granite, Kimi, DeepSeek,
 * gpt-oss, MiniMax, Glaive), and Anthropic's prompts before the tools API; read 2026-11.
 */
const markups: readonly Markup[] = [
  { marker: /<(?:\w{1,20}:)?(?:\w{1,20}_)?tool_calls?>/g, nameAfter: anyCall },
  { marker: /<(?:function_call|tool_use|tool_request|tool_code|tools?)>/g, nameAfter: callAlone },
  {
    marker: /<\|tool_calls?_start\|>|<start_function_call>|\[TOOL_REQUEST\]|\[TOOL_CALL\]|<\|action_start\|><\|plugin\|>/g,
    nameAfter: anyCall,
  },
  { marker: /✿FUNCTION✿:/g, nameAfter: (text, from) => read(/\s*([\w.-]{1,200})\s*\n\s*✿ARGS✿:/y, text, from) },
  { marker: /<(?:\w{1,20}:)?function_calls>/g, nameAfter: tagCall },
  {
    marker: /<(?:\w{1,20}:)?invoke name="/g,
    nameAfter: (text, from) => read(/([^"<>\n]{1,200})">\s*<(?:\w{1,20}:)?(?:parameter|\/)/y, text, from),
  },
  { marker: /<function=/g, nameAfter: (text, from) => read(/([\w.:-]{1,200})>\s*(?:\{|<parameter=|<\/function>)/y, text, from) },
  {
    marker: /\[TOOL_CALLS\]/g,
    nameAfter: (text, from) =>
      jsonCall(text, from) ?? read(/\s*([\w.:-]{1,200})(?:\[CALL_ID\][^[\s]{0,100})?(?:\[ARGS\])?\s*\{/y, text, from),
  },
  { marker: /<\|python_tag\|>/g, nameAfter: (text, from) => jsonCall(text, from) ?? read(/\s*([\w-]{1,200})\.call\(/y, text, from) },
  { marker: /<\|tool_call\|?>/g, nameAfter: anyCall },
  {
    marker: /<\|tool_call_begin\|>/g,
    nameAfter: (text, from) => read(/\s*(?:functions\.)?([\w.-]{1,200})(?::\d{1,6})?\s*<\|tool_call_argument_begin\|>\s*\{/y, text, from),
  },
  {
    marker: /<｜tool▁call▁begin｜>/g,
    nameAfter: (text, from) => read(/(?:function<｜tool▁sep｜>)?([\w.:-]{1,200})(?:<｜tool▁sep｜>|\s+```json)\s*\{/y, text, from),
  },
  {
    marker: /<\|channel\|>commentary to=functions\./g,
    nameAfter: (text, from) => read(/([\w.-]{1,200})[^{}]{0,100}<\|message\|>\s*\{/y, text, from),
  },
  { marker: /<functioncall>/g, nameAfter: (text, from) => read(/\s*\{\s*"name"\s*:\s*"([^"\n]{1,200})"/y, text, from) },
];

/** So many occurrences of a marker are looked at: a text that has more is about markers. */
const maxTried = 20;

/**
 * The first call that an assistant's text holds as markup with a readable body, or as a JSON object of a name and arguments alone that
 * is fenced or all of the text. Prose that mentions a marker, or shows one as code, is none.
 *
 * @param isTool whether a tool of that name is declared: markup counts for other names only at the very start of the text
 */
export function findWrittenCall(text: string, isTool: (name: string) => boolean): MarkedCall | undefined {
  const from = afterThoughts(text);
  const start = from + (text.length - from - text.slice(from).trimStart().length);
  for (const { marker, nameAfter } of markups) {
    for (const match of take(text.matchAll(marker), maxTried)) {
      if (match.index < from || text[match.index - 1] === "`") continue;
      const name = nameAfter(text, match.index + match[0].length)?.replace(/^functions\./, "");
      const isShown = isFenced(text, match.index) && !opensWithFence(text, start, match.index);
      if (name === undefined || (match.index !== start && (!isTool(name) || isShown))) continue;
      return { name, marker: match[0], index: match.index };
    }
  }
  return calledInText(text, from, isTool);
}

/** Where the text goes on after what the model thought: a call that it thinks of is not made. */
function afterThoughts(text: string): number {
  for (const tag of ["</think>", "</thinking>", "</reasoning>", "</thought>"]) {
    const at = text.lastIndexOf(tag);
    if (at >= 0) return at + tag.length;
  }
  // A thought that nothing closes goes on to the end.
  return /^\s*<(?:think|thinking)>/.test(text) ? text.length : 0;
}

/** Whether the fence that a place is in is all of the text: models write their calls as code. */
function opensWithFence(text: string, start: number, index: number): boolean {
  return text.startsWith("```", start) && text.slice(start, index).indexOf("```", 3) < 0 && /```\s*$/.test(text.slice(-20));
}

/** The name that a value calls, whatever it is spelt like: after a marker it is a call. */
function jsonCall(text: string, from: number): string | undefined {
  const json = jsonAt(text, from)?.value;
  const call = Array.isArray(json) ? json[0] : json;
  if (!isObject(call)) return undefined;
  const inner = ownValue(call, "function");
  const name = isObject(inner) ? ownValue(inner, "name") : (ownValue(call, "name") ?? inner);
  if (typeof name === "string") return name;
  return calledInJson(call, () => true);
}

function tagCall(text: string, from: number): string | undefined {
  return read(/\s*<(?:function=|(?:\w{1,20}:)?invoke name=")([^">\n]{1,200})"?>/y, text, from);
}

/** A call and no declaration: tags of these names hold either. */
function callAlone(text: string, from: number): string | undefined {
  const json = jsonAt(text, from)?.value;
  if (json !== undefined) return calledInJson(json, () => true);
  return tagCall(text, from) ?? barePair(text, from) ?? pythonCall(text, from) ?? namedObject(text, from);
}

/** Liquid: a list of calls as Python writes them. */
function pythonCall(text: string, from: number): string | undefined {
  return read(/\s*\[?\s*([A-Za-z_][\w.-]{0,200})\((?=[\w"'\s]*[=:)])/y, text, from);
}

/** Gemma: `call:get_weather{…}`; others the name and its arguments. */
function namedObject(text: string, from: number): string | undefined {
  return read(/\s*(?:call:)?([A-Za-z_][\w.:-]{0,200})\s*\{/y, text, from);
}

/** GLM: the name on a line of its own, then pairs of keys and values. */
function barePair(text: string, from: number): string | undefined {
  return read(/\s*([\w.:-]{1,200})\s*<arg_key>/y, text, from);
}

function read(pattern: RegExp, text: string, from: number): string | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text)?.[1];
}

/** Whether an odd number of fences is in front: the place is inside a code block. */
function isFenced(text: string, index: number): boolean {
  let open = false;
  for (let at = text.indexOf("```"); at >= 0 && at < index; at = text.indexOf("```", at + 3)) open = !open;
  return open;
}

/** The JSON object or array that begins after white space, and where it ends; linear in its length. */
function jsonAt(text: string, from: number): { readonly value: JsonValue; readonly end: number } | undefined {
  let at = from;
  while (/\s/.test(text[at] ?? "")) at += 1;
  const end = endOfBrackets(text, at);
  if (end === undefined) return undefined;
  try {
    const value: JsonValue = JSON.parse(text.slice(at, end));
    return { value, end };
  } catch {
    return undefined;
  }
}

function endOfBrackets(text: string, from: number): number | undefined {
  if (text[from] !== "{" && text[from] !== "[") return undefined;
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if ((character === "}" || character === "]") && --depth === 0) return at + 1;
  }
  return undefined;
}

function* take<T>(items: Iterable<T>, most: number): Generator<T> {
  let left = most;
  for (const item of items) {
    if (left-- === 0) return;
    yield item;
  }
}
