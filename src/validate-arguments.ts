import { escapeStep, parsePointer } from "./json/pointer.js";
import { isObject, type JsonObject, type JsonValue, ownValue } from "./json/value.js";
import type { Tool } from "./model/tool.js";
import { acceptsNoArguments } from "./schema/no-arguments.js";
import { normaliseOpenApiSchema } from "./schema/normalise.js";
import { type CompiledSchema, compileSchema, type SchemaViolation } from "./schema/validator.js";
import { quote } from "./text/quote.js";
import { shownText } from "./text/sentence.js";

/** What a reason may tell. */
export interface ValidateArgumentsOptions {
  /** Whether the reason may quote what the model wrote; default `false`, since arguments hold secrets. */
  readonly showValues?: boolean;
}

/**
 * Judges the arguments of one call by what its tool declares.
 *
 * The order is that of the rules: no arguments where none are declared, the schema itself, then the value. A hosted tool without a
 * schema and a tool that takes free text accept everything; `null` stands for no arguments. Of several errors the shallowest is reported. By
 * default the reason holds the tool's name, the keyword and a JSON Pointer of declared names and indices, any other step as `*`:
 * nothing that the model wrote. What could not be judged in time (a hostile pattern) has a reason too, so nothing passes by accident.
 *
 * Follows `nemoguardrails.guardrails.tool_schema.validate_arguments` (NVIDIA API reference, read 2026-11), but never fetches a
 * reference, and reads older drafts without `$schema` and OpenAPI spellings.
 *
 * @returns `null` for arguments that are fine, else one sentence without final period
 */
export function validateArguments(tool: Tool, args: JsonValue, options: ValidateArgumentsOptions = {}): string | null {
  if (tool.input === "text") return null;
  const name = quote(tool.key);
  const given = args ?? {};
  if (!isObject(given)) return `Arguments of ${name} must be an object`;
  const { argumentsSchema } = tool;
  if (argumentsSchema === null && tool.hosted) return null;
  if (argumentsSchema === null || schemaAcceptsNoArguments(argumentsSchema)) {
    const count = Object.keys(given).length;
    if (count > 0) return `Tool ${name} takes no arguments, got ${count}`;
  }
  if (argumentsSchema === null) return null;
  const compiled = compiledFor(tool, argumentsSchema);
  if (compiled.kind === "invalid") return `Parameters of ${name} are no valid JSON Schema${faultOf(compiled)}`;
  const violations = compiled.validate(given);
  if (violations === "not-checked") return `Arguments of ${name} could not be checked`;
  const worst = shallowest(violations);
  if (worst === undefined) return null;
  if (options.showValues === true) return `Arguments of ${name} do not fit its schema: ${shownText(worst.message)}`;
  const pointer = declaredPointer(worst, argumentsSchema, given);
  return `Arguments of ${name} break ${quote(worst.keyword)} at ${pointer === "" ? "the top level" : quote(pointer)}`;
}

/**
 * Whether a schema of arguments opens no way to supply any: what a function tool that takes none declares.
 *
 * NeMo's channels (`properties`, `additionalProperties`, `patternProperties`, combinators, `$ref`) and those that it passes over: an empty
 * `additionalProperties`, `$dynamicRef`, `if`, `dependentSchemas`, a non-empty `required`. `true` is open.
 */
export function schemaAcceptsNoArguments(schema: JsonValue): boolean {
  return acceptsNoArguments(schema);
}

/** Schemas by the object that holds them: a tool is usually asked more than once. */
const known = new WeakMap<Tool, CompiledSchema>();

function compiledFor(tool: Tool, schema: JsonValue): CompiledSchema {
  const found = known.get(tool);
  if (found !== undefined) return found;
  const compiled = compileSchema(tool.dialect === "openapi" ? normaliseOpenApiSchema(schema) : schema);
  known.set(tool, compiled);
  return compiled;
}

function faultOf({ faults: [first] }: { readonly faults: readonly { readonly message: string }[] }): string {
  return first === undefined ? "" : `: ${first.message}`;
}

function shallowest(violations: readonly SchemaViolation[]): SchemaViolation | undefined {
  const depth = ({ pointer }: SchemaViolation) => pointer.split("/").length;
  return violations.toSorted((a, b) => depth(a) - depth(b))[0];
}

/** The place of a violation in the words of the schema alone: a missing property by name, one that is not declared by its parent. */
function declaredPointer({ pointer, keyword, property }: SchemaViolation, schema: JsonValue, value: JsonObject): string {
  const steps = parsePointer(pointer) ?? [];
  const isMissing = property !== undefined && (keyword === "required" || keyword.startsWith("depend"));
  const shown = property !== undefined && !isMissing ? steps.slice(0, -1) : steps;
  return mask(shown, schema, value) + (isMissing ? `/${escapeStep(property)}` : "");
}

/** Only direct `properties` and `items` count as declared, and indices say nothing. */
function mask(steps: readonly string[], root: JsonValue, value: JsonValue): string {
  let schema: JsonValue | undefined = root;
  let at: JsonValue | undefined = value;
  let pointer = "";
  for (const step of steps) {
    if (Array.isArray(at)) {
      at = at[Number(step)];
      schema = isObject(schema) ? ownValue(schema, "items") : undefined;
      pointer += `/${step}`;
      continue;
    }
    at = isObject(at) ? ownValue(at, step) : undefined;
    const properties: JsonValue | undefined = isObject(schema) ? ownValue(schema, "properties") : undefined;
    schema = isObject(properties) ? ownValue(properties, step) : undefined;
    pointer += schema === undefined ? "/*" : `/${escapeStep(step)}`;
  }
  return pointer;
}
