import type { JsonObject, JsonValue } from "../json/value.js";

/** A keyword as the declaration spells it; `*` in its path stands for the property in question. */
export interface DeclaredKeyword {
  readonly keyword: string;
  readonly path: string;
}

/** The schema that a failure comes from. */
export interface Origin {
  /** JSON Pointer of the declared schema. */
  readonly pointer: string;
  readonly schema: JsonObject | boolean;
  /** How the failed keyword is declared, where its dialect spells it otherwise than 2020-12. */
  readonly declared?: DeclaredKeyword;
}

/** One keyword that a value does not satisfy, and for combinators what each branch had against it. */
export interface Failure {
  /** The keyword in 2020-12's spelling; `nothing` for the schema `false`, `metaSchema` for a reference to a meta-schema. */
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
  readonly branches: readonly FailedBranch[];
}

/** A branch of a combinator that failed, in the order of the declaration. */
export interface FailedBranch {
  readonly origin: Origin;
  readonly failures: readonly Failure[];
}
