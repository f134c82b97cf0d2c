import { describe, expect, it } from "vitest";
import { readTools } from "../../src/declarations/index.js";
import { ToolSpec } from "../../src/model/tool-spec.js";
import { unknownToolResult } from "../../src/model/unknown-tool-result.js";
import { nodeOf } from "../declarations/node-of.js";

describe("unknownToolResult", () => {
  it("names the tool and lists what the model was shown, sorted", () => {
    const nested = { type: "function", function: { name: "cancel_order" } };
    const flat = { type: "function", name: "track_order" };
    const spec = ToolSpec.fromFunction({ name: "find_order" });
    expect(unknownToolResult("lookup", [flat, nested, spec, { type: "web_search" }, 3])).toEqual({
      status: "error",
      error_type: "unknown_tool",
      message: 'Unknown tool "lookup". Available tools: "cancel_order", "find_order", "track_order"',
      available_tools: ["cancel_order", "find_order", "track_order"],
    });
  });

  it("takes a toolset", () => {
    const toolset = readTools(nodeOf([{ type: "web_search" }, { name: "a" }]));
    expect(unknownToolResult("b", toolset).available_tools).toEqual(["a", "web_search"]);
  });

  it.each([[[]], [null]])("lists nothing where the model was shown %j", (shown) => {
    expect(unknownToolResult("b", shown)).toMatchObject({ available_tools: [], message: 'Unknown tool "b". No tools are available' });
  });
});
