import type { JsonNode } from "../../json/node.js";
import { decoded } from "../decoded.js";

/** A field, whose name .NET writes as it was declared (`CallId`) or in camel case, and Python in snake case. */
export function field(node: JsonNode | undefined, name: string): JsonNode | undefined {
  if (node === undefined) return undefined;
  const found = node.get(name) ?? node.get(pascal(name)) ?? node.get(snake(name));
  return found?.kind === "null" ? undefined : found;
}

/** A field that holds a list, also as JSON text. */
export function fieldList(node: JsonNode, name: string): JsonNode | undefined {
  const found = field(node, name);
  const list = found === undefined ? undefined : decoded(found);
  return list?.kind === "array" ? list : undefined;
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
