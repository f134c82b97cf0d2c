import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { checkSchema } from "../../src/schema/check-schema.js";
import type { Dialect } from "../../src/schema/dialect.js";

const faults = (schema: JsonValue, dialect: Dialect = "2020-12") =>
  checkSchema(schema, dialect).faults.map(({ schemaPointer, message }) => `${schemaPointer}: ${message}`);

describe("checkSchema", () => {
  it("accepts booleans and objects from draft-06 on, and objects alone before", () => {
    expect(faults(true)).toEqual([]);
    expect(faults({})).toEqual([]);
    expect(faults(false, "draft-04")).toEqual([": the schema must be an object, got false"]);
  });

  it("refuses what is no schema", () => {
    expect(faults(null)).toEqual([": the schema must be an object or a boolean, got null"]);
    expect(faults([])).toEqual([": the schema must be an object or a boolean, got an array"]);
    expect(faults("string")).toEqual([': the schema must be an object or a boolean, got the string "string"']);
  });

  it("places each fault at its keyword, and finds them all", () => {
    expect(
      faults({
        type: "object",
        properties: { port: { minimum: 0, exclusiveMinimum: true }, tags: { items: [{}] }, type: 5 },
        required: "port",
        $defs: { a: { minLength: -1, multipleOf: 0, enum: "x" } },
      }),
    ).toEqual([
      "/properties/port/exclusiveMinimum: `exclusiveMinimum` must be a number, got true",
      "/properties/tags/items: `items` must be an object or a boolean, got an array",
      '/properties/type: "type" under `properties` must be an object or a boolean, got 5',
      '/required: `required` must be an array of property names, got the string "port"',
      "/$defs/a/minLength: `minLength` must be a whole number from 0 on, got -1",
      "/$defs/a/multipleOf: `multipleOf` must be a number above 0, got 0",
      '/$defs/a/enum: `enum` must be an array, got the string "x"',
    ]);
  });

  it("suggests the type that was meant", () => {
    expect(checkSchema({ type: "strng" }, "2020-12").faults[0]).toMatchObject({
      keyword: "type",
      schemaPointer: "/type",
      nearest: "string",
    });
    expect(faults({ type: ["string", "int"] })[0]).toMatch(/^\/type\/1: `type` must be "array", .*, got "int"$/);
    expect(faults({ type: [] })).toEqual(["/type: `type` must name at least one type"]);
    expect(faults({ type: ["null", "null"] })).toEqual(["/type: `type` must not name a type twice"]);
  });

  it("refuses a name that is required twice", () => {
    expect(faults({ required: ["a", "b", "a"] })).toEqual(['/required: `required` must not name "a" twice']);
  });

  it("refuses a pattern that compiles neither with the u flag nor without", () => {
    expect(faults({ pattern: "^[\\w-.]+$" })).toEqual([]); // only without
    expect(faults({ pattern: "\\p{L}" })).toEqual([]);
    expect(faults({ pattern: "(?i)x" })).toEqual(['/pattern: `pattern` must be an ECMA-262 regular expression, got "(?i)x"']);
    expect(faults({ patternProperties: { "(": true } })).toEqual([
      '/patternProperties/(: "(" under `patternProperties` must be an ECMA-262 regular expression',
    ]);
  });

  it("looks at no keyword that the dialect does not have", () => {
    expect(faults({ "x-order": 5, nullable: "yes", prefixItems: 5 }, "draft-07")).toEqual([]);
    expect(faults({ const: 1, if: 5, $defs: 5 }, "draft-04")).toEqual([]);
    expect(faults({ default: { type: 5 }, enum: [{ type: 5 }], const: { type: 5 } })).toEqual([]);
  });

  it("reads required and exclusive limits as each draft means them", () => {
    expect(faults({ properties: { a: { required: true } } }, "draft-03")).toEqual([]);
    expect(faults({ properties: { a: { required: true } } }, "draft-04")).not.toEqual([]);
    expect(faults({ minimum: 1, exclusiveMinimum: true }, "draft-04")).toEqual([]);
    expect(faults({ exclusiveMinimum: true }, "draft-04")).toEqual(["/exclusiveMinimum: `exclusiveMinimum` needs `minimum` next to it"]);
  });

  it("escapes names in pointers", () => {
    expect(faults({ properties: { "a/b~c": 1 } })[0]).toMatch(/^\/properties\/a~1b~0c: /);
  });

  it("does not overflow on a schema without end, and stops counting faults somewhere", () => {
    let deep: JsonValue = {};
    for (let level = 0; level < 100_000; level++) deep = { allOf: [deep] };
    expect(faults(deep)[0]).toMatch(/`allOf` is nested more than 600 levels deep$/);
    expect(faults({ anyOf: Array.from({ length: 5_000 }, () => 1) }).length).toBe(1_000);
  });
});
