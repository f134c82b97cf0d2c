import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactNumbers } from "../../src/json/exact-numbers.js";
import { insideOf, member, rootOf } from "../support/json.js";

describe("the digits that a double loses", () => {
  it("are found in an object of the recording, by pointer from that object", () => {
    const root = rootOf('{"outer": {"ids": [1, 9007199254740993], "a/b": 0.1234567890123456789}}');
    expect([...exactNumbers(member(root, "outer"), null)]).toEqual(
      expect.arrayContaining([
        ["/ids/1", "9007199254740993"],
        ["/a~1b", "0.1234567890123456789"],
      ]),
    );
  });

  it("are found in arguments that are text", () => {
    const document = insideOf(rootOf(JSON.stringify('{"id": 9007199254740993}')));
    expect([...exactNumbers(document.root, document)]).toEqual([["/id", "9007199254740993"]]);
  });

  it("are not looked for where no number is long", () => {
    expect(exactNumbers(rootOf('{"id": 123456789012345, "when": "2026-11-30T10:00:00Z"}'), null).size).toBe(0);
  });

  it("cover every number that does not read back as written", () => {
    const literal = fc
      .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.constantFrom("", ".5", "e3", "E-2"))
      .map(([whole, end]) => `${whole}${end}`);
    fc.assert(
      fc.property(fc.array(literal), (literals) => {
        const found = exactNumbers(rootOf(`{"n": [${literals.join(", ")}]}`), null);
        for (const [index, text] of literals.entries()) {
          if (/^-?\d+$/.test(text) && BigInt(Number(text)) !== BigInt(text)) expect(found.get(`/n/${index}`)).toBe(text);
        }
      }),
    );
  });
});
