import { describe, expect, it } from "vitest";
import { openaiAgents } from "../../src/formats/openai-agents.js";
import type { JsonValue } from "../../src/json/value.js";
import { outline, recordingOf, resultsIn } from "../support/recording.js";
import { complaintsOf, describeFixtures } from "../support/wire-fixtures.js";

type Item = Record<string, JsonValue>;

const user = { role: "user", content: "Time?" };
const call = (id: string, more: Item = {}): Item => ({ type: "function_call", callId: id, name: "now", arguments: "{}", ...more });
const result = (id: string, more: Item = {}): Item => ({
  type: "function_call_result",
  callId: id,
  name: "now",
  status: "completed",
  output: { type: "text", text: "10:02" },
  ...more,
});
const complaints = (...items: readonly Item[]) => complaintsOf(JSON.stringify(items)).filter((each) => !each.includes("missing-toolset"));

describe("openai-agents", () => {
  describeFixtures(openaiAgents);

  it("pairs by callId", () => {
    expect(complaints(user, call("a"), call("b"), result("b"), result("a"), user)).toEqual([]);
    expect(complaints(user, call("a"), result("x"), user)).toEqual(["error orphaned-result /2/callId"]);
    expect(complaints(user, call("a"), user)).toEqual(["error unanswered-call /1"]);
    expect(complaints(user, call("a"), result("a", { name: "later" }), user)).toEqual(["error mismatched-tool-name /2/name"]);
  });

  it("takes hosted calls as records of their own", () => {
    const hosted = { type: "hosted_tool_call", id: "ci_1", name: "code_interpreter_call", arguments: "1 + 1", output: "2" };
    const [recorded] = openaiAgents.adapt(recordingOf([user, hosted, call("a")]));
    expect(recorded === undefined ? [] : outline(recorded)).toEqual([
      "user: text",
      "assistant: call code_interpreter_call#ci_1(unknown), result #null, call now#a({})",
    ]);
    expect(resultsIn(recorded?.messages ?? [])).toMatchObject([{ hosted: true }]);
  });

  it("reads the items that run items wrap", () => {
    const wrapped = [
      { type: "tool_call_item", rawItem: call("a"), agent: { name: "Clock" } },
      { type: "tool_call_output_item", rawItem: result("a"), agent: { name: "Clock" }, output: "10:02" },
    ];
    expect(openaiAgents.detect(recordingOf(wrapped)).match).toBe("certain");
    const [recorded] = openaiAgents.adapt(recordingOf(wrapped));
    expect(recorded === undefined ? [] : outline(recorded)).toEqual(["assistant: call now#a({})", "tool: result now#a"]);
  });

  it("leaves items of the Responses API to it", () => {
    expect(openaiAgents.detect(recordingOf([user, { type: "function_call", call_id: "a", name: "now", arguments: "{}" }])).match).toBe(
      "none",
    );
  });
});
