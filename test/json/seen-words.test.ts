import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonNode } from "../../src/json/node.js";
import { JsonReader, parseJson } from "../../src/json/read.js";
import { KeyNames } from "../../src/json/seen-words.js";

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
