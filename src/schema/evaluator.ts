import { isObject, type JsonObject, type JsonValue } from "../json/value.js";
import { applicators } from "./applicators.js";
import { assertions } from "./assertions.js";
import { isBareReference } from "./check-schema.js";
import { type Dialect, refStandsAlone } from "./dialect.js";
import type { ExactNumbers } from "./equal-values.js";
import {
  type Application,
  Evaluated,
  type EvaluationFrame,
  type EvaluationRun,
  type FailureDetails,
  type Keyword,
  undecided,
} from "./evaluation.js";
import type { Failure } from "./failures.js";
import { keywordsOf } from "./keywords.js";
import { dependencies, draft03Keywords } from "./older-drafts.js";
import type { Pattern } from "./pattern.js";
import { type References, referenceKeywords } from "./references.js";

/** What evaluating needs to know of a schema. */
export interface EvaluatorSettings {
  readonly dialect: Dialect;
  readonly references: References;
  readonly assertFormats: boolean;
  /** Digits of declared numbers that a double does not hold, by pointer into the declared schema. */
  readonly declaredNumbers: ExactNumbers;
  /** Keywords that ask nothing, whatever the dialect says. */
  readonly ignored: ReadonlySet<string>;
}

/** Schemas put to values, and failures noted, for one judgement; and what a large value gets beside for each of its parts. */
const maxSteps = 100_000;
const stepsPerPart = 10;

/** What an undecided pattern takes of the steps: several such must not add up. */
const stepsPerUndecided = 10_000;

/**
 * Judges values by a faultless schema of any dialect, keyword by keyword, and collects all that fails: with its place in the value and in
 * the declaration, and for combinators by branch.
 *
 * An interpreter, since most schemas are asked for one faulty value or two. What takes more than a bounded number of steps is undecided.
 */
export class Evaluator {
  private readonly schema: JsonValue;
  private readonly settings: EvaluatorSettings;
  private readonly plans: Plans;

  constructor(schema: JsonValue, settings: EvaluatorSettings) {
    this.schema = schema;
    this.settings = settings;
    this.plans = new Plans(settings);
  }

  /**
   * All failures, none for a valid value; what failed for certain also where the rest could not be decided.
   *
   * @param numbers digits of numbers in the value that a double does not hold, by pointer
   */
  evaluate(value: JsonValue, numbers: ExactNumbers): readonly Failure[] | "undecided" {
    const run = new Evaluation(this.settings, this.plans, numbers, maxSteps + stepsPerPart * countParts(value, maxSteps * stepsPerPart));
    try {
      run.apply(this.schema, "", { value, pointer: "", isName: false, scope: undefined, failures: run.certain, seen: undefined });
    } catch (error) {
      // Deeper than the stack counts as too much work.
      if (error !== undecided && !(error instanceof RangeError)) throw error;
      run.isUndecided = true;
    }
    return run.isUndecided && run.certain.length === 0 ? "undecided" : run.certain;
  }
}

class Evaluation implements EvaluationRun {
  /** Failures that no branch, condition or negation is around. */
  readonly certain: Failure[] = [];
  isUndecided = false;
  readonly dialect: Dialect;
  readonly references: References;
  readonly declaredNumbers: ExactNumbers;
  readonly assertFormats: boolean;
  readonly numbers: ExactNumbers;
  private readonly plans: Plans;
  private stepsLeft: number;

  constructor(
    { dialect, references, declaredNumbers, assertFormats }: EvaluatorSettings,
    plans: Plans,
    numbers: ExactNumbers,
    steps: number,
  ) {
    this.dialect = dialect;
    this.references = references;
    this.declaredNumbers = declaredNumbers;
    this.assertFormats = assertFormats;
    this.numbers = numbers;
    this.plans = plans;
    this.stepsLeft = steps;
  }

  apply(schema: JsonValue, at: string, application: Application): boolean {
    this.spend(1);
    const { value, pointer, isName, failures } = application;
    if (!isObject(schema)) {
      if (schema === false) failures?.push({ keyword: "nothing", origin: { pointer: at, schema }, pointer, value, isName, branches: [] });
      return schema !== false;
    }
    const { steps, tracksEvaluated } = this.plans.planOf(schema);
    if (steps.length === 0) return true;
    const scope = this.references.enter(schema, application.scope);
    const seen = tracksEvaluated ? new Evaluated() : application.seen;
    const frame: EvaluationFrame = { schema, at, value, pointer, isName, failures, scope, seen };
    let passes = true;
    for (const { ask, declared } of steps) {
      if (ask(declared, frame, this)) continue;
      passes = false;
      if (failures === undefined) return false;
    }
    if (tracksEvaluated && seen !== undefined) application.seen?.add(seen);
    return passes;
  }

  fail(frame: EvaluationFrame, keyword: string, { declared, branches = [], ...details }: FailureDetails = {}): false {
    this.spend(1);
    const { schema, at, value, pointer, isName } = frame;
    const origin = { pointer: at, schema, ...(declared !== undefined && { declared }) };
    frame.failures?.push({ keyword, origin, pointer, value, isName, branches, ...details });
    return false;
  }

  matches(pattern: Pattern, text: string): boolean {
    const answer = pattern.test(text);
    if (answer === undefined) throw undecided;
    return answer;
  }

  matchesOrUndecided(pattern: Pattern, text: string, { failures }: EvaluationFrame): boolean {
    const answer = pattern.test(text);
    if (answer !== undefined) return answer;
    this.spend(stepsPerUndecided);
    if (failures !== this.certain) throw undecided;
    this.isUndecided = true;
    return true;
  }

  spend(steps: number): void {
    this.stepsLeft -= steps;
    if (this.stepsLeft < 0) throw undecided;
  }
}

/** The keywords of a schema object that ask something, in the order in which they are put to a value. */
interface Plan {
  readonly steps: readonly { readonly ask: Keyword; readonly declared: JsonValue }[];
  readonly tracksEvaluated: boolean;
}

/** Plans, each made when its schema is first put to a value. */
class Plans {
  private readonly dialect: Dialect;
  private readonly keywords: ReadonlyMap<string, Keyword>;
  private readonly known = new Map<JsonObject, Plan>();

  constructor({ dialect, ignored }: EvaluatorSettings) {
    this.dialect = dialect;
    this.keywords = new Map([...keywordsIn(dialect)].filter(([keyword]) => !ignored.has(keyword)));
  }

  planOf(schema: JsonObject): Plan {
    const known = this.known.get(schema);
    if (known !== undefined) return known;
    const steps: { readonly ask: Keyword; readonly declared: JsonValue }[] = [];
    const isBare = isBareReference(schema, this.dialect);
    for (const [keyword, ask] of this.keywords) {
      const declared = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
      if (declared === undefined || (isBare && keyword !== "$ref")) continue;
      if (typeof declared === "string" || !isReference(keyword)) steps.push({ ask, declared });
    }
    const tracksEvaluated = steps.some(({ ask }) => ask === applicators.unevaluatedItems || ask === applicators.unevaluatedProperties);
    const plan = { steps, tracksEvaluated };
    this.known.set(schema, plan);
    return plan;
  }
}

/** What decides alone comes first; what depends on what others have looked at comes last. */
const order: Readonly<Record<string, Keyword>> = {
  ...assertions,
  ...applicators,
  dependencies,
  unevaluatedItems: applicators.unevaluatedItems ?? dependencies,
  unevaluatedProperties: applicators.unevaluatedProperties ?? dependencies,
};

function keywordsIn(dialect: Dialect): ReadonlyMap<string, Keyword> {
  const shapes = keywordsOf(dialect);
  const references = new Set(referenceKeywords(dialect));
  const asked = Object.entries(order).filter(([keyword]) => {
    if (isReference(keyword)) return references.has(keyword);
    if (keyword === "dependencies") return refStandsAlone(dialect);
    return shapes.has(keyword) || keyword === "format";
  });
  if (dialect === "draft-03") return new Map([...asked, ...Object.entries(draft03Keywords)]);
  return new Map(asked);
}

function isReference(keyword: string): boolean {
  return keyword === "$ref" || keyword === "$dynamicRef" || keyword === "$recursiveRef";
}

/** The parts of a value, as far as that matters. */
function countParts(value: JsonValue, most: number): number {
  let parts = 0;
  const left: JsonValue[] = [value];
  for (let next = left.pop(); next !== undefined && parts < most; next = left.pop()) {
    parts++;
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) left.push(part);
  }
  return parts;
}
