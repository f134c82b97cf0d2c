import type { JsonObject, JsonValue } from "../json/value.js";
import type { Dialect } from "./dialect.js";
import type { ExactNumbers } from "./equal-values.js";
import type { DeclaredKeyword, FailedBranch, Failure } from "./failures.js";
import type { Pattern } from "./pattern.js";
import type { References } from "./references.js";
import type { Scope } from "./resources.js";

/** A value that a schema is put to, and what is wanted to be known of it. */
export interface Application {
  readonly value: JsonValue;
  /** JSON Pointer of the value; of the object that holds it where the value is a property's name. */
  readonly pointer: string;
  readonly isName: boolean;
  /** The resources on the way here, for dynamic references. */
  readonly scope: Scope | undefined;
  /** Where failures go; without it the first one ends the judgement. */
  readonly failures: Failure[] | undefined;
  /** What was evaluated of the value, where an unevaluated keyword around asks for it. */
  readonly seen: Evaluated | undefined;
}

/** A schema put to a value. */
export interface EvaluationFrame extends Application {
  readonly schema: JsonObject;
  /** JSON Pointer of the schema in the declaration. */
  readonly at: string;
}

/** One judgement on its way, as keywords see it. */
export interface EvaluationRun {
  readonly dialect: Dialect;
  readonly references: References;
  /** Digits of numbers in the value that a double does not hold, by pointer. */
  readonly numbers: ExactNumbers;
  /** The same for numbers of the schema. */
  readonly declaredNumbers: ExactNumbers;
  readonly assertFormats: boolean;
  /** Whether the value fits a schema; failures and evaluated parts go where the application says. */
  apply(schema: JsonValue, at: string, application: Application): boolean;
  /** Notes a failure; always false, as the answer of the keyword. */
  fail(frame: EvaluationFrame, keyword: string, details?: FailureDetails): false;
  /** Whether a text matches a pattern. Throws where nobody can say within bounds. */
  matches(pattern: Pattern, text: string): boolean;
  /** As `matches`, but lets a text pass that nobody can judge, and notes that: other faults are found all the same. */
  matchesOrUndecided(pattern: Pattern, text: string, frame: EvaluationFrame): boolean;
  /** Counts work; throws once it is too much. */
  spend(steps: number): void;
}

/** What a failure says beside its keyword and its place. */
export interface FailureDetails {
  readonly declared?: DeclaredKeyword;
  readonly property?: string;
  readonly dependsOn?: string;
  readonly passing?: readonly [number, number];
  readonly branches?: readonly FailedBranch[];
}

/** What one keyword asks of a value. */
export type Keyword = (value: JsonValue, frame: EvaluationFrame, run: EvaluationRun) => boolean;

/** Thrown where a judgement can't be found within bounds. Made once, so that it is cheap. */
export const undecided = new Error("not decided within bounds");

/** The same application with other places for failures and for what was evaluated. */
export function withOutputs(
  { value, pointer, isName, scope }: Application,
  failures: Failure[] | undefined,
  seen: Evaluated | undefined,
): Application {
  return { value, pointer, isName, scope, failures, seen };
}

/** The application to a member or an item of a value. */
export function childOf(frame: EvaluationFrame, step: string, value: JsonValue): Application {
  const { pointer, scope, failures } = frame;
  return { value, pointer: `${pointer}/${step}`, isName: false, scope, failures, seen: undefined };
}

/** The parts of one value that some schema has looked at: annotations of 2019-09 and later. */
export class Evaluated {
  private allProperties = false;
  private allItems = false;
  private firstItems = 0;
  private readonly properties = new Set<string>();
  private readonly items = new Set<number>();

  addProperty(name: string): void {
    this.properties.add(name);
  }

  addAllProperties(): void {
    this.allProperties = true;
  }

  addItem(index: number): void {
    this.items.add(index);
  }

  addFirstItems(count: number): void {
    this.firstItems = Math.max(this.firstItems, count);
  }

  addAllItems(): void {
    this.allItems = true;
  }

  add(other: Evaluated): void {
    this.allProperties ||= other.allProperties;
    this.allItems ||= other.allItems;
    this.addFirstItems(other.firstItems);
    for (const name of other.properties) this.properties.add(name);
    for (const index of other.items) this.items.add(index);
  }

  hasProperty(name: string): boolean {
    return this.allProperties || this.properties.has(name);
  }

  /** Whether the evaluated items are the first ones, so that others are too many rather than misplaced. */
  get isPrefix(): boolean {
    return this.items.size === 0;
  }

  hasItem(index: number): boolean {
    return this.allItems || index < this.firstItems || this.items.has(index);
  }
}
