import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { openhands } from "../../src/formats/openhands.js";
import type { JsonValue } from "../../src/json/value.js";
import { outline, recordingOf, resultsIn } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(openhands);

const call = (id: string, args: string) => ({ id, type: "function", function: { name: "bash", arguments: args } });
const metadata = (id: string, ...calls: readonly JsonValue[]) => ({
  function_name: "bash",
  tool_call_id: id,
  model_response: { id: "r", choices: [{ message: { role: "assistant", tool_calls: calls } }] },
});
const action = (id: number, args: string, source = "agent") => ({
  id,
  source,
  action: "run",
  args: { command: "ls" },
  tool_call_metadata: metadata(`c${id}`, call(`c${id}`, args)),
});
const observation = (cause: number, more: { readonly [key: string]: JsonValue } = {}) => ({
  id: cause + 100,
  source: "agent",
  observation: "run",
  cause,
  content: "x",
  extras: {},
  tool_call_metadata: { function_name: "bash", tool_call_id: `c${cause}` },
  ...more,
});
const message = { id: 50, source: "user", action: "message", args: { content: "?" } };

const made = (id: string, args: string, response = "r1") => ({
  kind: "ActionEvent",
  id: `e-${id}`,
  source: "agent",
  thought: [],
  tool_name: "bash",
  tool_call_id: id,
  tool_call: { id, name: "bash", arguments: args },
  llm_response_id: response,
});
const seen = (id: string, isError = false) => ({
  kind: "ObservationEvent",
  id: `o-${id}`,
  source: "environment",
  tool_name: "bash",
  tool_call_id: id,
  action_id: `e-${id}`,
  observation: { is_error: isError, content: [] },
});
const said = { kind: "MessageEvent", id: "m", source: "user", llm_message: { role: "user", content: [{ type: "text", text: "?" }] } };

describe("OpenHands' first architecture", () => {
  it("takes each action's own call out of the response that it repeats", () => {
    const [only] = readText(fixture("openhands", "old-events.json"));
    expect(only && outline(only)).toEqual([
      "system: text",
      "user: text",
      'assistant: text, call execute_bash#toolu_1({"command":"ls"})',
      "tool: result execute_bash#toolu_1",
      'assistant: call str_replace_editor#toolu_2({"command":"view","path":"/w/a.py"})',
      "tool: result str_replace_editor#toolu_2",
      'assistant: call finish#toolu_3({"message":"Done","task_completed":"true"})',
      "user: text",
    ]);
  });

  it("links by cause where an observation has no id, and sees errors", () => {
    const [, second] = readText(`[${fixture("openhands", "evaluation.jsonl").trim().split("\n").join(",")}]`);
    expect(second && outline(second)).toEqual(["assistant: call execute_bash#c1(unknown)", "tool: result #null"]);
    expect(second && resultsIn(second.messages).map(({ isError }) => isError)).toEqual([true]);
  });

  it.each([
    [
      "an action that was not observed",
      [action(1, "{}"), message],
      "error unanswered-call /0/tool_call_metadata/model_response/choices/0/message/tool_calls/0",
    ],
    [
      "an observation of no action",
      [action(1, "{}"), observation(1), observation(3)],
      "error orphaned-result /2/tool_call_metadata/tool_call_id",
    ],
    [
      "a second observation",
      [action(1, "{}"), observation(1), observation(1)],
      "error duplicate-result /2/tool_call_metadata/tool_call_id",
    ],
    [
      "broken arguments",
      [action(1, '{"command": '), observation(1)],
      "error truncated-arguments /0/tool_call_metadata/model_response/choices/0/message/tool_calls/0/function/arguments",
    ],
  ])("tells %s", (_, events, complaint) => {
    expect(complaintsOf(JSON.stringify(events))).toEqual([complaint]);
  });

  it("lets states, recalls and messages between an action and its observation pass", () => {
    const state = { id: 7, source: "environment", observation: "agent_state_changed", content: "", extras: {} };
    expect(complaintsOf(JSON.stringify([action(1, "{}"), state, message, observation(1)]))).toEqual([]);
  });
});

describe("OpenHands' agent SDK", () => {
  it("makes one message of the actions of one response", () => {
    const [only] = readText(fixture("openhands", "sdk-events.jsonl"));
    expect(only && outline(only).slice(2, 5)).toEqual([
      'assistant: text, call terminal#toolu_1({"command":"ls","security_risk":"LOW"}), text, call file_editor#toolu_2({"path":"a.py"})',
      "tool: result terminal#toolu_1",
      "tool: result file_editor#toolu_2",
    ]);
    expect(only?.toolset.tools.map(({ key }) => key)).toEqual(["terminal", "file_editor", "finish"]);
  });

  it.each([
    ["an action that was not observed", [made("c1", "{}"), said], "error unanswered-call /0/tool_call"],
    ["an observation of no action", [made("c1", "{}"), seen("c1"), seen("zz")], "error orphaned-result /2/tool_call_id"],
    [
      "one of two actions that was not observed",
      [made("c1", "{}"), made("c2", "{}"), seen("c2"), said],
      "error unanswered-call /0/tool_call",
    ],
    ["broken arguments", [made("c1", "{"), seen("c1")], "error truncated-arguments /0/tool_call/arguments"],
    ["another tool's observation", [made("c1", "{}"), { ...seen("c1"), tool_name: "edit" }], "warning mismatched-tool-name /1/tool_name"],
    [
      "an unknown kind with a call, once",
      [{ kind: "ToolEvent", id: "1", tool_call_id: "c" }, { kind: "ToolEvent", id: "2", tool_call_id: "d" }, made("c1", "{}")],
      "warning invalid-message /0/kind",
    ],
  ])("tells %s", (_, events, complaint) => {
    expect(complaintsOf(JSON.stringify(events))).toEqual([complaint]);
  });

  it("judges arguments by the declarations of the prompt", () => {
    const tool = {
      type: "function",
      function: { name: "bash", parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] } },
    };
    const prompt = { kind: "SystemPromptEvent", id: "p", source: "agent", system_prompt: { type: "text", text: "s" }, tools: [tool] };
    expect(complaintsOf(JSON.stringify([prompt, made("c1", '{"command": 1}'), seen("c1")]))).toEqual([
      "error invalid-arguments /1/tool_call/arguments",
    ]);
  });

  it("does not miss the other half of an event that stands in a file of its own", () => {
    expect(complaintsOf(JSON.stringify(seen("c1")))).toEqual([]);
    expect(checkText(JSON.stringify(seen("c1"))).files[0]?.conversations).toMatchObject([{ format: "openhands", mode: "fragment" }]);
  });
});

it.each([
  [[{ kind: "request", parts: [] }]],
  [{ action: "open", args: [] }],
  [[{ action: "x", source: "y" }]],
  [{ history: [{ role: "user" }] }],
  [[]],
])("leaves %j to others", (body) => {
  expect(openhands.detect(recordingOf(body)).match).toBe("none");
});
