import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { declaredPointer, normaliseOpenApiSchema } from "../../src/schema/normalise.js";
import { compileSchema } from "../../src/schema/validator.js";

describe("normaliseOpenApiSchema", () => {
  it("lowers Gemini's upper-case types, at every place that holds a schema", () => {
    expect(
      normaliseOpenApiSchema({ type: "OBJECT", properties: { tags: { type: "ARRAY", items: { type: "STRING" } } }, required: ["tags"] }),
    ).toEqual({ type: "object", properties: { tags: { type: "array", items: { type: "string" } } }, required: ["tags"] });
  });

  it("leaves properties alone that are called like keywords", () => {
    const schema = {
      type: "object",
      properties: { type: { type: "string" }, nullable: { type: "boolean" }, min_items: { type: "integer" } },
    };
    expect(normaliseOpenApiSchema(schema)).toEqual(schema);
  });

  it("reads type numbers as the API's proto does", () => {
    expect(normaliseOpenApiSchema({ type: 6, properties: { a: { type: 1 }, b: { type: 0 } } })).toEqual({
      type: "object",
      properties: { a: { type: "string" }, b: {} },
    });
  });

  it("turns numbers written as texts into numbers", () => {
    expect(normaliseOpenApiSchema({ type: "ARRAY", minItems: "1", maxItems: "64" })).toEqual({ type: "array", minItems: 1, maxItems: 64 });
  });

  it("adds null to the type and the enum of a nullable schema", () => {
    expect(normaliseOpenApiSchema({ type: "STRING", enum: ["a"], nullable: true })).toEqual({
      type: ["string", "null"],
      enum: ["a", null],
      nullable: true,
    });
  });

  it("lets null through combinators and references that are nullable", () => {
    for (const schema of [
      { anyOf: [{ type: "STRING" }], nullable: true },
      { oneOf: [{ type: "STRING" }], nullable: true },
      { allOf: [{ type: "OBJECT" }], nullable: true },
      { allOf: [{ $ref: "#/$defs/a" }], nullable: true, $defs: { a: { type: "OBJECT" } } },
      { const: 1, nullable: true },
    ]) {
      const compiled = compileSchema(normaliseOpenApiSchema(schema));
      expect(compiled.kind === "valid" && compiled.validate(null)).toEqual([]);
      expect(compiled.kind === "valid" && compiled.validate([])).not.toEqual([]);
    }
  });

  it("moves the flags of exclusive limits into the limits", () => {
    expect(normaliseOpenApiSchema({ type: "integer", minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false })).toEqual({
      type: "integer",
      exclusiveMinimum: 0,
      maximum: 9,
    });
  });

  it("reads what Python clients dump: snake_case, and null for what is unset", () => {
    const dumped = {
      any_of: null,
      type: "OBJECT",
      min_items: null,
      properties: { a: { any_of: [{ type: "STRING" }], max_length: "3", format: null } },
    };
    expect(normaliseOpenApiSchema(dumped)).toEqual({ type: "object", properties: { a: { anyOf: [{ type: "string" }], maxLength: 3 } } });
  });

  it("takes an enum of texts for numbers where the type says so", () => {
    const compiled = compileSchema(normaliseOpenApiSchema({ type: "INTEGER", enum: ["1", "2"] }));
    expect(compiled.kind === "valid" && compiled.validate(2)).toEqual([]);
    expect(compiled.kind === "valid" && compiled.validate(3)).not.toEqual([]);
  });

  it("leaves JSON Schema as it is", () => {
    const schema = {
      type: "object",
      properties: { a: { type: ["string", "null"], exclusiveMinimum: 1 } },
      $defs: { b: true },
      additionalProperties: false,
    };
    expect(normaliseOpenApiSchema(schema)).toEqual(schema);
  });

  it("has an answer for any JSON value, and for any depth", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        normaliseOpenApiSchema(JSON.parse(JSON.stringify(value)));
      }),
    );
    let deep: JsonValue = {};
    for (let level = 0; level < 20_000; level++) deep = { items: deep };
    expect(() => normaliseOpenApiSchema(deep)).not.toThrow();
  });
});

describe("declaredPointer", () => {
  it("finds respelled keywords, and references that were made nullable", () => {
    const declared = { properties: { a: { any_of: [{ type: "STRING" }] }, b: { $ref: "#/$defs/c", nullable: true } } };
    expect(declaredPointer(declared, "/properties/a/anyOf/0/type")).toBe("/properties/a/any_of/0/type");
    expect(declaredPointer(declared, "/properties/b/anyOf/0/$ref")).toBe("/properties/b/$ref");
    expect(declaredPointer(declared, "/properties/b/anyOf/1/type")).toBe("/properties/b");
  });
});
