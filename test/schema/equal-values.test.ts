import { describe, expect, it } from "vitest";
import { equalsDeclared, firstEqualPair } from "../../src/schema/equal-values.js";

const digits = (at: string, number: string, pointer = "") => ({ numbers: new Map([[at, number]]), pointer });

describe("equalsDeclared", () => {
  it("compares by value, whatever the order of keys", () => {
    expect(equalsDeclared({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] })).toBe(true);
    expect(equalsDeclared({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(equalsDeclared([1, 2], [2, 1])).toBe(false);
    expect(equalsDeclared(0, false)).toBe(false);
    expect(equalsDeclared({}, [])).toBe(false);
    expect(equalsDeclared({ toString: 1 }, { constructor: 1 })).toBe(false);
  });

  it("sees digits that a double lost in the value", () => {
    expect(equalsDeclared({ id: 12 }, { id: 12 }, digits("/id", "12.00000000000000000001"))).toBe(false);
    expect(equalsDeclared(12, 12, digits("/elsewhere", "13"))).toBe(true);
  });

  it("blames nobody for digits that were lost in the declaration", () => {
    expect(equalsDeclared(9007199254740992, 9007199254740992, digits("", "9007199254740993"))).toBe(true);
  });

  it("compares by the digits of the declaration where they are known", () => {
    const declared = digits("/enum/0/id", "9007199254740993", "/enum/0");
    expect(equalsDeclared({ id: 9007199254740992 }, { id: 9007199254740992 }, undefined, declared)).toBe(false);
    expect(equalsDeclared({ id: 9007199254740992 }, { id: 9007199254740992 }, digits("/id", "9007199254740993"), declared)).toBe(true);
  });
});

describe("firstEqualPair", () => {
  it("finds the first two equal items", () => {
    expect(firstEqualPair([1, "1", true, null, { a: 1, b: [2] }, { b: [2], a: 1 }])).toEqual([4, 5]);
    expect(firstEqualPair(["a", "b", "a", "b"])).toEqual([0, 2]);
    expect(firstEqualPair([0, -0])).toEqual([0, 1]);
  });

  it("does not take a text for the value that it spells", () => {
    expect(firstEqualPair(['{"a":1}', { a: 1 }, "[]", [], "1", 1, "null", null])).toBeUndefined();
    expect(firstEqualPair([{ a: "1" }, { a: 1 }, ["a,b"], ["a", "b"]])).toBeUndefined();
  });

  it("tells long numbers by their digits", () => {
    const rounded = [9007199254740992, 9007199254740992];
    expect(firstEqualPair(rounded, new Map([["/1", "9007199254740993"]]))).toBeUndefined();
    expect(firstEqualPair([{ a: rounded }, { a: rounded }], new Map([["/1/a/0", "9007199254740993"]]))).toBeUndefined();
  });
});
