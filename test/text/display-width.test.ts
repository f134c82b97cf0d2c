import { describe, expect, it } from "vitest";
import { cells, displayWidth } from "../../src/text/display-width.js";

describe("displayWidth", () => {
  it.each([
    ["abc", 3],
    ["", 0],
    ["é", 1],
    ["e\u0301", 1],
    ["東京", 4],
    ["한글", 4],
    ["ｱ", 1],
    ["Ａ", 2],
    ["👍", 2],
    ["👩‍👩‍👧", 2],
    ["🇩🇪", 2],
    ["❤️", 2],
    ["✓", 1],
  ])("%s takes %i columns", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it("keeps together what readers see as one character", () => {
    expect(cells("a👩‍👩‍👧e\u0301").map(({ text }) => text)).toEqual(["a", "👩‍👩‍👧", "e\u0301"]);
  });
});
