import type { JsonValue } from "../json/value.js";
import type { FailedBranch, Failure } from "./failures.js";

/** How to report that no branch of a combinator fits. */
export type UnionReport =
  /** Every branch rejects the value for the same simple reason: its type or value, or one missing property each. */
  | { readonly kind: "merged"; readonly by: "value" | "required"; readonly failures: readonly Failure[] }
  /** No branch has the value's discriminator, a member that is fixed in each of them. */
  | { readonly kind: "discriminator"; readonly failures: readonly Failure[] }
  /** One branch comes closest: its failures are the ones to fix. */
  | { readonly kind: "branch"; readonly failures: readonly Failure[] };

/**
 * Chooses what to say about a value that fits no branch: the findings of the branch that was most likely meant, or one
 * finding where the branches all ask for something simple.
 *
 * Likeliest first: the value is of the branch's type; fewest fixed members (`const`, `enum`) differ; fewest faults at the
 * value itself, such as missing properties; the first fault lies deepest; fewest faults. A branch for null is left out unless the
 * value is null.
 */
export function chooseReport(union: Failure): UnionReport {
  const branches = flatten(union).filter((branch) => union.value === null || !acceptsOnlyNull(branch));
  const candidates = branches.length > 0 ? branches : flatten(union);
  const fitting = candidates.filter((branch) => !branch.failures.some((failure) => isAbout(failure, union.pointer, valueKeywords)));
  if (fitting.length === 0) return reportValues(union, candidates);
  const single = fitting.map((branch) => branch.failures);
  if (
    fitting.length > 1 &&
    single.every((failures) => failures.length === 1 && failures.every((failure) => isAbout(failure, union.pointer, requiredKeyword)))
  ) {
    return { kind: "merged", by: "required", failures: single.flat() };
  }
  const discriminators = fitting.length > 1 ? sharedDiscriminator(union.pointer, fitting) : undefined;
  if (discriminators !== undefined) return { kind: "discriminator", failures: discriminators };
  return { kind: "branch", failures: closest(union.pointer, fitting)?.failures ?? [] };
}

const valueKeywords: ReadonlySet<string> = new Set(["type", "enum", "const", "nothing"]);
const fixedKeywords: ReadonlySet<string> = new Set(["enum", "const"]);
const requiredKeyword: ReadonlySet<string> = new Set(["required"]);

/** A union inside a union, about the same value, is one union. */
function flatten(union: Failure): readonly FailedBranch[] {
  return union.branches.flatMap((branch) => {
    const [only, ...others] = branch.failures;
    const isNested = only !== undefined && others.length === 0 && only.pointer === union.pointer && only.branches.length > 0;
    return isNested && (only.keyword === "anyOf" || only.keyword === "oneOf") ? flatten(only) : [branch];
  });
}

function acceptsOnlyNull({ origin: { schema } }: FailedBranch): boolean {
  return typeof schema === "object" && (schema.type === "null" || schema.const === null);
}

function isAbout(failure: Failure, pointer: string, keywords: ReadonlySet<string>): boolean {
  return failure.pointer === pointer && keywords.has(failure.keyword);
}

/** Where a branch fixes the value and another only its type, a value of the fixed one's type was meant for that. */
function reportValues(union: Failure, candidates: readonly FailedBranch[]): UnionReport {
  const failures = candidates.flatMap((branch) => branch.failures.filter((failure) => isAbout(failure, union.pointer, valueKeywords)));
  const sameType = failures.filter(
    (failure) => fixedKeywords.has(failure.keyword) && fixedValues(failure).some((each) => typeof each === typeof union.value),
  );
  return { kind: "merged", by: "value", failures: sameType.length > 0 ? sameType : failures };
}

/** The values that a failed `enum` or `const` would have taken. */
export function fixedValues({ origin: { schema }, keyword }: Failure): readonly JsonValue[] {
  if (typeof schema === "boolean") return [];
  const { enum: members, const: only } = schema;
  if (keyword === "enum") return Array.isArray(members) ? members : [];
  return only === undefined ? [] : [only];
}

/** The failures at one member that every branch fixes to another value. */
function sharedDiscriminator(pointer: string, branches: readonly FailedBranch[]): readonly Failure[] | undefined {
  const atChildren = branches.map((branch) => branch.failures.filter((failure) => isFixedChild(failure, pointer)));
  const place = atChildren[0]?.find((failure) =>
    atChildren.every((each) => each.some((other) => other.pointer === failure.pointer)),
  )?.pointer;
  return place === undefined ? undefined : atChildren.flat().filter((failure) => failure.pointer === place);
}

function isFixedChild(failure: Failure, pointer: string): boolean {
  return (
    fixedKeywords.has(failure.keyword) && failure.pointer.startsWith(`${pointer}/`) && !failure.pointer.includes("/", pointer.length + 1)
  );
}

function closest(pointer: string, branches: readonly FailedBranch[]): FailedBranch | undefined {
  const distance = ({ failures }: FailedBranch): readonly number[] => [
    failures.filter((failure) => isFixedChild(failure, pointer)).length,
    failures.filter((failure) => failure.pointer === pointer).length,
    -Math.max(...failures.slice(0, 1_000).map((failure) => failure.pointer.split("/").length)),
    failures.length,
  ];
  return branches.map((branch) => ({ branch, by: distance(branch) })).sort((a, b) => compareLists(a.by, b.by))[0]?.branch;
}

function compareLists(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((each, index) => each !== right[index]);
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}
