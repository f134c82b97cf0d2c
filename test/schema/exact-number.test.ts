import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareNumbers, isHeldExactly, isMultiple } from "../../src/schema/exact-number.js";

describe("compareNumbers", () => {
  it("sees digits that doubles lose", () => {
    expect(compareNumbers("9007199254740993", "9007199254740992")).toBeGreaterThan(0);
    expect(compareNumbers("-9223372036854775809", "-9223372036854775808")).toBeLessThan(0);
    expect(compareNumbers("0.1000000000000000000001", "0.1")).toBeGreaterThan(0);
  });

  it("takes every spelling of a number for the same", () => {
    for (const [left, right] of [
      ["1", "1.0"],
      ["100", "1e2"],
      ["-0", "0"],
      ["0.00", "0e5"],
      ["1.50E-1", "0.15"],
      ["1e+3", "1000"],
    ] as const) {
      expect(compareNumbers(left, right), `${left} ${right}`).toBe(0);
    }
  });

  it("is not impressed by exponents", () => {
    expect(compareNumbers("1e999999999999", "2")).toBeGreaterThan(0);
    expect(compareNumbers("1e-999999999999", "0")).toBeGreaterThan(0);
    expect(compareNumbers("Infinity", "1e400")).toBeGreaterThan(0);
  });

  it("agrees with BigInt on whole numbers", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (left, right) => {
        expect(Math.sign(compareNumbers(String(left), String(right)))).toBe(left < right ? -1 : left > right ? 1 : 0);
      }),
    );
  });
});

describe("isMultiple", () => {
  it("divides by digits, not in binary", () => {
    expect(isMultiple("19.99", "0.01")).toBe(true);
    expect(isMultiple("0.3", "0.1")).toBe(true);
    expect(isMultiple("0.35", "0.1")).toBe(false);
    expect(isMultiple("12345678901234567891", "10")).toBe(false);
    expect(isMultiple("12345678901234567890", "10")).toBe(true);
    expect(isMultiple("1.5e3", "0.5")).toBe(true);
    expect(isMultiple("0", "7")).toBe(true);
    expect(isMultiple("1e1000000", "7")).toBe(false);
    expect(isMultiple("1e1000000", "8")).toBe(true);
    expect(isMultiple("5", "1e-1000000")).toBe(true);
    expect(isMultiple("1e-1000000", "3")).toBe(false);
  });

  it("agrees with BigInt on whole numbers", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 30n }), (number, divisor) => {
        expect(isMultiple(String(number), String(divisor))).toBe(number % divisor === 0n);
      }),
    );
  });
});

describe("isHeldExactly", () => {
  it("tells the literals whose digits survive", () => {
    for (const literal of ["0.1", "9007199254740992", "1e3", "0.30000000000000004", "-12"])
      expect(isHeldExactly(literal), literal).toBe(true);
    for (const literal of ["9007199254740993", "1e400", "0.1000000000000000000001"]) expect(isHeldExactly(literal), literal).toBe(false);
  });
});
