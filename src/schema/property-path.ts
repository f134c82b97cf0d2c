import { parsePointer } from "../json/pointer.js";

/** Keywords under which a schema keeps others by name. */
const named: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

/**
 * The property that a place in a schema is about, as people write it: `/properties/stops/items/properties/city/type` is `stops[].city`.
 * Branches of combinators and keywords are left out; the root is the empty text.
 */
export function propertyPath(pointer: string): string {
  const steps = parsePointer(pointer) ?? [];
  let path = "";
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index] ?? "";
    const name = steps[index + 1];
    if (named.has(step) && name !== undefined) {
      const own = step === "properties" ? name : `${step}/${name}`;
      path += path === "" ? own : `.${own}`;
      index += 1;
    } else if (step === "items" || step === "prefixItems") path += "[]";
    else if (step === "additionalProperties" && name !== undefined) path += path === "" ? "*" : ".*";
  }
  return path;
}
