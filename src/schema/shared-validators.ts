import type { SchemaObject } from "ajv";
import type { AjvValidator } from "./ajv.js";
import type { LoweredSchema, Origin } from "./lower.js";

/** Validators that are kept, each of them 70 to 150 KB. */
const mostKept = 100;

/** Texts of longer schemas are not worth their memory. */
const longest = 100_000;

/** A lowered schema and the validator that ajv made of it. */
export interface Compiled extends LoweredSchema {
  readonly validator: AjvValidator;
}

/**
 * Validators by the text of their lowered schema, which has no annotations: tools whose declarations differ in descriptions alone share
 * theirs. The one that was asked for last is last.
 */
const kept = new Map<string, Compiled>();

/**
 * Compiles a lowered schema, or takes the validator of one that says the same.
 *
 * @param compile gives `undefined` where it ran out of time
 */
export function compileShared(lowered: LoweredSchema, compile: () => AjvValidator | undefined): Compiled | undefined {
  const key = textOf(lowered.schema);
  const known = key === undefined ? undefined : kept.get(key);
  if (key !== undefined && known !== undefined) {
    keep(key, known);
    return { ...lowered, origins: originsIn(known.schema, lowered), validator: known.validator };
  }
  const validator = compile();
  if (validator === undefined) return undefined;
  const compiled = { ...lowered, validator };
  if (key !== undefined) keep(key, compiled);
  return compiled;
}

function keep(key: string, compiled: Compiled): void {
  kept.delete(key);
  kept.set(key, compiled);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}

/** The text of a schema; `undefined` where it is too long, or where a limit is infinite (1e400), which JSON has no text for. */
function textOf(schema: SchemaObject): string | undefined {
  let isExact = true;
  const text = JSON.stringify(schema, (_, value: unknown) => {
    if (typeof value === "number" && !Number.isFinite(value)) isExact = false;
    return value;
  });
  return isExact && text.length <= longest ? text : undefined;
}

/** The origins of a lowered schema by the objects of another one with the same text: those are what ajv names in its errors. */
function originsIn(compiled: SchemaObject, { schema, origins }: LoweredSchema): ReadonlyMap<object, Origin> {
  const found = new Map<object, Origin>();
  const pairs: [unknown, unknown][] = [[compiled, schema]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [theirs, own] = pair;
    if (typeof theirs !== "object" || theirs === null || typeof own !== "object" || own === null) continue;
    const origin = origins.get(own);
    if (origin !== undefined) found.set(theirs, origin);
    const ownParts: unknown[] = Object.values(own);
    for (const [index, part] of Object.values(theirs).entries()) pairs.push([part, ownParts[index]]);
  }
  return found;
}
