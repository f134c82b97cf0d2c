import { createRequire } from "node:module";
import type { JsonValue } from "../json/value.js";
import { boundPattern, compilePattern, type Pattern } from "./pattern.js";

const require = createRequire(import.meta.url);

/** A rule for the values of one JSON type. */
type Format =
  | { readonly type: "string"; readonly pattern: Pattern }
  | { readonly type: "string" | "number"; readonly accepts: (value: string | number) => unknown };

let known: ReadonlyMap<string, Format> | undefined;

/**
 * Whether a value is in a format; what nobody knows a rule for is in any.
 *
 * @param matches asks whether a text matches a pattern, within bounds
 */
export function fitsFormat(name: string, value: JsonValue, matches: (pattern: Pattern, text: string) => boolean): boolean {
  if (name === "regex") return typeof value !== "string" || compilePattern(value) !== undefined;
  known ??= readFormats();
  const format = known.get(name);
  if (format === undefined) return true;
  if ("pattern" in format) return typeof value !== "string" || matches(format.pattern, value);
  return (typeof value !== "string" && typeof value !== "number") || typeof value !== format.type || format.accepts(value) === true;
}

/** The rules of `ajv-formats`, which is loaded when a format is first asserted; nothing of ajv itself is. */
function readFormats(): ReadonlyMap<string, Format> {
  const { fullFormats }: typeof import("ajv-formats/dist/formats.js") = require("ajv-formats/dist/formats.js");
  const formats = new Map<string, Format>();
  for (const [name, format] of Object.entries(fullFormats)) {
    if (typeof format !== "object" && typeof format !== "function") continue; // `true`: any value
    if (format instanceof RegExp) {
      formats.set(name, { type: "string", pattern: boundPattern(format) });
      continue;
    }
    const { type, validate } = typeof format === "function" ? { type: undefined, validate: format } : format;
    if (typeof validate !== "function") continue;
    formats.set(name, { type: type ?? "string", accepts: (value) => Reflect.apply(validate, undefined, [value]) });
  }
  return formats;
}
