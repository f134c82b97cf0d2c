import { isObject, type JsonObject, type JsonValue } from "../json/value.js";
import { isBareReference, type SchemaFault } from "./check-schema.js";
import { type Dialect, refStandsAlone } from "./dialect.js";
import { inPlaceKeywords } from "./keywords.js";
import type { ReferenceTarget } from "./reference-target.js";
import { subschemas } from "./schema-walk.js";

/** One schema that another puts to the very same value. */
interface Step {
  readonly keyword: string;
  readonly schema: JsonValue;
  readonly pointer: string;
}

/** A schema whose steps are being followed. */
interface Visit {
  readonly schema: JsonObject;
  readonly pointer: string;
  readonly steps: Iterator<Step>;
}

/**
 * References that lead back to where they started without going into the value, such as `{ "$ref": "#" }` alone: no value can
 * ever be judged by them. A recursive schema is fine, since each round takes a step into the value.
 *
 * Without recursion, linear in the size of the schema.
 */
export function findLoops(
  root: JsonValue,
  dialect: Dialect,
  target: (schema: JsonObject, keyword: string) => ReferenceTarget | undefined,
): readonly SchemaFault[] {
  const faults: SchemaFault[] = [];
  const finished = new Set<JsonObject>();
  const open = new Set<JsonObject>();
  const starts: (readonly [JsonValue, string])[] = [[root, ""]];
  for (const [from, place] of starts) {
    const visits: Visit[] = [];
    const visit = (schema: JsonValue, pointer: string) => {
      if (!isObject(schema) || finished.has(schema)) return;
      open.add(schema);
      visits.push({ schema, pointer, steps: stepsFrom(schema, pointer, dialect, target) });
      for (const inner of subschemas(schema, dialect)) starts.push([inner.schema, pointer + inner.path]);
    };
    visit(from, place);
    for (let current = visits.at(-1); current !== undefined; current = visits.at(-1)) {
      const next = current.steps.next();
      if (next.done === true) {
        visits.pop();
        open.delete(current.schema);
        finished.add(current.schema);
      } else if (isObject(next.value.schema) && open.has(next.value.schema)) {
        faults.push(loop(current.pointer, next.value.keyword));
      } else {
        visit(next.value.schema, next.value.pointer);
      }
    }
  }
  return faults;
}

function loop(pointer: string, keyword: string): SchemaFault {
  return { keyword, schemaPointer: `${pointer}/${keyword}`, message: `\`${keyword}\` leads back to itself without going into the value` };
}

function* stepsFrom(
  schema: JsonObject,
  pointer: string,
  dialect: Dialect,
  target: (schema: JsonObject, keyword: string) => ReferenceTarget | undefined,
): Generator<Step> {
  for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"]) {
    const found = target(schema, keyword);
    if (found?.kind === "schema") yield { keyword, schema: found.schema, pointer: found.pointer };
  }
  if (isBareReference(schema, dialect)) return;
  for (const inner of subschemas(schema, dialect)) {
    if (!inPlaceKeywords.has(inner.keyword)) continue;
    if (inner.keyword === "dependencies" && !refStandsAlone(dialect)) continue;
    yield { keyword: inner.keyword, schema: inner.schema, pointer: pointer + inner.path };
  }
}
