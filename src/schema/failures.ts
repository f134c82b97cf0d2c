import type { ErrorObject } from "ajv";
import { parsePointer } from "../json/pointer.js";
import { isObject, type JsonValue, ownValue } from "../json/value.js";
import type { Origin } from "./lower.js";

/** One keyword that a value does not satisfy, and for combinators what each branch had against it. */
export interface Failure {
  /** The keyword in 2020-12's spelling. */
  readonly keyword: string;
  /** The schema that holds the keyword. */
  readonly origin: Origin;
  /** JSON Pointer into the judged value; for `propertyNames` to the object that holds the name. */
  readonly pointer: string;
  /** The value that was judged: at `pointer`, or a property's name. */
  readonly value: JsonValue;
  /** The property that is missing, not allowed, badly named, or that asks for another one. */
  readonly property?: string;
  /** The property that asks for the missing one. */
  readonly dependsOn?: string;
  /** `oneOf` only: the indices of two branches that both fit. */
  readonly passing?: readonly [number, number];
  /** Whether the judged value is the name of a property. */
  readonly isName: boolean;
  readonly branches: readonly Branch[];
}

/** A branch of a combinator that failed, in the order of the declaration. */
export interface Branch {
  readonly origin: Origin;
  readonly failures: readonly Failure[];
}

/**
 * Gives ajv's flat list of errors its structure back: errors of a branch belong to the combinator behind them, and only there
 * is a failing branch a failure.
 */
export function readFailures(errors: readonly ErrorObject[], root: JsonValue, origins: ReadonlyMap<object, Origin>): readonly Failure[] {
  return new FailureReader(errors, root, origins).read(0, errors.length);
}

/** The value that a JSON Pointer names; null where there is none. */
export function valueAt(root: JsonValue, pointer: string): JsonValue {
  let value: JsonValue | undefined = root;
  for (const step of parsePointer(pointer) ?? []) {
    if (Array.isArray(value)) value = value[Number(step)];
    else value = isObject(value) ? ownValue(value, step) : undefined;
  }
  return value ?? null;
}

/** Keywords of ajv's that only repeat what other errors say already. */
const echoes: ReadonlySet<string> = new Set(["if"]);

const combinators: ReadonlySet<string> = new Set(["anyOf", "oneOf", "contains", "propertyNames"]);

class FailureReader {
  private readonly errors: readonly ErrorObject[];
  private readonly root: JsonValue;
  private readonly origins: ReadonlyMap<object, Origin>;

  constructor(errors: readonly ErrorObject[], root: JsonValue, origins: ReadonlyMap<object, Origin>) {
    this.errors = errors;
    this.root = root;
    this.origins = origins;
  }

  /** Reads backwards, since each combinator and each branch stands behind what belongs to it. */
  read(from: number, to: number): readonly Failure[] {
    const failures: Failure[] = [];
    for (let at = to - 1; at >= from; at--) {
      const error = this.errors[at];
      const origin = this.originOf(error);
      if (error === undefined || origin === undefined || echoes.has(error.keyword)) continue;
      const branches: Branch[] = [];
      if (combinators.has(error.keyword)) at = this.readBranches(error, from, at, branches);
      failures.push(this.failure(error, origin, branches.reverse()));
    }
    return failures.reverse();
  }

  /** @returns the index of the first error that belongs to the combinator */
  private readBranches(combinator: ErrorObject, from: number, end: number, branches: Branch[]): number {
    const held: unknown = combinator.parentSchema?.[combinator.keyword];
    const isOwn = (schema: unknown) => schema === held || (Array.isArray(held) && held.includes(schema));
    const most = combinator.keyword === "propertyNames" ? 1 : Number.POSITIVE_INFINITY; // an error for each name
    let first = end;
    while (first > from && branches.length < most) {
      const error = this.errors[first - 1];
      if (error?.keyword !== "branch" || !isOwn(error.parentSchema)) break;
      const count: unknown = error.params.count;
      const start = first - 1 - (typeof count === "number" ? count : 0);
      const origin = this.originOf(error);
      if (origin !== undefined) branches.push({ origin, failures: this.read(start, first - 1) });
      first = start;
    }
    return first;
  }

  private originOf(error: ErrorObject | undefined): Origin | undefined {
    return error?.parentSchema === undefined ? undefined : this.origins.get(error.parentSchema);
  }

  private failure(error: ErrorObject, origin: Origin, branches: readonly Branch[]): Failure {
    const { keyword, instancePath: pointer, params, propertyName } = error;
    const property = [params.missingProperty, params.additionalProperty, params.unevaluatedProperty, params.propertyName].find(
      (name) => typeof name === "string",
    );
    const passing: unknown = params.passingSchemas;
    const dependsOn: unknown = keyword === "dependentRequired" ? params.property : undefined;
    return {
      keyword,
      origin,
      pointer,
      value: propertyName ?? valueAt(this.root, pointer),
      isName: propertyName !== undefined,
      branches,
      ...(typeof property === "string" && { property }),
      ...(typeof dependsOn === "string" && { dependsOn }),
      ...(isPair(passing) && { passing }),
    };
  }
}

function isPair(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === "number");
}
