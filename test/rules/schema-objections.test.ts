import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { bedrock } from "../../src/profiles/bedrock.js";
import type { Fact } from "../../src/profiles/fact.js";
import { gemini as geminiApi } from "../../src/profiles/gemini.js";
import { openaiParameters } from "../../src/profiles/openai-tools.js";
import type { ParameterFacts, StrictSubset } from "../../src/profiles/profile.js";
import { nonStrictParts, olderDialect, unsupportedParts } from "../../src/rules/schema-objections.js";

const against = (policy: ParameterFacts, schema: JsonValue, dialect: "json-schema" | "openapi" = "json-schema") =>
  [...unsupportedParts(schema, dialect, policy)].map(({ pointer, message }) => `${pointer} ${message('tool "t"')}`);

describe("Gemini's subset", () => {
  const gemini = (schema: JsonValue) => against(geminiApi.parameters, { type: "OBJECT", properties: { mode: schema } }, "openapi");

  it.each([
    [
      "const",
      { type: "STRING", const: "dark" },
      '/properties/mode/const Parameter "mode" of tool "t" uses `const`, which is not supported',
    ],
    [
      "what stands beside $ref",
      { $ref: "#/$defs/mode", type: "string" },
      '/properties/mode/type Parameter "mode" of tool "t" has `type` next to `$ref`; only `description` and `default` may be next to it',
    ],
    [
      "a list of types",
      { type: ["string", "null"] },
      '/properties/mode/type Parameter "mode" of tool "t" has a list of types; it must have one type, and `nullable` next to it',
    ],
    [
      "an empty text in enum",
      { type: "string", enum: ["a", ""] },
      '/properties/mode/enum/1 The enum of parameter "mode" of tool "t" has an empty string',
    ],
    [
      "a number in enum",
      { type: "INTEGER", enum: [1] },
      '/properties/mode/enum/0 The enum of parameter "mode" of tool "t" has a value that is not a string',
    ],
    [
      "enum beside another type",
      { type: "INTEGER", enum: ["1"] },
      '/properties/mode/enum Parameter "mode" of tool "t" has an enum of type "INTEGER"; enums need type "STRING"',
    ],
    [
      "a required property that is not declared",
      { type: "OBJECT", properties: {}, required: ["x"] },
      '/properties/mode/required/0 Parameter "mode" of tool "t" requires "x", which `properties` does not declare',
    ],
  ])("refuses %s", (_, schema, expected) => {
    expect(gemini(schema)).toEqual([expected]);
  });

  it("takes title, default, nullable, format and counts written as text", () => {
    const schema = {
      type: "ARRAY",
      title: "t",
      default: [],
      nullable: true,
      minItems: "1",
      items: { type: "STRING", format: "enum", enum: ["a"] },
    };
    expect(gemini(schema)).toEqual([]);
  });

  it("says nothing of schemas in JSON Schema", () => {
    expect(against(geminiApi.parameters, { properties: { mode: { const: "dark" } } })).toEqual([]);
  });
});

describe("what Bedrock and OpenAI refuse", () => {
  it("is a root that is no object, but not the empty schema, which stands for no arguments", () => {
    expect(against(bedrock.parameters, { type: "string" })).toEqual([
      '/type The top level of the schema of tool "t" must be `"type": "object"`',
    ]);
    expect(against(bedrock.parameters, {})).toEqual([]);
    expect(against(bedrock.parameters, { type: "OBJECT" }, "openapi")).toEqual([]);
  });

  it("is a combinator at the root alone, also where it stands for the type", () => {
    expect(against(openaiParameters, { oneOf: [{ type: "object" }] })).toEqual([
      '/oneOf `oneOf` is not allowed at the top level of the schema of tool "t"',
    ]);
    expect(against(openaiParameters, { type: "object", properties: { x: { oneOf: [{}] } } })).toEqual([]);
  });

  it("is an array without items at any depth, in any spelling, but not a tuple", () => {
    const schema = { type: "object", properties: { a: { anyOf: [{ type: "array" }] }, b: { type: "array", prefixItems: [{}] } } };
    expect(against(openaiParameters, schema)).toEqual(['/properties/a/anyOf/0 Parameter "a" of tool "t" is an array without `items`']);
    expect(against(openaiParameters, { type: "OBJECT", properties: { a: { type: "ARRAY" } } }, "openapi")).toHaveLength(1);
  });

  it("escapes argument names in pointers", () => {
    expect(against(bedrock.parameters, { type: "object", properties: { "a/b": {} } })).toEqual([
      '/properties/a~1b Parameter name "a/b" of tool "t" must be 1 to 64 characters from a-z, A-Z, 0-9, _, . and -',
    ]);
  });
});

describe("the strict subset", () => {
  const subset: Fact<StrictSubset> = {
    value: { allRequired: true, rejectedKeywords: ["allOf"] },
    evidence: { kind: "reference", source: "a test", date: "2026-11" },
  };
  const strict = (schema: JsonValue) => [...nonStrictParts(schema, subset)].map(({ pointer }) => pointer);

  it("takes a closed object whose properties are all required", () => {
    expect(strict({ type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false })).toEqual([]);
  });

  it("looks into definitions, items and branches", () => {
    const open = { type: ["object", "null"], properties: {} };
    const schema = {
      type: "object",
      additionalProperties: false,
      $defs: { a: open },
      properties: { b: { items: open }, c: { anyOf: [open] } },
    };
    expect(strict({ ...schema, required: ["b", "c"] })).toEqual(["/$defs/a", "/properties/b/items", "/properties/c/anyOf/0"]);
  });

  it("wants an object at the root", () => {
    expect(strict({ anyOf: [{ type: "string" }] })).toEqual(["/anyOf"]);
  });
});

it("names the newest older dialect that takes a schema", () => {
  expect(olderDialect({ minimum: 0, exclusiveMinimum: true }, "2020-12")).toBe("draft-04");
  expect(olderDialect({ items: [{}] }, "2020-12")).toBe("2019-09");
  expect(olderDialect({ type: "strng" }, "2020-12")).toBeUndefined();
});
