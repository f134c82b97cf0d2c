import { describe, expect, it } from "vitest";
import type { JsonFaultKind } from "../../src/json/node.js";
import { JsonReader, parseJson } from "../../src/json/read.js";
import { faultOf, placed } from "../support/json.js";

const texts: readonly (readonly [text: string, kind: JsonFaultKind, place: string, message: string])[] = [
  ["", "empty", "1:1-1:1", "The file is empty"],
  [" \n", "empty", "1:1-2:1", "The text is only white space"],
  ["\ufeff", "empty", "1:1-1:1", "The file is empty"],
  ['{"a":tru', "truncated", "1:9-1:9", "The text ends where a value should follow"],
  ["[1,", "truncated", "1:4-1:4", "The text ends where a value should follow"],
  ["[1", "truncated", "1:3-1:3", 'The text ends where "," or "]" should follow'],
  ['{"a"', "truncated", "1:5-1:5", 'The text ends where ":" should follow'],
  ['"abc', "truncated", "1:5-1:5", "The text ends inside a string"],
  ['"\\', "truncated", "1:3-1:3", "The text ends inside an escape of a string"],
  ['"\\u12', "truncated", "1:6-1:6", "The text ends inside an escape of a string"],
  ["-", "truncated", "1:2-1:2", "The text ends inside a number"],
  ["1.", "truncated", "1:3-1:3", "The text ends inside a number"],
  ["1e+", "truncated", "1:4-1:4", "The text ends inside a number"],
  ["nul", "truncated", "1:4-1:4", "The text ends where a value should follow"],
  ['{"a":True}', "python-literal", "1:6-1:10", "A value is the Python literal True, where JSON needs true"],
  ["[False, None]", "python-literal", "1:2-1:7", "A value is the Python literal False, where JSON needs false"],
  ["[None]", "python-literal", "1:2-1:6", "A value is the Python literal None, where JSON needs null"],
  ["[NaN]", "not-a-number", "1:2-1:5", "A value is NaN, which Python writes but JSON does not allow"],
  ["[-Infinity]", "not-a-number", "1:2-1:11", "A value is -Infinity, which Python writes but JSON does not allow"],
  ['{"a": Infinity}', "not-a-number", "1:7-1:15", "A value is Infinity, which Python writes but JSON does not allow"],
  ["{'a':1}", "single-quotes", "1:2-1:3", "A string is in single quotes, where JSON needs double quotes"],
  ["['a']", "single-quotes", "1:2-1:3", "A string is in single quotes, where JSON needs double quotes"],
  ["// x\n{}", "comment", "1:1-1:2", "The text has a comment, which JSON does not allow"],
  ["{/* x */}", "comment", "1:2-1:3", "The text has a comment, which JSON does not allow"],
  ["[1] # x", "comment", "1:5-1:6", "The text has a comment, which JSON does not allow"],
  ["[1,]", "trailing-comma", "1:3-1:4", 'There is a trailing comma before "]"'],
  ['{"a":1,\n}', "trailing-comma", "1:7-1:8", 'There is a trailing comma before "}"'],
  ["{}{}", "several-values", "1:3-1:5", "A second JSON value follows the first"],
  ['{"a":1}\n{"b":', "several-values", "2:1-2:6", "A second JSON value follows the first on a new line, as in JSON Lines"],
  ["1 2", "several-values", "1:3-1:4", "A second JSON value follows the first"],
  ["{} hello", "trailing-text", "1:4-1:9", 'The JSON value is followed by "h"'],
  ['{"a":1}}', "trailing-text", "1:8-1:9", 'The JSON value is followed by "}"'],
  ["null,", "trailing-text", "1:5-1:6", 'The JSON value is followed by ","'],
  ["[01]", "invalid-number", "1:2-1:3", "A number begins with a zero before other digits"],
  ["[-01]", "invalid-number", "1:3-1:4", "A number begins with a zero before other digits"],
  ["[.5]", "invalid-number", "1:2-1:3", 'A number begins with ".", where JSON needs a digit or "-"'],
  ["[+1]", "invalid-number", "1:2-1:3", 'A number begins with "+", where JSON needs a digit or "-"'],
  ["12abc", "invalid-number", "1:3-1:4", 'A number has "a" after its digits'],
  ["[1.2.3]", "invalid-number", "1:5-1:6", 'A number has "." after its digits'],
  ["[1.x]", "invalid-number", "1:4-1:5", 'A number has "x" where a digit should be'],
  ["0x1F", "invalid-number", "1:2-1:3", 'A number has "x" after its digits'],
  ["2024-01-01", "invalid-number", "1:5-1:6", 'A number has "-" after its digits'],
  ['"a\tb"', "control-character", "1:3-1:4", "A string has a raw tab (U+0009), which must be written as \\t"],
  ['"a\nb"', "control-character", "1:3-2:1", "A string has a raw line feed (U+000A), which must be written as \\n"],
  ['"\u0001"', "control-character", "1:2-1:3", "A string has a raw U+0001, which must be written as \\u0001"],
  ['"\\x41"', "invalid-escape", "1:2-1:4", 'A string has the escape \\x; JSON allows only \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u'],
  ['"\\u12G4"', "invalid-escape", "1:2-1:4", "A string has the escape \\u without four hexadecimal digits after it"],
  ['"\\é"', "invalid-escape", "1:2-1:4", 'A string has an escape of U+00E9; JSON allows only \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u'],
  ["[1 2]", "unexpected-character", "1:4-1:5", 'The text has "2" where "," or "]" should be'],
  ['{"a" 1}', "unexpected-character", "1:6-1:7", 'The text has "1" where ":" should be'],
  ["{a:1}", "unexpected-character", "1:2-1:3", 'The text has "a" where a key in double quotes should be'],
  ['{"a":1 "b":2}', "unexpected-character", "1:8-1:9", 'The text has a double quote where "," or "}" should be'],
  ["[“x”]", "unexpected-character", "1:2-1:3", "The text has the character U+201C where a value should be"],
  ["[\u00a01]", "unexpected-character", "1:2-1:3", "The text has the character U+00A0 where a value should be"],
  ["\ufeff\ufeff{}", "byte-order-mark", "1:1-1:2", "The text has a byte order mark (U+FEFF) where a value should be"],
  ["[\u0000\u0000\u0000", "nul-bytes", "1:2-1:5", "The text has 3 NUL bytes, which a crash during writing can leave"],
  ['{"a":"b\u0000\u0000\u0000', "nul-bytes", "1:8-1:11", "The text has 3 NUL bytes, which a crash during writing can leave"],
  ["{}\u0000\u0000\u0000\u0000", "nul-bytes", "1:3-1:7", "The text has 4 NUL bytes, which a crash during writing can leave"],
  ['"a\u0000b"', "control-character", "1:3-1:4", "A string has a raw NUL (U+0000), which must be written as \\u0000"],
  ['{"a":[1,2}', "unexpected-character", "1:10-1:11", 'The text has "}" where "," or "]" should be'],
  ["]", "unexpected-character", "1:1-1:2", 'The text has "]" where a value should be'],
  ["<html>", "unexpected-character", "1:1-1:2", 'The text has "<" where a value should be'],
  ["```json\n{}\n```", "unexpected-character", "1:1-1:2", 'The text has "`" where a value should be'],
  ["truefalse", "several-values", "1:5-1:10", "A second JSON value follows the first"],
  ["\u001b[31mred", "unexpected-character", "1:1-1:2", "The text has U+001B where a value should be"],
];

const bytes: readonly (readonly [what: string, bytes: Uint8Array, kind: JsonFaultKind, place: string, message: string])[] = [
  [
    "UTF-16 with its mark",
    Buffer.concat([Buffer.of(0xff, 0xfe), utf16("{}")]),
    "utf-16",
    "1:1-1:3",
    "The text is encoded as UTF-16, but must be UTF-8",
  ],
  [
    "UTF-16 the other way round",
    Buffer.concat([Buffer.of(0xfe, 0xff), utf16("{}").swap16()]),
    "utf-16",
    "1:1-1:3",
    "The text is encoded as UTF-16, but must be UTF-8",
  ],
  ["UTF-16 without a mark", utf16('{"a":1}'), "utf-16", "1:1-1:3", "The text is encoded as UTF-16, but must be UTF-8"],
  [
    "UTF-16 the other way round without a mark",
    utf16('{"a":1}').swap16(),
    "utf-16",
    "1:1-1:3",
    "The text is encoded as UTF-16, but must be UTF-8",
  ],
  ["UTF-16 that begins with a digit", utf16("12"), "utf-16", "1:1-1:3", "The text is encoded as UTF-16, but must be UTF-8"],
  ["Latin-1 in a string", Buffer.from('["café"]', "latin1"), "invalid-utf-8", "1:6-1:7", "Byte 0xE9 is not valid UTF-8"],
  ["Latin-1 outside strings", Buffer.from("[é]", "latin1"), "invalid-utf-8", "1:2-1:3", "Byte 0xE9 is not valid UTF-8"],
  ["half a surrogate pair in UTF-8", Buffer.of(0x22, 0xed, 0xa0, 0xbd, 0x22), "invalid-utf-8", "1:2-1:3", "Byte 0xED is not valid UTF-8"],
  ["an overlong NUL", Buffer.of(0x22, 0xc0, 0x80, 0x22), "invalid-utf-8", "1:2-1:3", "Byte 0xC0 is not valid UTF-8"],
  ["a character cut in two", Buffer.from('["é').subarray(0, -1), "truncated", "1:4-1:4", "The text ends inside a character"],
  ["a character cut in two outside strings", Buffer.from("[é").subarray(0, -1), "invalid-utf-8", "1:2-1:3", "Byte 0xC3 is not valid UTF-8"],
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
