import type { JsonNode } from "../json/node.js";
import { withArticle } from "../text/article.js";
import { type Declaration, has, type Reading, type ToolDialect } from "./dialect.js";
import type { DeclarationPlace } from "./place.js";

/** Keys by which a value of a map gives itself away as a tool. */
const toolKeys = ["inputSchema", "parameters", "description", "outputSchema", "id"] as const;

/**
 * `{name, inputSchema: {jsonSchema}}`: a tool whose schema object was serialised with its wrapper.
 *
 * Source: AI SDK reference, `jsonSchema()`; read 2026-11.
 */
export const aiSdk: ToolDialect = {
  id: "ai-sdk",
  title: "Vercel AI SDK",
  recognises: (entry) => schemaKeys.some((key) => entry.get(key)?.get("jsonSchema") !== undefined),
  read: (entry, reading) => [readTool(entry, entry.get("name"), undefined, reading)],
};

const schemaKeys = ["inputSchema", "parameters"] as const;

/**
 * Whether an object is a map from names to tools: at least one of its values looks like a tool, and it is none itself.
 *
 * @param mayRepeatName whether a value that has a name of its own may be such a tool
 */
export function isToolMap(node: JsonNode, mayRepeatName: boolean): boolean {
  if (["name", "type", "description"].some((key) => node.get(key)?.kind === "string")) return false;
  return node
    .entries()
    .some(({ value }) => value.kind === "object" && toolKeys.some((key) => has(value, key)) && (mayRepeatName || !has(value, "name")));
}

/**
 * Reads a map from names to tools, as `generateText({ tools })` takes it. Provider tools in it are hosted.
 *
 * Source: AI SDK reference, `tool()` and provider-defined tools; read 2026-11.
 */
export function readToolMap(map: DeclarationPlace, reading: Reading): readonly Declaration[] {
  return map.members().map(([key, value]) => {
    if (!value.isObject) return reading.refuse(value, `A tool must be an object with "inputSchema", got ${withArticle(value.kind)}`);
    return readTool(value, value, key, reading);
  });
}

function readTool(entry: DeclarationPlace, name: DeclarationPlace, key: string | undefined, reading: Reading): Declaration {
  const schema = entry.firstOf(schemaKeys);
  const returns = entry.get("outputSchema");
  const type = entry.get("type").text();
  const hosted = type === "provider" || type === "provider-defined";
  return reading.declare({
    entry,
    name,
    ...(key !== undefined && { named: key }),
    type: hosted ? type : "function",
    description: entry.get("description"),
    parameters: unwrapped(schema),
    returns: unwrapped(returns),
    strict: entry.get("strict"),
    hosted,
    homes: [entry],
  });
}

function unwrapped(schema: DeclarationPlace): DeclarationPlace {
  const inner = schema.get("jsonSchema");
  return inner.isGiven ? inner : schema;
}
