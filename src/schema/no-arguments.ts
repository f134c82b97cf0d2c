import { isObject, type JsonValue, ownValue } from "../json/value.js";

/**
 * Whether a function tool with this schema takes no arguments: it declares none, or its schema
 * opens no channel through which an argument could come in.
 *
 * `true` is open, and so is a schema that is no schema at all: that is another fault. `false` rejects every call and is no such tool.
 * Channels, as far as they hold anything: `properties`, `patternProperties`, `additionalProperties` that is not `false`,
 * `required`, the combinators `anyOf`, `oneOf`, `allOf` (draft-03: `extends`), `$ref`, `$dynamicRef` (2019-09: `$recursiveRef`), `if` with
 * `then` or `else`, `dependentSchemas`.
 */
export function acceptsNoArguments(schema: JsonValue | null): boolean {
  if (schema === null) return true;
  if (!isObject(schema)) return false;
  const has = (keyword: string) => ownValue(schema, keyword) !== undefined;
  const isFilled = (keyword: string) => !isEmpty(ownValue(schema, keyword));
  const additional = ownValue(schema, "additionalProperties");
  return !(
    ["properties", "patternProperties", "dependentSchemas", "required"].some(isFilled) ||
    (additional !== undefined && additional !== false && additional !== null) ||
    ["anyOf", "oneOf", "allOf", "extends", "$ref", "$dynamicRef", "$recursiveRef"].some(has) ||
    (has("if") && (has("then") || has("else")))
  );
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return !isObject(value) || Object.keys(value).length === 0;
}
