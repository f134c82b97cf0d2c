import { describe, expect, it } from "vitest";
import { assembleValue } from "../../src/json/assemble.js";
import { parseJson } from "../../src/json/read.js";
import { documentOf, member, placed, rootOf } from "../support/json.js";
import { textOf } from "../support/json-oracle.js";

describe("views of a document", () => {
  it("tell kinds, and give nothing for a wrong kind", () => {
    const [object, array, string, number, yes, no, nothing] = rootOf('[{}, [], "", 0, true, false, null]').items();
    expect([object, array, string, number, yes, no, nothing].map((node) => node?.kind)).toEqual([
      "object",
      "array",
      "string",
      "number",
      "boolean",
      "boolean",
      "null",
    ]);
    expect([yes?.boolean(), no?.boolean(), nothing?.boolean()]).toEqual([true, false, undefined]);
    for (const node of [string, number, yes, nothing]) {
      expect([node?.get("a"), node?.first(), node?.items(), node?.entries()]).toEqual([undefined, undefined, [], []]);
    }
    expect([object?.string(), array?.number(), number?.string(), object?.nested(), array?.get("0"), object?.items()]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      [],
    ]);
  });

  it("give members in the order of the document, repeated keys included, of which the last counts", () => {
    const root = rootOf('{"b":1,"2":2,"1":3,"b":4}');
    expect(root.entries().map(({ key, value }) => [key.string(), value.number()])).toEqual([
      ["b", 1],
      ["2", 2],
      ["1", 3],
      ["b", 4],
    ]);
    expect(root.get("b")?.number()).toBe(4);
    expect(root.value()).toEqual({ 1: 3, 2: 2, b: 4 });
  });

  it("find own keys only, whatever their names", () => {
    const root = rootOf('{"__proto__":{"polluted":true},"constructor":1}');
    expect(root.get("__proto__")?.get("polluted")?.boolean()).toBe(true);
    expect(root.get("constructor")?.number()).toBe(1);
    expect(root.get("toString")).toBeUndefined();
    expect(Object.keys(Object(root.value()))).toEqual(["__proto__", "constructor"]);
    expect(Object(root.value()).polluted).toBeUndefined();
  });

  it("find keys however they are spelled", () => {
    const root = rootOf('{"r\\u006fle":1,"é":2,"a\\/b":3,"":4,"\\ud83d\\ude42":5}');
    expect(["role", "é", "a/b", "", "🙂", "Ã©", "r\\u006fle"].map((key) => root.get(key)?.number())).toEqual([
      1,
      2,
      3,
      4,
      5,
      undefined,
      undefined,
    ]);
    // Bytes of "é" read as Latin-1 are another key of the same length.
    expect(rootOf('{"é":1}').get("Ã©")).toBeUndefined();
    expect(rootOf('{"é":1}').get("é")?.number()).toBe(1);
    expect(rootOf('{"Ã©":1}').get("é")).toBeUndefined();
  });

  it("decode strings of every spelling", () => {
    const texts = [
      "plain",
      "",
      "é",
      "🙂",
      "line\nbreak",
      'a "quoted" word',
      "\\",
      "\u0000",
      "x".repeat(300),
      `${"x".repeat(300)}\n`,
      `é${"x".repeat(300)}\t`,
    ];
    for (const text of texts) {
      const [alone, ascii] = rootOf(`[${JSON.stringify(text)},"é"]`).items();
      expect([alone?.string(), alone?.value(), ascii?.string()]).toEqual([text, text, "é"]);
      expect(rootOf(JSON.stringify(text)).string()).toBe(text);
    }
  });

  it("keep the digits of numbers in raw()", () => {
    const [large, infinite, negative] = rootOf("[12345678901234567890, 1e400, -0]").items();
    expect([large?.raw(), large?.number()]).toEqual(["12345678901234567890", 12345678901234567000]);
    expect([infinite?.raw(), infinite?.value()]).toEqual(["1e400", Infinity]);
    expect(negative?.value()).toBe(-0);
  });

  it("give a value part by part, where the whole has no string to parse", () => {
    const text = '{"b":[1,"é",null,{}],"__proto__":{"a":true},"1":2,"b":[],"n":1e400}';
    expect(assembleValue(rootOf(text))).toEqual(JSON.parse(text));
    expect(JSON.stringify(assembleValue(rootOf(text)))).toBe(JSON.stringify(JSON.parse(text)));
  });

  it("know their pointers", () => {
    const root = rootOf('{"a/b":[{"m~n":[0,1]}],"\\u00e9":{"":2}}');
    expect(root.pointer).toBe("");
    expect(member(root, "a/b").items()[0]?.get("m~n")?.items()[1]?.pointer).toBe("/a~1b/0/m~0n/1");
    expect(member(root, "é", "").pointer).toBe("/é/");
    expect(root.entries()[1]?.key.pointer).toBe("/é");
    expect(root.get("a/b")?.first()?.pointer).toBe("/a~1b/0");
  });

  it("know their places by line and column", () => {
    const root = rootOf('{\r\n  "größe": [1,\r"🙂"],\n"b": {}\n}');
    expect(placed(root.range)).toBe("1:1-4:2");
    expect(
      member(root, "größe")
        .items()
        .map((item) => placed(item.range)),
    ).toEqual(["2:13-2:14", "2:16-2:20"]);
    expect(placed(member(root, "b").range)).toBe("3:6-3:8");
  });

  it("place a part of a string's text", () => {
    const file = '["Say \\"née\\" 🙂 \\ud83d\\ude42 \\u00e9nd"]';
    const text = rootOf(file).items()[0];
    const part = (words: string) => {
      const at = text?.string()?.indexOf(words) ?? -1;
      return text && textOf(file, text.textRange(at, at + words.length));
    };
    expect(part("Say")).toBe("Say");
    expect(part('"née"')).toBe('\\"née\\"');
    expect(part("🙂 🙂")).toBe("🙂 \\ud83d\\ude42");
    expect(part("énd")).toBe("\\u00e9nd");
    expect(text && textOf(file, text.textRange(0, 1000))).toBe(file.slice(2, -2));
  });

  it("show the line around an offset", () => {
    const file = `[1,\r\n  "é ${"x".repeat(500)}",\r\n3]`;
    const { root } = documentOf(parseJson(file));
    const [first, long, last] = root.items();
    const excerpt = (node: typeof first) => node?.range.source.excerpt?.(node.range.from);
    expect(excerpt(first)).toEqual({ text: "[1,", column: 1, cutLeft: false, cutRight: false });
    expect(excerpt(long)).toMatchObject({ column: 1, cutLeft: false, cutRight: true });
    expect(excerpt(long)?.text.startsWith('  "é xxx')).toBe(true);
    expect(excerpt(last)).toEqual({ text: "3]", column: 1, cutLeft: false, cutRight: false });
    const inLong = long?.textRange(400, 401);
    expect(inLong?.source.excerpt?.(inLong.from)).toMatchObject({ cutLeft: true, cutRight: false, column: 244 });
  });
});

describe("defects", () => {
  const defectsOf = (text: string) =>
    documentOf(parseJson(text))
      .defects()
      .map(({ kind, at }) => `${kind} ${at.pointer} ${placed(at.range)}`);

  it("are none in clean text", () => {
    expect(defectsOf('{"a":{"a":1,"b":{"a":2}},"b":[{"a":1},{"a":1}],"n":[9007199254740992,0.1234567890123456789,1e5]}')).toEqual([]);
    expect(defectsOf(JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`key ${index}`, index]))))).toEqual([]);
  });

  it("are repeated keys, however they are spelled, at the later one", () => {
    expect(defectsOf('{"a":1,"b":{"c":1,"\\u0063":2},"a":3,"a":4}')).toEqual([
      "repeated-key /b/c 1:19-1:27",
      "repeated-key /a 1:31-1:34",
      "repeated-key /a 1:37-1:40",
    ]);
    expect(defectsOf('{"":1,"":2}')).toEqual(["repeated-key / 1:7-1:9"]);
    const wide = Array.from({ length: 700 }, (_, index) => `"key ${index}":0`);
    expect(defectsOf(`{${[...wide, '"key 3":1'].join(",")}}`)).toHaveLength(1);
    expect(defectsOf(`{${[...wide.slice(0, 100), '"key 99":1'].join(",")}}`)).toHaveLength(1);
  });

  it("are strings and keys with half a surrogate pair", () => {
    expect(defectsOf('["\\ud83d\\ude42","\\ud83d",{"\\ude42":"\\ude42\\ud83d"}]')).toEqual([
      "lone-surrogate /1 1:17-1:25",
      "lone-surrogate /2/\ude42 1:27-1:35",
      "lone-surrogate /2/\ude42 1:36-1:50",
    ]);
  });

  it("are integers that a double changes, and numbers that overflow it", () => {
    expect(defectsOf("[9007199254740993,-12345678901234567891,1e400,-1e400,1e308,100000000000000000000,1e-400]")).toEqual([
      "long-number /0 1:2-1:18",
      "long-number /1 1:19-1:40",
      "long-number /2 1:41-1:46",
      "long-number /3 1:47-1:53",
    ]);
  });
});
