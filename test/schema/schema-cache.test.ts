import { describe, expect, it } from "vitest";
import { createSchemaCompiler } from "../../src/schema/schema-cache.js";

describe("createSchemaCompiler", () => {
  it("compiles each key once", () => {
    const compiler = createSchemaCompiler();
    let asked = 0;
    const schema = () => {
      asked++;
      return { type: "object" };
    };
    expect(compiler.compile("a", schema)).toBe(compiler.compile("a", schema));
    expect(asked).toBe(1);
  });

  it("lets go of the key that was used longest ago", () => {
    const compiler = createSchemaCompiler({ mostSchemas: 2 });
    const first = compiler.compile("a", () => ({}));
    const second = compiler.compile("b", () => ({}));
    expect(compiler.compile("a", () => ({}))).toBe(first);
    compiler.compile("c", () => ({}));
    expect(compiler.compile("a", () => ({}))).toBe(first);
    expect(compiler.compile("b", () => ({}))).not.toBe(second);
  });

  it("is bounded by the length of the keys as well, but always keeps the last", () => {
    const compiler = createSchemaCompiler({ mostKeyCharacters: 10 });
    const long = "k".repeat(100);
    const kept = compiler.compile(long, () => ({}));
    expect(compiler.compile(long, () => ({}))).toBe(kept);
    compiler.compile("b", () => ({}));
    expect(compiler.compile(long, () => ({}))).not.toBe(kept);
  });

  it("keeps invalid schemas too", () => {
    const compiler = createSchemaCompiler();
    expect(compiler.compile("a", () => ({ type: 5 })).kind).toBe("invalid");
    expect(compiler.compile("a", () => ({})).kind).toBe("invalid");
  });
});
