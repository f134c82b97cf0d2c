import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sliceText } from "../../src/json/text-slice.js";
import { insideOf, member, rootOf } from "../support/json.js";
import { textAt } from "../support/recording.js";

describe("sliceText", () => {
  it("is a string with the string's pointer and its own place", () => {
    const file = '{"a": "x \\"y\\" é\\n{\\"b\\": [1, 22]}"}';
    const whole = member(rootOf(file), "a");
    const text = whole.string() ?? "";
    const slice = sliceText(whole, text.indexOf("{"), text.length);
    expect(slice.string()).toBe('{"b": [1, 22]}');
    expect(slice.pointer).toBe("/a");
    expect(textAt(file, slice.range)).toBe('{\\"b\\": [1, 22]}');
    const inner = insideOf(slice).root.get("b")?.items()[1];
    expect(inner?.pointer).toBe("/b/1");
    expect(inner?.within).toBe(slice);
    expect(inner && textAt(file, inner.range)).toBe("22");
  });

  it("of a slice stands where it stands in the whole", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), fc.nat(20), fc.nat(20), fc.nat(20), (text, a, b, c, d) => {
        const file = JSON.stringify([text]);
        const whole = rootOf(file).items()[0];
        if (whole === undefined) throw new Error("no item");
        const inner = sliceText(sliceText(whole, a, a + b), c, c + d);
        const direct = text.slice(a, a + b).slice(c, c + d);
        expect(inner.string()).toBe(direct);
        expect(inner.raw()).toBe(JSON.stringify(direct));
        if (/^[\w ]+$/.test(direct)) expect(textAt(file, inner.range)).toBe(direct);
      }),
      { numRuns: 200 },
    );
  });

  it("has no members", () => {
    const slice = sliceText(rootOf('"ab"'), 0, 1);
    expect([
      slice.kind,
      slice.value(),
      slice.first(),
      slice.items(),
      slice.entries(),
      slice.number(),
      slice.boolean(),
      slice.bytes(),
    ]).toEqual(["string", "a", undefined, [], [], undefined, undefined, undefined]);
  });
});
