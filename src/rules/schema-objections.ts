import { escapeStep } from "../json/pointer.js";
import { isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";
import type { Tool } from "../model/tool.js";
import type { Severity } from "../model/violation.js";
import type { Fact, OpenapiSubset, ParameterFacts, Profile, StrictSubset } from "../profiles/profile.js";
import { checkSchema, type SchemaFault, simpleTypes } from "../schema/check-schema.js";
import { type Dialect, dialects } from "../schema/dialect.js";
import { walkSchemas } from "../schema/schema-walk.js";
import type { CompiledSchema } from "../schema/validator.js";
import { quote } from "../text/quote.js";
import { breach } from "./text-shape.js";

/** What an endpoint has against a schema that is valid as such. */
export interface SchemaObjection {
  /** RFC 6901 from the root of the declared schema. */
  readonly pointer: string;
  readonly keyword: string;
  /** A sentence that goes on after "…, expected": what is there and what should be. */
  readonly message: string;
  readonly severity: Severity | undefined;
}

/** What a policy refuses in a schema of arguments, in document order of each of its parts; linear in the schema. */
export function* unsupportedParts(
  schema: JsonValue,
  dialect: "json-schema" | "openapi",
  policy: ParameterFacts,
): Generator<SchemaObjection> {
  if (isObject(schema)) {
    if (dialect === "json-schema") yield* rootObjections(schema, policy);
    yield* keyObjections(schema, policy);
  }
  const { arraysNeedItems, openapi } = policy;
  const subset = dialect === "openapi" ? openapi : undefined;
  if (arraysNeedItems?.value !== true && subset === undefined) return;
  for (const [pointer, inner] of walkSchemas(schema)) {
    if (!isObject(inner)) continue;
    if (
      arraysNeedItems?.value === true &&
      allows(inner, "array") &&
      !isOfNoType(inner, dialect) &&
      !Object.hasOwn(inner, "items") &&
      !Object.hasOwn(inner, "prefixItems")
    ) {
      yield { pointer, keyword: "items", message: "Unexpected array without items", severity: arraysNeedItems.severity };
    }
    if (subset !== undefined) yield* subsetObjections(pointer, inner, subset);
  }
}

function* rootObjections(schema: JsonObject, { objectRoot, rejectedAtRoot }: ParameterFacts): Generator<SchemaObjection> {
  const refused = (rejectedAtRoot?.value ?? []).filter((keyword) => Object.hasOwn(schema, keyword));
  for (const keyword of refused) {
    const message = `Unexpected ${keyword} at the root of the schema, expected it further down`;
    yield { pointer: `/${keyword}`, keyword, message, severity: rejectedAtRoot?.severity };
  }
  // A combinator in place of the type is one fault, and the empty schema stands for no arguments.
  if (objectRoot?.value !== true || refused.length > 0 || Object.keys(schema).length === 0) return;
  if (ownValue(schema, "type") === "object" || isOfNoType(schema, "json-schema")) return;
  const message = 'Unexpected root of the schema, expected "type": "object"';
  yield { pointer: Object.hasOwn(schema, "type") ? "/type" : "", keyword: "type", message, severity: objectRoot.severity };
}

function* keyObjections(schema: JsonObject, { keys }: ParameterFacts): Generator<SchemaObjection> {
  const properties = ownValue(schema, "properties");
  if (keys === undefined || !isObject(properties)) return;
  for (const name of Object.keys(properties)) {
    if (breach(name, keys.value) === undefined) continue;
    const message = `Unexpected argument name ${quote(name)}, expected ${keys.value.description}`;
    yield { pointer: `/properties/${escapeStep(name)}`, keyword: "properties", message, severity: keys.severity };
  }
}

function* subsetObjections(
  pointer: string,
  schema: JsonObject,
  { value: subset, severity }: Fact<OpenapiSubset>,
): Generator<SchemaObjection> {
  for (const keyword of subset.rejectedKeywords) {
    // Python clients write null for what is unset.
    if ((ownValue(schema, keyword) ?? null) === null) continue;
    yield {
      pointer: `${pointer}/${escapeStep(keyword)}`,
      keyword,
      message: `Unexpected keyword ${quote(keyword)} in the schema`,
      severity,
    };
  }
  if (typeof ownValue(schema, "$ref") === "string") {
    const beside = Object.keys(schema).find((keyword) => keyword !== "$ref" && !subset.besideReference.includes(keyword));
    if (beside !== undefined) {
      yield {
        pointer: `${pointer}/${escapeStep(beside)}`,
        keyword: "$ref",
        message: `Unexpected ${quote(beside)} beside $ref, expected no more than ${subset.besideReference.filter((each) => !each.startsWith("$")).join(" and ")}`,
        severity,
      };
    }
    return;
  }
  const type = ownValue(schema, "type");
  if (subset.singleType && Array.isArray(type)) {
    yield {
      pointer: `${pointer}/type`,
      keyword: "type",
      message: "Unexpected list of types, expected one and nullable beside it",
      severity,
    };
  }
  const items = ownValue(schema, "items") ?? null;
  if (subset.itemsRequired && items === null && allows(schema, "array") && !Object.hasOwn(schema, "prefixItems")) {
    yield { pointer, keyword: "items", message: "Unexpected array without items", severity };
  }
  const values = ownValue(schema, "enum");
  if (subset.textEnums && Array.isArray(values)) {
    const wrong = values.findIndex((value) => typeof value !== "string" || value === "");
    if (wrong >= 0) {
      const message = `Unexpected ${values[wrong] === "" ? "empty text" : "value that is no text"} in enum, expected non-empty texts`;
      yield { pointer: `${pointer}/enum/${wrong}`, keyword: "enum", message, severity };
    } else if (typeof type === "string" && type.toLowerCase() !== "string") {
      yield {
        pointer: `${pointer}/enum`,
        keyword: "enum",
        message: `Unexpected enum beside type ${quote(type)}, expected STRING`,
        severity,
      };
    }
  }
  const required = ownValue(schema, "required");
  const properties = ownValue(schema, "properties");
  if (!subset.requiredDeclared || !Array.isArray(required)) return;
  for (const [index, name] of required.entries()) {
    if (typeof name !== "string" || (isObject(properties) && Object.hasOwn(properties, name))) continue;
    const message = `Unexpected required property ${quote(name)}, expected one that properties declares`;
    yield { pointer: `${pointer}/required/${index}`, keyword: "required", message, severity };
  }
}

/**
 * What keeps a schema from being enforced while the model writes (`strict: true`); an object that is open and has optional properties is
 * told once. What the endpoint refuses at the root of any schema is left to `unsupportedParts`.
 */
export function* nonStrictParts(
  schema: JsonValue,
  { value: subset, severity }: Fact<StrictSubset>,
  rejectedAtRoot: readonly string[] = [],
): Generator<SchemaObjection> {
  if (isObject(schema) && Object.hasOwn(schema, "anyOf") && !rejectedAtRoot.includes("anyOf")) {
    yield { pointer: "/anyOf", keyword: "anyOf", message: "Unexpected anyOf at the root, expected an object", severity };
  }
  for (const [pointer, inner] of walkSchemas(schema)) {
    if (!isObject(inner) || isOfNoType(inner, "json-schema")) continue;
    const where = pointer === "" ? "the root" : quote(pointer);
    for (const keyword of subset.rejectedKeywords) {
      if (!Object.hasOwn(inner, keyword) || (pointer === "" && rejectedAtRoot.includes(keyword))) continue;
      yield {
        pointer: `${pointer}/${keyword}`,
        keyword,
        message: `Unexpected keyword ${quote(keyword)} at ${where}`,
        severity,
      };
    }
    if (!allows(inner, "object") && !Object.hasOwn(inner, "properties")) continue;
    const optional = subset.allRequired ? optionalProperties(inner) : [];
    if (ownValue(inner, "additionalProperties") !== false) {
      const isPart = optional.length > 0;
      yield {
        pointer: Object.hasOwn(inner, "additionalProperties") ? `${pointer}/additionalProperties` : pointer,
        keyword: "additionalProperties",
        message:
          `Unexpected open object${isPart ? ` with optional ${optional.map(quote).join(", ")}` : ""} at ${where}, ` +
          `expected "additionalProperties": false${isPart ? " and every property in required" : ""}`,
        severity,
      };
      continue;
    }
    if (optional.length === 0) continue;
    const message = `Unexpected optional ${optional.map(quote).join(", ")} at ${where}, expected every property in required`;
    yield { pointer: Object.hasOwn(inner, "required") ? `${pointer}/required` : pointer, keyword: "required", message, severity };
  }
}

function optionalProperties(schema: JsonObject): readonly string[] {
  const properties = ownValue(schema, "properties");
  const required = ownValue(schema, "required");
  if (!isObject(properties)) return [];
  const named = new Set(Array.isArray(required) ? required : []);
  return Object.keys(properties).filter((name) => !named.has(name));
}

/** Whether a schema names a type, alone or in a list, in JSON Schema's or in OpenAPI's spelling. */
function allows(schema: JsonObject, name: string): boolean {
  const type = ownValue(schema, "type");
  return (Array.isArray(type) ? type : [type]).some((each) => typeof each === "string" && each.toLowerCase() === name);
}

/** Whether a schema names as its type what is none in JSON Schema: then its type is at fault, and what else it would need is not known. */
function isOfNoType(schema: JsonObject, dialect: "json-schema" | "openapi"): boolean {
  const type = ownValue(schema, "type");
  if (dialect === "openapi" || type === undefined) return false;
  return !(Array.isArray(type) ? type : [type]).every((each) => typeof each === "string" && simpleTypes.has(each));
}

/**
 * What is wrong with the schema of a tool's arguments as such. What only an older draft takes, where the endpoint fixes a newer one, is
 * not: the endpoint objects to it.
 */
export function argumentsSchemaFaults(
  { argumentsSchema: schema }: Tool,
  compiled: CompiledSchema | null,
  { parameters }: Profile,
): readonly SchemaFault[] {
  const dialect = parameters.dialect?.value;
  if (compiled?.kind !== "invalid" || (schema !== null && dialect !== undefined && olderDialect(schema, dialect) !== undefined)) return [];
  return compiled.faults;
}

/**
 * The newest older dialect that has nothing against a schema which the fixed one refuses; `undefined` where none has, and where the
 * fixed one does not refuse it: a reference that leads nowhere is no matter of dialect.
 */
export function olderDialect(schema: JsonValue, fixed: Dialect): Dialect | undefined {
  if (checkSchema(schema, fixed).faults.length === 0) return undefined;
  return dialects.findLast((dialect) => dialect !== fixed && dialect !== "draft-03" && checkSchema(schema, dialect).faults.length === 0);
}
