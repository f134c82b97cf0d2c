import { describe, expect, it } from "vitest";
import { withinDeadline } from "../../src/schema/deadline.js";
import { compilePattern } from "../../src/schema/pattern.js";
import { harmlessLength, patternWork } from "../../src/schema/pattern-work.js";

describe("withinDeadline", () => {
  it("gives what the work gives, or says that it took too long", () => {
    expect(withinDeadline(100, () => 7)).toEqual({ kind: "done", value: 7 });
    const started = performance.now();
    expect(
      withinDeadline(30, () => {
        for (;;);
      }),
    ).toEqual({ kind: "out-of-time" });
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it("throws what the work throws, and can be nested", () => {
    expect(() =>
      withinDeadline(100, () => {
        throw new RangeError("deep");
      }),
    ).toThrow(RangeError);
    expect(withinDeadline(1_000, () => withinDeadline(20, () => /^(a+)+$/.test(`${"a".repeat(50)}!`)))).toEqual({
      kind: "done",
      value: { kind: "out-of-time" },
    });
  });
});

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

  it("gives up on texts that a pattern finds no end with, soon without trying", () => {
    const pattern = compilePattern("^(a+)+$");
    const started = performance.now();
    for (let time = 0; time < 200; time++) expect(pattern?.test(`${"a".repeat(40)}!`)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(pattern?.test("aaa")).toBe(true);
  });

  it("answers for a risky pattern where there is an answer", () => {
    expect(compilePattern("^[a-z0-9]+(?:-[a-z0-9]+)*$")?.test("a-long-enough-kebab-case-name")).toBe(true);
  });
});
