// biome-ignore-all lint/suspicious/noThenProperty: a keyword's name

import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { type CompileOptions, compileSchema, type SchemaViolation, type ValidateOptions } from "../../src/schema/validator.js";
import { redactedText, shownText } from "../../src/text/sentence.js";

function violations(
  schema: JsonValue,
  value: JsonValue,
  options: CompileOptions = {},
  validateOptions: ValidateOptions = {},
): readonly SchemaViolation[] {
  const compiled = compileSchema(schema, options);
  if (compiled.kind === "invalid") throw new Error(compiled.faults[0]?.message);
  const found = compiled.validate(value, validateOptions);
  return found === "not-checked" ? [] : found;
}

const messages = (schema: JsonValue, value: JsonValue) => violations(schema, value).map(({ message }) => shownText(message));
const places = (schema: JsonValue, value: JsonValue) =>
  violations(schema, value).map(({ pointer, schemaPointer }) => `${pointer} ${schemaPointer}`);

describe("a violation", () => {
  it("names the path, what was expected, and what was there", () => {
    expect(violations({ properties: { order_id: { type: "integer" } } }, { order_id: "12" })).toEqual([
      {
        keyword: "type",
        pointer: "/order_id",
        schemaPointer: "/properties/order_id/type",
        message: "`order_id` must be an integer, got a string",
      },
    ]);
  });

  it("says for each keyword what it asks for", () => {
    const cases: readonly (readonly [JsonValue, JsonValue, string])[] = [
      [{ type: ["string", "null"] }, [], "The arguments must be a string or null, got an array"],
      [{ type: "integer" }, 1.5, "The arguments must be an integer, got 1.5"],
      [{ enum: ["open", "closed"] }, "opened", 'The arguments must be "open" or "closed", got "opened"'],
      [{ const: { a: 1 } }, { a: 2 }, 'The arguments must be {"a":1}, got an object'],
      [{ minimum: 1 }, 0, "The arguments must be at least 1, got 0"],
      [{ exclusiveMaximum: 3 }, 3, "The arguments must be less than 3, got 3"],
      [{ multipleOf: 5 }, 7, "The arguments must be a multiple of 5, got 7"],
      [{ minLength: 3 }, "é😀", "The arguments must have at least 3 characters, got 2"],
      [{ maxItems: 1 }, [1, 2], "The arguments must have at most 1 item, got 2"],
      [{ minProperties: 1 }, {}, "The arguments must have at least 1 property, got 0"],
      [{ pattern: "^[A-Z]+$" }, "abc", 'The arguments must match the pattern "^[A-Z]+$", got "abc"'],
      [{ uniqueItems: true }, [1, 2, 1], "The arguments must not have equal items, but items 0 and 2 are equal"],
      [{ contains: { type: "string" } }, [1], "The arguments must contain at least 1 item that matches the schema under `contains`"],
      [
        { contains: { type: "string" }, minContains: 2, maxContains: 3 },
        ["a"],
        "The arguments must contain 2 to 3 items that match the schema under `contains`",
      ],
      [{ prefixItems: [{}], items: false }, [1, 2], "The arguments must have fewer items, got 2"],
      [{ items: false }, [1], "`arguments[0]` is not allowed"],
      [{ not: { type: ["null", "array"] } }, [], "The arguments must not be null or an array"],
      [{ not: { required: ["a", "b"] } }, { a: 1, b: 1 }, 'The arguments must not have "a" and "b" together'],
      [{ not: { minLength: 1 } }, "a", "The arguments must not match the schema under `not`"],
      [
        { oneOf: [{ type: "integer" }, { type: "string" }, { minimum: 1 }] },
        2,
        "The arguments must match only one alternative of `oneOf`, but matches numbers 1 and 3",
      ],
      [{ properties: { a: false } }, { a: 1 }, "`a` is not allowed"],
      [false, {}, "The schema allows no value at all"],
      [{ propertyNames: { pattern: "^[a-z]+$" } }, { "A b": 1 }, 'Property name "A b" must match the pattern "^[a-z]+$"'],
      [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, 'Property name "ab" must have at most 1 character, got 2'],
      [{ dependentRequired: { card: ["cvc"] } }, { card: 1 }, '"cvc" is required together with "card"'],
      [{ unevaluatedProperties: false }, { a: 1 }, "`a` is not declared, and the schema allows no other properties"],
      [{ if: { required: ["a"] }, then: { required: ["b"] } }, { a: 1 }, '"b" is required'],
    ];
    for (const [schema, value, message] of cases) expect(messages(schema, value), JSON.stringify(schema)).toEqual([message]);
  });

  it("stands at the extra property, and at the object that lacks one", () => {
    const schema = { properties: { list: { items: { required: ["price"], properties: { price: {} }, additionalProperties: false } } } };
    expect(violations(schema, { list: [{}, { price: 1, prise: 2 }] })).toMatchObject([
      { keyword: "required", pointer: "/list/0", property: "price", message: '"price" is required in `list[0]`' },
      { keyword: "additionalProperties", pointer: "/list/1/prise", property: "prise", nearest: "price" },
    ]);
  });

  it("writes odd names so that they can't be mistaken, and long paths by their end", () => {
    expect(
      messages({ additionalProperties: { items: { additionalProperties: { type: "null" } } } }, { "x-y": [{ 'a "b"\n': 1 }] }),
    ).toEqual(['`x-y[0]["a \\"b\\"\\n"]` must be null, got a number']);
    expect(messages({ patternProperties: { "^0": { type: "null" } } }, { 0: 1 })).toEqual(['`arguments["0"]` must be null, got a number']);
    const deep = { $ref: "#/$defs/a", $defs: { a: { type: "object", additionalProperties: { $ref: "#/$defs/a" } } } };
    expect(messages(deep, { a: { b: { c: { d: { e: { f: { g: { h: { i: { j: 5 } } } } } } } } } })).toEqual([
      "`….c.d.e.f.g.h.i.j` must be an object, got a number",
    ]);
  });

  it("cuts and escapes what it quotes, and hides it from those who may not see values", () => {
    const [violation] = violations({ enum: ["a"] }, `\u001b[31m${"x".repeat(200)}`);
    const message = violation?.message ?? "";
    expect(shownText(message)).toMatch(/^The arguments must be "a", got "\\u001b\[31mx+…"$/);
    expect(shownText(message).length).toBeLessThan(130);
    expect(redactedText(message)).toBe('The arguments must be "a"');
  });

  it("shortens long lists of alternatives", () => {
    const members = Array.from({ length: 40 }, (_, index) => `m${index}`);
    expect(messages({ enum: members }, "x")[0]).toMatch(/^The arguments must be "m0", .*"m9" or 30 more, got "x"$/);
  });

  it("names what was probably meant", () => {
    expect(violations({ enum: ["json", "markdown"] }, "JSON")[0]?.nearest).toBe("json");
    expect(violations({ required: ["order_id"], properties: { order_id: {} } }, { orderId: 1 })[0]?.nearest).toBe("orderId");
    expect(violations({ properties: { unit: {} }, additionalProperties: false }, { units: 1, unit: 1 })[0]?.nearest).toBe("unit");
    expect(
      violations({ $ref: "#/$defs/a", unevaluatedProperties: false, $defs: { a: { properties: { unit: {} } } } }, { unti: 1 })[0]?.nearest,
    ).toBe("unit");
  });

  it("calls the root as it is told to", () => {
    expect(violations({ type: "object" }, [], {}, { rootName: "result" })[0]?.message).toBe("The result must be an object, got an array");
  });

  it("points through references into the schema they lead to", () => {
    expect(places({ properties: { a: { $ref: "#/$defs/text" } }, $defs: { text: { type: "string" } } }, { a: 1 })).toEqual([
      "/a /$defs/text/type",
    ]);
    expect(places({ items: { $ref: "#node" }, $defs: { n: { $anchor: "node", type: "null" } } }, [0])).toEqual(["/0 /$defs/n/type"]);
  });

  it("is one for each fault", () => {
    expect(messages({ type: "string", enum: ["a", "b"] }, 5)).toEqual(["The arguments must be a string, got a number"]);
    expect(messages({ allOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }], $defs: { a: { type: "string" } } }, 5)).toEqual([
      "The arguments must be a string, got a number",
    ]);
    expect(
      messages(
        { anyOf: [{ properties: { a: { type: "string" } } }, { properties: { a: { type: "null" } } }], unevaluatedProperties: false },
        { a: 1, b: 2 },
      ),
    ).toEqual(["`a` must be a string, got a number", "`b` is not declared, and the schema allows no other properties"]);
  });
});

describe("a union that nothing fits", () => {
  const shapes = {
    oneOf: [
      { type: "object", properties: { kind: { const: "circle" }, radius: { type: "number" } }, required: ["kind", "radius"] },
      {
        type: "object",
        properties: { kind: { const: "square" }, side: { type: "number" } },
        required: ["kind", "side"],
        additionalProperties: false,
      },
    ],
  };

  it("is reported as the branch whose fixed member fits", () => {
    expect(violations(shapes, { kind: "square", side: "3" })).toMatchObject([
      { keyword: "type", pointer: "/side", schemaPointer: "/oneOf/1/properties/side/type" },
    ]);
    expect(messages(shapes, { kind: "circle", side: 3 })).toEqual(['"radius" is required']);
  });

  it("is reported at the fixed member when no branch has its value", () => {
    expect(violations(shapes, { kind: "circel", radius: 1 })).toMatchObject([
      {
        keyword: "oneOf",
        pointer: "/kind",
        schemaPointer: "/oneOf",
        nearest: "circle",
      },
    ]);
  });

  it("names all types together when the type is the fault", () => {
    expect(messages({ anyOf: [{ type: "string" }, { type: "integer" }] }, [])).toEqual([
      "The arguments must be a string or an integer, got an array",
    ]);
    expect(messages(shapes, "circle")).toEqual(["The arguments must be an object, got a string"]);
  });

  it("names all values together, and only values of the right type", () => {
    expect(messages({ anyOf: [{ const: "a" }, { const: "b" }, { type: "integer" }] }, "c")).toEqual([
      'The arguments must be "a" or "b", got "c"',
    ]);
    expect(messages({ anyOf: [{ const: "a" }, { type: "integer" }] }, [])).toEqual([
      'The arguments must be "a" or an integer, got an array',
    ]);
  });

  it("leaves the branch for null out, unless the value is null", () => {
    expect(messages({ anyOf: [{ type: "null" }, { type: "array", items: { type: "string" } }] }, [1])).toEqual([
      "`arguments[0]` must be a string, got a number",
    ]);
    expect(messages({ anyOf: [{ type: "string" }, { type: "null" }] }, 5)).toEqual(["The arguments must be a string, got a number"]);
    expect(messages({ anyOf: [{ type: "string" }, { type: "integer" }] }, null)).toEqual([
      "The arguments must be a string or an integer, got null",
    ]);
  });

  it("names the properties of which one is missing", () => {
    expect(violations({ type: "object", anyOf: [{ required: ["id"] }, { required: ["email"] }] }, {})).toMatchObject([
      { keyword: "anyOf", pointer: "", schemaPointer: "/anyOf", message: '"id" or "email" is required' },
    ]);
  });

  it("prefers the branch whose faults lie deeper", () => {
    const schema = {
      anyOf: [
        { type: "object", required: ["a", "b"], properties: { a: { type: "string" } } },
        { type: "object", required: ["list"], properties: { list: { items: { type: "string" } } } },
      ],
    };
    expect(messages(schema, { list: ["x", 5] })).toEqual(["`list[1]` must be a string, got a number"]);
  });

  it("looks through unions inside unions, and through references", () => {
    const schema = {
      anyOf: [{ anyOf: [{ type: "string" }, { $ref: "#/$defs/n" }] }, { type: "boolean" }],
      $defs: { n: { type: "number" } },
    };
    expect(messages(schema, [])).toEqual(["The arguments must be a string, a number or a boolean, got an array"]);
  });

  it("does not mix up branches that share references with what stands around them", () => {
    const schema = {
      allOf: [{ $ref: "#/$defs/named" }, { anyOf: [{ $ref: "#/$defs/named" }, { $ref: "#/$defs/numbered" }] }],
      $defs: { named: { required: ["name"] }, numbered: { required: ["number"] } },
    };
    expect(messages(schema, {})).toEqual(['"name" is required', '"name" or "number" is required']);
  });
});
