// biome-ignore-all lint/suspicious/noThenProperty: a keyword's name
import { escapeStep } from "../json/pointer.js";
import { asList, isObject, type JsonValue } from "../json/value.js";
import { isMissing } from "./assertions.js";
import { checkSchema } from "./check-schema.js";
import { childOf, Evaluated, type EvaluationFrame, type EvaluationRun, type Keyword, undecided, withOutputs } from "./evaluation.js";
import type { FailedBranch, Failure } from "./failures.js";
import { compilePattern } from "./pattern.js";

/** Keywords that put other schemas to the value, in 2020-12's spelling. */
export const applicators: Readonly<Record<string, Keyword>> = {
  $ref: refer("$ref"),
  $dynamicRef: refer("$dynamicRef"),
  $recursiveRef: refer("$recursiveRef"),
  allOf: (schemas, frame, run) => {
    let passes = true;
    for (const [index, schema] of asList(schemas).entries()) {
      if (run.apply(schema, `${frame.at}/allOf/${index}`, frame)) continue;
      passes = false;
      if (frame.failures === undefined) return false;
    }
    return passes;
  },
  anyOf: (schemas, frame, run) => {
    const { passing, branches } = applyBranches(asList(schemas), `${frame.at}/anyOf`, frame, run, 1);
    return passing.length > 0 || run.fail(frame, "anyOf", { branches });
  },
  oneOf: (schemas, frame, run) => {
    const { passing, branches } = applyBranches(asList(schemas), `${frame.at}/oneOf`, frame, run, 2);
    const [first, second] = passing;
    if (first !== undefined && second === undefined) return true;
    return run.fail(frame, "oneOf", first === undefined || second === undefined ? { branches } : { passing: [first, second] });
  },
  not: (schema, frame, run) => !holds(schema, `${frame.at}/not`, frame, run, undefined) || run.fail(frame, "not"),
  if: (condition, frame, run) => {
    const { then, else: otherwise } = frame.schema;
    const next = holds(condition, `${frame.at}/if`, frame, run, frame.seen) ? then : otherwise;
    return next === undefined || run.apply(next, `${frame.at}/${next === then ? "then" : "else"}`, frame);
  },
  dependentSchemas: (schemas, frame, run) => {
    let passes = true;
    for (const [name, schema] of Object.entries(isObject(schemas) ? schemas : {}))
      if (!applyBeside(name, schema, `${frame.at}/dependentSchemas`, frame, run)) passes = false;
    return passes;
  },
  properties: (schemas, frame, run) => {
    const { value, at, seen } = frame;
    if (!isObject(value) || !isObject(schemas)) return true;
    let passes = true;
    for (const [name, member] of Object.entries(value)) {
      if (!Object.hasOwn(schemas, name)) continue;
      const step = escapeStep(name);
      seen?.addProperty(name);
      if (!run.apply(schemas[name] ?? true, `${at}/properties/${step}`, childOf(frame, step, member))) passes = false;
      if (!passes && frame.failures === undefined) return false;
    }
    return passes;
  },
  patternProperties: (schemas, frame, run) => {
    const { value, at, seen } = frame;
    if (!isObject(value) || !isObject(schemas)) return true;
    let passes = true;
    for (const [source, schema] of Object.entries(schemas)) {
      const pattern = compilePattern(source);
      for (const [name, member] of Object.entries(value)) {
        run.spend(1);
        if (pattern === undefined || !run.matches(pattern, name)) continue;
        seen?.addProperty(name);
        if (!run.apply(schema, `${at}/patternProperties/${escapeStep(source)}`, childOf(frame, escapeStep(name), member))) passes = false;
      }
    }
    return passes;
  },
  additionalProperties: (schema, frame, run) => {
    const { value, seen } = frame;
    if (!isObject(value)) return true;
    const { properties, patternProperties } = frame.schema;
    const patterns = Object.keys(isObject(patternProperties) ? patternProperties : {}).flatMap((source) => compilePattern(source) ?? []);
    const isDeclared = (name: string) =>
      (isObject(properties) && Object.hasOwn(properties, name)) || patterns.some((pattern) => run.matches(pattern, name));
    const others = Object.keys(value).filter((name) => !isDeclared(name));
    for (const name of others) seen?.addProperty(name);
    return applyToOthers("additionalProperties", schema, others, frame, run);
  },
  propertyNames: (schema, frame, run) => {
    const { value, at, pointer, scope } = frame;
    if (!isObject(value)) return true;
    let passes = true;
    for (const property of Object.keys(value)) {
      const failures: Failure[] | undefined = frame.failures && [];
      if (run.apply(schema, `${at}/propertyNames`, { value: property, pointer, isName: true, scope, failures, seen: undefined })) continue;
      passes = run.fail(frame, "propertyNames", { property, branches: branchOf(schema, `${at}/propertyNames`, failures) });
    }
    return passes;
  },
  prefixItems: (schemas, frame, run) => applyToFirst(asList(schemas), "prefixItems", frame, run),
  items: (schema, frame, run) => {
    if (Array.isArray(schema)) return applyToFirst(schema, "items", frame, run);
    const first = run.dialect === "2020-12" ? asList(frame.schema.prefixItems).length : 0;
    return applyToRest(schema, first, "items", frame, run);
  },
  additionalItems: (schema, frame, run) => {
    const { items } = frame.schema;
    return !Array.isArray(items) || applyToRest(schema, items.length, "additionalItems", frame, run);
  },
  contains: (schema, frame, run) => {
    const { value, at, seen, schema: around } = frame;
    if (!Array.isArray(value)) return true;
    const counts = run.dialect === "2019-09" || run.dialect === "2020-12";
    let found = 0;
    for (const [index, item] of value.entries()) {
      if (!run.apply(schema, `${at}/contains`, withOutputs(childOf(frame, String(index), item), undefined, undefined))) continue;
      found++;
      if (run.dialect === "2020-12") seen?.addItem(index);
    }
    const least = counts && typeof around.minContains === "number" ? around.minContains : 1;
    const most = counts && typeof around.maxContains === "number" ? around.maxContains : Number.POSITIVE_INFINITY;
    return (found >= least && found <= most) || run.fail(frame, "contains");
  },
  unevaluatedItems: (schema, frame, run) => {
    const { value, at, seen } = frame;
    if (!Array.isArray(value)) return true;
    let passes = true;
    for (const [index, item] of value.entries()) {
      if (seen?.hasItem(index)) continue;
      if (schema === false && seen?.isPrefix) return run.fail(frame, "unevaluatedItems");
      if (!run.apply(schema, `${at}/unevaluatedItems`, childOf(frame, String(index), item))) passes = false;
    }
    seen?.addAllItems();
    return passes;
  },
  unevaluatedProperties: (schema, frame, run) => {
    const { value, seen } = frame;
    if (!isObject(value)) return true;
    const others = Object.keys(value).filter((name) => !seen?.hasProperty(name));
    seen?.addAllProperties();
    return applyToOthers("unevaluatedProperties", schema, others, frame, run);
  },
};

function refer(keyword: string): Keyword {
  return (_reference, frame, run) => {
    const target = run.references.resolve(frame.schema, keyword, frame.scope);
    if (target === undefined) throw undecided;
    if (target.kind === "schema") return run.apply(target.schema, target.pointer, frame);
    return checkSchema(frame.value, target.dialect).faults.length === 0 || run.fail(frame, "metaSchema");
  };
}

/** Whether a condition holds; what it looked at counts only then. */
function holds(schema: JsonValue, at: string, frame: EvaluationFrame, run: EvaluationRun, around: Evaluated | undefined): boolean {
  const seen = around && new Evaluated();
  const passes = run.apply(schema, at, withOutputs(frame, undefined, seen));
  if (passes && seen !== undefined) around?.add(seen);
  return passes;
}

/** Puts all branches to the value, or as many as it takes to find `enough` that pass where nobody asks what was evaluated. */
function applyBranches(schemas: readonly JsonValue[], at: string, frame: EvaluationFrame, run: EvaluationRun, enough: number) {
  const passing: number[] = [];
  const branches: FailedBranch[] = [];
  for (const [index, schema] of schemas.entries()) {
    const failures: Failure[] | undefined = frame.failures && [];
    const seen = frame.seen && new Evaluated();
    if (run.apply(schema, `${at}/${index}`, withOutputs(frame, failures, seen))) {
      passing.push(index);
      if (seen !== undefined) frame.seen?.add(seen);
      else if (passing.length >= enough) break;
    } else branches.push(...branchOf(schema, `${at}/${index}`, failures));
  }
  return { passing, branches };
}

function branchOf(schema: JsonValue, pointer: string, failures: readonly Failure[] | undefined): readonly FailedBranch[] {
  if (failures === undefined) return [];
  return [{ origin: { pointer, schema: isObject(schema) || typeof schema === "boolean" ? schema : true }, failures }];
}

/** A schema that one member asks the whole object to fit. */
export function applyBeside(name: string, schema: JsonValue, at: string, frame: EvaluationFrame, run: EvaluationRun): boolean {
  if (!isObject(frame.value) || isMissing(frame.value, name)) return true;
  return run.apply(schema, `${at}/${escapeStep(name)}`, frame);
}

function applyToOthers(keyword: string, schema: JsonValue, names: readonly string[], frame: EvaluationFrame, run: EvaluationRun): boolean {
  if (!isObject(frame.value)) return true;
  let passes = true;
  for (const name of names) {
    const member = frame.value[name] ?? null;
    if (schema === false) passes = run.fail(frame, keyword, { property: name });
    else if (!run.apply(schema, `${frame.at}/${keyword}`, childOf(frame, escapeStep(name), member))) passes = false;
    if (!passes && frame.failures === undefined) return false;
  }
  return passes;
}

function applyToFirst(schemas: readonly JsonValue[], keyword: string, frame: EvaluationFrame, run: EvaluationRun): boolean {
  const { value, at, seen } = frame;
  if (!Array.isArray(value)) return true;
  let passes = true;
  for (const [index, schema] of schemas.slice(0, value.length).entries())
    if (!run.apply(schema, `${at}/${keyword}/${index}`, childOf(frame, String(index), value[index] ?? null))) passes = false;
  seen?.addFirstItems(schemas.length);
  return passes;
}

/** `false` after other items limits their number, which is reported of the array; alone it rejects each item. */
function applyToRest(schema: JsonValue, first: number, keyword: string, frame: EvaluationFrame, run: EvaluationRun): boolean {
  const { value, at, seen } = frame;
  if (!Array.isArray(value)) return true;
  seen?.addAllItems();
  if (schema === false && first > 0) {
    return value.length <= first || run.fail(frame, "items", { declared: { keyword, path: `/${keyword}` } });
  }
  let passes = true;
  for (let index = first; index < value.length; index++) {
    if (!run.apply(schema, `${at}/${keyword}`, childOf(frame, String(index), value[index] ?? null))) passes = false;
    if (!passes && frame.failures === undefined) return false;
  }
  return passes;
}
