// biome-ignore-all lint/suspicious/noThenProperty: a keyword's name
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { compileSchema } from "../../src/schema/validator.js";

const isValid = (schema: JsonValue, value: JsonValue) => {
  const compiled = compileSchema(schema);
  const violations = compiled.kind === "valid" ? compiled.validate(value) : "invalid";
  return typeof violations === "string" ? violations : violations.length === 0;
};

/** Schemas that ajv 8.20 gets wrong, which judged them before; what is expected is what the specification says (2020-12, sections 10 and 11). */
describe("the evaluator", () => {
  it("counts items as evaluated that only one branch looked at", () => {
    expect(isValid({ anyOf: [{ items: {} }], unevaluatedItems: { type: "string" } }, [0, 1, 2])).toBe(true);
    expect(isValid({ anyOf: [{ items: { type: "number" } }, {}], unevaluatedItems: false }, [0, 1])).toBe(true);
    expect(isValid({ anyOf: [{ prefixItems: [{}] }], unevaluatedItems: false }, [0])).toBe(true);
    expect(isValid({ anyOf: [{ prefixItems: [{}] }], unevaluatedItems: false }, [0, 1])).toBe(false);
  });

  it("counts what an if without then looked at as evaluated", () => {
    expect(isValid({ if: { prefixItems: [{ type: "number" }] }, unevaluatedItems: { type: "string" } }, [1, "a"])).toBe(true);
    expect(isValid({ if: { properties: { a: {} } }, unevaluatedProperties: false }, { a: 1 })).toBe(true);
    expect(isValid({ if: { properties: { a: {} } }, unevaluatedProperties: false }, { b: 1 })).toBe(false);
  });

  it("asks for an item where contains allows any", () => {
    expect(isValid({ if: { prefixItems: [{ type: "string" }], contains: {} }, then: false, unevaluatedItems: true }, [])).toBe(true);
  });

  it("gives an answer for patternProperties beside oneOf", () => {
    const schema = {
      patternProperties: { a: true },
      oneOf: [{ items: { items: {} } }, { properties: { a: { type: "string" } }, items: {} }],
    };
    expect(isValid(schema, { a: 0 })).toBe(true);
    expect(isValid({ ...schema, properties: { z: { unevaluatedItems: false } } }, { a: 0, z: [1] })).not.toBe(true);
  });
});
