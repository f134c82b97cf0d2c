import type { JsonNode } from "../../json/node.js";
import { escapeStep } from "../../json/pointer.js";
import { sliceText } from "../../json/text-slice.js";
import { isObject, type JsonValue, ownValue } from "../../json/value.js";
import type { ToolArguments } from "../../model/exchange.js";
import { LiteralReader } from "./python-literal.js";
import type { SchemaOf, WrittenCall } from "./written-call.js";

/** Where a part of a text is, in its UTF-16 units. */
export interface TagSpan {
  readonly from: number;
  readonly to: number;
}

/** An argument in tags: its name, and the text between the tags. */
export interface TaggedArgument {
  readonly name: string;
  readonly value: TagSpan;
}

/** Begins an argument in tags: `<parameter=k>`, `<parameter name="k">`, `<arg_key>k</arg_key><arg_value>`. */
const openedArgument =
  /<(\w{1,20}:)?parameter(?:=| name=")([^">\n]{1,200})"?[^>\n]{0,100}>|<arg_key>([^<]{1,200})<\/arg_key>\s*<arg_value>/g;

/** The arguments in tags between two places of a text, up to one that nothing closes. */
function taggedArguments(
  whole: string,
  from: number,
  to: number,
): { readonly found: readonly TaggedArgument[]; readonly isWhole: boolean } {
  const found: TaggedArgument[] = [];
  const text = whole.slice(0, to); // nothing is looked for after the call
  const pattern = new RegExp(openedArgument);
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, prefix = "", parameter, key = ""] = match;
    const close = parameter === undefined ? "</arg_value>" : `</${prefix}parameter>`;
    const start = pattern.lastIndex;
    const end = text.indexOf(close, start);
    if (end < 0) return { found, isWhole: false };
    found.push({ name: (parameter ?? key).trim(), value: { from: start, to: end } });
    pattern.lastIndex = end + close.length;
  }
  return { found, isWhole: true };
}

/**
 * A call whose arguments are texts in tags. Their types are those of the declaration, as the servers that parse such calls read them: a
 * text stays one where the schema allows it, else it is read as a literal; what is none stays a text, which the schema then rejects.
 *
 * @param body what is between the tags of the call
 */
export function taggedCall(text: JsonNode, call: TagSpan, name: TagSpan, body: TagSpan, schemaOf: SchemaOf): WrittenCall {
  const source = text.string() ?? "";
  const schema = schemaOf(source.slice(name.from, name.to));
  const reader = new LiteralReader(source);
  const members = new Map<string, unknown>();
  const tagged = taggedArguments(source, body.from, body.to);
  for (const { name: key, value } of tagged.found) {
    const pointer = `/${escapeStep(key)}`;
    members.set(key, readValue(reader, value, pointer, propertyOf(schema, key)));
  }
  reader.at = body.to;
  reader.place("", body.from);
  const given = sliceText(text, body.from, body.to);
  return {
    call: sliceText(text, call.from, call.to),
    name: sliceText(text, name.from, name.to),
    id: undefined,
    arguments: given,
    decoded: !tagged.isWhole ? unclosed(given) : { kind: "parsed", root: reader.node(Object.fromEntries(members), text), document: null },
  };
}

function unclosed(given: JsonNode): ToolArguments {
  return { kind: "malformed", fault: "not-json", at: given, message: "The tag of an argument is not closed" };
}

function readValue(reader: LiteralReader, { from, to }: TagSpan, pointer: string, schema: JsonValue | undefined): unknown {
  // Templates put a line break after the opening tag and one before the closing one.
  const start = reader.text[from] === "\n" ? from + 1 : from;
  const end = to > start && reader.text[to - 1] === "\n" ? to - 1 : to;
  const raw = reader.text.slice(start, end);
  const types = typesOf(schema);
  const isWord = /^\s*(?:null|None)\s*$/.test(raw);
  if (types === undefined ? !/^\s*[{[]/.test(raw) : types.has("string") && !(isWord && types.has("null"))) {
    reader.at = end;
    reader.place(pointer, start);
    return raw;
  }
  const inner = new LiteralReader(reader.text.slice(0, end), start);
  const value = inner.value(pointer);
  inner.skipSpace();
  if (inner.fault === undefined && inner.at === end) {
    reader.adopt(inner);
    return value;
  }
  reader.at = end;
  reader.place(pointer, start);
  return raw;
}

/** The schema of an argument; `undefined` where nothing is said of it. */
function propertyOf(schema: JsonValue | undefined, key: string): JsonValue | undefined {
  return member(member(schema, "properties"), key);
}

/** The types that a schema names; `undefined` where it names none. */
function typesOf(schema: JsonValue | undefined): ReadonlySet<string> | undefined {
  const type = member(schema, "type");
  const named = listOf(type ?? null).flatMap((each) => (typeof each === "string" ? [each.toLowerCase()] : []));
  for (const branch of [...listOf(member(schema, "anyOf")), ...listOf(member(schema, "oneOf"))])
    named.push(...(typesOf(branch) ?? ["string"]));
  if (named.length === 0) named.push(...listOf(member(schema, "enum")).map((each) => (typeof each === "string" ? "string" : "other")));
  return named.length === 0 ? undefined : new Set(named);
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : typeof value === "string" ? [value] : [];
}

function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) ? ownValue(value, key) : undefined;
}
