import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, HEX, isDigit, skipSpace } from "./bytes.js";
import { codeAt, lengthAt, nameAt } from "./character-name.js";
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

const EXPECTED = {
  value: "a value",
  key: "a key in double quotes",
  colon: '":" after a key',
  "comma-or-brace": '"," or "}"',
  "comma-or-bracket": '"," or "]"',
  "string-character": "its closing quote",
  escape: "the rest of an escape",
  "hex-digits": "four hexadecimal digits after \\u",
  "utf-8": "the rest of a character",
  digit: "a digit",
  "no-leading-zero": "a number without leading zero",
  "less-depth": `at most ${MAX_DEPTH} levels`,
} as const satisfies Record<Expected, string>;

const EXPECTED_END = "expected the end of the text";

function describeStop({ end: at, expected }: Scanner, bytes: Buffer, from: number, to: number): Finding {
  if (skipSpace(bytes, from) === to) {
    return finding("empty", from, to, `Unexpected ${from === to ? "empty text" : "white space alone"}, expected a JSON value`);
  }
  if (at < from + 4 && isUtf16(bytes, from, to)) return utf16(from);
  if (isTruncated(bytes, at, to, expected)) {
    return finding("truncated", to, to, `Unexpected end of text${inside(expected)}, expected ${EXPECTED[expected]}`);
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
        `Unexpected escape ${letterAt(bytes, at + 1)}, expected one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u`,
      );
    }
    case "hex-digits":
      return finding("invalid-escape", at, at + 2, `Unexpected escape \\u, expected ${EXPECTED[expected]}`);
    case "utf-8":
      return invalidUtf8(bytes, at);
    case "less-depth":
      return finding("too-deep", at, at + 1, `Unexpected ${MAX_DEPTH + 1} levels of objects and arrays, expected ${EXPECTED[expected]}`);
    case "no-leading-zero":
      return finding("invalid-number", at, at + 1, `Unexpected leading zero, expected ${EXPECTED[expected]}`);
    case "digit": {
      const word = wordAt(bytes, at, to);
      if (word === "Infinity" || word === "NaN") return notANumber(`-${word}`, at - 1);
      return finding("invalid-number", at, at + lengthAt(bytes, at), `Unexpected ${nameAt(bytes, at)} in a number, expected a digit`);
    }
    default:
      return describeStructure(bytes, from, at, to, expected);
  }
}

function inside(expected: Expected): string {
  switch (expected) {
    case "string-character":
    case "escape":
    case "hex-digits":
    case "utf-8":
      return " in a string";
    case "digit":
      return " in a number";
    default:
      return "";
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
  return finding("control-character", at, at + 1, `Unexpected raw ${nameAt(bytes, at)} in a string, expected its escape ${short}`);
}

/** A byte that fits nothing outside strings: the mistakes people and other languages make have names of their own. */
function describeStructure(bytes: Buffer, from: number, at: number, to: number, expected: Expected): Finding {
  const byte = bytes[at] ?? 0;
  const wanted = EXPECTED[expected];
  if (byte === 0) return nulBytes(at, endOfNuls(bytes, at, to));
  const before = previous(bytes, from, at);
  if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && before >= from && bytes[before] === COMMA) {
    return finding("trailing-comma", before, before + 1, `Unexpected comma before ${nameAt(bytes, at)}, expected none`);
  }
  if (isComment(bytes, at)) return finding("comment", at, at + 1, `Unexpected comment, expected ${wanted}`);
  const word = wordAt(bytes, at, to);
  if (expected === "value" || expected === "key") {
    if (byte === 0x27) return finding("single-quotes", at, at + 1, "Unexpected single quote, expected double quotes");
    if (word === "NaN" || word === "Infinity") return notANumber(word, at);
    const json = PYTHON.get(word);
    if (json !== undefined) return finding("python-literal", at, at + word.length, `Unexpected Python literal ${word}, expected ${json}`);
  }
  if (expected === "value" && (byte === 0x2b || byte === 0x2e)) {
    return finding("invalid-number", at, at + 1, `Unexpected number that begins with ${nameAt(bytes, at)}, expected a digit or "-"`);
  }
  if (before === at - 1 && before >= from && isDigit(bytes[before] ?? 0) && /[\w.+-]/.test(String.fromCharCode(byte))) {
    return finding("invalid-number", at, at + 1, `Unexpected ${nameAt(bytes, at)} in a number, expected ${wanted}`);
  }
  if (byte >= 0x80) {
    const length = lengthAt(bytes, at);
    if (length === 1) return invalidUtf8(bytes, at);
    const kind = codeAt(bytes, at) === 0xfeff ? "byte-order-mark" : "unexpected-character";
    const what = kind === "byte-order-mark" ? "byte order mark (U+FEFF)" : `character ${nameAt(bytes, at)}`;
    return finding(kind, at, at + length, `Unexpected ${what}, expected ${wanted}`);
  }
  return finding("unexpected-character", at, at + Math.max(1, word.length), `Unexpected ${nameAt(bytes, at)}, expected ${wanted}`);
}

function describeTail(scanner: Scanner, tape: Tape, from: number, to: number): Finding {
  const { bytes } = tape;
  const { end } = scanner;
  const at = skipSpace(bytes, end);
  if (at < from + 4 && isUtf16(bytes, from, to)) return utf16(from);
  const isNumber = at === end && isDigit(bytes[end - 1] ?? 0) && /[\w.+-]/.test(String.fromCharCode(bytes[at] ?? 0));
  if (bytes[at] === 0 || isComment(bytes, at) || isNumber || (bytes[at] ?? 0) >= 0x80) {
    const known = describeStructure(bytes, from, at, to, "value");
    if (known.kind !== "unexpected-character") return { ...known, message: known.message.replace("expected a value", EXPECTED_END) };
  }
  // The document is lost anyway, so its tape may hold what follows.
  if (scanner.scan(tape, at) || isTruncated(bytes, scanner.end, to, scanner.expected)) {
    const isLines = bytes.subarray(end, at).includes(0x0a);
    const message = `Unexpected second JSON value${isLines ? " on a new line, as in JSON Lines" : ""}, ${EXPECTED_END}`;
    return finding("several-values", at, Math.min(scanner.end, to), message);
  }
  let last = to;
  while (isSpace(bytes[last - 1] ?? 0)) last--;
  return finding("trailing-text", at, last, `Unexpected ${nameAt(bytes, at)} after the JSON value, ${EXPECTED_END}`);
}

function utf16(from: number): Finding {
  return finding("utf-16", from, from + 2, "Unexpected UTF-16, expected UTF-8");
}

function nulBytes(from: number, to: number): Finding {
  const what = to - from === 1 ? "NUL byte" : `${to - from} NUL bytes`;
  return finding("nul-bytes", from, to, `Unexpected ${what}, expected text; a crash while the file was written leaves them`);
}

function notANumber(word: string, from: number): Finding {
  return finding("not-a-number", from, from + word.length, `Unexpected ${word}, as Python writes it, expected a JSON number or null`);
}

function invalidUtf8(bytes: Buffer, at: number): Finding {
  const hex = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  return finding("invalid-utf-8", at, at + 1, `Unexpected byte 0x${hex}, expected UTF-8`);
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
function letterAt(bytes: Buffer, at: number): string {
  const code = codeAt(bytes, at);
  return code > 0x20 && code < 0x7f ? `\\${String.fromCharCode(code)}` : `of ${nameAt(bytes, at)}`;
}
