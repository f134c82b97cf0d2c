import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { type CompileOptions, compileSchema } from "../../src/schema/validator.js";

function violations(schema: JsonValue, value: JsonValue, options?: CompileOptions) {
  const compiled = compileSchema(schema, options);
  return compiled.kind === "valid" ? compiled.validate(value) : compiled.faults;
}

describe("schemas that say the same", () => {
  it("are explained each in its own words, though they share a validator", () => {
    const schema = (title: string) => ({
      title,
      properties: { a: { description: title, type: "integer" }, b: { anyOf: [{ const: 1 }, { type: "null" }] } },
    });
    const first = violations(schema("one"), { a: "x", b: "y" });
    expect(first).toHaveLength(2);
    expect(violations(schema("two"), { a: "x", b: "y" })).toEqual(first);
    expect(violations(schema("three"), { a: 1, b: null })).toEqual([]);
  });

  it("keep the keywords of their dialects", () => {
    const older = violations({ dependencies: { a: ["b"] } }, { a: 1 }, { dialect: "draft-07" });
    const newer = violations({ dependentRequired: { a: ["b"] } }, { a: 1 });
    expect(older).toMatchObject([{ keyword: "dependencies", schemaPointer: "/dependencies" }]);
    expect(newer).toMatchObject([{ keyword: "dependentRequired", schemaPointer: "/dependentRequired" }]);
  });

  it("do not share where a limit has no text", () => {
    expect(violations({ maximum: Number.POSITIVE_INFINITY }, 5)).toEqual([]);
    expect(violations({ maximum: Number.NEGATIVE_INFINITY }, 5)).toHaveLength(1);
    expect(violations({ maximum: Number.POSITIVE_INFINITY, minimum: 6 }, 5)).toHaveLength(1);
  });
});
