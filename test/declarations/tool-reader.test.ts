import { describe, expect, it } from "vitest";
import { createToolReader } from "../../src/declarations/tool-reader.js";
import { JsonReader } from "../../src/json/read.js";
import { nodeOf } from "./node-of.js";

describe("createToolReader", () => {
  it("gives the same toolset for the same bytes, whatever came in between", () => {
    const reader = createToolReader();
    const first = reader.read(nodeOf([{ name: "a" }]));
    expect(reader.read(nodeOf([{ name: "a" }]))).toBe(first);
    expect(reader.read(nodeOf([{ name: "b" }]))).not.toBe(first);
    expect(reader.read(nodeOf([{ name: "a" }]))).toBe(first);
  });

  it("keeps lists apart that differ in one byte or in their options", () => {
    const reader = createToolReader();
    const keys = (name: string, source = 0) => reader.read(nodeOf([{ name }]), { source }).tools.map((tool) => `${tool.key}${tool.source}`);
    for (let round = 0; round < 2; round++) {
      expect([keys("a"), keys("b"), keys("a", 1)]).toEqual([["a0"], ["b0"], ["a1"]]);
    }
  });

  it("keeps long lists apart that differ in one character anywhere", () => {
    const reader = createToolReader();
    const listOf = (place: number) => nodeOf([{ name: "a", description: `${"-".repeat(place)}+${"-".repeat(6000 - place)}` }]);
    const places = [0, 1, 2, 3, 50, 51, 2999, 3001, 3002, 3003, 5999, 6000];
    const toolsets = places.map((place) => reader.read(listOf(place)));
    expect(new Set(toolsets.map(({ tools }) => tools[0]?.description)).size).toBe(places.length);
  });

  it("outlives the memory that a list was read from", () => {
    const json = new JsonReader();
    const reader = createToolReader();
    const read = (name: string) => {
      const result = json.read(Buffer.from(`[{"name":"${name}"}]\n`));
      if (result.kind === "fault") throw new Error(result.fault.message);
      return reader.read(result.document.root);
    };
    const first = read("a");
    expect(read("b").tools).toMatchObject([{ key: "b" }]);
    expect(read("a")).toBe(first);
    expect(first.tools).toMatchObject([{ key: "a" }]);
  });

  it("keeps lists apart that a file repeats, with their options", () => {
    const json = new JsonReader();
    const reader = createToolReader();
    const read = (name: string, source: number) => {
      const list = JSON.stringify([{ name, description: "-".repeat(600) }]);
      const result = json.read(Buffer.from(`{"tools":${list}}\n`));
      const node = result.kind === "document" ? result.document.root.get("tools") : undefined;
      return node && reader.read(node, { source });
    };
    const first = read("a", 0);
    for (let round = 0; round < 4; round++) {
      expect(read("a", 0)).toBe(first);
      expect(read("a", 1)?.tools).toMatchObject([{ key: "a", source: 1 }]);
      expect(read("b", 0)?.tools).toMatchObject([{ key: "b", source: 0 }]);
    }
  });

  it("forgets what it has not seen for long", () => {
    const reader = createToolReader();
    const first = reader.read(nodeOf([{ name: "first" }]));
    for (let index = 0; index < 300; index++) reader.read(nodeOf([{ name: `tool_${index}` }]));
    const again = reader.read(nodeOf([{ name: "first" }]));
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });
});
