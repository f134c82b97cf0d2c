// biome-ignore-all lint/suspicious/noThenProperty: a keyword's name
import { describe, expect, it } from "vitest";
import type { JsonNode } from "../../src/json/node.js";
import { valueNode } from "../../src/json/plain-node.js";
import { parseJson } from "../../src/json/read.js";
import type { JsonValue } from "../../src/json/value.js";
import type { Dialect } from "../../src/schema/dialect.js";
import { resolveReferences } from "../../src/schema/references.js";
import { buildFastValidator } from "../../src/schema/surely-valid.js";

const judgeNode = (schema: JsonValue, node: JsonNode, dialect: Dialect = "2020-12", assertFormats = false) =>
  buildFastValidator(schema, dialect, resolveReferences(schema, dialect), { assertFormats }).judge(node);

const judge = (schema: JsonValue, value: JsonValue, dialect?: Dialect, assertFormats?: boolean) =>
  judgeNode(schema, valueNode(value), dialect, assertFormats);

const judgeText = (schema: JsonValue, text: string) => {
  const parsed = parseJson(text);
  return parsed.kind === "document" ? judgeNode(schema, parsed.document.root) : parsed.fault.message;
};

describe("the quick judge", () => {
  const weather = {
    type: "object",
    properties: { city: { type: "string", minLength: 1 }, unit: { enum: ["c", "f"] }, days: { type: "integer", minimum: 1 } },
    required: ["city"],
    additionalProperties: false,
  };

  it("proves ordinary arguments valid or invalid", () => {
    expect(judge(weather, { city: "Oslo", unit: "c", days: 3 })).toBe("valid");
    for (const value of [{}, { city: "" }, { city: "Oslo", unit: "C" }, { city: "Oslo", days: 1.5 }, { city: "Oslo", more: 1 }, [], "x"]) {
      expect(judge(weather, value), JSON.stringify(value)).toBe("invalid");
    }
  });

  it("counts characters, not UTF-16 units", () => {
    expect(judge({ maxLength: 2 }, "😀😀")).toBe("valid");
    expect(judge({ minLength: 2 }, "😀")).toBe("invalid");
    expect(judge({ minLength: 2 }, "\ud83d\ud83d")).toBe("valid"); // two halves that make no pair
  });

  it("takes 1.0 and 1e400 for integers, booleans for no numbers", () => {
    expect(judge({ type: "integer" }, 1)).toBe("valid");
    expect(judgeText({ type: "integer" }, "1.0")).toBe("valid");
    expect(judgeText({ type: "integer" }, "-1e400")).toBe("valid");
    expect(judge({ type: "number" }, true)).toBe("invalid");
  });

  it("knows keys that every object inherits", () => {
    expect(judge({ required: ["constructor"] }, {})).toBe("invalid");
    expect(judge({ properties: { toString: { type: "string" } } }, {})).toBe("valid");
    expect(judge({ additionalProperties: false }, JSON.parse('{"__proto__": 1}'))).toBe("invalid");
  });

  it("takes of a repeated key the last, as JSON.parse does", () => {
    const schema = { properties: { a: { type: "string" } }, maxProperties: 1 };
    expect(judgeText(schema, '{"a": 1, "a": "x"}')).toBe("valid");
    expect(judgeText(schema, '{"a": "x", "\\u0061": 1}')).toBe("invalid");
    expect(judgeText({ additionalProperties: { type: "object" }, propertyNames: { enum: ["b"] } }, '{"b": 1, "b": {}}')).toBe("valid");
  });

  it("is unsure of what it does not cover, where it is met", () => {
    const schema = { properties: { a: { unevaluatedProperties: false } } };
    expect(judge(schema, { b: 1 })).toBe("valid");
    expect(judge(schema, { a: {} })).toBe("unsure");
    expect(judge({ format: "email" }, "x", "2020-12", true)).toBe("unsure");
    expect(judge({ format: "email" }, "x")).toBe("valid");
    expect(judge({ items: [{}] }, [1], "draft-07")).toBe("unsure");
    expect(judge({}, 1, "draft-03")).toBe("unsure");
  });

  it("sees a plain mistake also beside what it does not cover", () => {
    expect(judge({ type: "object", unevaluatedProperties: false }, 5)).toBe("invalid");
  });

  it("ignores keywords that the dialect does not have", () => {
    expect(judge({ const: 1, if: true, then: false }, 2, "draft-04")).toBe("valid");
    expect(judge({ dependencies: { a: ["b"] } }, { a: 1 })).toBe("valid");
    expect(judge({ dependencies: { a: ["b"] } }, { a: 1 }, "draft-07")).toBe("unsure");
    expect(judge({ $ref: "#/definitions/a", type: "string", definitions: { a: {} } }, 5, "draft-07")).toBe("valid");
  });

  it("follows recursive references, and gives up where they multiply", () => {
    const tree = { properties: { next: { $ref: "#" }, size: { type: "integer" } } };
    expect(judge(tree, { next: { next: { size: 1 } } })).toBe("valid");
    expect(judge(tree, { next: { next: { size: "1" } } })).toBe("invalid");
    const twice = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `a${index}`,
        { anyOf: [{ $ref: `#/$defs/a${index + 1}` }, { $ref: `#/$defs/a${index + 1}` }] },
      ]),
    );
    expect(judge({ $ref: "#/$defs/a0", $defs: { ...twice, a40: { type: "string" } } }, 5)).toBe("unsure");
  });

  it("does not overflow on a deep value", () => {
    let deep: JsonValue = {};
    for (let level = 0; level < 200_000; level++) deep = { next: deep };
    expect(judge({ properties: { next: { $ref: "#" } } }, deep)).toBe("unsure");
  });

  it("is unsure where a pattern has no answer within bounds", () => {
    expect(judge({ pattern: "^(b+)+\\1$" }, `${"b".repeat(60)}!`)).toBe("unsure");
    expect(judge({ pattern: "^(b+)+$" }, `${"b".repeat(60)}!`)).toBe("invalid");
  });

  it("compares numbers by their decimal digits", () => {
    expect(judge({ multipleOf: 0.01 }, 19.99)).toBe("valid");
    expect(judge({ multipleOf: 0.01 }, 19.995)).toBe("invalid");
  });

  it("takes linear time for unique items", () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({ index, list: [index, { a: index }] }));
    expect(judge({ uniqueItems: true }, items)).toBe("valid");
    expect(judge({ uniqueItems: true }, [...items, { list: [3, { a: 3 }], index: 3 }])).toBe("invalid");
  });
});
