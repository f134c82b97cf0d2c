import { escapeStep } from "../json/pointer.js";
import { isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";
import type { Fact } from "../profiles/fact.js";
import type { ParameterFacts } from "../profiles/profile.js";
import { walkSchemas } from "../schema/schema-walk.js";
import { quote } from "../text/quote.js";
import { partOf, type SchemaObjection } from "./schema-objections.js";

/** What endpoints reject that read plain JSON Schema, but not all of it. */
export function* subsetParts(
  schema: JsonValue,
  { typeInBranches, requiredDeclared, itemsAreOne }: ParameterFacts,
): Generator<SchemaObjection> {
  if ((typeInBranches ?? requiredDeclared ?? itemsAreOne) === undefined) return;
  for (const [pointer, inner] of walkSchemas(schema)) {
    if (!isObject(inner)) continue;
    if (typeInBranches?.value === true) yield* typeBesideAnyOf(pointer, inner, typeInBranches);
    if (requiredDeclared?.value === true) yield* undeclaredRequired(pointer, inner, requiredDeclared);
    if (itemsAreOne?.value === true && Array.isArray(ownValue(inner, "items"))) {
      const message = (tool: string) => `${partOf(pointer, tool)} lists the schemas of its items; \`items\` must be one schema`;
      yield { pointer: `${pointer}/items`, keyword: "items", message, fact: itemsAreOne };
    }
  }
}

function* typeBesideAnyOf(pointer: string, schema: JsonObject, fact: Fact<boolean>): Generator<SchemaObjection> {
  if (!Array.isArray(ownValue(schema, "anyOf")) || !Object.hasOwn(schema, "type")) return;
  const message = (tool: string) => `${partOf(pointer, tool)} has a type next to \`anyOf\`; it belongs in each branch`;
  yield { pointer: `${pointer}/type`, keyword: "anyOf", message, fact };
}

function* undeclaredRequired(pointer: string, schema: JsonObject, fact: Fact<boolean>): Generator<SchemaObjection> {
  const required = ownValue(schema, "required");
  const properties = ownValue(schema, "properties");
  if (!Array.isArray(required) || !isObject(properties)) return;
  for (const [index, name] of required.entries()) {
    if (typeof name !== "string" || Object.hasOwn(properties, name)) continue;
    const message = (tool: string) => `${partOf(pointer, tool)} requires ${quote(name)}, which \`properties\` does not declare`;
    yield { pointer: `${pointer}/required/${escapeStep(String(index))}`, keyword: "required", message, fact };
  }
}
