import { BACKSLASH, HEX, SIMPLE_ESCAPE } from "./bytes.js";

/** What an escape stands for: a code point, or half a surrogate pair where the other half is missing. `at` is the backslash of a valid escape. */
export function escapedCode(bytes: Uint8Array, at: number): number {
  const simple = SIMPLE_ESCAPE[bytes[at + 1] ?? 0] ?? 0;
  if (simple !== 0) return simple;
  const unit = fourDigits(bytes, at + 2);
  if ((unit & 0xfc00) !== 0xd800 || bytes[at + 6] !== BACKSLASH || bytes[at + 7] !== 0x75) return unit;
  const second = fourDigits(bytes, at + 8);
  return (second & 0xfc00) === 0xdc00 ? 0x10000 + ((unit & 0x3ff) << 10) + (second & 0x3ff) : unit;
}

/** Bytes of the escape at `at`, which stands for `code`: both escapes of a surrogate pair together. */
export function escapeLength(bytes: Uint8Array, at: number, code: number): number {
  if (bytes[at + 1] !== 0x75) return 2;
  return code > 0xffff ? 12 : 6;
}

/** Bytes of a code point in WTF-8, which is UTF-8 with a place for lone surrogates. */
export function utf8Length(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Writes a code point as WTF-8; returns the offset after it. */
function writeUtf8(target: Uint8Array, at: number, code: number): number {
  if (code < 0x80) {
    target[at] = code;
    return at + 1;
  }
  if (code < 0x800) {
    target[at] = 0xc0 | (code >> 6);
    target[at + 1] = 0x80 | (code & 0x3f);
    return at + 2;
  }
  if (code < 0x10000) {
    target[at] = 0xe0 | (code >> 12);
    target[at + 1] = 0x80 | ((code >> 6) & 0x3f);
    target[at + 2] = 0x80 | (code & 0x3f);
    return at + 3;
  }
  target[at] = 0xf0 | (code >> 18);
  target[at + 1] = 0x80 | ((code >> 12) & 0x3f);
  target[at + 2] = 0x80 | ((code >> 6) & 0x3f);
  target[at + 3] = 0x80 | (code & 0x3f);
  return at + 4;
}

/** Writes the text of a string literal (quotes left out) as WTF-8, never longer than the literal; returns the offset after it. */
export function writeUnescaped(source: Uint8Array, from: number, to: number, target: Uint8Array, start: number): number {
  let at = from;
  let end = start;
  while (at < to) {
    let byte = source[at] ?? 0;
    if (byte === BACKSLASH) {
      byte = SIMPLE_ESCAPE[source[at + 1] ?? 0] ?? 0;
      if (byte === 0) {
        const code = escapedCode(source, at);
        at += escapeLength(source, at, code);
        end = writeUtf8(target, end, code);
        continue;
      }
      at++;
    }
    target[end++] = byte;
    at++;
  }
  return end;
}

/** Encodes a text so that `decodeWtf8` gives it back, lone surrogates included; one byte more at the end holds NUL. */
export function encodeWtf8(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(3 * text.length + 1);
  let end = 0;
  if (/\p{Surrogate}/u.test(text)) for (const character of text) end = writeUtf8(bytes, end, character.codePointAt(0) ?? 0);
  else end = bytes.write(text, "utf8");
  bytes[end] = 0;
  return bytes.subarray(0, end + 1);
}

/** Decodes UTF-8 in which lone surrogates may be as three bytes each. Slow: for texts known to hold one. */
export function decodeWtf8(bytes: Buffer, from: number, to: number): string {
  let text = "";
  let start = from;
  for (let at = from; at < to; at++) {
    if (bytes[at] !== 0xed || (bytes[at + 1] ?? 0) < 0xa0) continue;
    const unit = 0xd000 | (((bytes[at + 1] ?? 0) & 0x3f) << 6) | ((bytes[at + 2] ?? 0) & 0x3f);
    text += bytes.toString("utf8", start, at) + String.fromCharCode(unit);
    start = at + 3;
    at += 2;
  }
  return text + bytes.toString("utf8", start, to);
}

function fourDigits(bytes: Uint8Array, at: number): number {
  let unit = 0;
  for (let i = at; i < at + 4; i++) unit = (unit << 4) | (HEX[bytes[i] ?? 0] ?? 0);
  return unit;
}
