import { isObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Dialect } from "./dialect.js";
import { inPlaceKeywords } from "./keywords.js";
import { type References, referenceKeywords } from "./references.js";
import { subschemas } from "./schema-walk.js";

/**
 * The property names that a schema declares for the very value it judges: under `properties`, also inside combinators and
 * after references.
 */
export function declaredProperties(schema: JsonValue, dialect: Dialect, references: References): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<JsonObject>();
  const left: JsonValue[] = [schema];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (!isObject(next) || seen.has(next)) continue;
    seen.add(next);
    const { properties } = next;
    if (isObject(properties)) for (const name of Object.keys(properties)) names.add(name);
    for (const inner of subschemas(next, dialect)) if (inPlaceKeywords.has(inner.keyword)) left.push(inner.schema);
    for (const keyword of referenceKeywords(dialect)) {
      const target = references.target(next, keyword);
      if (target?.kind === "schema") left.push(target.schema);
    }
  }
  return names;
}
