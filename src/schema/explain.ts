import { escapeStep } from "../json/pointer.js";
import { type Sentence, shownText } from "../text/sentence.js";
import { chooseReport, fixedValues } from "./best-branch.js";
import type { Failure } from "./failures.js";
import { type ExplainContext, expectedValues, memberOf, missingIn, mustBe, nearestValue, type Wording, wordingOf } from "./sentences.js";
import { alternatives } from "./wording.js";

/** One thing that is wrong with a value, at its place in the value and in the declared schema. */
export interface SchemaViolation {
  /** The keyword as declared; `false` for a schema that allows nothing. */
  readonly keyword: string;
  /** RFC 6901 into the judged value: a property that is not allowed itself, the object that lacks a required one. */
  readonly pointer: string;
  /** RFC 6901 into the declared schema; after a reference, into the schema that it leads to. */
  readonly schemaPointer: string;
  /** The property that is missing, not allowed or badly named. */
  readonly property?: string;
  /** One sentence without final period, such as ``order_id` must be an integer, got a string`. */
  readonly message: Sentence;
  /** The declared name or value that was probably meant, or the supplied name that a missing property probably goes by. */
  readonly nearest?: string;
}

/**
 * Turns failures into violations: one for each real fault, with combinators reported as the branch that fits best.
 *
 * What follows from another failure is left out: a fixed value that a value of the wrong type can't have, properties that
 * only a failed branch would have allowed, the same sentence about the same place twice.
 */
export function explainFailures(failures: readonly Failure[], context: ExplainContext): readonly SchemaViolation[] {
  const told = new Set<string>();
  return explainAll(failures, context).filter(({ pointer, message }) => {
    const key = `${pointer}\n${shownText(message)}`;
    if (told.has(key)) return false;
    told.add(key);
    return true;
  });
}

function explainAll(failures: readonly Failure[], context: ExplainContext): readonly SchemaViolation[] {
  const own = withoutFollowers(failures, context);
  const missing = missingTogether(own, context);
  return own.flatMap((failure) => {
    const together = missing.get(failure);
    if (together !== undefined) return together;
    const isUnion = failure.keyword === "anyOf" || failure.keyword === "oneOf";
    if (isUnion && failure.passing === undefined) return explainUnion(failure, context);
    if (failure.keyword === "propertyNames") return explainName(failure, context);
    return [explainOne(failure, context)];
  });
}

/**
 * Properties that one object lacks are one violation, in place of the first of them; the others are left out. One that was most likely given
 * under another name is a fault of its own.
 */
function missingTogether(failures: readonly Failure[], context: ExplainContext): ReadonlyMap<Failure, readonly SchemaViolation[]> {
  const groups = new Map<string, Failure[]>();
  for (const failure of failures) {
    if (failure.keyword !== "required" || wordingOf(failure, context).nearest !== undefined) continue;
    const key = `${failure.pointer}\n${failure.origin.pointer}`;
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  const reports = new Map<Failure, readonly SchemaViolation[]>();
  for (const [first, ...others] of groups.values()) {
    if (first === undefined || others.length === 0) continue;
    const names = [first, ...others].flatMap(({ property }) => property ?? []);
    reports.set(first, [violation(first, { claim: missingIn(first, names, context) })]);
    for (const other of others) reports.set(other, []);
  }
  return reports;
}

const followType: ReadonlySet<string> = new Set(["enum", "const", "anyOf", "oneOf", "not"]);

function withoutFollowers(failures: readonly Failure[], context: ExplainContext): readonly Failure[] {
  const wrongType = new Set(failures.filter(({ keyword }) => keyword === "type").map(({ pointer }) => pointer));
  const isOnlyUnevaluated = failures.every(({ keyword }) => keyword.startsWith("unevaluated"));
  return failures.filter(({ keyword, pointer, property, origin }) => {
    if (followType.has(keyword)) return !wrongType.has(pointer);
    if (isOnlyUnevaluated || !keyword.startsWith("unevaluated")) return true;
    return property !== undefined && !context.declaredProperties(origin.schema).has(property);
  });
}

function explainUnion(union: Failure, context: ExplainContext): readonly SchemaViolation[] {
  const report = chooseReport(union);
  const [first] = report.failures;
  if (first === undefined) return [explainOne(union, context)];
  if (report.kind === "branch") return explainAll(report.failures, context);
  if (report.failures.length === 1) return [explainOne(first, context)];
  if (report.kind === "merged" && report.by === "required") {
    const names = report.failures.flatMap(({ property }) => property ?? []);
    return [violation(union, { claim: missingIn(union, names, context, "or") })];
  }
  const isOnlyType = report.failures.every(({ keyword }) => keyword === "type");
  const at = { ...first, keyword: union.keyword, origin: union.origin };
  const expected = alternatives(report.failures.flatMap((failure) => expectedValues(failure, context)));
  const values = report.failures.flatMap(fixedValues);
  return [violation(at, { ...mustBe(at, expected, context, isOnlyType), ...nearestValue(at.value, values) })];
}

function explainName(failure: Failure, context: ExplainContext): readonly SchemaViolation[] {
  const { property = "", pointer } = failure;
  const inner = failure.branches.flatMap((branch) => explainAll(branch.failures, context));
  const place = { pointer: `${pointer}/${escapeStep(property)}`, property };
  if (inner.length === 0) return [{ ...explainOne(failure, context), ...place }];
  return inner.map((each) => ({ ...each, ...place }));
}

function explainOne(failure: Failure, context: ExplainContext): SchemaViolation {
  return violation(failure, wordingOf(failure, context));
}

function violation(failure: Failure, wording: Wording): SchemaViolation {
  const { keyword, origin, property } = failure;
  const { claim, ...facts } = wording;
  const isExtra = property !== undefined && (keyword === "additionalProperties" || keyword === "unevaluatedProperties");
  const declared = origin.declared ?? { keyword, path: `/${escapeStep(keyword)}` };
  const path = keyword === "nothing" ? "" : declared.path.replace("*", () => escapeStep(property ?? ""));
  return {
    keyword: keyword === "nothing" ? "false" : declared.keyword,
    pointer: isExtra ? memberOf(failure, property) : failure.pointer,
    schemaPointer: origin.pointer + path,
    message: claim,
    ...(property !== undefined && { property }),
    ...facts,
  };
}
