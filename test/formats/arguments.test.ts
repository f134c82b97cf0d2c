import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ArgumentsOptions, decodeArguments } from "../../src/formats/arguments.js";
import type { ToolArguments } from "../../src/model/exchange.js";
import { rootOf, textAt } from "../support/recording.js";

/** Decodes the value of a JSON text, given as it would stand in a file. */
function decode(json: string, options: ArgumentsOptions = { container: "string" }): ToolArguments {
  return decodeArguments(rootOf(json), options);
}

/** Decodes arguments given as the text that a model wrote. */
function decodeText(text: string, options?: ArgumentsOptions): ToolArguments {
  return decode(JSON.stringify(text), options);
}

function malformed(args: ToolArguments): Extract<ToolArguments, { kind: "malformed" }> {
  if (args.kind !== "malformed") throw new Error(`not malformed but ${args.kind}`);
  return args;
}

describe("decodeArguments", () => {
  it("parses an object in a string", () => {
    const args = decodeText('{"city": "Oslo"}');
    expect(args.kind === "parsed" && args.root.value()).toEqual({ city: "Oslo" });
    expect(args.kind === "parsed" && args.document?.root.kind).toBe("object");
  });

  it("takes an object as it is, without a document of its own", () => {
    const args = decode('{"city": "Oslo"}', { container: "object" });
    expect(args.kind === "parsed" && args.root.value()).toEqual({ city: "Oslo" });
    expect(args.kind === "parsed" && args.document).toBeNull();
  });

  it("takes either container where the wire does", () => {
    expect(decode('{"a":1}', { container: "either" }).kind).toBe("parsed");
    expect(decodeText('{"a":1}', { container: "either" }).kind).toBe("parsed");
  });

  it.each([
    ["the empty string", '""'],
    ["JSON null", "null"],
    ["the string null", '"null"'],
  ])("reads %s as no arguments", (_name, json) => {
    expect(decode(json)).toEqual({ kind: "empty" });
  });

  it("reads an absent key as no arguments", () => {
    expect(decodeArguments(undefined, { container: "string" })).toEqual({ kind: "empty" });
  });

  it("never parses the free text of a custom tool", () => {
    const args = decodeText("select 1; {", { container: "string", text: true });
    expect(args.kind === "text" && args.at.string()).toBe("select 1; {");
  });

  it.each([
    ["an empty JSON string inside the string", '""', "not-an-object", "Arguments must be an object, got a string"],
    ["a list", "[1]", "not-an-object", "Arguments must be an object, got an array"],
    ["a number", "7", "not-an-object", "Arguments must be an object, got a number"],
    ["a boolean", "true", "not-an-object", "Arguments must be an object, got a boolean"],
    ["a JSON string that holds prose", '"Oslo"', "not-an-object", "Arguments must be an object, got a string"],
    [
      "an object encoded twice",
      '"{\\"a\\":1}"',
      "double-encoded",
      "Arguments are encoded twice: the JSON string holds another JSON string",
    ],
    [
      "two objects glued together",
      '{"a":1}{"a":2}',
      "glued",
      "Arguments hold a second JSON value after the first: the arguments of several calls were joined",
    ],
    ["an object in a Markdown fence", '```json\n{"a":1}\n```', "fenced", "Arguments are wrapped in a Markdown fence"],
    ["single quotes", "{'a': 1}", "python-literal", /single quote/],
    ["a Python constant", '{"a": None}', "python-literal", /Python literal None/],
    ["prose", "Oslo, please", "not-json", "Arguments are plain text, not JSON"],
    ["text behind the object", '{"a":1} done', "not-json", /the JSON value is followed by "d"/],
    ["white space alone", " \n", "not-json", "Arguments are only white space, not JSON"],
    ["a raw line feed in a string", '{"a":"x\ny"}', "not-json", /raw line feed/],
    ["an object cut off", '{"a":"Os', "truncated", /^Arguments are cut off: the text ends/],
  ])("says of %s what it is", (_name, text, fault, message) => {
    const args = malformed(decodeText(text));
    expect(args.fault).toBe(fault);
    expect(args.message).toMatch(message);
  });

  it.each([
    ["string", '{"a":1}', "Arguments must be a string that holds a JSON object, got an object"],
    ["string", "{}", "Arguments must be a string that holds a JSON object, got an object"],
    ["string", "[]", "Arguments must be a string that holds a JSON object, got an array"],
    ["object", '"{}"', "Arguments must be an object, got a string"],
    ["object", '""', "Arguments must be an object, got a string"],
  ] as const)("refuses the wrong container for %s whatever it holds: %s", (container, json, message) => {
    expect(malformed(decode(json, { container }))).toMatchObject({ fault: "wrong-container", message });
  });

  it("reads the wrapper around an unparsable input as malformed, and points at the text inside", () => {
    const json = String.raw`{"INVALID_JSON": "{\"a\": "}`;
    const args = malformed(decode(json, { container: "object" }));
    expect(args.fault).toBe("not-json");
    expect(args.range && textAt(json, args.range)).toBe(String.raw`"{\"a\": "`);
  });

  it("takes a tool's own argument of that name among others", () => {
    expect(decode('{"INVALID_JSON": "x", "b": 1}', { container: "object" }).kind).toBe("parsed");
    expect(decode('{"INVALID_JSON": true}', { container: "object" }).kind).toBe("parsed");
  });

  it("points at the very spot where decoding stopped, through the escapes", () => {
    const json = String.raw`"{\"caf\u00e9\": \"x\", 'b': 1}"`;
    const { range } = malformed(decode(json));
    expect(range && textAt(json, range)).toBe("'");
    expect(range && json.slice(range.source.position(range.from)?.offset)).toBe(`'b': 1}"`);
  });

  it("points at the second of two glued objects", () => {
    const json = String.raw`"{\"a\":1} {\"a\":2}"`;
    const { range } = malformed(decode(json));
    expect(range && textAt(json, range)).toBe(String.raw`{\"a\":2}`);
  });

  it("tells in the fix which finish reason cut the arguments", () => {
    const text = '{"a":';
    expect(malformed(decodeText(text, { container: "string", cutBy: "length" })).fix).toContain('"length"');
    expect(malformed(decodeText(text)).fix).toBe("Do not run the call: the answer or its recording was cut off");
  });

  it("calls every strict prefix of an object truncated, and nothing else", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        const prefix = text.slice(0, 1 + (cut % (text.length - 1)));
        if (!prefix.isWellFormed()) return;
        const args = decodeText(prefix);
        expect(args.kind === "malformed" && args.fault).toBe("truncated");
      }),
    );
  });

  it("gives an answer for any JSON in any container", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom("string", "object", "either"), (json, container) => {
        const args = decode(json, { container });
        expect(["parsed", "empty", "malformed"]).toContain(args.kind);
      }),
    );
  });

  it("gives an answer for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const args = decodeText(text);
        if (args.kind === "malformed") expect(args.message).toMatch(/^Arguments \P{Cc}+[^.]$/u);
      }),
    );
  });
});
