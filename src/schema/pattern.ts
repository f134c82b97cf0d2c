import { matchesProgram } from "./pattern-matcher.js";
import { compileProgram, type PatternProgram } from "./pattern-program.js";
import { harmlessLength, patternWork } from "./pattern-work.js";

/** A compiled `pattern` whose every test ends. */
export interface Pattern {
  /**
   * Whether some part of the text matches; `undefined` where that takes too many steps to find out. The answer depends on the pattern and the
   * text alone.
   */
  test(text: string): boolean | undefined;
}

/** `RegExp` tests a text if its pattern surely needs no more steps than this: a few milliseconds. */
const harmlessSteps = 4_000_000;

/** Steps of our own matcher for one text: so many, and so many for each character. Those of backtracking cost more each. */
const maxSteps = { sideBySide: 300_000, perCharacter: 200, backtracking: 20_000, backtrackingPerCharacter: 20 };

/** Patterns compiled lately: what compiling brings forth is the same each time, so that it may be kept and forgotten. */
const compiled = new Map<string, Pattern | undefined>();

/**
 * Compiles a pattern with the `u` flag, else without; `undefined` if neither will have it.
 *
 * The last thousand patterns are kept.
 */
export function compilePattern(source: string): Pattern | undefined {
  const known = compiled.get(source);
  if (known !== undefined || compiled.has(source)) return known;
  const expression = compileExpression(source, "u") ?? compileExpression(source, "");
  const pattern = expression === undefined ? undefined : boundPattern(expression);
  if (compiled.size >= 1_000) compiled.clear();
  compiled.set(source, pattern);
  return pattern;
}

function compileExpression(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/**
 * An expression whose every test ends: `RegExp` itself where the length of the text bounds its work, else a matcher that counts its steps.
 *
 * @param expression without flags, or with `u` and `i`
 */
export function boundPattern(expression: RegExp): Pattern {
  return new BoundPattern(expression);
}

function stepsFor({ hasBackreferences }: PatternProgram, { length }: string): number {
  const { sideBySide, perCharacter, backtracking, backtrackingPerCharacter } = maxSteps;
  return hasBackreferences ? backtracking + backtrackingPerCharacter * length : sideBySide + perCharacter * length;
}

class BoundPattern implements Pattern {
  private readonly expression: RegExp;
  private harmless: number | undefined;
  private program: { readonly compiled: PatternProgram | undefined } | undefined;

  constructor(expression: RegExp) {
    this.expression = expression;
  }

  test(text: string): boolean | undefined {
    const { source } = this.expression;
    this.harmless ??= harmlessLength(patternWork(source), source, harmlessSteps);
    if (text.length <= this.harmless) return this.expression.test(text);
    this.program ??= { compiled: compileProgram(this.expression) };
    const { compiled: program } = this.program;
    return program && matchesProgram(program, text, stepsFor(program, text));
  }
}
