import { describe, expect, it } from "vitest";
import type { Range } from "../../src/json/node.js";
import { plainNode } from "../../src/json/plain-node.js";

const row: Range = { source: { position: () => undefined }, from: 7, to: 8 };

function nodeOf(data: unknown) {
  return plainNode(data, () => row);
}

describe("nodes over plain values", () => {
  it("give the views of any other node", () => {
    const node = nodeOf({ a: [1, "x", true, null], "b/c": { __proto__: 1 } });
    expect(node.kind).toBe("object");
    expect(
      node
        .get("a")
        ?.items()
        .map((item) => item.kind),
    ).toEqual(["number", "string", "boolean", "null"]);
    expect(node.get("a")?.first()?.pointer).toBe("/a/0");
    expect(node.get("b/c")?.pointer).toBe("/b~1c");
    expect(node.entries().map(({ key }) => key.string())).toEqual(["a", "b/c"]);
    expect([node.get("toString"), node.string(), node.bytes(), node.within]).toEqual(Array(4).fill(undefined));
    expect(node.get("a")?.items()[1]?.get("length")).toBeUndefined();
    expect(node.range).toBe(row);
  });

  it("ask for the place of each part", () => {
    const node = plainNode({ a: { b: 1 } }, (pointer) => ({ ...row, from: pointer.length }));
    expect(node.get("a")?.get("b")?.range.from).toBe(4);
  });

  it("bring what decoders give to JSON", () => {
    const node = nodeOf({
      big: 12345678901234567890n,
      when: new Date(0),
      never: new Date(Number.NaN),
      text: Buffer.from("é"),
      list: Int32Array.of(1, 2),
      missing: undefined,
      half: Number.NaN,
      call: () => 1,
    });
    expect(node.value()).toEqual({
      big: 12345678901234567000,
      when: "1970-01-01T00:00:00.000Z",
      never: null,
      text: "é",
      list: [1, 2],
      half: null,
      call: null,
    });
    expect(node.get("big")?.raw()).toBe("12345678901234567890");
    expect(node.get("missing")).toBeUndefined();
    expect(node.get("half")?.kind).toBe("null");
    expect(JSON.parse(node.raw())).toEqual(node.value());
  });

  it("end where data never does", () => {
    const endless: { self?: unknown } = {};
    endless.self = endless;
    expect(JSON.stringify(nodeOf(endless).value()).length).toBeGreaterThan(512);
  });

  it("read JSON inside their strings, at their place", () => {
    const nested = nodeOf({ arguments: '{"a":[1]}' }).get("arguments")?.nested();
    expect(nested?.kind === "json" && nested.document.root.value()).toEqual({ a: [1] });
    expect(nested?.kind === "json" && nested.document.root.get("a")?.range).toBe(row);
    expect(nested?.kind === "json" && nested.document.root.within?.pointer).toBe("/arguments");
    expect(nodeOf(1).nested()).toBeUndefined();
  });
});
