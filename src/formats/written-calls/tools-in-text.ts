import type { JsonNode } from "../../json/node.js";
import { sliceText } from "../../json/text-slice.js";
import { endOfJson } from "./json-calls.js";
import { LiteralReader } from "./python-literal.js";

/** Brackets that are tried in a text before it is taken for prose. */
const maxTried = 50;

/**
 * The declarations that a system text holds: between `<tools>` tags, as a list or one after the other, else as JSON objects or a list of
 * them that are free in the prose (Glaive, ToolACE, Llama). Lists written as Python are read as such.
 *
 * @returns nodes for `readTools`, none where the text declares nothing
 */
export function toolsInText(text: JsonNode): readonly JsonNode[] {
  const source = text.string() ?? "";
  const whole = sliceText(text, 0, source.length);
  const tagged: JsonNode[] = [];
  let hasTags = false;
  // Nothing closes a tag after the last closing one: it is not looked for again from each.
  const closed = source.slice(0, source.lastIndexOf("</tools>") + "</tools>".length);
  for (const { indices } of closed.matchAll(/<tools>([\s\S]*?)<\/tools>/dg)) {
    const [from = 0, to = 0] = indices?.[1] ?? [];
    // Prompts name the tags before they use them: "within <tools></tools> tags".
    if (!/^\s*[[{<]/.test(source.slice(from, to))) continue;
    hasTags = true;
    tagged.push(...listsIn(sliceText(whole, from, to)));
  }
  return hasTags ? tagged : freeIn(whole);
}

/** JSON values one after the other, as templates write one declaration a line, or what is there instead. */
function listsIn(text: JsonNode): readonly JsonNode[] {
  const source = text.string() ?? "";
  const found: JsonNode[] = [];
  for (let at = skip(source, 0); at < source.length; ) {
    const end = endOfJson(source, at) ?? source.trimEnd().length;
    const slice = sliceText(text, at, Math.max(end, at + 1));
    found.push(slice.nested()?.kind === "json" ? slice : (pythonIn(slice) ?? slice));
    if (end <= at) break;
    at = skip(source, end);
  }
  return found;
}

function skip(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s,]/.test(text[at] ?? "")) at += 1;
  return at;
}

function pythonIn(text: JsonNode): JsonNode | undefined {
  const source = text.string() ?? "";
  const reader = new LiteralReader(source);
  const value = reader.value("");
  reader.skipSpace();
  return reader.fault === undefined && reader.at === source.length ? reader.node(value, text) : undefined;
}

function freeIn(text: JsonNode): readonly JsonNode[] {
  const source = text.string() ?? "";
  const found: JsonNode[] = [];
  const brackets = /\{\s*["']|\[\s*\{\s*["']/g;
  for (let tried = 0; tried < maxTried; tried += 1) {
    const at = brackets.exec(source)?.index;
    if (at === undefined) break;
    const end = endOfJson(source, at);
    if (end === undefined) continue;
    const slice = sliceText(text, at, end);
    const nested = slice.nested();
    const node = nested?.kind === "json" ? slice : pythonIn(slice);
    if (node === undefined || !declares(nested?.kind === "json" ? nested.document.root : node)) continue;
    found.push(node);
    brackets.lastIndex = end;
  }
  return found;
}

/** Whether a value is a declaration or a list that begins with one, and not an example of a call. */
function declares(value: JsonNode): boolean {
  const entry = value.kind === "array" ? value.first() : value;
  const tool = entry?.get("function")?.kind === "object" ? entry.get("function") : entry;
  if (tool?.get("name")?.kind !== "string" || tool.get("arguments") !== undefined) return false;
  return ["parameters", "description", "input_schema", "inputSchema"].some((key) => tool.get(key) !== undefined);
}
