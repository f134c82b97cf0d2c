/** What `JSON.parse` can give. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. Keys come from the transcript: read own keys only (`Object.hasOwn`, `Object.entries`). */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Tells an object from arrays, null and scalars. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value where it is a list, else an empty one. */
export function asList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** The value of an own key, else `undefined`: `__proto__` and `constructor` are keys like any other. */
export function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
