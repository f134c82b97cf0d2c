import { describe, expect, it, vi } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { type CompileOptions, compileSchema, type ValidateOptions } from "../../src/schema/validator.js";
import { shownText } from "../../src/text/sentence.js";

vi.setConfig({ testTimeout: 60_000 });

function verdict(
  schema: JsonValue,
  value: JsonValue,
  options: CompileOptions = {},
  validateOptions: ValidateOptions = {},
): readonly string[] | string {
  const compiled = compileSchema(schema, options);
  if (compiled.kind === "invalid") return `invalid: ${compiled.faults[0]?.message}`;
  const violations = compiled.validate(value, validateOptions);
  return violations === "not-checked" ? violations : violations.map(({ message }) => shownText(message));
}

function dialectOf(schema: JsonValue, options: CompileOptions = {}): string {
  const compiled = compileSchema(schema, options);
  return compiled.kind === "valid" ? compiled.dialect : "invalid";
}

describe("values that are no ordinary JSON", () => {
  it("may be numbers too large for a double, and are no null for that", () => {
    for (const value of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(verdict({ properties: { a: { type: ["number", "integer"] } } }, { a: value })).toEqual([]);
      expect(verdict({ properties: { a: { type: "null" } } }, { a: value })).toHaveLength(1);
      expect(verdict({ properties: { a: { minimum: 5, maximum: 6 } } }, { a: value })).toHaveLength(1);
    }
  });

  it("fail schemas whose property names hold half a surrogate", () => {
    const schema = { properties: { "\ud800": { type: "integer" }, a: { type: "integer" } } };
    expect(verdict(schema, { a: 1 })).toEqual([]);
    expect(verdict(schema, { a: "x" })).toEqual(["`a` must be an integer, got a string"]);
  });
});

describe("the dialect", () => {
  it("is the one that $schema names", () => {
    expect(dialectOf({ $schema: "http://json-schema.org/draft-04/schema#" })).toBe("draft-04");
    expect(dialectOf({ $schema: "http://json-schema.org/draft-07/schema#", exclusiveMinimum: true, minimum: 1 })).toBe("invalid");
  });

  it("is 2020-12 where none is named, or one that nobody knows", () => {
    expect(dialectOf({})).toBe("2020-12");
    expect(dialectOf({ $schema: "https://example.com/mine" })).toBe("2020-12");
    expect(dialectOf({ $schema: "https://example.com/mine", exclusiveMinimum: true, minimum: 1 })).toBe("invalid");
  });

  it("is an older draft where none is named and only that accepts the schema", () => {
    expect(dialectOf({ items: [{ type: "string" }] })).toBe("draft-07");
    expect(dialectOf({ properties: { port: { minimum: 0, exclusiveMinimum: true } } })).toBe("draft-04");
    expect(dialectOf({ properties: { a: { type: "string", required: true } } })).toBe("invalid"); // draft-03 only where named
  });

  it("is not guessed where the caller does not want that", () => {
    expect(compileSchema({ properties: { port: { minimum: 0, exclusiveMinimum: true } } }, { fallbackDialects: false })).toMatchObject({
      kind: "invalid",
      faults: [{ schemaPointer: "/properties/port/exclusiveMinimum" }],
    });
    expect(dialectOf({ items: [{}] }, { dialect: "2020-12" })).toBe("invalid");
  });

  it("decides what keywords mean", () => {
    const exclusive = { minimum: 0, exclusiveMinimum: true };
    expect(verdict(exclusive, 0)).toEqual(["The arguments must be more than 0, got 0"]);
    const tuple = { items: [{ type: "string" }], additionalItems: false };
    expect(verdict(tuple, ["a", 1])).toEqual(["The arguments must have fewer items, got 2"]);
    expect(verdict(tuple, [1])).toEqual(["`arguments[0]` must be a string, got a number"]);
    expect(
      verdict({ $schema: "http://json-schema.org/draft-07/schema#", dependencies: { a: ["b"], c: { required: ["d"] } } }, { a: 1, c: 1 }),
    ).toEqual(['"b" is required together with "a"', '"d" is required']);
    const beside = { $ref: "#/definitions/a", maxLength: 1, definitions: { a: { type: "string" } } };
    expect(verdict({ ...beside, $schema: "http://json-schema.org/draft-07/schema#" }, "long")).toEqual([]);
    expect(verdict(beside, "long")).toEqual(["The arguments must have at most 1 character, got 4"]);
  });

  it("may be draft-03", () => {
    const $schema = "http://json-schema.org/draft-03/schema#";
    const schema = {
      $schema,
      type: "object",
      properties: {
        a: { type: "string", required: true },
        b: { divisibleBy: 3 },
        c: { disallow: ["string", { minimum: 5 }] },
        d: { type: ["null", { enum: ["x"] }] },
      },
      extends: [{ properties: { e: { type: "any", required: true } } }],
    };
    expect(verdict(schema, { a: "x", b: 6, c: 1, d: "x", e: [] })).toEqual([]);
    const compiled = compileSchema(schema);
    const violations = compiled.kind === "valid" ? compiled.validate({ b: 7, c: 9, d: "y" }) : [];
    expect(
      violations === "not-checked" ? [] : violations.map(({ keyword, schemaPointer }) => `${keyword} ${schemaPointer}`).sort(),
    ).toEqual([
      "disallow /properties/c/disallow",
      "divisibleBy /properties/b/divisibleBy",
      "enum /properties/d/type/1/enum",
      "required /extends/0/properties/e/required",
      "required /properties/a/required",
    ]);
  });
});

describe("compileSchema", () => {
  it("has a clear answer for what is hardly a schema", () => {
    expect(verdict(true, 5)).toEqual([]);
    expect(verdict(false, 5)).toEqual(["The schema allows no value at all"]);
    for (const schema of [null, [], "x", 5])
      expect(verdict(schema, {})).toMatch(/^invalid: the schema must be an object or a boolean, got /);
  });

  it("gives unknown keywords, unknown formats and nullable no meaning", () => {
    const schema = {
      "x-order": [],
      nullable: true,
      discriminator: 5,
      format: "my-format",
      example: {},
      properties: { a: { nullable: false, type: "null" } },
    };
    expect(verdict(schema, {}, { assertFormats: true })).toEqual([]);
    expect(verdict({ type: "string", nullable: true }, null)).toEqual(["The arguments must be a string, got null"]);
  });

  it("asserts formats only on demand", () => {
    const schema = { properties: { mail: { format: "email" } } };
    expect(verdict(schema, { mail: "nobody" })).toEqual([]);
    expect(verdict(schema, { mail: "nobody" }, { assertFormats: true })).toEqual(['`mail` must be in the format "email", got "nobody"']);
    expect(verdict(schema, { mail: "a@example.com" }, { assertFormats: true })).toEqual([]);
  });

  it("keeps declarations with the same identifier apart, also that of a meta-schema", () => {
    for (const $id of [
      "https://example.com/tool",
      "https://json-schema.org/draft/2020-12/schema",
      "http://json-schema.org/draft-07/schema#",
    ]) {
      expect(verdict({ $id: $id.replace("#", ""), type: "string" }, 5)).toEqual(["The arguments must be a string, got a number"]);
      expect(verdict({ $id: $id.replace("#", ""), type: "number" }, "x")).toEqual(["The arguments must be a number, got a string"]);
    }
  });

  it("judges by a meta-schema where a reference leads to one", () => {
    const schema = { properties: { schema: { $ref: "http://json-schema.org/draft-07/schema#" } } };
    expect(verdict(schema, { schema: { type: "string" } })).toEqual([]);
    expect(verdict(schema, { schema: { type: "strng" } })).toEqual(["`schema` must be a valid JSON Schema"]);
  });

  it("takes names that JavaScript gives a meaning for names", () => {
    const schema: JsonValue = JSON.parse(
      '{"properties": {"__proto__": {"type": "string"}, "constructor": {}}, "required": ["toString"], "additionalProperties": false}',
    );
    expect(verdict(schema, JSON.parse('{"__proto__": 5, "constructor": 1, "valueOf": 1}'))).toEqual([
      '"toString" is required',
      "`__proto__` must be a string, got a number",
      "`valueOf` is not declared, and the schema allows no other properties",
    ]);
    expect(verdict(schema, JSON.parse('{"__proto__": "x", "toString": 1}'))).toEqual([
      "`toString` is not declared, and the schema allows no other properties",
    ]);
  });

  it("takes a $ref that is no text for no reference in draft-04", () => {
    expect(verdict({ $ref: 5, maximum: 1 }, 2, { dialect: "draft-04" })).toEqual(["The arguments must be at most 1, got 2"]);
  });

  it("changes neither the schema nor the value", () => {
    const schema = { properties: { a: { default: 5, type: "integer" }, b: { type: "string" } }, required: ["c"] };
    const value = { a: "5", b: 1 };
    const before = JSON.stringify([schema, value]);
    verdict(schema, value);
    expect(JSON.stringify([schema, value])).toBe(before);
  });

  it("follows a dynamic reference to the outermost schema on the way", () => {
    const tree = { $id: "tree", $dynamicAnchor: "node", type: "object", properties: { children: { items: { $dynamicRef: "#node" } } } };
    const strict = { $id: "strict", $dynamicAnchor: "node", $ref: "tree", unevaluatedProperties: false, $defs: { tree } };
    expect(verdict(tree, { children: [{ chldren: [] }] })).toEqual([]);
    expect(verdict(strict, { children: [{ children: [] }] })).toEqual([]);
    expect(verdict(strict, { children: [{ chldren: [] }] })).toEqual([
      "`children[0].chldren` is not declared, and the schema allows no other properties",
    ]);
  });

  it("does not check what leads into a part of a meta-schema", () => {
    const $ref = "http://json-schema.org/draft-07/schema#/definitions/schemaArray";
    expect(verdict({ properties: { a: { $ref } } }, { a: [] })).toBe("not-checked");
    expect(verdict({ properties: { a: { $ref } } }, { b: [] })).toEqual([]);
  });
});

describe("numbers that a double does not hold", () => {
  const numbers = (digits: string, pointer = "") => ({ numbers: new Map([[pointer, digits]]) });

  it("are integers by their digits", () => {
    expect(verdict({ type: "integer" }, 2 ** 63, {}, numbers("9223372036854775807"))).toEqual([]);
    expect(verdict({ type: "integer" }, Number.POSITIVE_INFINITY, {}, numbers("1e400"))).toEqual([]);
  });

  it("are compared by their digits, also inside combinators, and shown by them", () => {
    const id = 9007199254740992;
    expect(verdict({ maximum: id }, id, {}, numbers("9007199254740993"))).toEqual([]); // the limit itself may have been rounded
    expect(verdict({ maximum: 9007199254740991 }, id, {}, numbers("9007199254740993"))).toEqual([
      "The arguments must be at most 9007199254740991, got 9007199254740993",
    ]);
    expect(
      verdict({ properties: { a: { anyOf: [{ multipleOf: 2 }, { type: "string" }] } } }, { a: id }, {}, numbers("9007199254740993", "/a")),
    ).toEqual(["`a` must be a multiple of 2, got 9007199254740993"]);
    expect(verdict({ not: { multipleOf: 2 } }, id, {}, numbers("9007199254740993"))).toEqual([]);
    expect(verdict({ uniqueItems: true }, [id, id], {}, numbers("9007199254740993", "/1"))).toEqual([]);
  });

  it("give the schema's own lost digits the benefit of the doubt, unless they are known", () => {
    const limit = 2 ** 63;
    expect(verdict({ const: limit }, limit, {}, numbers("9223372036854775806"))).toEqual([]);
    expect(
      verdict({ maximum: limit }, limit, { numbers: new Map([["/maximum", "9223372036854775807"]]) }, numbers("9223372036854775808")),
    ).toEqual(["The arguments must be at most 9223372036854775807, got 9223372036854775808"]);
    expect(
      verdict({ enum: [1, limit] }, limit, { numbers: new Map([["/enum/1", "9223372036854775807"]]) }, numbers("9223372036854775806")),
    ).toEqual(["The arguments must be 1 or 9223372036854775807, got 9223372036854775806"]);
    expect(verdict({ maximum: limit }, 1e19)).toEqual(["The arguments must be at most about 9.22337e+18, got 10000000000000000000"]);
  });

  it("do not stand in the way of decimal fractions", () => {
    expect(verdict({ multipleOf: 0.01 }, 19.99)).toEqual([]);
    expect(verdict({ type: "number", maximum: 1 }, 0.1, {}, numbers("0.1000000000000000055511"))).toEqual([]);
  });
});

describe("hostile schemas and values", () => {
  it("have an answer where a pattern backtracks without end, unless it refers back", () => {
    const text = `${"c".repeat(60)}!`;
    expect(verdict({ pattern: "^(c+)+$" }, text)).toHaveLength(1);
    expect(verdict({ pattern: "^(c+)+\\1$" }, text)).toBe("not-checked");
    expect(verdict({ patternProperties: { "^(c|cc)+\\1$": {} } }, { [text]: 1 })).toBe("not-checked");
    expect(verdict({ propertyNames: { pattern: "^(c*)*\\1d$" } }, { [text]: 1 })).toBe("not-checked");
    expect(verdict({ unevaluatedProperties: false, pattern: "^(c+)+\\1$" }, text)).toBe("not-checked");
    expect(verdict({ format: "email" }, `${"c".repeat(200_000)}@`, { assertFormats: true })).not.toEqual([]);
  });

  it("report what fails for certain beside what cannot be decided", () => {
    const schema = { properties: { a: { pattern: "^(c+)+\\1$" }, b: { type: "integer" } } };
    expect(verdict(schema, { a: `${"c".repeat(60)}!`, b: "x" })).toEqual(["`b` must be an integer, got a string"]);
  });

  it("do not stop the other calls of the tool", () => {
    const compiled = compileSchema({ properties: { a: { pattern: "^(d+)+\\1$" } } });
    for (let call = 0; call < 20; call++) {
      expect(compiled.kind === "valid" && compiled.validate({ a: `${"d".repeat(60)}!` })).toBe("not-checked");
      expect(compiled.kind === "valid" && compiled.validate({ a: "dddd" })).toEqual([]);
    }
  });

  it("end in time where references multiply", () => {
    const twice = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `a${index}`,
        { anyOf: [{ $ref: `#/$defs/a${index + 1}` }, { $ref: `#/$defs/a${index + 1}` }] },
      ]),
    );
    expect(verdict({ $ref: "#/$defs/a0", $defs: { ...twice, a40: { type: "string" } } }, 5)).toBe("not-checked");
  });

  it("end where branches multiply with items, with what is certain", () => {
    const branches = Array.from({ length: 5_000 }, (_, index) => ({
      properties: { kind: { const: index }, size: { type: "string" } },
      required: ["kind"],
    }));
    const schema = { properties: { n: { type: "integer" }, list: { items: { oneOf: branches } } } };
    const list = Array.from({ length: 5_000 }, () => ({ kind: 4_999, size: "x" }));
    expect(verdict(schema, { list: list.slice(0, 10) })).toEqual([]);
    expect(verdict(schema, { list })).toBe("not-checked");
    expect(verdict(schema, { n: "x", list })).toEqual(["`n` must be an integer, got a string"]);
    expect(verdict(schema, { list: [{ kind: 7, size: 7 }] })).toEqual(["`list[0].size` must be a string, got a number"]);
  });

  it("may be deep", () => {
    let value: JsonValue = { size: "x" };
    for (let level = 0; level < 400; level++) value = { next: value };
    const schema = { properties: { next: { $ref: "#" }, size: { type: "integer" } } };
    expect(verdict(schema, value)).toEqual(["`….next.next.next.next.next.next.next.size` must be an integer, got a string"]);
    for (let level = 0; level < 100_000; level++) value = { next: value };
    expect(verdict(schema, value)).toBe("not-checked");
  });

  it("are faulty for certain even where nobody can say why", () => {
    const branches = Array.from({ length: 20_000 }, (_, index) => ({ const: index }));
    expect(verdict({ anyOf: branches }, 19_999)).toEqual([]);
    expect(verdict({ anyOf: branches }, "x")).toHaveLength(1);
  });

  it("may be large", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`property_${index}`, { type: "string", description: "x".repeat(100) }]),
    );
    const members = Array.from({ length: 10_000 }, (_, index) => `member-${index}`);
    const schema = { type: "object", properties: { ...properties, kind: { enum: members } }, additionalProperties: false };
    expect(verdict(schema, { property_7: "x", kind: "member-9999" })).toEqual([]);
    expect(verdict(schema, { property_7: 7, kind: "member", proprety_9: 1 })).toHaveLength(3);
    expect(
      verdict(
        { uniqueItems: true, minItems: 30_000 },
        Array.from({ length: 20_000 }, (_, index) => ({ index })),
      ),
    ).toHaveLength(1);
    expect(
      verdict(
        { items: { type: "object", properties: { a: { type: "string" } } } },
        Array.from({ length: 20_000 }, () => ({ a: 1 })),
      ),
    ).toHaveLength(20_000);
  });
});
