import type { JsonValue } from "../json/value.js";
import { type ArgumentMode, type Difference, differences, type Equals } from "../policies/partial-match.js";
import { nameMatcher } from "../text/name-pattern.js";
import { escapeControls } from "../text/quote.js";
import type { RecordedCall } from "./recorded.js";
import { show } from "./show.js";

/** A matcher of the test framework, such as `expect.any(String)`. */
export interface AsymmetricMatcher {
  asymmetricMatch(other: unknown): boolean;
}

/** The name of a tool: itself, with `*` for any characters, a regular expression, or a matcher of the test framework. */
export type ExpectedTool = string | RegExp | AsymmetricMatcher;

/** Arguments that a call is expected to have: members, matchers of the test framework for some or all of them, or a function that judges them. */
export type ExpectedArguments = object | string | ((args: never) => boolean);

/** A call with what is expected of it. */
export interface ExpectedCallFields {
  readonly tool: ExpectedTool | null;
  readonly arguments?: ExpectedArguments | JsonValue | undefined;
  /** What its result holds, among others: `{ isError: false }`. */
  readonly returning?: object | undefined;
}

/** A call that is expected: a tool, a tool with arguments, or both and more by name. */
export type ExpectedCall = ExpectedTool | readonly [tool: ExpectedTool, args?: ExpectedArguments] | ExpectedCallFields;

/** How the arguments of one tool are compared: a mode, the places that alone count (`customer.id`), or a function of both. */
export type ArgumentOverride =
  | ArgumentMode
  | readonly string[]
  | ((actual: Readonly<Record<string, unknown>>, expected: Readonly<Record<string, unknown>>) => boolean);

/** How calls are compared. */
export interface Comparison {
  readonly mode: ArgumentMode;
  readonly overrides: Readonly<Record<string, ArgumentOverride>>;
  readonly equals: Equals;
}

/** An expected call, ready to be compared. */
export interface PreparedCall {
  /** `get_order({"order_id":7})` */
  readonly words: string;
  readonly toolWords: string;
  /** The name itself, where there is one. */
  readonly toolName: string | undefined;
  isOfTool(call: RecordedCall): boolean;
  /** Where the call differs in its arguments and its result. */
  differencesOf(call: RecordedCall): readonly Difference[];
}

/** Prepares an expected call. */
export function prepareCall(expected: ExpectedCall, comparison: Comparison): PreparedCall {
  const { tool, arguments: args, returning } = fieldsOf(expected);
  const toolWords = toolInWords(tool);
  const hasArguments = args !== undefined && args !== null;
  return {
    words: hasArguments ? `${toolWords}(${show(args)})` : `${toolWords}(…)`,
    toolWords,
    toolName: typeof tool === "string" && !tool.includes("*") ? tool : undefined,
    isOfTool: toolTest(tool, comparison.equals),
    differencesOf: (call) => [
      ...(hasArguments ? argumentDifferences(call, args, comparison) : []),
      ...(returning === undefined ? [] : resultDifferences(call, returning, comparison.equals)),
    ],
  };
}

function fieldsOf(expected: ExpectedCall): ExpectedCallFields {
  if (typeof expected === "string" || expected instanceof RegExp || isMatcher(expected)) return { tool: expected };
  if (!isPair(expected)) return expected;
  const [tool, args] = expected;
  return { tool, arguments: args };
}

function isPair(expected: ExpectedCall): expected is readonly [tool: ExpectedTool, args?: ExpectedArguments] {
  return Array.isArray(expected);
}

function isMatcher(value: ExpectedCall): value is AsymmetricMatcher {
  return typeof value === "object" && "asymmetricMatch" in value;
}

function toolTest(tool: ExpectedTool | null, equals: Equals): (call: RecordedCall) => boolean {
  if (tool === null) return (call) => call.tool === null;
  if (typeof tool === "string") {
    const matches = nameMatcher(tool);
    return (call) => matches(call.tool);
  }
  return (call) => (tool instanceof RegExp ? call.tool !== null && call.tool.search(tool) !== -1 : equals(call.tool, tool));
}

function toolInWords(tool: ExpectedTool | null): string {
  if (tool === null) return "(no name)";
  return typeof tool === "string" ? escapeControls(tool) : show(tool);
}

function argumentDifferences(call: RecordedCall, expected: unknown, { mode, overrides, equals }: Comparison): readonly Difference[] {
  if (call.malformed !== null) return [{ path: "", kind: "different", expected, actual: call.malformed }];
  const override = call.tool !== null && Object.hasOwn(overrides, call.tool) ? overrides[call.tool] : undefined;
  if (override === undefined || typeof override === "string") return differences(call.arguments, expected, override ?? mode, equals);
  if (typeof override === "function") {
    return override(asObject(call.arguments), asObject(expected))
      ? []
      : [{ path: "", kind: "different", expected, actual: call.arguments }];
  }
  return override.flatMap((path) => {
    const [actual, wanted] = [valueAt(call.arguments, path), valueAt(expected, path)];
    return differences({ [path]: actual }, { [path]: wanted }, "exact", equals);
  });
}

function resultDifferences({ result }: RecordedCall, expected: object, equals: Equals): readonly Difference[] {
  if (result === null) return [{ path: "result", kind: "missing", expected, actual: undefined }];
  return differences(result, expected, "partial", equals, "result");
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split(".")) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}
