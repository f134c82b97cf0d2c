import { type ExactNumbers, exactNumbers } from "../json/exact-numbers.js";
import type { JsonValue } from "../json/value.js";
import type { Tool, ToolFault } from "../model/tool.js";
import { withArticle } from "../text/article.js";
import { quote } from "../text/quote.js";
import type { Declaration, ToolParts } from "./dialect.js";
import type { DeclarationPlace } from "./place.js";

/** A part of a tool, or why it cannot be one. */
type Part<T> =
  | { readonly kind: "part"; readonly value: T }
  | { readonly kind: "refused"; readonly at: DeclarationPlace; readonly message: string; readonly fix?: string };

/** Keys under which one dialect or another keeps the schema of the arguments. */
const schemaKeys = ["parameters", "input_schema", "inputSchema", "parametersJsonSchema", "parameters_json_schema", "schema"];

/** Judges the parts that a dialect found: a tool, or the first fault that keeps the entry from being one. */
export function declare(parts: ToolParts, place: { readonly source: number; readonly availableFrom: number }): Declaration {
  const type = parts.type ?? "function";
  const name = readName(parts);
  if (name.kind === "refused") return refused(name, place.source);
  const key = name.value ?? type;
  const parameters = readParameters(parts, key);
  if (parameters.kind === "refused") return refused(parameters, place.source, key);
  const result = readResult(parts, key);
  if (result.kind === "refused") return refused(result, place.source, key);
  const digits = digitsOf(parts);
  const tool: Tool = {
    name: name.value,
    type,
    description: parts.description?.text() ?? null,
    argumentsSchema: parameters.value,
    resultSchema: result.value,
    strict: parts.strict?.flag() ?? null,
    key,
    hosted: parts.hosted ?? false,
    input: parts.input ?? "json",
    dialect: parts.dialect ?? "json-schema",
    writtenAs: undefined,
    availableFrom: place.availableFrom,
    removedAt: null,
    source: place.source,
    at: {
      entry: parts.entry.pointer,
      name: parts.name.pointer,
      argumentsSchema: parts.parameters.pointer,
      resultSchema: (parts.returns ?? parts.entry).pointer,
    },
    ...(digits !== undefined && { digits }),
  };
  return { kind: "tool", tool, namespace: null, bringsUnlisted: parts.bringsUnlisted ?? false };
}

function digitsOf({ parameters, returns, converted }: ToolParts): Tool["digits"] {
  const argumentsSchema = converted === undefined ? digitsIn(parameters) : digitsIn(undefined);
  const resultSchema = digitsIn(returns);
  return argumentsSchema.size + resultSchema.size === 0 ? undefined : { argumentsSchema, resultSchema };
}

function digitsIn(schema: DeclarationPlace | undefined): ExactNumbers {
  const digits: ExactNumbers = schema?.node === undefined || !schema.isObject ? new Map() : exactNumbers(schema.node, null);
  return [...digits.values()].some((each) => each.length > 15) ? digits : new Map();
}

/** A fault of kind `invalid`. */
export function invalid(
  source: number,
  at: DeclarationPlace,
  message: string,
  fix?: string,
): Extract<ToolFault, { readonly kind: "invalid" }> {
  return { kind: "invalid", source, pointer: at.pointer, message, ...(fix !== undefined && { fix }) };
}

function refused(
  fault: { readonly at: DeclarationPlace; readonly message: string; readonly fix?: string },
  source: number,
  key?: string,
): Declaration {
  return { kind: "fault", fault: { ...invalid(source, fault.at, fault.message, fault.fix), ...(key !== undefined && { key }) } };
}

function readName(parts: ToolParts): Part<string | null> {
  if (parts.named === null) return { kind: "part", value: null };
  const name = parts.named ?? parts.name.text();
  if (name !== undefined && name !== "") return { kind: "part", value: name };
  if (name === "") return { kind: "refused", at: parts.name, message: "The name of a tool is empty" };
  if (parts.name.isGiven)
    return { kind: "refused", at: parts.name, message: `The name of a tool must be a string, got ${withArticle(parts.name.kind)}` };
  return { kind: "refused", at: parts.entry, message: `A tool has no \`${parts.name.key}\`` };
}

function readParameters(parts: ToolParts, key: string): Part<JsonValue | null> {
  if (parts.converted !== undefined) return { kind: "part", value: parts.converted };
  if (parts.parameters.isGiven) return readSchema(parts.parameters, `parameters of tool ${quote(key)}`);
  const stray = parts.homes?.flatMap((home) => schemaKeys.map((each) => home.get(each))).find((place) => place.isObject);
  if (stray === undefined) return { kind: "part", value: null };
  const message = `The schema of tool ${quote(key)} is under ${quote(stray.key)}; it belongs under ${quote(parts.parameters.key)}`;
  return { kind: "refused", at: stray, message };
}

/** Text under `returns` tells people what comes back; it is no schema and no fault. */
function readResult({ returns }: ToolParts, key: string): Part<JsonValue | null> {
  if (returns === undefined || !returns.isGiven || returns.kind === "string") return { kind: "part", value: null };
  return readSchema(returns, `result schema of tool ${quote(key)}`);
}

function readSchema(schema: DeclarationPlace, what: string): Part<JsonValue> {
  if (schema.isObject || schema.kind === "boolean") return { kind: "part", value: schema.value() };
  const fix = repairs.get(schema.kind);
  const message = `The ${what} must be a JSON Schema (an object), got ${withArticle(schema.kind)}`;
  return { kind: "refused", at: schema, message, ...(fix !== undefined && { fix }) };
}

const repairs = new Map([
  ["string", "Write the schema itself, not its text"],
  ["array", "Cast the array to an object: PHP writes an empty one as []"],
]);
