import { expect, it } from "vitest";
import { propertyPath } from "../../src/schema/property-path.js";

it.each([
  ["", ""],
  ["/anyOf", ""],
  ["/properties/city/type", "city"],
  ["/properties/stops/items/properties/city", "stops[].city"],
  ["/properties/any/anyOf/0/properties/items", "any.items"],
  ["/properties/by~1name/additionalProperties/properties/x", "by/name.*.x"],
  ["/$defs/place/properties/city/const", "$defs/place.city"],
])("the place %s is about %s", (pointer, path) => {
  expect(propertyPath(pointer)).toBe(path);
});
