import type { Difference } from "../policies/partial-match.js";
import { escapeControls } from "../text/quote.js";
import type { RecordedCall } from "./recorded.js";

/** Most characters of a value that a line shows. */
const longest = 200;

/** A value on one line, as JSON; what only a test can expect, by the name that its framework gives it. */
export function show(value: unknown): string {
  const text = written(value);
  const safe = escapeControls(text.slice(0, 2 * longest));
  return safe.length > longest || text.length > 2 * longest ? `${safe.slice(0, longest - 1)}…` : safe;
}

/** `get_order({"order_id":7})` */
export function showCall({ tool, arguments: args, malformed }: Pick<RecordedCall, "tool" | "arguments" | "malformed">): string {
  return `${tool === null ? "(no name)" : escapeControls(tool)}(${malformed === null ? show(args) : escapeControls(malformed)})`;
}

/** `order_id: expected 7, got "7"` */
export function showDifference({ path, kind, expected, actual }: Difference): string {
  const where = path === "" ? "arguments" : escapeControls(path);
  switch (kind) {
    case "missing":
      return `${where}: expected ${show(expected)}, but it is missing`;
    case "surplus":
      return `${where}: not expected, got ${show(actual)}`;
    case "different":
      return `${where}: expected ${show(expected)}, got ${show(actual)}`;
  }
}

function written(value: unknown): string {
  if (value === undefined) return "undefined";
  if (typeof value === "function") return value.name === "" ? "(a function)" : `(function ${value.name})`;
  if (typeof value !== "object" || value === null)
    return typeof value === "bigint" ? `${value}n` : (JSON.stringify(value) ?? String(value));
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if ("asymmetricMatch" in value) return asymmetricName(value);
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${written(each)}`);
  return `{${members.join(",")}}`;
}

/** `Any<Number>`, `StringContaining "x"`: Vitest's and Jest's matchers say so of themselves. */
function asymmetricName(matcher: object): string {
  if ("toAsymmetricMatcher" in matcher && typeof matcher.toAsymmetricMatcher === "function") {
    const name: unknown = matcher.toAsymmetricMatcher();
    if (typeof name === "string") return name;
  }
  const name: unknown = "toString" in matcher && typeof matcher.toString === "function" ? matcher.toString() : undefined;
  const sample = "sample" in matcher ? ` ${written(matcher.sample)}` : "";
  return typeof name === "string" ? `${name}${sample}` : "(a matcher)";
}
