import type { SchemaObject } from "ajv";
import { asList, isObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { DeclaredKeyword, Lowering } from "./lowering.js";

/** In draft-03 and draft-04 an exclusive limit is a flag beside the limit. */
export function lowerLimits(schema: JsonObject, lowered: SchemaObject, renamed: Map<string, DeclaredKeyword>): void {
  for (const [limit, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (schema[exclusive] === true) {
      lowered[exclusive] = schema[limit];
      renamed.set(exclusive, { keyword: limit, path: `/${limit}` });
    } else {
      if (schema[limit] !== undefined) lowered[limit] = schema[limit];
      if (typeof schema[exclusive] === "number") lowered[exclusive] = schema[exclusive];
    }
  }
}

/** Before 2020-12 an array under `items` meant the first items, and `additionalItems` the others. */
export function lowerItems(
  lowerer: Lowering,
  schema: JsonObject,
  pointer: string,
  lowered: SchemaObject,
  renamed: Map<string, DeclaredKeyword>,
): void {
  const { items, prefixItems, additionalItems } = schema;
  if (lowerer.dialect === "2020-12") {
    if (asList(prefixItems).length > 0)
      lowered.prefixItems = asList(prefixItems).map((each, index) => lowerer.lower(each, `${pointer}/prefixItems/${index}`));
    if (items !== undefined) lowered.items = restOfItems(lowerer, items, `${pointer}/items`, lowered);
  } else if (Array.isArray(items)) {
    if (items.length > 0) lowered.prefixItems = items.map((each, index) => lowerer.lower(each, `${pointer}/items/${index}`));
    if (additionalItems !== undefined) lowered.items = restOfItems(lowerer, additionalItems, `${pointer}/additionalItems`, lowered);
    renamed.set("items", { keyword: "additionalItems", path: "/additionalItems" });
  } else if (items !== undefined) {
    lowered.items = restOfItems(lowerer, items, `${pointer}/items`, lowered);
  }
}

/** `false` behind other items limits their number, and ajv says so at the array; alone it refuses each item. */
function restOfItems(lowerer: Lowering, value: JsonValue, at: string, { prefixItems }: SchemaObject): SchemaObject | boolean {
  return prefixItems === undefined ? lowerer.lower(value, at) : lowerer.rest(value, at);
}

/** `dependencies`, which 2019-09 split in two. */
export function lowerDependencies(
  lowerer: Lowering,
  schema: JsonObject,
  pointer: string,
  lowered: SchemaObject,
  renamed: Map<string, DeclaredKeyword>,
): void {
  const { dependencies } = schema;
  if (!isObject(dependencies)) return;
  const asNames = (value: JsonValue) => (typeof value === "string" ? [value] : Array.isArray(value) ? value : undefined);
  const named = Object.entries(dependencies).flatMap(([name, value]) => {
    const names = asNames(value);
    return names === undefined ? [] : [[name, names] as const];
  });
  const others = Object.fromEntries(Object.entries(dependencies).filter(([, value]) => asNames(value) === undefined));
  lowered.dependentRequired = Object.fromEntries(named);
  lowered.dependentSchemas = lowerer.members(others, `${pointer}/dependencies`);
  renamed.set("dependentRequired", { keyword: "dependencies", path: "/dependencies" });
  renamed.set("dependentSchemas", { keyword: "dependencies", path: "/dependencies" });
}
