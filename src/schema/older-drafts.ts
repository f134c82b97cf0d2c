import { isObject, type JsonValue, ownValue } from "../json/value.js";
import { applicators, applyBeside } from "./applicators.js";
import { asTypes, hasType, isMissing, multipleOf, requireBeside } from "./assertions.js";
import { simpleTypes } from "./check-schema.js";
import type { EvaluationFrame, EvaluationRun, Keyword } from "./evaluation.js";
import type { FailedBranch, Failure } from "./failures.js";

/** `dependencies`, which 2019-09 split in two. */
export const dependencies: Keyword = (declared, frame, run) => {
  let passes = true;
  for (const [name, value] of Object.entries(isObject(declared) ? declared : {})) {
    const names = typeof value === "string" ? [value] : Array.isArray(value) ? value : undefined;
    const fits =
      names === undefined
        ? applyBeside(name, value, `${frame.at}/dependencies`, frame, run)
        : requireBeside(name, names, frame, run, { keyword: "dependencies", path: "/dependencies" });
    if (!fits) passes = false;
  }
  return passes;
};

/**
 * The keywords that only draft-03 has, or reads in its own way: `type` and `disallow` with schemas among the types and with `any`,
 * `required` as a flag inside the property, `extends`, `divisibleBy`.
 *
 * Source: draft-zyp-json-schema-03, sections 5.1 to 5.29.
 */
export const draft03Keywords: Readonly<Record<string, Keyword>> = {
  type: (types, frame, run) => {
    const list = asTypes(types);
    if (list.every((type) => typeof type === "string"))
      return list.length === 0 || list.some((type) => mayBe(type, frame)) || run.fail(frame, "type");
    const branches: FailedBranch[] = [];
    for (const [index, type] of list.entries()) {
      const pointer = Array.isArray(types) ? `${frame.at}/type/${index}` : `${frame.at}/type`;
      const failures: Failure[] = [];
      if (typeof type !== "string" ? run.apply(type, pointer, { ...frame, failures }) : mayBe(type, frame)) return true;
      const schema = isObject(type) ? type : { type };
      if (typeof type === "string") failures.push({ ...frame, keyword: "type", origin: { pointer, schema }, branches: [] });
      branches.push({ origin: { pointer, schema }, failures });
    }
    return run.fail(frame, "anyOf", { branches, declared: { keyword: "type", path: "/type" } });
  },
  disallow: (types, frame, run) => {
    const isRefused = asTypes(types).some((type, index) =>
      typeof type === "string"
        ? type === "any" || hasType(frame.value, type)
        : run.apply(type, Array.isArray(types) ? `${frame.at}/disallow/${index}` : `${frame.at}/disallow`, {
            ...frame,
            failures: undefined,
          }),
    );
    return !isRefused || run.fail(frame, "not", { declared: { keyword: "disallow", path: "/disallow" } });
  },
  extends: (schemas, frame, run) => {
    if (!Array.isArray(schemas)) return run.apply(schemas, `${frame.at}/extends`, frame);
    const failed = schemas.filter((schema, index) => !run.apply(schema, `${frame.at}/extends/${index}`, frame));
    return failed.length === 0;
  },
  divisibleBy: multipleOf({ keyword: "divisibleBy", path: "/divisibleBy" }),
  properties: (properties, frame, run) => {
    const passes = requireFlagged(properties, frame, run);
    return applicators.properties?.(properties, frame, run) !== false && passes;
  },
  required: () => true, // belongs to the object around it
};

function requireFlagged(properties: JsonValue, frame: EvaluationFrame, run: EvaluationRun): boolean {
  let passes = true;
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    if (!isObject(property) || ownValue(property, "required") !== true || !isMissing(frame.value, name)) continue;
    passes = run.fail(frame, "required", { property: name, declared: { keyword: "required", path: "/properties/*/required" } });
  }
  return passes;
}

/** An unknown name counts as `any`, as the draft allows. */
function mayBe(type: JsonValue, { value }: EvaluationFrame): boolean {
  return typeof type !== "string" || !simpleTypes.has(type) || hasType(value, type);
}
