import { characterLength } from "./bytes.js";

/** A character in words that are safe to print: quoted where it is plain, by number where it is not. */
export function nameAt(bytes: Buffer, at: number): string {
  const code = codeAt(bytes, at);
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const name = NAMES.get(code);
  if (name !== undefined) return code < 0x20 ? `${name} (${number})` : name;
  return code > 0x20 && code < 0x7f ? `"${String.fromCharCode(code)}"` : number;
}

/** The name of a character as part of a sentence: `a double quote`, `"x"`. */
export function named(bytes: Buffer, at: number): string {
  const name = nameAt(bytes, at);
  return /^[a-z]/.test(name) ? `a ${name}` : name;
}

/** Bytes of the character at `at`, ASCII or UTF-8; 1 where there is none. */
export function lengthAt(bytes: Buffer, at: number): number {
  return characterLength(bytes, at, bytes[at] ?? 0) || 1;
}

/** The code point of the character at `at`. */
export function codeAt(bytes: Buffer, at: number): number {
  return bytes.toString("utf8", at, at + lengthAt(bytes, at)).codePointAt(0) ?? 0;
}

const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00, "NUL"],
  [0x09, "tab"],
  [0x0a, "line feed"],
  [0x0d, "carriage return"],
  [0x20, "space"],
  [0x22, "double quote"],
]);
