import type { JsonValue } from "../json/value.js";
import type { Toolset } from "../model/tool.js";

const known = new WeakMap<Toolset, ReadonlySet<string>>();

/** The names of the tools that a toolset declares, and of their parameters at any depth. Collected where something is reported. */
export function declaredNames(toolset: Toolset): ReadonlySet<string> {
  const collected = known.get(toolset);
  if (collected !== undefined) return collected;
  const names = new Set<string>();
  if (toolset.completeness !== "absent") {
    const schemas: JsonValue[] = [];
    for (const { key, argumentsSchema, resultSchema } of toolset.tools) {
      names.add(key);
      schemas.push(argumentsSchema, resultSchema);
    }
    collectProperties(schemas, names);
  }
  known.set(toolset, names);
  return names;
}

function collectProperties(schemas: JsonValue[], names: Set<string>): void {
  for (let schema = schemas.pop(); schema !== undefined; schema = schemas.pop()) {
    if (typeof schema !== "object" || schema === null) continue;
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === "properties" && typeof value === "object" && value !== null) for (const name of Object.keys(value)) names.add(name);
      if (!holdsValues.has(keyword)) schemas.push(value);
    }
  }
}

/** Keywords whose values are no schemas. */
const holdsValues: ReadonlySet<string> = new Set(["enum", "const", "default", "example", "examples"]);
