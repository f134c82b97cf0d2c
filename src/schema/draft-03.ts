import type { SchemaObject } from "ajv";
import { escapeStep } from "../json/pointer.js";
import { isObject, type JsonValue, ownValue } from "../json/value.js";
import type { DeclaredKeyword, Lowering } from "./lowering.js";

const simpleTypes: ReadonlySet<string> = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

/**
 * Lowers the keywords that only draft-03 has, or reads in its own way: `type` and `disallow` with schemas among the types and with
 * `any`, `required` as a flag inside the property, `extends`, `divisibleBy`.
 *
 * Source: draft-zyp-json-schema-03, sections 5.1 to 5.29.
 *
 * @param at pointer of the keyword
 * @returns whether the keyword was one of these; others mean what they mean in draft-04
 */
export function lowerDraft03(
  lowerer: Lowering,
  keyword: string,
  value: JsonValue,
  at: string,
  lowered: SchemaObject,
  renamed: Map<string, DeclaredKeyword>,
): boolean {
  switch (keyword) {
    case "type":
      lowerTypes(lowerer, value, at, lowered);
      return true;
    case "disallow":
      if (asTypes(value).some((type) => isObject(type) || type === "any" || isSimpleType(type)))
        lowered.not = { branch: lowerTypes(lowerer, value, at, {}) };
      renamed.set("not", { keyword, path: `/${keyword}` });
      return true;
    case "extends":
      lowered.allOf = (Array.isArray(value) ? value : [value]).map((each, index) =>
        lowerer.lower(each, Array.isArray(value) ? `${at}/${index}` : at),
      );
      return true;
    case "divisibleBy":
      lowered.multipleOf = value;
      renamed.set("multipleOf", { keyword, path: `/${keyword}` });
      return true;
    case "properties": {
      const required = Object.entries(isObject(value) ? value : {}).filter(
        ([, property]) => isObject(property) && ownValue(property, "required") === true,
      );
      lowered.properties = lowerer.members(value, at);
      lowered.required = required.map(([name]) => name);
      renamed.set("required", { keyword: "required", path: "/properties/*/required" });
      return true;
    }
    case "required":
      return true; // belongs to the object around it
    default:
      return false;
  }
}

function asTypes(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [value];
}

function isSimpleType(type: JsonValue): boolean {
  return typeof type === "string" && simpleTypes.has(type);
}

/** Names of types, schemas, or both in one list. An unknown name counts as `any`, as the draft allows. */
function lowerTypes(lowerer: Lowering, value: JsonValue, at: string, lowered: SchemaObject): SchemaObject {
  const types = asTypes(value);
  const place = (index: number) => (Array.isArray(value) ? `${at}/${escapeStep(String(index))}` : at);
  if (types.length === 0 || types.some((type) => typeof type === "string" && !isSimpleType(type))) return lowered;
  if (types.every((type) => typeof type === "string")) {
    lowered.type = types.length === 1 ? types[0] : types;
  } else {
    lowered.anyOf = types.map((type, index) => lowerer.branch(typeof type === "string" ? { type } : type, place(index)));
  }
  return lowered;
}
