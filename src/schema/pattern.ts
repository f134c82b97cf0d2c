import { withinDeadline } from "./deadline.js";
import { harmlessLength, patternWork } from "./pattern-work.js";

/** A compiled `pattern` whose every test ends. */
export interface Pattern {
  readonly source: string;
  readonly expression: RegExp;
  /**
   * Whether some part of the text matches; `undefined` where that could not be found out in time. Most patterns are tested
   * directly; one that might backtrack without end on a text of this length runs under a time limit (about 50 µs more).
   */
  test(text: string): boolean | undefined;
}

/** A text is tested without a time limit if its pattern surely needs no more steps than this: a few milliseconds. */
const harmlessSteps = 4_000_000;

/** Enough for any match that ends at all. */
const testMilliseconds = 100;

/** After so many texts that ran out of time, longer ones are not tried any more, so that a hostile pattern costs a second in all. */
const mostTimeouts = 10;

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
  const pattern = expression === undefined ? undefined : guard(source, expression);
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

function guard(source: string, expression: RegExp): Pattern {
  let harmless: number | undefined;
  let timeouts = 0;
  let shortestLost = Number.POSITIVE_INFINITY;
  return {
    source,
    expression,
    test(text) {
      harmless ??= harmlessLength(patternWork(source), source, harmlessSteps);
      if (text.length <= harmless) return expression.test(text);
      if (timeouts >= mostTimeouts && text.length >= shortestLost) return undefined;
      const outcome = withinDeadline(testMilliseconds, () => expression.test(text));
      if (outcome.kind === "done") return outcome.value;
      timeouts++;
      shortestLost = Math.min(shortestLost, text.length);
      return undefined;
    },
  };
}
