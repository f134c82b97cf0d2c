import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { normalizeEmptyResult } from "../../src/model/normalize-empty-result.js";

describe("normalizeEmptyResult", () => {
  it("says that a list or an object holds nothing", () => {
    expect(normalizeEmptyResult([])).toEqual({ success: true, results: [], count: 0, message: expect.stringContaining("No matching") });
    expect(normalizeEmptyResult({})).toEqual({ success: true, results: {}, message: expect.stringContaining("No matching") });
  });

  it.each([[null], [""], [0], [false]])("wraps %j and keeps it", (value) => {
    expect(normalizeEmptyResult(value)).toEqual({ success: true, result: value });
  });

  it.each<JsonValue>([[[0]], { a: null }, "COMPLETED", 1, true, " "])("passes %j unchanged", (value) => {
    expect(normalizeEmptyResult(value)).toBe(value);
  });
});
