import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeControls, quote, shorten } from "../../src/text/quote.js";

describe("quote", () => {
  it("wraps a plain text in double quotes", () => {
    expect(quote("get_weather")).toBe('"get_weather"');
  });

  it("escapes quotes and backslashes, so that the end is unmistakable", () => {
    expect(quote('a"b\\c')).toBe('"a\\"b\\\\c"');
  });

  it("escapes control characters, escape sequences and line breaks", () => {
    expect(quote("a\u001b[31mb\n\u0000\u007f\u0085")).toBe('"a\\u001b[31mb\\n\\u0000\\u007f\\u0085"');
  });

  it("escapes bidi controls, tag characters and the byte order mark", () => {
    expect(quote("\u202eabc\u2066\ufeff\u{e0041}")).toBe('"\\u202eabc\\u2066\\ufeff\\udb40\\udc41"');
  });

  it("escapes half a surrogate pair and keeps a whole one", () => {
    expect(quote("\ud83d x 😀 \ude00")).toBe('"\\ud83d x 😀 \\ude00"');
  });

  it("keeps joiners, which emoji and scripts need", () => {
    expect(quote("👩‍💻")).toBe('"👩‍💻"');
  });

  it("cuts at 80 characters, the ellipsis included", () => {
    expect(quote("a".repeat(80))).toBe(`"${"a".repeat(80)}"`);
    expect(quote("a".repeat(81))).toBe(`"${"a".repeat(79)}…"`);
    expect(quote("😀".repeat(81))).toBe(`"${"😀".repeat(79)}…"`);
  });

  it("cuts a text of any length", () => {
    expect(quote("x".repeat(50_000_000))).toBe(`"${"x".repeat(79)}…"`);
  });

  it("never shows a hostile character, nor more than 80 characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const shown = quote(text);
        expect([...shown].length).toBeLessThanOrEqual(82);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]/u);
      }),
    );
  });
});

describe("shorten", () => {
  it("keeps quotes as they are and cuts at the limit", () => {
    expect(shorten('say "hi"', 6)).toBe('say "…');
    expect(shorten("abc", 3)).toBe("abc");
  });
});

describe("escapeControls", () => {
  it("keeps the whole text", () => {
    expect(escapeControls(`a\tb${"c".repeat(100)}`)).toBe(`a\\tb${"c".repeat(100)}`);
  });
});
