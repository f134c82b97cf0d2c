import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { walkSchemas } from "../../src/schema/schema-walk.js";

describe("walkSchemas", () => {
  it("gives a schema and all inside it, outer first, in document order", () => {
    const schema = {
      type: "object",
      properties: { a: { items: true }, "b/c": { anyOf: [{}, false] } },
      additionalProperties: false,
      patternProperties: { "^x": {} },
      not: {},
    };
    expect([...walkSchemas(schema)].map(([pointer]) => pointer)).toEqual([
      "",
      "/properties/a",
      "/properties/a/items",
      "/properties/b~1c",
      "/properties/b~1c/anyOf/0",
      "/properties/b~1c/anyOf/1",
      "/additionalProperties",
      "/patternProperties/^x",
      "/not",
    ]);
  });

  it("does not take data, annotations or unknown keywords for schemas", () => {
    expect([...walkSchemas({ enum: [{}], const: {}, default: {}, examples: [{}], "x-y": {}, required: [] })]).toHaveLength(1);
  });

  it("knows what holds schemas in each dialect", () => {
    const pointers = (schema: JsonValue, dialect: "draft-03" | "draft-07" | "2020-12") =>
      [...walkSchemas(schema, dialect)].map(([pointer]) => pointer);
    expect(pointers({ items: [{}], dependencies: { a: {}, b: ["c"] } }, "draft-07")).toEqual(["", "/items/0", "/dependencies/a"]);
    expect(pointers({ prefixItems: [{}] }, "draft-07")).toEqual([""]);
    expect(pointers({ type: ["string", {}], extends: {}, disallow: [{}] }, "draft-03")).toEqual(["", "/type/1", "/extends", "/disallow/0"]);
  });

  it("is total: any value, any depth", () => {
    for (const value of [null, 1, "x", [], true, { properties: 5, items: "x", anyOf: {}, not: null }])
      expect([...walkSchemas(value)]).toHaveLength(1);
    let deep: JsonValue = {};
    for (let level = 0; level < 3_000; level++) deep = { items: deep };
    expect([...walkSchemas(deep)]).toHaveLength(3_001);
  });
});
