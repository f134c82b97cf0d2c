import { describe, expect, it } from "vitest";
import { compilePattern } from "../../src/schema/pattern.js";
import { harmlessLength, patternWork } from "../../src/schema/pattern-work.js";

describe("patternWork", () => {
  it("bounds patterns without a repetition of something ambiguous", () => {
    expect(patternWork("^abc$")).toEqual({ factor: 1, degree: 0 });
    expect(patternWork("^[a-z]+@[a-z]+$")).toEqual({ factor: 1, degree: 2 });
    expect(patternWork("a*")).toEqual({ factor: 1, degree: 2 });
    expect(patternWork("^(?:ab|cd)x?$").factor).toBe(4);
    expect(patternWork("^\\d{1,3}(?:\\.\\d{1,3}){3}$").factor).toBeLessThan(100);
    expect(patternWork("^(?:ab)+$")).toEqual({ factor: 1, degree: 1 });
  });

  it("has no bound for nested repetitions, alternatives repeated, and what it can't read", () => {
    for (const source of ["^(a+)+$", "(a|aa)*", "^(?:x+x+)+y", "(", "((a?){50}){50}x"]) {
      expect(harmlessLength(patternWork(source), source, 1_000_000), source).toBe(0);
    }
  });

  it("reads classes, escapes and literal braces", () => {
    expect(patternWork("^[(+*)\\]]+\\($")).toEqual({ factor: 1, degree: 1 });
    expect(patternWork("^{a}$")).toEqual({ factor: 1, degree: 0 });
  });

  it("allows longer texts for simpler patterns", () => {
    expect(harmlessLength(patternWork("^[a-z]+$"), "^[a-z]+$", 4_000_000)).toBeGreaterThan(1_000);
    expect(harmlessLength(patternWork("a+b+c+"), "a+b+c+", 4_000_000)).toBeGreaterThan(10);
  });
});

describe("compilePattern", () => {
  it("prefers the u flag and falls back to none", () => {
    expect(compilePattern("^.$")?.test("😀")).toBe(true);
    expect(compilePattern("^[\\w-.]$")?.test("-")).toBe(true);
    expect(compilePattern("(")).toBeUndefined();
  });

  it("answers for patterns that backtrack without end", () => {
    const pattern = compilePattern("^(a+)+$");
    expect(pattern?.test(`${"a".repeat(5_000)}!`)).toBe(false);
    expect(pattern?.test("a".repeat(5_000))).toBe(true);
  });

  it("gives up on a text after a number of steps, whatever it was asked before", () => {
    const hostile = `${"a".repeat(60)}!`;
    const pattern = compilePattern("^(a+)+\\1$");
    for (let time = 0; time < 12; time++) expect(pattern?.test(hostile)).toBe(undefined);
    expect(pattern?.test("a".repeat(60))).toBe(true);
    expect(pattern?.test("aaab")).toBe(false);
  });

  it("answers for a risky pattern where there is an answer", () => {
    expect(compilePattern("^[a-z0-9]+(?:-[a-z0-9]+)*$")?.test("a-long-enough-kebab-case-name")).toBe(true);
  });
});
