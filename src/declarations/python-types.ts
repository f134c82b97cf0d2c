import type { JsonObject } from "../json/value.js";

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
