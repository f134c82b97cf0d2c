// biome-ignore-all lint/suspicious/noThenProperty: a keyword's name
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { acceptsNoArguments } from "../../src/schema/no-arguments.js";

describe("acceptsNoArguments", () => {
  const closed: readonly (JsonValue | null)[] = [
    null,
    {},
    { type: "object" },
    { type: "object", properties: {} },
    { type: "object", properties: {}, required: [], additionalProperties: false },
    { type: "object", patternProperties: {}, dependentSchemas: {} },
    { description: "nothing to give", title: "x" },
    { if: {} },
    { unevaluatedProperties: true, propertyNames: {}, minProperties: 1 },
  ];

  const open: readonly JsonValue[] = [
    { properties: { a: {} } },
    { patternProperties: { a: {} } },
    { additionalProperties: true },
    { additionalProperties: {} },
    { additionalProperties: { type: "string" } },
    { required: ["a"] },
    { anyOf: [{}] },
    { oneOf: [{}] },
    { allOf: [{}] },
    { $ref: "#/$defs/a", $defs: { a: {} } },
    { $dynamicRef: "#a" },
    { $recursiveRef: "#" },
    { if: {}, then: {} },
    { if: {}, else: {} },
    { dependentSchemas: { a: {} } },
  ];

  for (const schema of closed) it(`is true of ${JSON.stringify(schema)}`, () => expect(acceptsNoArguments(schema)).toBe(true));
  for (const schema of open) it(`is false of ${JSON.stringify(schema)}`, () => expect(acceptsNoArguments(schema)).toBe(false));

  it("is false of booleans and of what is no schema", () => {
    for (const schema of [true, false, [], "x", 5]) expect(acceptsNoArguments(schema)).toBe(false);
  });
});
