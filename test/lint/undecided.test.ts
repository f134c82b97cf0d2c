import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";

function recording(parameters: unknown, args: unknown, returns?: unknown, content = "found"): string {
  const call = { id: "call_1", type: "function", function: { name: "find", arguments: JSON.stringify(args) } };
  return JSON.stringify({
    tools: [{ name: "find", parameters, returns }],
    transcript: [
      { role: "user", content: "Find it." },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "call_1", content },
    ],
  });
}

const hostile = { type: "object", properties: { text: { type: "string", pattern: "^(a+)+\\1$" } } };
const hopeless = { text: `${"a".repeat(40)}!` };

describe("calls whose schema gives no verdict", () => {
  it("are counted where a pattern backtracks past its bound", () => {
    const { summary, violations, run } = checkText(recording(hostile, hopeless));
    expect(violations).toEqual([]);
    expect(summary.notChecked).toEqual({ noDeclaration: 0, hostedTool: 0, unresolvable: 0, undecided: 1 });
    expect(run.exitCode).toBe(0);
  });

  it("are counted where the schema is at fault itself", () => {
    const { summary } = checkText(recording({ type: "object", properties: { text: { type: "strin" } } }, { text: 1 }));
    expect(summary.byRule).toEqual({ "invalid-schema": 1 });
    expect(summary.notChecked.undecided).toBe(1);
  });

  it("are none where the same pattern decides in time", () => {
    const { summary } = checkText(recording(hostile, { text: "b" }));
    expect(summary.byRule).toEqual({ "invalid-arguments": 1 });
    expect(summary.notChecked.undecided).toBe(0);
  });

  it("make results an info where the result schema is to blame", () => {
    const { violations } = checkText(recording({ type: "object", properties: { a: {} } }, {}, hostile, JSON.stringify(hopeless)));
    expect(violations.map(({ severity, ruleId, message }) => `${severity} ${ruleId} ${message}`)).toEqual([
      "info invalid-result The result was not checked: its declared schema gave no verdict in time",
    ]);
  });

  it("make a run that requires declarations incomplete", () => {
    const { run, notices } = checkText(recording(hostile, hopeless), { requireTools: true });
    expect(run.exitCode).toBe(2);
    expect(notices.map(({ code }) => code)).toEqual(["undecided-calls"]);
  });
});
