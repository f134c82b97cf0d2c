import { describe, expect, it } from "vitest";
import type { JsonFaultKind } from "../../src/json/node.js";
import { JsonReader, parseJson } from "../../src/json/read.js";
import { faultOf, placed } from "../support/json.js";

const texts: readonly (readonly [text: string, kind: JsonFaultKind, place: string, message: string])[] = [
  ["", "empty", "1:1-1:1", "Unexpected empty text, expected a JSON value"],
  [" \n", "empty", "1:1-2:1", "Unexpected white space alone, expected a JSON value"],
  ["\ufeff", "empty", "1:1-1:1", "Unexpected empty text, expected a JSON value"],
  ['{"a":tru', "truncated", "1:9-1:9", "Unexpected end of text, expected a value"],
  ["[1,", "truncated", "1:4-1:4", "Unexpected end of text, expected a value"],
  ["[1", "truncated", "1:3-1:3", 'Unexpected end of text, expected "," or "]"'],
  ['{"a"', "truncated", "1:5-1:5", 'Unexpected end of text, expected ":" after a key'],
  ['"abc', "truncated", "1:5-1:5", "Unexpected end of text in a string, expected its closing quote"],
  ['"\\', "truncated", "1:3-1:3", "Unexpected end of text in a string, expected the rest of an escape"],
  ['"\\u12', "truncated", "1:6-1:6", "Unexpected end of text in a string, expected four hexadecimal digits after \\u"],
  ["-", "truncated", "1:2-1:2", "Unexpected end of text in a number, expected a digit"],
  ["1.", "truncated", "1:3-1:3", "Unexpected end of text in a number, expected a digit"],
  ["1e+", "truncated", "1:4-1:4", "Unexpected end of text in a number, expected a digit"],
  ["nul", "truncated", "1:4-1:4", "Unexpected end of text, expected a value"],
  ['{"a":True}', "python-literal", "1:6-1:10", "Unexpected Python literal True, expected true"],
  ["[False, None]", "python-literal", "1:2-1:7", "Unexpected Python literal False, expected false"],
  ["[None]", "python-literal", "1:2-1:6", "Unexpected Python literal None, expected null"],
  ["[NaN]", "not-a-number", "1:2-1:5", "Unexpected NaN, as Python writes it, expected a JSON number or null"],
  ["[-Infinity]", "not-a-number", "1:2-1:11", "Unexpected -Infinity, as Python writes it, expected a JSON number or null"],
  ['{"a": Infinity}', "not-a-number", "1:7-1:15", "Unexpected Infinity, as Python writes it, expected a JSON number or null"],
  ["{'a':1}", "single-quotes", "1:2-1:3", "Unexpected single quote, expected double quotes"],
  ["['a']", "single-quotes", "1:2-1:3", "Unexpected single quote, expected double quotes"],
  ["// x\n{}", "comment", "1:1-1:2", "Unexpected comment, expected a value"],
  ["{/* x */}", "comment", "1:2-1:3", "Unexpected comment, expected a key in double quotes"],
  ["[1] # x", "comment", "1:5-1:6", "Unexpected comment, expected the end of the text"],
  ["[1,]", "trailing-comma", "1:3-1:4", 'Unexpected comma before "]", expected none'],
  ['{"a":1,\n}', "trailing-comma", "1:7-1:8", 'Unexpected comma before "}", expected none'],
  ["{}{}", "several-values", "1:3-1:5", "Unexpected second JSON value, expected the end of the text"],
  [
    '{"a":1}\n{"b":',
    "several-values",
    "2:1-2:6",
    "Unexpected second JSON value on a new line, as in JSON Lines, expected the end of the text",
  ],
  ["1 2", "several-values", "1:3-1:4", "Unexpected second JSON value, expected the end of the text"],
  ["{} hello", "trailing-text", "1:4-1:9", 'Unexpected "h" after the JSON value, expected the end of the text'],
  ['{"a":1}}', "trailing-text", "1:8-1:9", 'Unexpected "}" after the JSON value, expected the end of the text'],
  ["null,", "trailing-text", "1:5-1:6", 'Unexpected "," after the JSON value, expected the end of the text'],
  ["[01]", "invalid-number", "1:2-1:3", "Unexpected leading zero, expected a number without leading zero"],
  ["[-01]", "invalid-number", "1:3-1:4", "Unexpected leading zero, expected a number without leading zero"],
  ["[.5]", "invalid-number", "1:2-1:3", 'Unexpected number that begins with ".", expected a digit or "-"'],
  ["[+1]", "invalid-number", "1:2-1:3", 'Unexpected number that begins with "+", expected a digit or "-"'],
  ["12abc", "invalid-number", "1:3-1:4", 'Unexpected "a" in a number, expected the end of the text'],
  ["[1.2.3]", "invalid-number", "1:5-1:6", 'Unexpected "." in a number, expected "," or "]"'],
  ["[1.x]", "invalid-number", "1:4-1:5", 'Unexpected "x" in a number, expected a digit'],
  ["0x1F", "invalid-number", "1:2-1:3", 'Unexpected "x" in a number, expected the end of the text'],
  ["2024-01-01", "invalid-number", "1:5-1:6", 'Unexpected "-" in a number, expected the end of the text'],
  ['"a\tb"', "control-character", "1:3-1:4", "Unexpected raw tab (U+0009) in a string, expected its escape \\t"],
  ['"a\nb"', "control-character", "1:3-2:1", "Unexpected raw line feed (U+000A) in a string, expected its escape \\n"],
  ['"\u0001"', "control-character", "1:2-1:3", "Unexpected raw U+0001 in a string, expected its escape \\u0001"],
  ['"\\x41"', "invalid-escape", "1:2-1:4", 'Unexpected escape \\x, expected one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u'],
  ['"\\u12G4"', "invalid-escape", "1:2-1:4", "Unexpected escape \\u, expected four hexadecimal digits after \\u"],
  ['"\\é"', "invalid-escape", "1:2-1:4", 'Unexpected escape of U+00E9, expected one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u'],
  ["[1 2]", "unexpected-character", "1:4-1:5", 'Unexpected "2", expected "," or "]"'],
  ['{"a" 1}', "unexpected-character", "1:6-1:7", 'Unexpected "1", expected ":" after a key'],
  ["{a:1}", "unexpected-character", "1:2-1:3", 'Unexpected "a", expected a key in double quotes'],
  ['{"a":1 "b":2}', "unexpected-character", "1:8-1:9", 'Unexpected double quote, expected "," or "}"'],
  ["[“x”]", "unexpected-character", "1:2-1:3", "Unexpected character U+201C, expected a value"],
  ["[\u00a01]", "unexpected-character", "1:2-1:3", "Unexpected character U+00A0, expected a value"],
  ["\ufeff\ufeff{}", "byte-order-mark", "1:1-1:2", "Unexpected byte order mark (U+FEFF), expected a value"],
  ["[\u0000\u0000\u0000", "nul-bytes", "1:2-1:5", "Unexpected 3 NUL bytes, expected text; a crash while the file was written leaves them"],
  [
    '{"a":"b\u0000\u0000\u0000',
    "nul-bytes",
    "1:8-1:11",
    "Unexpected 3 NUL bytes, expected text; a crash while the file was written leaves them",
  ],
  [
    "{}\u0000\u0000\u0000\u0000",
    "nul-bytes",
    "1:3-1:7",
    "Unexpected 4 NUL bytes, expected text; a crash while the file was written leaves them",
  ],
  ['"a\u0000b"', "control-character", "1:3-1:4", "Unexpected raw NUL (U+0000) in a string, expected its escape \\u0000"],
  ['{"a":[1,2}', "unexpected-character", "1:10-1:11", 'Unexpected "}", expected "," or "]"'],
  ["]", "unexpected-character", "1:1-1:2", 'Unexpected "]", expected a value'],
  ["<html>", "unexpected-character", "1:1-1:2", 'Unexpected "<", expected a value'],
  ["```json\n{}\n```", "unexpected-character", "1:1-1:2", 'Unexpected "`", expected a value'],
  ["truefalse", "several-values", "1:5-1:10", "Unexpected second JSON value, expected the end of the text"],
  ["\u001b[31mred", "unexpected-character", "1:1-1:2", "Unexpected U+001B, expected a value"],
];

const bytes: readonly (readonly [what: string, bytes: Uint8Array, kind: JsonFaultKind, place: string, message: string])[] = [
  ["UTF-16 with its mark", Buffer.concat([Buffer.of(0xff, 0xfe), utf16("{}")]), "utf-16", "1:1-1:3", "Unexpected UTF-16, expected UTF-8"],
  [
    "UTF-16 the other way round",
    Buffer.concat([Buffer.of(0xfe, 0xff), utf16("{}").swap16()]),
    "utf-16",
    "1:1-1:3",
    "Unexpected UTF-16, expected UTF-8",
  ],
  ["UTF-16 without a mark", utf16('{"a":1}'), "utf-16", "1:1-1:3", "Unexpected UTF-16, expected UTF-8"],
  ["UTF-16 the other way round without a mark", utf16('{"a":1}').swap16(), "utf-16", "1:1-1:3", "Unexpected UTF-16, expected UTF-8"],
  ["UTF-16 that begins with a digit", utf16("12"), "utf-16", "1:1-1:3", "Unexpected UTF-16, expected UTF-8"],
  ["Latin-1 in a string", Buffer.from('["café"]', "latin1"), "invalid-utf-8", "1:6-1:7", "Unexpected byte 0xE9, expected UTF-8"],
  ["Latin-1 outside strings", Buffer.from("[é]", "latin1"), "invalid-utf-8", "1:2-1:3", "Unexpected byte 0xE9, expected UTF-8"],
  [
    "half a surrogate pair in UTF-8",
    Buffer.of(0x22, 0xed, 0xa0, 0xbd, 0x22),
    "invalid-utf-8",
    "1:2-1:3",
    "Unexpected byte 0xED, expected UTF-8",
  ],
  ["an overlong NUL", Buffer.of(0x22, 0xc0, 0x80, 0x22), "invalid-utf-8", "1:2-1:3", "Unexpected byte 0xC0, expected UTF-8"],
  [
    "a character cut in two",
    Buffer.from('["é').subarray(0, -1),
    "truncated",
    "1:4-1:4",
    "Unexpected end of text in a string, expected the rest of a character",
  ],
  [
    "a character cut in two outside strings",
    Buffer.from("[é").subarray(0, -1),
    "invalid-utf-8",
    "1:2-1:3",
    "Unexpected byte 0xC3, expected UTF-8",
  ],
];

describe("faults", () => {
  it.each(texts)("%j is %s", (text, kind, place, message) => {
    const fault = faultOf(parseJson(text));
    expect([fault.kind, placed(fault.at), fault.message]).toEqual([kind, place, message]);
  });

  it.each(bytes)("%s is told", (_, text, kind, place, message) => {
    const fault = faultOf(parseJson(text));
    expect([fault.kind, placed(fault.at), fault.message]).toEqual([kind, place, message]);
  });

  it("are placed in the file and judged by their own record alone", () => {
    const block = Buffer.from('{"a":[1,\n]\n');
    const reader = new JsonReader();
    expect(faultOf(reader.read(block, 0, 8)).kind).toBe("truncated");
    const second = faultOf(reader.read(block, 9, 10, { line: 2, column: 1, offset: 9 }));
    expect([second.kind, placed(second.at)]).toEqual(["unexpected-character", "2:1-2:2"]);
  });

  it("call each strict prefix of a document truncated, and nothing else", () => {
    const text = '{"a":[-1.5e+3,true,"\\u00e9\\n",null,{"b":{}}],"c":false}';
    for (let length = 1; length < text.length; length++)
      expect([length, faultOf(parseJson(text.slice(0, length))).kind]).toEqual([length, "truncated"]);
  });
});

function utf16(text: string): Buffer {
  return Buffer.from(text, "utf16le");
}
