import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, HEX, isDigit, skipSpace } from "./bytes.js";
import type { JsonFault, JsonFaultKind, Range } from "./node.js";
import { type Expected, MAX_DEPTH, type Scanner } from "./scanner.js";
import type { Tape } from "./tape.js";
import type { Text } from "./text.js";

/** What is wrong, in the bytes of the tape. */
interface Finding {
  readonly kind: JsonFaultKind;
  readonly message: string;
  readonly from: number;
  readonly to: number;
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

  /** The fault of something behind a complete value, at whose end the scanner is. */
  static trailing(scanner: Scanner, tape: Tape, to: number, text: Text): ScanFault {
    return new ScanFault(describeTail(scanner, tape, to), text);
  }

  static tooLarge(from: number, text: Text): ScanFault {
    return new ScanFault(
      { kind: "too-large", message: "Unexpected document of 2 GiB or more, expected a smaller one", from, to: from },
      text,
    );
  }

  /** Documents inside strings inside documents, without end. */
  static nesting(from: number, to: number, text: Text): ScanFault {
    return new ScanFault({ kind: "too-deep", message: "Unexpected JSON inside more than 8 levels of strings", from, to }, text);
  }
}

const EXPECTED = {
  value: "a value",
  key: "a key in double quotes",
  colon: '":" after a key',
  "comma-or-brace": '"," or "}"',
  "comma-or-bracket": '"," or "]"',
  "string-character": "the closing quote of a string",
  escape: 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u',
  "hex-digits": "four hexadecimal digits after \\u",
  "utf-8": "UTF-8",
  digit: "a digit",
  "no-leading-zero": "a number without leading zero",
  "less-depth": `at most ${MAX_DEPTH} levels`,
} as const satisfies Record<Expected, string>;

function describeStop({ end: at, expected }: Scanner, bytes: Buffer, from: number, to: number): Finding {
  if (skipSpace(bytes, from) === to) {
    const what = from === to ? "an empty text" : "a text of white space";
    return { kind: "empty", message: `Unexpected ${what}, expected a JSON value`, from, to };
  }
  if (at < from + 4 && isUtf16(bytes, from, to))
    return { kind: "utf-16", message: "Unexpected UTF-16, expected UTF-8", from, to: from + 2 };
  if (isTruncated(bytes, at, to, expected)) {
    const message = `Unexpected end of text, expected ${EXPECTED[expected]}`;
    return { kind: "truncated", message, from: to, to };
  }
  switch (expected) {
    case "string-character":
      return describeControl(bytes, at, to);
    case "escape": {
      const length = characterLength(bytes, at + 1);
      return {
        kind: "invalid-escape",
        message: `Unexpected escape \\${shown(bytes, at + 1)}, expected ${EXPECTED.escape}`,
        from: at,
        to: at + 1 + length,
      };
    }
    case "hex-digits":
      return { kind: "invalid-escape", message: `Unexpected escape \\u, expected ${EXPECTED[expected]}`, from: at, to: at + 2 };
    case "utf-8":
      return invalidUtf8(bytes, at);
    case "less-depth":
      return {
        kind: "too-deep",
        message: `Unexpected ${MAX_DEPTH + 1} levels of objects and arrays, expected ${EXPECTED[expected]}`,
        from: at,
        to: at + 1,
      };
    case "no-leading-zero":
      return { kind: "invalid-number", message: `Unexpected leading zero, expected ${EXPECTED[expected]}`, from: at, to: at + 1 };
    case "digit": {
      const word = wordAt(bytes, at, to);
      if (word === "Infinity" || word === "NaN") return notANumber(`-${word}`, at - 1);
      return {
        kind: "invalid-number",
        message: `Unexpected ${nameAt(bytes, at)} in a number, expected a digit`,
        from: at,
        to: at + characterLength(bytes, at),
      };
    }
    default:
      return describeStructure(bytes, at, to, expected);
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
  return {
    kind: "control-character",
    message: `Unexpected raw ${nameAt(bytes, at)} in a string, expected its escape ${short}`,
    from: at,
    to: at + 1,
  };
}

/** A byte that fits nothing outside strings: the mistakes people and other languages make have names of their own. */
function describeStructure(bytes: Buffer, at: number, to: number, expected: Expected): Finding {
  const byte = bytes[at] ?? 0;
  const wanted = EXPECTED[expected];
  if (byte === 0) return nulBytes(at, endOfNuls(bytes, at, to));
  const before = previous(bytes, at);
  if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && bytes[before] === COMMA) {
    return {
      kind: "trailing-comma",
      message: `Unexpected comma before ${nameAt(bytes, at)}, expected ${wanted} after it or none`,
      from: before,
      to: before + 1,
    };
  }
  if (isComment(bytes, at)) return { kind: "comment", message: `Unexpected comment, expected ${wanted}`, from: at, to: at + 1 };
  if (byte === 0x27) return { kind: "single-quotes", message: "Unexpected single quote, expected double quotes", from: at, to: at + 1 };
  const word = wordAt(bytes, at, to);
  if (expected === "value" || expected === "key") {
    if (word === "NaN" || word === "Infinity") return notANumber(word, at);
    const json = PYTHON.get(word);
    if (json !== undefined)
      return { kind: "python-literal", message: `Unexpected Python literal ${word}, expected ${json}`, from: at, to: at + word.length };
  }
  if (expected === "value" && (byte === 0x2b || byte === 0x2e)) {
    return {
      kind: "invalid-number",
      message: `Unexpected number that begins with ${nameAt(bytes, at)}, expected a digit or "-"`,
      from: at,
      to: at + 1,
    };
  }
  if (before === at - 1 && isDigit(bytes[before] ?? 0) && /[\w.+-]/.test(String.fromCharCode(byte))) {
    return { kind: "invalid-number", message: `Unexpected ${nameAt(bytes, at)} in a number, expected ${wanted}`, from: at, to: at + 1 };
  }
  if (byte >= 0x80) {
    const length = characterLength(bytes, at);
    if (length === 1) return invalidUtf8(bytes, at);
    const kind = codeAt(bytes, at) === 0xfeff ? "byte-order-mark" : "unexpected-character";
    const what = kind === "byte-order-mark" ? "byte order mark (U+FEFF)" : `character ${nameAt(bytes, at)}`;
    return { kind, message: `Unexpected ${what}, expected ${wanted}`, from: at, to: at + length };
  }
  const what = word.length > 1 ? `word "${word}"` : nameAt(bytes, at);
  return { kind: "unexpected-character", message: `Unexpected ${what}, expected ${wanted}`, from: at, to: at + Math.max(1, word.length) };
}

function describeTail(scanner: Scanner, tape: Tape, to: number): Finding {
  const { bytes } = tape;
  const { end } = scanner;
  const at = skipSpace(bytes, end);
  const isNumber = at === end && isDigit(bytes[end - 1] ?? 0) && /[\w.+-]/.test(String.fromCharCode(bytes[at] ?? 0));
  if (bytes[at] === 0 || isComment(bytes, at) || isNumber || (bytes[at] ?? 0) >= 0x80) {
    const finding = describeStructure(bytes, at, to, "value");
    if (finding.kind !== "unexpected-character")
      return { ...finding, message: finding.message.replace("expected a value", "expected the end of the text") };
  }
  // The document is lost anyway, so its tape may hold what follows.
  if (scanner.scan(tape, at) || isTruncated(bytes, scanner.end, to, scanner.expected)) {
    const isLines = bytes.subarray(end, at).includes(0x0a);
    const message = `Unexpected second JSON value${isLines ? " on a new line, as in JSON Lines" : ""}, expected the end of the text`;
    return { kind: "several-values", message, from: at, to: Math.min(scanner.end, to) };
  }
  let last = to;
  while (isSpace(bytes[last - 1] ?? 0)) last--;
  return {
    kind: "trailing-text",
    message: `Unexpected ${nameAt(bytes, at)} after the JSON value, expected the end of the text`,
    from: at,
    to: last,
  };
}

function nulBytes(from: number, to: number): Finding {
  const what = to - from === 1 ? "NUL byte" : `${to - from} NUL bytes`;
  return { kind: "nul-bytes", message: `Unexpected ${what}, expected text; a crash while the file was written leaves them`, from, to };
}

function notANumber(word: string, from: number): Finding {
  return {
    kind: "not-a-number",
    message: `Unexpected ${word}, as Python writes it, expected a JSON number or null`,
    from,
    to: from + word.length,
  };
}

function invalidUtf8(bytes: Buffer, at: number): Finding {
  const hex = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  return { kind: "invalid-utf-8", message: `Unexpected byte 0x${hex}, expected UTF-8`, from: at, to: at + 1 };
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

const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00, "NUL"],
  [0x09, "tab"],
  [0x0a, "line feed"],
  [0x0d, "carriage return"],
  [0x1b, "escape"],
  [0x20, "space"],
  [0x22, "double quote"],
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

/** The last byte before `at` that is no white space. */
function previous(bytes: Buffer, at: number): number {
  let before = at - 1;
  while (before > 0 && isSpace(bytes[before] ?? 0)) before--;
  return before;
}

function endOfNuls(bytes: Buffer, at: number, to: number): number {
  let end = at;
  while (end < to && bytes[end] === 0) end++;
  return end;
}

/** An ASCII word, at most 20 letters of it: safe to show. */
function wordAt(bytes: Buffer, at: number, to: number): string {
  return /^[A-Za-z_]\w*/.exec(bytes.toString("latin1", at, Math.min(to, at + 20)))?.[0] ?? "";
}

/** Bytes of the UTF-8 character at `at`; 1 where there is none. */
function characterLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lead < 0xc2 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 1;
  return bytes.toString("utf8", at, at + length).includes("\ufffd") && !isReplacement(bytes, at) ? 1 : length;
}

function isReplacement(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
}

function codeAt(bytes: Buffer, at: number): number {
  return bytes.toString("utf8", at, at + characterLength(bytes, at)).codePointAt(0) ?? 0;
}

/** A character in words that are safe to print: quoted where it is plain, by number where it is not. */
function nameAt(bytes: Buffer, at: number): string {
  const code = codeAt(bytes, at);
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const name = NAMES.get(code);
  if (name !== undefined) return code < 0x20 ? `${name} (${number})` : name;
  return code > 0x20 && code < 0x7f ? `"${String.fromCharCode(code)}"` : number;
}

function shown(bytes: Buffer, at: number): string {
  const code = codeAt(bytes, at);
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : `${nameAt(bytes, at)}`;
}
