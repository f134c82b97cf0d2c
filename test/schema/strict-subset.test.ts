import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { strictSubsetFaults } from "../../src/schema/strict-subset.js";

const places = (schema: JsonValue) => strictSubsetFaults(schema).map(({ keyword, schemaPointer }) => `${keyword} ${schemaPointer}`);

describe("strictSubsetFaults", () => {
  it("accepts closed objects that require all they have", () => {
    const inner = { type: "object", properties: { b: { type: ["string", "null"] } }, required: ["b"], additionalProperties: false };
    expect(
      places({
        type: "object",
        properties: { a: inner, list: { type: "array", items: { $ref: "#/$defs/item" } }, any: { anyOf: [inner, { type: "null" }] } },
        required: ["a", "list", "any"],
        additionalProperties: false,
        $defs: { item: inner },
      }),
    ).toEqual([]);
    expect(places({ type: "object", properties: {}, additionalProperties: false })).toEqual([]);
  });

  it("reports an open object at the object, or at the keyword that opens it", () => {
    expect(places({ type: "object", properties: {} })).toEqual(["additionalProperties "]);
    expect(places({ type: "object", properties: {}, additionalProperties: true })).toEqual(["additionalProperties /additionalProperties"]);
    expect(places({ type: "object", additionalProperties: false, properties: { a: { type: "object" } }, required: ["a"] })).toEqual([
      "additionalProperties /properties/a",
    ]);
  });

  it("names each property that is not required", () => {
    const faults = strictSubsetFaults({
      type: "object",
      properties: { a: {}, b: {}, c: {} },
      required: ["b"],
      additionalProperties: false,
    });
    expect(faults.map(({ message }) => message)).toEqual([
      'a strict schema must require every property, the root does not require "a"',
      'a strict schema must require every property, the root does not require "c"',
    ]);
    expect(places({ type: "object", properties: { a: {} }, additionalProperties: false })).toEqual(["required "]);
  });

  it("wants an object at the root, without alternatives", () => {
    expect(places({ type: "string" })).toEqual(["type /type"]);
    expect(places({ anyOf: [] })).toEqual(["type ", "anyOf /anyOf"]);
  });

  it("looks into every schema, but not into data", () => {
    expect(places({ type: "object", additionalProperties: false, $defs: { a: { type: "object" } }, default: { type: "object" } })).toEqual([
      "additionalProperties /$defs/a",
    ]);
  });

  it("has an answer for any value", () => {
    for (const schema of [null, true, [], "x", 1]) expect(places(schema)).toEqual(["type "]);
  });
});
