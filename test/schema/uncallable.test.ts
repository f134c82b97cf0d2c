// biome-ignore-all lint/suspicious/noThenProperty: a keyword's name
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { compileSchema } from "../../src/schema/validator.js";

function isUncallable(schema: JsonValue): boolean | undefined {
  const compiled = compileSchema(schema);
  return compiled.kind === "valid" ? compiled.isUncallable : undefined;
}

describe("isUncallable", () => {
  const uncallable: Readonly<Record<string, JsonValue>> = {
    "the schema false": false,
    "a root that is no object": { type: "array" },
    "a root of several types without object": { type: ["string", "null"] },
    "a required property that is false": { required: ["a"], properties: { a: false } },
    "a required property that the closed object does not have": { required: ["a"], properties: { b: {} }, additionalProperties: false },
    "a required property that additional properties refuse": { required: ["a"], additionalProperties: { enum: [] } },
    "fewer properties than required": { required: ["a", "b"], maxProperties: 1 },
    "more properties than there can be": { minProperties: 2, properties: { a: {} }, additionalProperties: false },
    "an enum without objects": { enum: ["a", 1] },
    "an empty enum": { enum: [] },
    "a const that is no object": { const: null },
    "types that exclude each other": { allOf: [{ type: "object" }, { type: "string" }] },
    "closed objects that exclude each other": {
      allOf: [
        { properties: { a: {} }, additionalProperties: false },
        { properties: { b: {} }, required: ["b"] },
      ],
    },
    "branches that are all impossible": { anyOf: [{ type: "string" }, { $ref: "#/$defs/no" }], $defs: { no: false } },
    "a required property with an impossible object": {
      type: "object",
      required: ["a"],
      properties: { a: { type: "object", required: ["b"], properties: { b: { enum: [] } } } },
    },
    "an enum that its type leaves nothing of": { required: ["a"], properties: { a: { type: "string", enum: [1, 2] } } },
    "not anything": { not: {} },
    "no object": { not: { type: "object" } },
  };

  const callable: Readonly<Record<string, JsonValue>> = {
    true: true,
    "no condition": {},
    "an open object that requires an undeclared property": { type: "object", required: ["a"] },
    "a closed object with a pattern for the required property": {
      required: ["ab"],
      patternProperties: { "^a": {} },
      additionalProperties: false,
    },
    "an optional property that is false": { properties: { a: false } },
    "one possible branch": { oneOf: [{ type: "string" }, {}] },
    "an enum with an object": { enum: ["a", {}] },
    recursion: { type: "object", properties: { next: { $ref: "#" } } },
    "a property that may be anything but an object": { required: ["a"], properties: { a: { required: ["b"], properties: { b: false } } } },
    "conditions that are not looked into": { if: true, then: false },
  };

  for (const [name, schema] of Object.entries(uncallable)) it(`is certain of ${name}`, () => expect(isUncallable(schema)).toBe(true));
  for (const [name, schema] of Object.entries(callable)) it(`lets pass ${name}`, () => expect(isUncallable(schema)).toBe(false));

  it("gives up on schemas whose references multiply", () => {
    const twice = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `a${index}`,
        { anyOf: [{ $ref: `#/$defs/a${index + 1}` }, { $ref: `#/$defs/a${index + 1}` }] },
      ]),
    );
    expect(isUncallable({ $ref: "#/$defs/a0", $defs: { ...twice, a40: { type: "string" } } })).toBe(false);
  });
});
