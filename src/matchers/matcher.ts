/** What matchers need of the test framework: Vitest and Jest both have it. */
export interface MatcherThis {
  readonly isNot?: boolean | undefined;
  equals(actual: unknown, expected: unknown): boolean;
}

/** What a matcher answers. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** A message of lines, made where it is asked for. */
export function answer(pass: boolean, lines: () => readonly string[]): MatcherResult {
  return { pass, message: () => lines().join("\n") };
}
