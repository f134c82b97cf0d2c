import { Buffer } from "node:buffer";
import type { JsonNode } from "./node.js";
import { asList, isObject, type JsonValue, ownValue } from "./value.js";

/** Whether two nodes say the same: spelling, white space and the order of keys apart. Numbers are compared by their digits. */
export function isSameNode(one: JsonNode, other: JsonNode): boolean {
  const [bytes, others] = [one.bytes(), other.bytes()];
  if (bytes !== undefined && others !== undefined && Buffer.compare(bytes, others) === 0) return true;
  if (one.kind !== other.kind) return false;
  switch (one.kind) {
    case "array": {
      const [left, right] = [one.items(), other.items()];
      return left.length === right.length && left.every((item, index) => isSameOrAbsent(item, right[index]));
    }
    case "object": {
      const members = one.entries();
      return (
        members.length === other.entries().length && members.every(({ key, value }) => isSameOrAbsent(value, other.get(key.string() ?? "")))
      );
    }
    case "string":
      return one.string() === other.string();
    default:
      return one.raw() === other.raw();
  }
}

function isSameOrAbsent(one: JsonNode, other: JsonNode | undefined): boolean {
  return other !== undefined && isSameNode(one, other);
}

/** Whether two values are the same, the order of keys apart. */
export function isSameValue(a: JsonValue, b: JsonValue): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameValue(item, b[index] ?? null));
  if (!isObject(a)) return a === b;
  if (!isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameValue(ownValue(a, key) ?? null, ownValue(b, key) ?? null))
  );
}

/** A value as JSON text, the members of objects by name: the same for values that say the same. */
export function orderedText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${asList(value).map(orderedText).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${orderedText(inner)}`).join(",")}}`;
}
