import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { atif } from "../../src/formats/atif.js";
import { sweAgent } from "../../src/formats/swe-agent.js";
import { tauBench } from "../../src/formats/tau-bench.js";
import { tau2 } from "../../src/formats/tau2.js";
import type { JsonValue } from "../../src/json/value.js";
import { outline, recordingOf } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

const tools = [{ name: "get_booking", parameters: { type: "object", properties: { booking: { type: "string" } }, required: ["booking"] } }];
const withTools = (transcript: JsonValue) => JSON.stringify({ tools, transcript });
const openaiCall = (id: string, args: string) => ({ id, type: "function", function: { name: "get_booking", arguments: args } });

describe("tau-bench", () => {
  describeFixtures(tauBench);

  const run = (...traj: readonly JsonValue[]) => [{ task_id: 0, reward: 0, info: {}, traj, trial: 0 }];
  const result = { role: "tool", tool_call_id: "c1", name: "get_booking", content: "{}" };

  it("gives a conversation for each run", () => {
    expect(readText(fixture("tau-bench", "runs.json")).map((each) => outline(each).length)).toEqual([10, 3]);
  });

  it.each([
    [
      "a wrong argument",
      run({ role: "assistant", tool_calls: [openaiCall("c1", '{"booking": 7}')] }, result),
      "error invalid-arguments /transcript/0/traj/0/tool_calls/0/function/arguments",
    ],
    [
      "a missing result",
      run({ role: "assistant", tool_calls: [openaiCall("c1", '{"booking": "B"}')] }, { role: "user", content: "?" }),
      "error unanswered-call /transcript/0/traj/0/tool_calls/0",
    ],
    [
      "a wrong id",
      run({ role: "assistant", tool_calls: [openaiCall("c1", '{"booking": "B"}')] }, { ...result, tool_call_id: "c2" }),
      "error orphaned-result /transcript/0/traj/1/tool_call_id",
    ],
  ])("tells %s", (_, transcript, complaint) => {
    expect(complaintsOf(withTools(transcript))).toEqual([complaint]);
  });
});

describe("tau2", () => {
  describeFixtures(tau2);

  const call = (id: string, args: JsonValue, requestor = "assistant") => ({ id, name: "get_booking", arguments: args, requestor });
  const result = (id: string, requestor = "assistant") => ({ role: "tool", id, content: "{}", requestor, error: false });
  const simulation = (...messages: readonly JsonValue[]) => ({
    simulations: [{ id: "s", task_id: "t", messages, termination_reason: "user_stop" }],
  });

  it("keeps the calls of the simulated user apart", () => {
    expect(readText(fixture("tau2", "results.json")).map(outline)).toEqual([
      [
        "assistant: text",
        "user: text",
        'assistant: call get_customer#call_1({"phone":"555"}), call get_lines#call_2({"phone":"555"})',
        "tool: result #call_1, result #call_2",
        "assistant: text",
        "user: text",
        'assistant: call unlock#call_3({"line":1})',
        "tool: result #call_3",
        "assistant: text",
        "user: text",
      ],
      [
        "user: text",
        "assistant: text",
        "user: text",
        'assistant: call check_status_bar#call_1({}), call reset_radio#null({"mode":"full"})',
        "tool: result #call_1",
        "tool: result #null",
        "assistant: text",
        "user: text",
        "assistant: text",
      ],
    ]);
  });

  it("judges the user's calls by no tools of the assistant", () => {
    const transcript = simulation({ role: "user", tool_calls: [call("c1", { x: 1 }, "user")] }, result("c1", "user"));
    expect(complaintsOf(withTools(transcript))).toEqual([]);
  });

  it.each([
    [
      "a wrong argument",
      simulation({ role: "assistant", tool_calls: [call("c1", { booking: 7 })] }, result("c1")),
      "error invalid-arguments /transcript/simulations/0/messages/0/tool_calls/0/arguments/booking",
    ],
    [
      "a missing result",
      simulation({ role: "assistant", tool_calls: [call("c1", { booking: "B" })] }, { role: "user", content: "?" }),
      "error unanswered-call /transcript/simulations/0/messages/0/tool_calls/0",
    ],
    [
      "a result for the other side",
      simulation({ role: "assistant", tool_calls: [call("c1", { booking: "B" })] }, result("c1"), result("c1", "user")),
      "error orphaned-result /transcript/simulations/0/messages/2/id",
    ],
    [
      "arguments as text",
      simulation({ role: "assistant", tool_calls: [call("c1", '{"booking": "B"}')] }, result("c1")),
      "error malformed-arguments /transcript/simulations/0/messages/0/tool_calls/0/arguments",
    ],
    ["an unknown role", simulation({ role: "judge", content: "?" }), "error invalid-message /transcript/simulations/0/messages/0/role"],
  ])("tells %s", (_, transcript, complaint) => {
    expect(complaintsOf(withTools(transcript))).toEqual([complaint]);
  });

  it("reads the steps of a voice run, whose results may come later", () => {
    expect(readText(fixture("tau2", "voice.json")).map(outline)).toEqual([
      ['assistant: call get_booking#c1({"booking":"B7"})', "tool: result #c1"],
      ["assistant: call look_at_ticket#u1({})", "tool: result #u1"],
    ]);
  });
});

describe("swe-agent", () => {
  describeFixtures(sweAgent);

  it("lets one observation answer several calls", () => {
    const [only] = readText(fixture("swe-agent", "function-calling.json"));
    expect(only && outline(only).slice(4, 6)).toEqual([
      'assistant: text, call open#call_2({"path":"a.py"}), call bash#call_3({"command":"ls"})',
      "tool: result #call_2, result #call_3",
    ]);
  });

  it("makes a conversation of each agent", () => {
    expect(readText(fixture("swe-agent", "agents.json")).map(outline)).toEqual([
      ['assistant: text, call bash#call_1({"command":"ls"})', "tool: result #call_1"],
      ['assistant: text, call bash#call_1({"command":"pwd"})', "tool: result #call_1"],
    ]);
  });

  it("reads mini-swe-agent on both of OpenAI's APIs, its end left out", () => {
    const outlines = ["mini.json", "mini-responses.json"].map((file) => readText(fixture("swe-agent", file)).map(outline)[0]);
    expect(outlines[0]?.at(-1)).toBe('assistant: text, call bash#call_00_b({"command":"echo COMPLETE && cat patch.txt"})');
    expect(outlines[1]).toEqual([
      "user: text",
      'assistant: thinking reasoning, other message, call bash#call_1({"command":"ls"})',
      "tool: result #call_1",
    ]);
  });

  it.each([
    ["an id of no call", ["c2"], ["error orphaned-result /history/1/tool_call_ids/0"]],
    ["an id too many", ["c1", "c2"], ["error orphaned-result /history/1/tool_call_ids/1"]],
    ["no id", [], ["warning missing-call-id /history/1"]],
  ])("tells %s", (_, ids, complaints) => {
    const history = [
      { role: "assistant", message_type: "action", content: "", tool_calls: [openaiCall("c1", "{}")] },
      { role: "tool", message_type: "observation", content: "x", tool_call_ids: ids },
    ];
    expect(complaintsOf(JSON.stringify({ trajectory: [], info: {}, history }))).toEqual(complaints);
  });

  it("judges by declarations from outside", () => {
    const history = [
      {
        role: "assistant",
        message_type: "action",
        content: "",
        tool_calls: [openaiCall("c1", "{}"), { ...openaiCall("c2", "{}"), function: { name: "f", arguments: "{}" } }],
      },
    ];
    expect(complaintsOf(withTools({ trajectory: [], history }))).toEqual([
      "error invalid-arguments /transcript/history/0/tool_calls/0/function/arguments",
      "error unknown-tool /transcript/history/0/tool_calls/1/function/name",
    ]);
  });
});

describe("atif", () => {
  describeFixtures(atif);

  const step = (step_id: number, source: string, more: { readonly [key: string]: JsonValue } = {}) => ({
    step_id,
    source,
    message: "",
    ...more,
  });
  const call = (id: string, args: JsonValue = { booking: "B" }) => ({ tool_call_id: id, function_name: "get_booking", arguments: args });
  const observed = (...ids: readonly (string | null)[]) => ({
    results: ids.map((id) => (id === null ? { content: "x" } : { source_call_id: id, content: "x" })),
  });
  const trajectory = (...steps: readonly JsonValue[]) =>
    JSON.stringify({
      schema_version: "ATIF-v1.7",
      agent: { name: "a", version: "1", tool_definitions: [{ type: "function", function: tools[0] ?? null }] },
      steps,
    });

  it("gives sub-agents conversations of their own", () => {
    expect(readText(fixture("atif", "calls-and-results.json")).map(outline)).toEqual([
      [
        "system: text",
        "user: text, other image",
        'assistant: text, thinking reasoning_content, call read_file#c1({"path":"a"}), call search_subagent#c2({"query":"auth"})',
        "tool: result #c1, result #c1, result #c2",
        'assistant: text, call read_file#c1({"path":"b"})',
        "tool: result #c1",
        "assistant: text",
      ],
      ["user: text", 'assistant: text, call grep#c1({"pattern":"auth"})', "tool: result #c1"],
    ]);
  });

  it.each([
    [
      "terminal output",
      trajectory(step(1, "agent", { tool_calls: [call("c1"), call("c2")], observation: observed(null) }), step(2, "agent")),
    ],
    [
      "several results of one call",
      trajectory(step(1, "agent", { tool_calls: [call("c1")], observation: observed("c1", "c1") }), step(2, "agent")),
    ],
    [
      "an id again in a later step",
      trajectory(
        step(1, "agent", { tool_calls: [call("c1")], observation: observed("c1") }),
        step(2, "agent", { tool_calls: [call("c1")], observation: observed("c1") }),
      ),
    ],
    ["an open call at the end", trajectory(step(1, "agent", { tool_calls: [call("c1")] }))],
    ["what the system shows by itself", trajectory(step(1, "system", { observation: observed(null) }))],
  ])("accepts %s", (_, text) => {
    expect(complaintsOf(text)).toEqual([]);
  });

  it.each([
    [
      "a wrong argument",
      trajectory(step(1, "agent", { tool_calls: [call("c1", { booking: 7 })], observation: observed("c1") })),
      "error invalid-arguments /steps/0/tool_calls/0/arguments/booking",
    ],
    [
      "arguments as text",
      trajectory(step(1, "agent", { tool_calls: [call("c1", "{}")], observation: observed("c1") })),
      "error malformed-arguments /steps/0/tool_calls/0/arguments",
    ],
    [
      "a result of no call",
      trajectory(step(1, "agent", { tool_calls: [call("c1")], observation: observed("c1", "zz") })),
      "error orphaned-result /steps/0/observation/results/1/source_call_id",
    ],
    [
      "a result of an earlier step",
      trajectory(
        step(1, "agent", { tool_calls: [call("c1")], observation: observed("c1") }),
        step(2, "agent", { observation: observed("c1") }),
      ),
      "error orphaned-result /steps/1/observation/results/0/source_call_id",
    ],
    [
      "a call without result",
      trajectory(step(1, "agent", { tool_calls: [call("c1"), call("c2")], observation: observed("c1") }), step(2, "agent")),
      "error unanswered-call /steps/0/tool_calls/1",
    ],
    ["an unknown source", trajectory(step(1, "robot")), "error invalid-message /steps/0/source"],
    [
      "a tool that the agent does not list",
      trajectory(step(1, "agent", { tool_calls: [{ ...call("c1"), function_name: "other" }], observation: observed("c1") })),
      "warning unknown-tool /steps/0/tool_calls/0/function_name",
    ],
  ])("tells %s", (_, text, complaint) => {
    expect(complaintsOf(text)).toEqual([complaint]);
  });
});

describe("The detection of benchmark runs", () => {
  it.each([
    [tauBench, [{ task_id: 0, reward: 1 }]],
    [tau2, [{ role: "assistant", tool_calls: [{ id: "c", name: "f", arguments: {} }] }]],
    [tau2, { simulations: 3 }],
    [sweAgent, { history: [{ role: "user", content: "hi" }] }],
    [sweAgent, { info: { mini_version: "2" }, messages: "none" }],
    [atif, { steps: [{ step_number: 1 }] }],
  ] as const)("is none for what only looks alike (%#)", (format, body) => {
    expect(format.detect(recordingOf(JSON.stringify(body))).match).toBe("none");
  });

  it("joins lines that are messages of tau2", () => {
    expect(checkText(fixture("tau2", "messages.jsonl")).files[0]?.conversations).toMatchObject([{ format: "tau2", calls: 2, results: 2 }]);
  });
});
