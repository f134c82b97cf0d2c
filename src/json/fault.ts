import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, HEX, isDigit, skipSpace } from "./bytes.js";
import { codeAt, lengthAt, nameAt, named } from "./character-name.js";
import type { JsonFault, JsonFaultKind, Range } from "./node.js";
import type { Expected } from "./scalar-scanner.js";
import { MAX_DEPTH, type Scanner } from "./scanner.js";
import type { Tape } from "./tape.js";
import type { Text } from "./text.js";

/** What is wrong, in the bytes of the tape. */
interface Finding {
  readonly kind: JsonFaultKind;
  readonly message: string;
  readonly from: number;
  readonly to: number;
}

function finding(kind: JsonFaultKind, from: number, to: number, message: string): Finding {
  return { kind, message, from, to };
}

/** Why a scan stopped. The place is looked up when it is asked for, which must be while the text is alive. */
export class ScanFault implements JsonFault {
  readonly kind: JsonFaultKind;
  readonly message: string;
  private readonly from: number;
  private readonly to: number;
  private readonly text: Text;

  private constructor({ kind, message, from, to }: Finding, text: Text) {
    this.kind = kind;
    this.message = message;
    this.from = from;
    this.to = to;
    this.text = text;
  }

  get at(): Range {
    return this.text.range(this.from, this.to);
  }

  /** The fault at which the scanner stopped in a text. */
  static of(scanner: Scanner, tape: Tape, from: number, to: number, text: Text): ScanFault {
    return new ScanFault(describeStop(scanner, tape.bytes, from, to), text);
  }

  /** The fault of something after a complete value, at whose end the scanner is. */
  static trailing(scanner: Scanner, tape: Tape, from: number, to: number, text: Text): ScanFault {
    return new ScanFault(describeTail(scanner, tape, from, to), text);
  }

  static tooLarge(from: number, text: Text): ScanFault {
    return new ScanFault(finding("too-large", from, from, "The document has 2 GiB or more"), text);
  }

  /** Documents inside strings inside documents, without end. */
  static nesting(from: number, to: number, text: Text): ScanFault {
    return new ScanFault(finding("too-deep", from, to, "The JSON is inside more than 8 levels of strings"), text);
  }
}

/** What should follow at a place outside strings and numbers. */
const EXPECTED = {
  value: "a value",
  key: "a key in double quotes",
  colon: '":"',
  "comma-or-brace": '"," or "}"',
  "comma-or-bracket": '"," or "]"',
  end: "the end of the text",
} as const;

type Structure = keyof typeof EXPECTED;

function describeStop({ end: at, expected }: Scanner, bytes: Buffer, from: number, to: number): Finding {
  if (skipSpace(bytes, from) === to) {
    return finding("empty", from, to, from === to ? "The file is empty" : "The text is only white space");
  }
  if (at < from + 4 && isUtf16(bytes, from, to)) return utf16(from);
  if (isTruncated(bytes, at, to, expected)) {
    return finding("truncated", to, to, truncated(expected));
  }
  switch (expected) {
    case "string-character":
      return describeControl(bytes, at, to);
    case "escape": {
      const length = lengthAt(bytes, at + 1);
      return finding(
        "invalid-escape",
        at,
        at + 1 + length,
        `A string has ${escapeAt(bytes, at + 1)}; JSON allows only \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u`,
      );
    }
    case "hex-digits":
      return finding("invalid-escape", at, at + 2, "A string has the escape \\u without four hexadecimal digits after it");
    case "utf-8":
      return invalidUtf8(bytes, at);
    case "less-depth":
      return finding("too-deep", at, at + 1, `Objects and arrays are nested more than ${MAX_DEPTH} levels deep`);
    case "no-leading-zero":
      return finding("invalid-number", at, at + 1, "A number begins with a zero before other digits");
    case "digit": {
      const word = wordAt(bytes, at, to);
      if (word === "Infinity" || word === "NaN") return notANumber(`-${word}`, at - 1);
      return finding("invalid-number", at, at + lengthAt(bytes, at), `A number has ${named(bytes, at)} where a digit should be`);
    }
    default:
      return describeStructure(bytes, from, at, to, expected);
  }
}

function truncated(expected: Expected): string {
  switch (expected) {
    case "string-character":
      return "The text ends inside a string";
    case "escape":
    case "hex-digits":
      return "The text ends inside an escape of a string";
    case "utf-8":
      return "The text ends inside a character";
    case "digit":
      return "The text ends inside a number";
    case "no-leading-zero":
    case "less-depth": // never at the end of a text
      return "The text ends too early";
    default:
      return `The text ends where ${EXPECTED[expected]} should follow`;
  }
}

/** Would more text have made it JSON? Exact: every text it is true of begins some valid document. */
function isTruncated(bytes: Buffer, at: number, to: number, expected: Expected): boolean {
  if (at === to) return true;
  switch (expected) {
    case "value":
      return to - at < 5 && ["true", "false", "null"].some((word) => word.startsWith(bytes.toString("latin1", at, to)));
    case "escape":
      return at + 1 === to;
    case "hex-digits": {
      let digits = at + 2;
      while (HEX[bytes[digits] ?? 0] !== 16) digits++;
      return digits === to;
    }
    case "utf-8":
      return isCutCharacter(bytes, at, to);
    default:
      return false;
  }
}

/** Do the bytes up to the end begin one UTF-8 character? */
function isCutCharacter(bytes: Buffer, at: number, to: number): boolean {
  const [lead = 0, second = 0x80, third = 0x80] = bytes.subarray(at, to);
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (lead < 0xc2 || lead > 0xf4 || to - at >= length) return false;
  if (to - at === 1) return true;
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return second >= lowest && second <= highest && (third & 0xc0) === 0x80;
}

function describeControl(bytes: Buffer, at: number, to: number): Finding {
  if (bytes[at] === 0) {
    const end = endOfNuls(bytes, at, to);
    if (end - at > 1 || end === to) return nulBytes(at, end);
  }
  const code = bytes[at] ?? 0;
  const short = ESCAPES.get(code) ?? `\\u${code.toString(16).padStart(4, "0")}`;
  return finding("control-character", at, at + 1, `A string has a raw ${nameAt(bytes, at)}, which must be written as ${short}`);
}

/** A byte that fits nothing outside strings: the mistakes people and other languages make have names of their own. */
function describeStructure(bytes: Buffer, from: number, at: number, to: number, expected: Structure): Finding {
  const byte = bytes[at] ?? 0;
  const wanted = EXPECTED[expected];
  if (byte === 0) return nulBytes(at, endOfNuls(bytes, at, to));
  const before = previous(bytes, from, at);
  if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && before >= from && bytes[before] === COMMA) {
    return finding("trailing-comma", before, before + 1, `There is a trailing comma before ${nameAt(bytes, at)}`);
  }
  if (isComment(bytes, at)) return finding("comment", at, at + 1, "The text has a comment, which JSON does not allow");
  const word = wordAt(bytes, at, to);
  if (expected === "value" || expected === "key") {
    if (byte === 0x27) return finding("single-quotes", at, at + 1, "A string is in single quotes, where JSON needs double quotes");
    if (word === "NaN" || word === "Infinity") return notANumber(word, at);
    const json = PYTHON.get(word);
    if (json !== undefined)
      return finding("python-literal", at, at + word.length, `A value is the Python literal ${word}, where JSON needs ${json}`);
  }
  if (expected === "value" && (byte === 0x2b || byte === 0x2e)) {
    return finding("invalid-number", at, at + 1, `A number begins with ${nameAt(bytes, at)}, where JSON needs a digit or "-"`);
  }
  if (before === at - 1 && before >= from && isDigit(bytes[before] ?? 0) && /[\w.+-]/.test(String.fromCharCode(byte))) {
    return finding("invalid-number", at, at + 1, `A number has ${named(bytes, at)} after its digits`);
  }
  if (byte >= 0x80) {
    const length = lengthAt(bytes, at);
    if (length === 1) return invalidUtf8(bytes, at);
    const kind = codeAt(bytes, at) === 0xfeff ? "byte-order-mark" : "unexpected-character";
    const what = kind === "byte-order-mark" ? "a byte order mark (U+FEFF)" : `the character ${nameAt(bytes, at)}`;
    return finding(kind, at, at + length, `The text has ${what} where ${wanted} should be`);
  }
  return finding("unexpected-character", at, at + Math.max(1, word.length), `The text has ${named(bytes, at)} where ${wanted} should be`);
}

function describeTail(scanner: Scanner, tape: Tape, from: number, to: number): Finding {
  const { bytes } = tape;
  const { end } = scanner;
  const at = skipSpace(bytes, end);
  if (at < from + 4 && isUtf16(bytes, from, to)) return utf16(from);
  const isNumber = at === end && isDigit(bytes[end - 1] ?? 0) && /[\w.+-]/.test(String.fromCharCode(bytes[at] ?? 0));
  if (bytes[at] === 0 || isComment(bytes, at) || isNumber || (bytes[at] ?? 0) >= 0x80) {
    const known = describeStructure(bytes, from, at, to, "end");
    if (known.kind !== "unexpected-character") return known;
  }
  // The document is lost anyway, so its tape may hold what follows.
  if (scanner.scan(tape, at) || isTruncated(bytes, scanner.end, to, scanner.expected)) {
    const isLines = bytes.subarray(end, at).includes(0x0a);
    const message = `A second JSON value follows the first${isLines ? " on a new line, as in JSON Lines" : ""}`;
    return finding("several-values", at, Math.min(scanner.end, to), message);
  }
  let last = to;
  while (isSpace(bytes[last - 1] ?? 0)) last--;
  return finding("trailing-text", at, last, `The JSON value is followed by ${named(bytes, at)}`);
}

function utf16(from: number): Finding {
  return finding("utf-16", from, from + 2, "The text is encoded as UTF-16, but must be UTF-8");
}

function nulBytes(from: number, to: number): Finding {
  const what = to - from === 1 ? "a NUL byte" : `${to - from} NUL bytes`;
  return finding("nul-bytes", from, to, `The text has ${what}, which a crash during writing can leave`);
}

function notANumber(word: string, from: number): Finding {
  return finding("not-a-number", from, from + word.length, `A value is ${word}, which Python writes but JSON does not allow`);
}

function invalidUtf8(bytes: Buffer, at: number): Finding {
  const hex = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  return finding("invalid-utf-8", at, at + 1, `Byte 0x${hex} is not valid UTF-8`);
}

const PYTHON: ReadonlyMap<string, string> = new Map([
  ["True", "true"],
  ["False", "false"],
  ["None", "null"],
]);

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x08, "\\b"],
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
]);

/** A byte order mark of UTF-16, or every other of the first four bytes NUL. */
function isUtf16(bytes: Buffer, from: number, to: number): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(from, to);
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true;
  return to - from >= 4 && ((a === 0 && b !== 0 && c === 0 && d !== 0) || (a !== 0 && b === 0 && c !== 0 && d === 0));
}

function isComment(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0x23 || (bytes[at] === 0x2f && (bytes[at + 1] === 0x2f || bytes[at + 1] === 0x2a));
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The last byte before `at` that is no white space, or the one before the text. */
function previous(bytes: Buffer, from: number, at: number): number {
  let before = at - 1;
  while (before >= from && isSpace(bytes[before] ?? 0)) before--;
  return before;
}

function endOfNuls(bytes: Buffer, at: number, to: number): number {
  let end = at;
  while (end < to && bytes[end] === 0) end++;
  return end;
}

/** An ASCII word, at most 20 letters of it; never shown unless known, since it may be part of a secret. */
function wordAt(bytes: Buffer, at: number, to: number): string {
  return /^[A-Za-z_]\w*/.exec(bytes.toString("latin1", at, Math.min(to, at + 20)))?.[0] ?? "";
}

/** The escape of a letter, as it is where the letter is plain. */
function escapeAt(bytes: Buffer, at: number): string {
  const code = codeAt(bytes, at);
  return code > 0x20 && code < 0x7f ? `the escape \\${String.fromCharCode(code)}` : `an escape of ${nameAt(bytes, at)}`;
}
