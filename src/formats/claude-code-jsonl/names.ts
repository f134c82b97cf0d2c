import { composeArray } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { type Tool, Toolset } from "../../model/tool.js";
import type { Line } from "./lines.js";

/** Tools that the `init` events of a stream name, without a word on their parameters. */
export interface NamedTools {
  readonly toolset: Toolset;
  readonly declarations: readonly JsonNode[];
}

/** Reads the names; what an MCP server brings later is not among them, so that the list is a part of all. */
export function readNamedTools(lines: readonly Line[]): NamedTools {
  const names = lines.flatMap(({ node }) => (node.get("subtype")?.string() === "init" ? (node.get("tools")?.items() ?? []) : []));
  const first = names[0];
  if (first === undefined) return { toolset: Toolset.absent, declarations: [] };
  const known = new Map<string, Tool>();
  names.forEach((node, index) => {
    const name = node.string();
    if (name !== undefined && !known.has(name)) known.set(name, namedTool(name, `/${index}`));
  });
  return { toolset: new Toolset(known.values(), "partial"), declarations: [composeArray(names, first)] };
}

function namedTool(name: string, pointer: string): Tool {
  return {
    name,
    type: "function",
    description: null,
    argumentsSchema: null,
    resultSchema: null,
    strict: null,
    key: name,
    hosted: false,
    input: "json",
    dialect: "json-schema",
    availableFrom: 0,
    removedAt: null,
    source: 0,
    at: { entry: pointer, name: pointer, argumentsSchema: pointer, resultSchema: pointer },
  };
}
