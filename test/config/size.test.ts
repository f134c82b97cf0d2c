import { expect, it } from "vitest";
import { parseSize } from "../../src/config/size.js";

it.each([
  ["500", 500],
  ["20 MB", 20_000_000],
  ["1.5kb", 1500],
  ["2GiB", 2 ** 31],
  ["0", undefined],
  ["-1", undefined],
  ["5 apples", undefined],
  ["", undefined],
  ["1e9", undefined],
])("reads %s as %s bytes", (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});
