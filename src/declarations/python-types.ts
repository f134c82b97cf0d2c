import { isObject, type JsonObject, type JsonValue } from "../json/value.js";

/** JSON Schema types by the names that Python users write for them; whatever is not listed says nothing. */
const jsonTypes = new Map([
  ["str", "string"],
  ["string", "string"],
  ["int", "integer"],
  ["integer", "integer"],
  ["float", "number"],
  ["double", "number"],
  ["number", "number"],
  ["bool", "boolean"],
  ["boolean", "boolean"],
  ["list", "array"],
  ["array", "array"],
  ["tuple", "array"],
  ["set", "array"],
  ["dict", "object"],
  ["dictionary", "object"],
  ["object", "object"],
]);

/** A type written in Python's words. */
export interface PythonType {
  /** `{}` where the words say nothing that JSON Schema could check. */
  readonly schema: JsonObject;
  readonly isOptional: boolean;
}

/** Reads `str`, `int, optional`, `List[str]`, `Optional[float]`. Unions and unknown words give the schema that takes everything. */
export function readPythonType(text: string): PythonType {
  const words = text.split(",").map((word) => word.trim());
  const isOptional = words.length > 1 && words.at(-1)?.toLowerCase() === "optional";
  const type = (isOptional ? words.slice(0, -1).join(",") : text).trim();
  const wrapped = /^optional\[(.*)\]$/i.exec(type)?.[1];
  return { schema: schemaOf(wrapped ?? type), isOptional: isOptional || wrapped !== undefined };
}

function schemaOf(type: string): JsonObject {
  const generic = /^(\w+)\[(.*)\]$/.exec(type);
  const jsonType = jsonTypes.get((generic?.[1] ?? type).toLowerCase());
  if (jsonType === undefined) return {};
  const item = generic?.[2];
  return jsonType === "array" && item !== undefined && !item.includes(",") ? { type: jsonType, items: schemaOf(item) } : { type: jsonType };
}

/** Keywords that hold one schema, a list of schemas, or schemas by name. */
const inner: ReadonlyMap<string, "schema" | "list" | "map"> = new Map([
  ["items", "schema"],
  ["additionalProperties", "schema"],
  ["anyOf", "list"],
  ["oneOf", "list"],
  ["allOf", "list"],
  ["properties", "map"],
  ["$defs", "map"],
  ["definitions", "map"],
]);

/** Keywords that clients write as null where nothing is set. */
const annotations: ReadonlySet<string> = new Set(["description", "title", "default", "items", "properties", "required", "enum", "format"]);

/**
 * A JSON Schema whose types are given in Python's words, with JSON Schema's own: `{"type": "str"}`. Everything keeps its place; words that
 * say nothing, and types that are none, stay as they are.
 */
export function withJsonTypes(schema: JsonValue): JsonValue {
  if (!isObject(schema)) return schema;
  const members: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (value === null && annotations.has(key)) continue;
    const kind = inner.get(key);
    if (key === "type" && typeof value === "string") members.push(...Object.entries(typed(value)));
    else if (kind === "list" && Array.isArray(value)) members.push([key, value.map(withJsonTypes)]);
    else if (kind === "map" && isObject(value)) {
      members.push([key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withJsonTypes(each)]))]);
    } else members.push([key, kind === "schema" ? withJsonTypes(value) : value]);
  }
  return Object.fromEntries(members);
}

function typed(word: string): JsonObject {
  const { schema } = readPythonType(word);
  return Object.keys(schema).length === 0 ? { type: word } : schema;
}
