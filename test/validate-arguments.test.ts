import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../src/json/value.js";
import { defineTool } from "../src/model/define-tool.js";
import type { Tool } from "../src/model/tool.js";
import { schemaAcceptsNoArguments, validateArguments } from "../src/validate-arguments.js";

function tool(argumentsSchema: JsonValue | null): Tool {
  return defineTool({ name: "pay", argumentsSchema });
}

const schema = {
  type: "object",
  properties: {
    order_id: { type: "integer" },
    card: { type: "object", properties: { "a/b": { type: "string" } }, required: ["a/b"] },
    items: { type: "array", items: { type: "object", properties: { sku: { type: "string" } }, additionalProperties: { type: "number" } } },
    pair: { type: "array", prefixItems: [{ type: "object", properties: { x: { type: "string" } } }] },
    other: { $ref: "#/$defs/other" },
  },
  required: ["order_id"],
  additionalProperties: false,
  $defs: { other: { type: "object", properties: { inner: { type: "string" } } } },
};

describe("validateArguments", () => {
  it("accepts what fits", () => {
    expect(validateArguments(tool(schema), { order_id: 1, items: [{ sku: "a" }] })).toBeNull();
  });

  it.each<readonly [JsonValue, string]>([
    [{ order_id: "secret" }, 'Arguments of "pay" break "type" at "/order_id"'],
    [{}, 'Arguments of "pay" break "required" at "/order_id"'],
    [{ order_id: 1, card: {} }, 'Arguments of "pay" break "required" at "/card/a~1b"'],
    [{ order_id: 1, card: { "a/b": 7 } }, 'Arguments of "pay" break "type" at "/card/a~1b"'],
    [{ order_id: 1, secret: 1 }, 'Arguments of "pay" break "additionalProperties" at the top level'],
    [{ order_id: 1, items: [{ sku: "a" }, { sku: 2 }] }, 'Arguments of "pay" break "type" at "/items/1/sku"'],
    [{ order_id: 1, items: [{ secret: "b" }] }, 'Arguments of "pay" break "type" at "/items/0/*"'],
    [{ order_id: 1, pair: [{ x: 1 }] }, 'Arguments of "pay" break "type" at "/pair/0/*"'],
    [{ order_id: 1, other: { inner: 1 } }, 'Arguments of "pay" break "type" at "/other/*"'],
    [[], 'Arguments of "pay" must be an object'],
    ["{}", 'Arguments of "pay" must be an object'],
  ])("says what is wrong with %j, without a word of the model's", (args, reason) => {
    expect(validateArguments(tool(schema), args)).toBe(reason);
  });

  it("tells the shallowest of several errors", () => {
    expect(validateArguments(tool(schema), { order_id: "x", card: { "a/b": 1 } })).toContain('at "/order_id"');
  });

  it("quotes the value only when asked to", () => {
    const reason = validateArguments(tool({ type: "object", properties: { a: { enum: ["x"] } } }), { a: "secret" }, { showValues: true });
    expect(reason).toMatch(/^Arguments of "pay" do not fit its schema: `a` must be .*"secret"/);
  });

  it.each([[null], [{}], [{ type: "object", properties: {} }], [{ type: "object" }]])(
    "accepts only no arguments where the schema is %j",
    (declared) => {
      expect(validateArguments(tool(declared), {})).toBeNull();
      expect(validateArguments(tool(declared), null)).toBeNull();
      expect(validateArguments(tool(declared), { secret: 1, other: 2 })).toBe('Tool "pay" takes no arguments, got 2');
    },
  );

  it("leaves a hosted tool without a schema to its provider", () => {
    expect(validateArguments(defineTool({ type: "web_search" }), { query: "x" })).toBeNull();
    expect(validateArguments(defineTool({ name: "search", type: "web_search_20250305" }), { query: "x" })).toBeNull();
  });

  it("judges a hosted tool that declares a schema", () => {
    expect(validateArguments(defineTool({ type: "tool_search", argumentsSchema: schema }), {})).toBe(
      'Arguments of "tool_search" break "required" at "/order_id"',
    );
  });

  it("has nothing to judge in free text", () => {
    expect(validateArguments(defineTool({ name: "sql", type: "custom", input: "text" }), "select 1")).toBeNull();
  });

  it("refuses every call of a tool whose schema is none", () => {
    expect(validateArguments(tool({ type: "objekt", properties: { a: {} } }), {})).toMatch(/^Parameters of "pay" are no valid JSON Schema/);
    expect(validateArguments(tool({ $ref: "https://example.org/schema.json" }), {})).toMatch(
      /^Parameters of "pay" are no valid JSON Schema/,
    );
  });

  it("takes true for open and false for closed to all", () => {
    expect(validateArguments(tool(true), { a: 1 })).toBeNull();
    expect(validateArguments(tool(false), {})).not.toBeNull();
  });

  it("reads draft-03 where it is named, and OpenAPI where the tool speaks it", () => {
    const draft03 = {
      $schema: "http://json-schema.org/draft-03/schema#",
      type: "object",
      properties: { a: { type: "string", required: true } },
    };
    expect(validateArguments(tool(draft03), {})).toBe('Arguments of "pay" break "required" at "/a"');
    const openapi = defineTool({
      name: "pay",
      dialect: "openapi",
      argumentsSchema: { type: "OBJECT", properties: { a: { type: "STRING", nullable: true } } },
    });
    expect(validateArguments(openapi, { a: null })).toBeNull();
    expect(validateArguments(openapi, { a: 1 })).toMatch(/^Arguments of "pay" break "\w+" at "\/a"$/);
  });

  it("never repeats a key or a value of the arguments that the schema does not hold", () => {
    const secret = fc.stringMatching(/^secret-[a-z]{1,4}$/);
    const value = fc.oneof(secret, fc.integer(), fc.array(secret), fc.dictionary(secret, secret), fc.array(fc.dictionary(secret, secret)));
    const args = fc.dictionary(fc.oneof(secret, fc.constantFrom("order_id", "card", "items", "pair", "other")), value);
    fc.assert(
      fc.property(args, (given) => {
        expect(validateArguments(tool(schema), given) ?? "").not.toContain("secret");
      }),
    );
  });
});

describe("schemaAcceptsNoArguments", () => {
  it.each<JsonValue>([{}, { type: "object" }, { type: "object", properties: {} }, { type: "object", additionalProperties: false }])(
    "is so for %j",
    (declared) => {
      expect(schemaAcceptsNoArguments(declared)).toBe(true);
    },
  );

  it.each<JsonValue>([
    true,
    { properties: { a: {} } },
    { additionalProperties: true },
    { additionalProperties: {} },
    { patternProperties: { "^x": {} } },
    { anyOf: [{ type: "object" }] },
    { $ref: "#/$defs/a" },
    { $dynamicRef: "#a" },
    JSON.parse(`{"if": {}, "then": {"properties": {"a": {}}}}`),
    { dependentSchemas: { a: {} } },
    { required: ["a"] },
  ])("is not so for %j", (declared) => {
    expect(schemaAcceptsNoArguments(declared)).toBe(false);
  });
});
