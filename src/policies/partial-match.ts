/** How arguments are compared: `partial`, those expected among others; `within`, none but those expected; `exact`, both; `ignore`, not at all. */
export const argumentModes = ["partial", "exact", "within", "ignore"] as const;
/** How arguments are compared. */
export type ArgumentMode = (typeof argumentModes)[number];

/** Compares what is neither a plain object, a list, a text, a number nor a flag: the matchers of a test framework, dates, … */
export type Equals = (actual: unknown, expected: unknown) => boolean;

/** One place where two values differ. `path` is empty for the value itself. */
export interface Difference {
  readonly path: string;
  readonly kind: "missing" | "different" | "surplus";
  readonly expected: unknown;
  readonly actual: unknown;
}

/** As a configuration compares: JSON alone. */
export const plainEquals: Equals = (actual, expected) => Object.is(actual, expected) || (actual === 0 && expected === 0);

/**
 * Where a value differs from what is expected; empty where it matches.
 *
 * Expected values may hold functions, which take the actual value and say whether it fits, and regular expressions for texts.
 */
export function differences(
  actual: unknown,
  expected: unknown,
  mode: ArgumentMode,
  equals: Equals = plainEquals,
  path = "",
): readonly Difference[] {
  if (mode === "ignore") return [];
  const different: readonly Difference[] = [{ path, kind: "different", expected, actual }];
  if (typeof expected === "function") return expected(actual) === true ? [] : different;
  if (expected instanceof RegExp) return typeof actual === "string" && actual.search(expected) !== -1 ? [] : different;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return different;
    return expected.flatMap((item, index) => differences(actual[index], item, mode, equals, `${path}[${index}]`));
  }
  if (isPlain(expected)) return isPlain(actual) ? memberDifferences(actual, expected, mode, equals, path) : different;
  return plainEquals(actual, expected) || equals(actual, expected) ? [] : different;
}

type Members = Readonly<Record<string, unknown>>;

function memberDifferences(actual: Members, expected: Members, mode: ArgumentMode, equals: Equals, path: string): readonly Difference[] {
  const found = Object.entries(expected).flatMap(([key, wanted]): readonly Difference[] => {
    const at = stepInto(path, key);
    if (Object.hasOwn(actual, key)) return differences(actual[key], wanted, mode, equals, at);
    if (wanted === undefined || mode === "within" || equals(undefined, wanted)) return [];
    return [{ path: at, kind: "missing", expected: wanted, actual: undefined }];
  });
  if (mode === "partial") return found;
  const surplus = Object.entries(actual).flatMap(([key, value]): readonly Difference[] =>
    Object.hasOwn(expected, key) ? [] : [{ path: stepInto(path, key), kind: "surplus", expected: undefined, actual: value }],
  );
  return [...found, ...surplus];
}

/** An object as JSON has it, and no matcher of a test framework. */
function isPlain(value: unknown): value is Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if ("asymmetricMatch" in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null; // also that of another realm, as test frameworks have
}

function stepInto(path: string, key: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}
