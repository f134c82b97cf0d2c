import type { JsonKind, JsonNode } from "../json/node.js";
import type { JsonValue } from "../json/value.js";
import { equalsDeclared } from "./equal-values.js";
import { isMultiple } from "./exact-number.js";
import { compilePattern, type Pattern } from "./pattern.js";

/**
 * One question to a value, where it is: nothing is built of what it does not ask for.
 *
 * Each kind of question is a class, not a closure for each schema: V8 learns and compiles a method once for all schemas, a closure that was
 * made before its maker was warm for itself alone, which with hundreds of schemas is never.
 */
export interface Check {
  /** Where it can't answer it throws `unsure`. */
  passes(node: JsonNode): boolean;
}

/** Thrown for what no check covers: an exception, since it must pass through `not` and `anyOf` alike. Made once, so that it is cheap. */
export const notCovered = new Error("not covered by the quick judge");

/** The schema `true`. */
export const accept: Check = { passes: () => true };

/** The schema `false`. */
export const refuse: Check = { passes: () => false };

/** A keyword that is not covered. */
export const notDecided: Check = {
  passes() {
    throw notCovered;
  },
};

/** A keyword that is not covered, and looks at strings alone. */
export const undecidedStrings: Check = { passes: (node) => node.kind !== "string" || notDecided.passes(node) };

/** The text of a string; one that no JavaScript string can hold gives no verdict. */
export function textOf(node: JsonNode): string {
  const text = node.string();
  if (text === undefined) throw notCovered;
  return text;
}

class KindCheck implements Check {
  private readonly kind: JsonKind;

  constructor(kind: JsonKind) {
    this.kind = kind;
  }

  passes(node: JsonNode): boolean {
    return node.kind === this.kind;
  }
}

/** A number without fraction is an integer, and so is one too large for a double. */
const integerCheck: Check = {
  passes(node) {
    const number = node.number();
    return number !== undefined && (Number.isInteger(number) || Math.abs(number) === Number.POSITIVE_INFINITY);
  },
};

const kinds = ["string", "number", "boolean", "null", "array", "object"] as const;
const typeChecks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["integer", integerCheck],
  ...kinds.map((kind) => [kind, new KindCheck(kind)] as const),
]);

/** The check for one name under `type`. */
export function typeCheck(name: string): Check {
  return typeChecks.get(name) ?? notDecided;
}

/** Whether a keyword looks at how large a number is, so that digits a double does not hold could matter. */
export function weighsNumbers(keyword: string, value: JsonValue): boolean {
  const isNumeric = (member: JsonValue) => typeof member === "number" || typeof member === "object";
  if (keyword === "enum") return Array.isArray(value) && value.some(isNumeric);
  if (keyword === "const") return isNumeric(value);
  return ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].includes(keyword);
}

/** `enum`, and `const` as an enum of one; linear only in members that are objects or arrays. */
export class EnumCheck implements Check {
  /** Objects among them find nobody, since they are equal to themselves alone. */
  private readonly scalars: ReadonlySet<JsonValue>;
  private readonly others: readonly JsonValue[];

  constructor(members: readonly JsonValue[]) {
    this.scalars = new Set(members);
    this.others = members.filter((member) => typeof member === "object" && member !== null);
  }

  passes(node: JsonNode): boolean {
    if (node.kind === "string") return this.scalars.has(textOf(node));
    const value = node.value();
    countSteps(this.others.length);
    return this.scalars.has(value) || this.others.some((member) => equalsDeclared(member, value));
  }
}

type LimitKeyword = "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum";

/** `minimum` and its like. @param isExclusive draft-04's flag beside the limit */
export function limitCheck(keyword: LimitKeyword, limit: JsonValue, isExclusive: boolean): Check {
  if (typeof limit !== "number") return accept; // the flag itself
  const isLower = keyword === "minimum" || keyword === "exclusiveMinimum";
  return new LimitCheck(limit, isLower, isExclusive || keyword === "exclusiveMinimum" || keyword === "exclusiveMaximum");
}

class LimitCheck implements Check {
  private readonly limit: number;
  private readonly isLower: boolean;
  private readonly isExclusive: boolean;

  constructor(limit: number, isLower: boolean, isExclusive: boolean) {
    this.limit = limit;
    this.isLower = isLower;
    this.isExclusive = isExclusive;
  }

  passes(node: JsonNode): boolean {
    const number = node.number();
    if (number === undefined) return true;
    if (number === this.limit) return !this.isExclusive;
    return this.isLower ? number > this.limit : number < this.limit;
  }
}

/** `multipleOf`, by decimal digits where one of the numbers is no safe integer. */
export class MultipleCheck implements Check {
  private readonly divisor: number;

  constructor(divisor: number) {
    this.divisor = divisor;
  }

  passes(node: JsonNode): boolean {
    const number = node.number();
    if (number === undefined) return true;
    if (Number.isSafeInteger(number) && Number.isSafeInteger(this.divisor)) return number % this.divisor === 0;
    return isMultiple(String(number), String(this.divisor));
  }
}

/** `minLength` and `maxLength`, which count code points only where the length in UTF-16 units leaves it open. */
export class LengthCheck implements Check {
  private readonly least: number;
  private readonly most: number;

  constructor(least: number, most: number) {
    this.least = least;
    this.most = most;
  }

  passes(node: JsonNode): boolean {
    if (node.kind !== "string") return true;
    const text = textOf(node);
    const { length } = text;
    if (length < this.least) return false;
    if (length < 2 * this.least && countCharacters(text) < this.least) return false;
    return length <= this.most || countCharacters(text) <= this.most;
  }
}

/** The length of a text in Unicode code points, as JSON Schema counts. */
export function countCharacters(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) pairs++;
  }
  return text.length - pairs;
}

/** `pattern`, where it compiles. */
export function patternCheck(source: string): Check {
  const check = new PatternCheck(source);
  return check.isPattern ? check : notDecided;
}

/** A pattern; a text that it finds no answer for throws `unsure`. */
export class PatternCheck implements Check {
  private readonly pattern: Pattern | undefined;

  constructor(source: string) {
    this.pattern = compilePattern(source);
  }

  get isPattern(): boolean {
    return this.pattern !== undefined;
  }

  passes(node: JsonNode): boolean {
    return node.kind !== "string" || this.matches(textOf(node));
  }

  /** Whether a text matches; throws as `passes` does. */
  matches(text: string): boolean {
    if (this.pattern === undefined) throw notCovered;
    const matches = this.pattern.test(text);
    if (matches === undefined) throw notCovered;
    return matches;
  }
}

/** Whether all checks agree; without any, yes. */
export function all(checks: readonly Check[]): Check {
  const [first] = checks;
  if (first === undefined) return accept;
  return checks.length === 1 ? first : new AllCheck(checks);
}

class AllCheck implements Check {
  private readonly checks: readonly Check[];

  constructor(checks: readonly Check[]) {
    this.checks = checks;
  }

  passes(node: JsonNode): boolean {
    for (const check of this.checks) if (!check.passes(node)) return false;
    return true;
  }
}

/** Steps that count towards the bound for one value: references followed and branches tried. */
let stepsLeft = 0;

/** Grants the steps for one value: enough for a large one, and a bound where references and branches multiply. */
export function startCounting(): void {
  stepsLeft = 1_000_000;
}

/** Counts steps, and throws `unsure` once there were too many. */
export function countSteps(steps: number): void {
  stepsLeft -= steps;
  if (stepsLeft < 0) throw notCovered;
}

/** Whether one check agrees, and no more than `most` do: `anyOf`, `oneOf`. */
export class CountCheck implements Check {
  private readonly checks: readonly Check[];
  private readonly most: number;

  constructor(checks: readonly Check[], most: number) {
    this.checks = checks;
    this.most = most;
  }

  passes(node: JsonNode): boolean {
    countSteps(this.checks.length);
    let found = 0;
    for (const check of this.checks) {
      if (!check.passes(node)) continue;
      if (this.most === Number.POSITIVE_INFINITY) return true;
      found += 1;
      if (found > this.most) return false;
    }
    return found > 0;
  }
}

/** One check or another, as a third one answers: `if`, `not`. */
export class ConditionCheck implements Check {
  private readonly test: Check;
  private readonly whenTrue: Check;
  private readonly whenFalse: Check;

  constructor(test: Check, whenTrue: Check, whenFalse: Check) {
    this.test = test;
    this.whenTrue = whenTrue;
    this.whenFalse = whenFalse;
  }

  passes(node: JsonNode): boolean {
    return this.test.passes(node) ? this.whenTrue.passes(node) : this.whenFalse.passes(node);
  }
}
