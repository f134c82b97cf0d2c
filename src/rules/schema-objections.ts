import { escapeStep } from "../json/pointer.js";
import { isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";
import type { Tool } from "../model/tool.js";
import type { Fact, FactBasis } from "../profiles/fact.js";
import type { OpenapiSubset, ParameterFacts, Profile, StrictSubset } from "../profiles/profile.js";
import { checkSchema, type SchemaFault, simpleTypes } from "../schema/check-schema.js";
import { type Dialect, schemaDialects } from "../schema/dialect.js";
import { propertyPath } from "../schema/property-path.js";
import { walkSchemas } from "../schema/schema-walk.js";
import type { CompiledSchema } from "../schema/validator.js";
import { uncapitalised } from "../text/capitalised.js";
import { listing } from "../text/listing.js";
import { quote } from "../text/quote.js";
import { breach } from "./text-shape.js";

/** What an endpoint has against a schema that is valid as such. */
export interface SchemaObjection {
  /** RFC 6901 from the root of the declared schema. */
  readonly pointer: string;
  readonly keyword: string;
  /** The sentence about a tool: `tool "embed"`, `strict tool "embed"`. */
  message(tool: string): string;
  /** What it breaches. */
  readonly fact: FactBasis;
}

/** What a policy rejects in a schema of arguments, in document order of each of its parts; linear in the schema. */
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
      yield {
        pointer,
        keyword: "items",
        message: (tool) => `${partOf(pointer, tool)} is an array without \`items\``,
        fact: arraysNeedItems,
      };
    }
    if (subset !== undefined) yield* subsetObjections(pointer, inner, subset);
  }
}

function* rootObjections(schema: JsonObject, { objectRoot, rejectedAtRoot }: ParameterFacts): Generator<SchemaObjection> {
  const refused = (rejectedAtRoot?.value ?? []).filter((keyword) => Object.hasOwn(schema, keyword));
  if (rejectedAtRoot !== undefined) {
    for (const keyword of refused) {
      const message = (tool: string) => `\`${keyword}\` is not allowed at the top level of the schema of ${tool}`;
      yield { pointer: `/${keyword}`, keyword, message, fact: rejectedAtRoot };
    }
  }
  // A combinator in place of the type is one fault, and the empty schema stands for no arguments.
  if (objectRoot?.value !== true || refused.length > 0 || Object.keys(schema).length === 0) return;
  if (ownValue(schema, "type") === "object" || isOfNoType(schema, "json-schema")) return;
  const message = (tool: string) => `The top level of the schema of ${tool} must be \`"type": "object"\``;
  yield { pointer: Object.hasOwn(schema, "type") ? "/type" : "", keyword: "type", message, fact: objectRoot };
}

function* keyObjections(schema: JsonObject, { keys }: ParameterFacts): Generator<SchemaObjection> {
  const properties = ownValue(schema, "properties");
  if (keys === undefined || !isObject(properties)) return;
  for (const name of Object.keys(properties)) {
    if (breach(name, keys.value) === undefined) continue;
    const message = (tool: string) => `Parameter name ${quote(name)} of ${tool} must be ${keys.value.description}`;
    yield { pointer: `/properties/${escapeStep(name)}`, keyword: "properties", message, fact: keys };
  }
}

function* subsetObjections(pointer: string, schema: JsonObject, fact: Fact<OpenapiSubset>): Generator<SchemaObjection> {
  const subset = fact.value;
  for (const keyword of subset.rejectedKeywords) {
    // Python clients write null for what is unset.
    if ((ownValue(schema, keyword) ?? null) === null) continue;
    yield {
      pointer: `${pointer}/${escapeStep(keyword)}`,
      keyword,
      message: (tool) => `${partOf(pointer, tool)} uses \`${keyword}\`, which is not supported`,
      fact,
    };
  }
  if (typeof ownValue(schema, "$ref") === "string") {
    const beside = Object.keys(schema).find((keyword) => keyword !== "$ref" && !subset.besideReference.includes(keyword));
    if (beside !== undefined) {
      yield {
        pointer: `${pointer}/${escapeStep(beside)}`,
        keyword: "$ref",
        message: (tool) =>
          `${partOf(pointer, tool)} has \`${beside}\` next to \`$ref\`; only ${listing(
            subset.besideReference.filter((each) => !each.startsWith("$")).map((each) => `\`${each}\``),
            "and",
          )} may be next to it`,
        fact,
      };
    }
    return;
  }
  const type = ownValue(schema, "type");
  if (subset.singleType && Array.isArray(type)) {
    yield {
      pointer: `${pointer}/type`,
      keyword: "type",
      message: (tool) => `${partOf(pointer, tool)} has a list of types; it must have one type, and \`nullable\` next to it`,
      fact,
    };
  }
  const items = ownValue(schema, "items") ?? null;
  if (subset.itemsRequired && items === null && allows(schema, "array") && !Object.hasOwn(schema, "prefixItems")) {
    yield { pointer, keyword: "items", message: (tool) => `${partOf(pointer, tool)} is an array without \`items\``, fact };
  }
  const values = ownValue(schema, "enum");
  if (subset.textEnums && Array.isArray(values)) {
    const wrong = values.findIndex((value) => typeof value !== "string" || value === "");
    if (wrong >= 0) {
      const what = values[wrong] === "" ? "an empty string" : "a value that is not a string";
      const message = (tool: string) => `The enum of ${uncapitalised(partOf(pointer, tool))} has ${what}`;
      yield { pointer: `${pointer}/enum/${wrong}`, keyword: "enum", message, fact };
    } else if (typeof type === "string" && type.toLowerCase() !== "string") {
      yield {
        pointer: `${pointer}/enum`,
        keyword: "enum",
        message: (tool) => `${partOf(pointer, tool)} has an enum of type ${quote(type)}; enums need type "STRING"`,
        fact,
      };
    }
  }
  const required = ownValue(schema, "required");
  const properties = ownValue(schema, "properties");
  if (!subset.requiredDeclared || !Array.isArray(required)) return;
  for (const [index, name] of required.entries()) {
    if (typeof name !== "string" || (isObject(properties) && Object.hasOwn(properties, name))) continue;
    const message = (tool: string) => `${partOf(pointer, tool)} requires ${quote(name)}, which \`properties\` does not declare`;
    yield { pointer: `${pointer}/required/${index}`, keyword: "required", message, fact };
  }
}

/**
 * What keeps a schema from being enforced while the model writes (`strict: true`); an object that is open and has optional properties is
 * told once. What the endpoint rejects at the root of any schema is left to `unsupportedParts`.
 */
export function* nonStrictParts(
  schema: JsonValue,
  fact: Fact<StrictSubset>,
  rejectedAtRoot: readonly string[] = [],
): Generator<SchemaObjection> {
  const subset = fact.value;
  if (isObject(schema) && Object.hasOwn(schema, "anyOf") && !rejectedAtRoot.includes("anyOf")) {
    yield {
      pointer: "/anyOf",
      keyword: "anyOf",
      message: (tool) => `\`anyOf\` is not allowed at the top level of the schema of ${tool}`,
      fact,
    };
  }
  for (const [pointer, inner] of walkSchemas(schema)) {
    if (!isObject(inner) || isOfNoType(inner, "json-schema")) continue;
    for (const keyword of subset.rejectedKeywords) {
      if (!Object.hasOwn(inner, keyword) || (pointer === "" && rejectedAtRoot.includes(keyword))) continue;
      yield {
        pointer: `${pointer}/${keyword}`,
        keyword,
        message: (tool) => `${partOf(pointer, tool)} uses \`${keyword}\`, which strict mode does not support`,
        fact,
      };
    }
    if (!allows(inner, "object") && !Object.hasOwn(inner, "properties")) continue;
    const optional = subset.allRequired ? optionalProperties(inner) : [];
    if (ownValue(inner, "additionalProperties") !== false) {
      const isPart = optional.length > 0;
      yield {
        pointer: Object.hasOwn(inner, "additionalProperties") ? `${pointer}/additionalProperties` : pointer,
        keyword: "additionalProperties",
        message: (tool) =>
          `${partOf(pointer, tool)} must have "additionalProperties": false${isPart ? `, and ${listing(optional.map(quote), "and")} in \`required\`` : ""}`,
        fact,
      };
      continue;
    }
    if (optional.length === 0) continue;
    const message = (tool: string) => `${partOf(pointer, tool)} must have ${listing(optional.map(quote), "and")} in \`required\``;
    yield { pointer: Object.hasOwn(inner, "required") ? `${pointer}/required` : pointer, keyword: "required", message, fact };
  }
}

/** What a place in a schema is: `Parameter "stops[].city" of tool "route"`; at its root the schema itself. */
export function partOf(pointer: string, tool: string): string {
  const path = propertyPath(pointer);
  return path === "" ? `The schema of ${tool}` : `Parameter ${quote(path)} of ${tool}`;
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
 * The newest older dialect that has nothing against a schema which the fixed one rejects; `undefined` where none has, and where the
 * fixed one does not reject it: a reference that leads nowhere is no matter of dialect.
 */
export function olderDialect(schema: JsonValue, fixed: Dialect): Dialect | undefined {
  if (checkSchema(schema, fixed).faults.length === 0) return undefined;
  return schemaDialects.findLast(
    (dialect) => dialect !== fixed && dialect !== "draft-03" && checkSchema(schema, dialect).faults.length === 0,
  );
}
