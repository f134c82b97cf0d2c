import { describe, expect, it } from "vitest";
import { joinToolsets, readTools } from "../../src/declarations/index.js";
import { Toolset } from "../../src/model/tool.js";
import { nodeOf } from "./node-of.js";

const closed = { type: "object", properties: { a: { type: "string" }, b: {} }, additionalProperties: false };
const reordered = { properties: { b: {}, a: { type: "string" } }, additionalProperties: false, type: "object" };
const open = { type: "object", properties: { a: { type: "string" }, b: {} } };

function read(parameters: unknown, source: number, name = "f"): Toolset {
  return readTools(nodeOf([{ type: "function", name, parameters }]), { source });
}

describe("joinToolsets", () => {
  it("keeps a tool once that comes again with the same schema", () => {
    const joined = joinToolsets([read(closed, 0), read(reordered, 1), read(null, 1, "g")]);
    expect(joined.faults).toEqual([]);
    expect(joined.tools.map(({ key, source }) => [key, source])).toEqual([
      ["f", 0],
      ["g", 1],
    ]);
  });

  it("tells of a tool that is declared differently in two places", () => {
    const joined = joinToolsets([read(closed, 0), read(open, 1)]);
    expect(joined.faults).toMatchObject([{ kind: "duplicate", tool: { source: 1 }, first: { source: 0 } }]);
    expect(joined.get("f")?.argumentsSchema).toEqual(closed);
  });

  it("takes from an echo only what nothing else declares", () => {
    const joined = joinToolsets(
      [read(closed, 0)],
      readTools(
        nodeOf([
          { type: "function", name: "f", parameters: open },
          { type: "function", name: "g" },
        ]),
        { source: 1 },
      ),
    );
    expect(joined.faults).toEqual([]);
    expect(joined.tools.map(({ key, source }) => [key, source])).toEqual([
      ["f", 0],
      ["g", 1],
    ]);
  });

  it("is as complete as its parts", () => {
    expect(joinToolsets([])).toBe(Toolset.absent);
    expect(joinToolsets([Toolset.absent, Toolset.absent])).toBe(Toolset.absent);
    const declared = read(closed, 0);
    expect(joinToolsets([Toolset.absent, declared])).toBe(declared);
    expect(joinToolsets([declared, new Toolset([], "partial")]).completeness).toBe("partial");
  });

  it("keeps the faults of each part", () => {
    const broken = readTools(nodeOf([3]), { source: 1 });
    expect(joinToolsets([read(closed, 0), broken]).faults).toMatchObject([{ kind: "invalid", source: 1, pointer: "/0" }]);
  });
});
