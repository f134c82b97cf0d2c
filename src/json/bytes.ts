const SPACE = 0x20;
/** The byte of `"`. */
export const QUOTE = 0x22;
/** The byte of `,`. */
export const COMMA = 0x2c;
/** The byte of `0`. */
export const ZERO = 0x30;
/** The byte of `:`. */
export const COLON = 0x3a;
/** The byte of `[`. */
export const OPEN_BRACKET = 0x5b;
/** The byte of `\`. */
export const BACKSLASH = 0x5c;
/** The byte of `]`. */
export const CLOSE_BRACKET = 0x5d;
/** The byte of `{`. */
export const OPEN_BRACE = 0x7b;
/** The byte of `}`. */
export const CLOSE_BRACE = 0x7d;

/** 1 for the bytes that stand for themselves inside a string and need no look: ASCII but quote, backslash and controls. */
export const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= SPACE && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);

/**
 * The first byte at or after `from` that is not plain. Prose is most of a recording: four bytes a step take less than half the time.
 *
 * @param words the same bytes by four, from `wordsOf`
 */
export function skipPlain(bytes: Uint8Array, words: Int32Array, from: number): number {
  for (let at = from; at < from + 4; at++) if (PLAIN[bytes[at] ?? 0] !== 1) return at;
  let word = (from + 4) >> 2;
  while (isPlainWord(words[word] ?? 0)) word++;
  let at = word << 2;
  while (PLAIN[bytes[at] ?? 0] === 1) at++;
  return at;
}

/** Whether all four bytes are plain: in each, the upper bit shows ASCII, and whether a subtraction went below zero the rest. */
function isPlainWord(word: number): boolean {
  const controls = word - 0x20202020;
  const quotes = (word ^ 0x22222222) - 0x01010101;
  const backslashes = (word ^ 0x5c5c5c5c) - 0x01010101;
  return ((word | controls | quotes | backslashes) & 0x80808080) === 0;
}

/** A view of bytes by four, from their first on; empty where they lie askew in memory. */
export function wordsOf({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return byteOffset % 4 === 0 ? new Int32Array(buffer, byteOffset, length >> 2) : NO_WORDS;
}

const NO_WORDS = new Int32Array(0);

/** The value of a hexadecimal digit; 16 for every other byte. */
export const HEX = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = "0123456789abcdef".indexOf(String.fromCharCode(byte).toLowerCase());
  return byte < 0x80 && digit >= 0 ? digit : 16;
});

/** What the letter of an escape of two bytes stands for, by its byte; 0 for `u` and for what is no such letter. */
export const SIMPLE_ESCAPE = new Uint8Array(256);
for (const [index, letter] of [...'"\\/bfnrt'].entries()) SIMPLE_ESCAPE[letter.charCodeAt(0)] = '"\\/\b\f\n\r\t'.charCodeAt(index);

/** The first byte at or after `from` that is no white space. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at] ?? 0;
    if (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at++;
  }
}

/** Whether a byte is a decimal digit. */
export function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** The UTF-16 unit that four hexadecimal digits name; negative where there are fewer. */
export function unitAt(bytes: Uint8Array, at: number): number {
  const first = HEX[bytes[at] ?? 0] ?? 16;
  // NUL is no digit: not to read after the end of the bytes.
  if (first === 16) return -1;
  const second = HEX[bytes[at + 1] ?? 0] ?? 16;
  if (second === 16) return -1;
  const third = HEX[bytes[at + 2] ?? 0] ?? 16;
  if (third === 16) return -1;
  const fourth = HEX[bytes[at + 3] ?? 0] ?? 16;
  return fourth === 16 ? -1 : (first << 12) | (second << 8) | (third << 4) | fourth;
}

/** Bytes of the UTF-8 character that begins with `lead` at `at` (table 3-7 of Unicode), or 0 if it is none. Surrogates count as characters of 3 bytes. */
export function characterLength(bytes: Uint8Array, at: number, lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const second = bytes[at + 1] ?? 0;
  if ((second & 0xc0) !== 0x80) return 0;
  if (lead < 0xe0) return 2;
  if (((bytes[at + 2] ?? 0) & 0xc0) !== 0x80) return 0;
  if (lead < 0xf0) return lead === 0xe0 && second < 0xa0 ? 0 : 3;
  if (((bytes[at + 3] ?? 0) & 0xc0) !== 0x80) return 0;
  if (lead === 0xf0 && second < 0x90) return 0;
  return lead === 0xf4 && second >= 0x90 ? 0 : 4;
}
