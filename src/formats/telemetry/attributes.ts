import { composeArray, composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";

/** Attributes of a span, an event or a log record by key, freed of OTLP's value wrapping. */
export type Attributes = ReadonlyMap<string, JsonNode>;

/** Reads attributes: an object, OTLP's list of `{key, value: {stringValue}}`, or Jaeger's list of `{key, type, value}`. */
export function attributesOf(node: JsonNode | undefined): Attributes {
  const attributes = new Map<string, JsonNode>();
  if (node?.kind === "object") {
    for (const { key, value } of node.entries()) {
      const name = key.string() ?? "";
      attributes.set(name.startsWith("attributes.") ? name.slice("attributes.".length) : name, value);
    }
  } else if (node?.kind === "array") {
    for (const item of node.items()) {
      const value = item.get("value");
      const key = item.get("key")?.string();
      if (key !== undefined && value !== undefined) attributes.set(key, plainValue(value));
    }
  }
  return attributes;
}

/**
 * A value as OTLP JSON wraps it (`AnyValue`, opentelemetry-proto 1.x, JSON mapping, read 2026-11): `{stringValue}`, `{intValue}` (text, too),
 * `{arrayValue: {values}}`, `{kvlistValue: {values}}`; any other value is itself.
 */
export function plainValue(node: JsonNode): JsonNode {
  if (node.kind !== "object") return node;
  const scalar = node.get("stringValue") ?? node.get("boolValue") ?? node.get("doubleValue");
  if (scalar !== undefined) return scalar;
  const integer = node.get("intValue");
  if (integer !== undefined) return integer.kind === "string" ? literal(Number(integer.string()), integer) : integer;
  const list = node.get("arrayValue");
  if (list !== undefined) return composeArray((list.get("values")?.items() ?? []).map(plainValue), list);
  const object = node.get("kvlistValue");
  if (object === undefined) return node;
  const members = [...attributesOf(object.get("values"))];
  return composeObject(members, object);
}

/** The first of several attributes that is there. */
export function firstOf(attributes: Attributes, ...keys: readonly string[]): JsonNode | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (value !== undefined && value.kind !== "null") return value;
  }
  return undefined;
}

/** Attributes as one object, for events whose body is spread over them. */
export function objectOf(attributes: Attributes, place: JsonNode): JsonNode {
  return composeObject([...attributes], place);
}
