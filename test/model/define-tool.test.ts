import { describe, expect, it } from "vitest";
import { defineTool } from "../../src/model/define-tool.js";

describe("defineTool", () => {
  it("makes a function without arguments by default", () => {
    expect(defineTool({ name: "f" })).toMatchObject({
      name: "f",
      key: "f",
      type: "function",
      argumentsSchema: null,
      hosted: false,
      input: "json",
    });
  });

  it("takes a tool without a name, or of a type of its own, for hosted", () => {
    expect(defineTool({ type: "web_search" })).toMatchObject({ key: "web_search", name: null, hosted: true });
    expect(defineTool({ name: "bash", type: "bash_20250124" })).toMatchObject({ key: "bash", hosted: true });
    expect(defineTool({ name: "bash", type: "bash_20250124", hosted: false }).hosted).toBe(false);
    expect(defineTool({ name: "sql", type: "custom", input: "text" })).toMatchObject({ hosted: false, input: "text" });
  });
});
