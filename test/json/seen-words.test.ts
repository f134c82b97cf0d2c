import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeArray, composeObject } from "../../src/json/composed.js";
import { NeededWords } from "../../src/json/needed-words.js";
import type { JsonNode } from "../../src/json/node.js";
import { JsonReader, parseJson } from "../../src/json/read.js";
import { KeyNames, type WordNeed } from "../../src/json/seen-words.js";

function rootOf(text: string): JsonNode {
  const read = parseJson(text);
  if (read.kind === "fault") throw new Error(read.fault.message);
  return read.document.root;
}

function mayHave(node: JsonNode | undefined, ...keys: readonly string[]): boolean | undefined {
  return node?.mayHaveOneOf?.(new KeyNames(keys));
}

/** All keys of a value, at any depth. */
function keysOf(node: JsonNode): readonly string[] {
  const inner = [...node.items(), ...node.entries().map(({ value }) => value)];
  return [...node.entries().map(({ key }) => key.string() ?? ""), ...inner.flatMap(keysOf)];
}

describe("mayHaveOneOf", () => {
  it("is true of every key that a document has, at any depth, from any of its nodes", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const root = rootOf(JSON.stringify({ "": value, inner: [value] }));
        for (const key of keysOf(root)) expect(mayHave(root.get("inner"), key), key).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("is true of one of several names where it is true of any of them", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.string({ unit: "grapheme", maxLength: 3 })), (value, others) => {
        const root = rootOf(JSON.stringify({ "": value, inner: [value] }));
        for (const key of keysOf(root)) expect(mayHave(root, ...others, key), key).toBe(true);
        expect(mayHave(root)).toBe(false);
      }),
      { numRuns: 200 },
    );
    const root = rootOf('{"role": "user", "größe": 1}');
    expect([mayHave(root, "toolRequest", "role"), mayHave(root, "größe"), mayHave(root, "toolRequest", "höhe")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("is false of a key that no object has", () => {
    const root = rootOf('{"role": "user", "content": [{"type": "text", "text": "toolRequest"}]}');
    expect(["toolRequest", "toolResponse", "tool_call_id"].map((key) => mayHave(root, key))).toEqual([false, false, false]);
  });

  it("is true where the scan did not see the key as it is spelled, or not at all", () => {
    expect(mayHave(rootOf('{"r\\u006fle": 1}'), "role")).toBe(true);
    expect(mayHave(rootOf('{"größe": 1}'), "größe")).toBe(true);
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key${index}`, index]));
    expect(mayHave(rootOf(JSON.stringify(wide)), "key299")).toBe(true);
  });

  it("forgets what another document had, and stays true of one that was kept", () => {
    const reader = new JsonReader();
    const read = (text: string) => {
      const result = reader.read(Buffer.from(`${text}\n`));
      if (result.kind === "fault") throw new Error(result.fault.message);
      return result.document;
    };
    const kept = read('{"toolRequest": 1}').keep();
    const next = read('{"role": "{\\"toolResponse\\": 1}"}').root;
    expect([mayHave(next, "toolRequest"), mayHave(next, "role")]).toEqual([false, true]);
    expect(next.get("role")?.nested()?.kind).toBe("json");
    expect(mayHave(kept.root, "toolRequest")).toBe(true);
  });
});

describe("words that are needed", () => {
  const anywhere = (...ways: WordNeed) => ({ withoutTexts: () => ways, withObjectTexts: () => ways, withTexts: () => ways });
  const met = (needs: readonly WordNeed[], ...nodes: readonly [JsonNode, JsonNode?]) => {
    const needed = new NeededWords(needs.map((need) => anywhere(...need)));
    return needed.look(...nodes) ? needs.map((_, rank) => needed.isMet(rank)) : "unknown";
  };

  it("are met by every document that has them, as keys or as short strings", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const root = rootOf(JSON.stringify({ inner: [value] }));
        const needs = keysOf(root).map((key): WordNeed => [[[{ key }], [{ key: "inner" }]]]);
        const found = met(needs, root);
        expect(found === "unknown" || found.every(Boolean)).toBe(true);
      }),
      { numRuns: 200 },
    );
    const root = rootOf('{"type": "tool_use", "text": "toolResult"}');
    const ways: readonly WordNeed[] = [
      [[[{ value: "tool_use" }]]],
      [[[{ key: "tool_use" }]]],
      [[[{ value: "type" }]]],
      [[[{ key: "type" }], [{ value: "absent" }]]],
      [[[{ key: "absent" }]], [[{ key: "absent" }, { value: "toolResult" }]]],
      [[]],
    ];
    expect(met(ways, root)).toEqual([true, false, false, false, true, true]);
  });

  it("are not known where a letter or a key is written as an escape, nor of what no scan saw", () => {
    expect(met([[[[{ value: "user" }]]]], rootOf('{"role": "\\u0075ser"}'))).toBe("unknown");
    expect(met([[[[{ key: "role" }]]]], rootOf('{"r\\u006fle": 1}'))).toBe("unknown");
    expect(met([[[[{ key: "role" }]]]], composeObject([["role", rootOf("1")]], rootOf("1")))).toBe("unknown");
  });

  it("are looked for in all documents that a list is made of, and stay known of one that was kept", () => {
    const reader = new JsonReader();
    const lines = ['{"a": "b"}', '{"c": 1}'].map((text) => {
      const result = reader.read(Buffer.from(`${text}\n`));
      if (result.kind === "fault") throw new Error(result.fault.message);
      return result.document.keep().root;
    });
    for (let scans = 0; scans < 20_000; scans++) reader.read(Buffer.from(`{"k${scans}": 1}\n`));
    const [first] = lines;
    if (first === undefined) throw new Error("no line");
    const both: WordNeed = [[[{ key: "a" }], [{ key: "c" }]]];
    expect(met([both, [[[{ key: "d" }]]], [[[{ value: "b" }]]]], composeArray(lines, first))).toEqual([true, false, true]);
  });

  it("take strings that may be JSON for what they may hold, by how deep they lie in the value", () => {
    const seen = (text: string, ...path: readonly string[]) => {
      let node: JsonNode | undefined = rootOf(text);
      for (const key of path) node = node?.get(key);
      const asked: string[] = [];
      const note = (texts: string) => () => {
        asked.push(texts);
        return [];
      };
      const needs = { withoutTexts: note("none"), withObjectTexts: note("objects"), withTexts: note("any") };
      if (node !== undefined) new NeededWords([needs]).look(node);
      return asked;
    };
    expect(seen('{"a": "x", "b": [{"c": "y"}]}')).toEqual(["none"]);
    expect(seen('{"a": [{"b": "{}"}]}')).toEqual(["objects"]);
    expect(seen('{"a": [{"b": "[]"}]}')).toEqual(["any"]);
    expect(seen('{"a": ["{}"]}')).toEqual(["any"]);
    expect(seen('{"a": " \\n{}"}')).toEqual(["any"]);
    expect(seen('{"a": "\\u005b]"}')).toEqual(["any"]);
    expect(seen('{"a": [[{"b": "{}"}]]}')).toEqual(["none"]);
    expect(seen('{"a": [[{"b": "{}"}]]}', "a")).toEqual(["objects"]);
    expect(seen(JSON.stringify({ a: [{ b: `${"x".repeat(600)}` }], c: "{" }))).toEqual(["any"]);
  });
});
