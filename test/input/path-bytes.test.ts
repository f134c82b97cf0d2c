import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathOfBytes, systemPath } from "../../src/input/path-bytes.js";

describe("paths of bytes", () => {
  it("are what they were after a way through strings", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(Buffer.from(systemPath(pathOfBytes(bytes)))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it("are texts where they are UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(text.isWellFormed());
        expect(pathOfBytes(Buffer.from(text))).toBe(text);
        expect(systemPath(text)).toBe(text);
      }),
    );
  });

  it("keep each byte that is none", () => {
    expect(pathOfBytes(Buffer.from("a\xff\xe4b", "latin1"))).toBe("a\udcff\udce4b");
    expect(pathOfBytes(Buffer.of(0xed, 0xb2, 0x80))).toBe("\udced\udcb2\udc80");
  });
});
