import { describe, expect, it } from "vitest";
import { openaiAssistants } from "../../src/formats/openai-assistants.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { outline, recordingOf } from "../support/recording.js";
import { complaintsOf, describeFixtures } from "../support/wire-fixtures.js";

type Value = Record<string, JsonValue>;

const tools = [{ type: "function", function: { name: "now", parameters: { type: "object", properties: { tz: { type: "string" } } } } }];
const call = (id: string, more: Value = {}): Value => ({ id, type: "function", function: { name: "now", arguments: "{}", ...more } });
const run = (...calls: readonly Value[]): Value => ({
  id: "run_1",
  object: "thread.run",
  status: calls.length === 0 ? "completed" : "requires_action",
  model: "gpt-4o",
  tools,
  required_action: calls.length === 0 ? null : { type: "submit_tool_outputs", submit_tool_outputs: { tool_calls: calls } },
});
const step = (...calls: readonly Value[]): Value => ({
  object: "thread.run.step",
  step_details: { type: "tool_calls", tool_calls: calls },
});

function adapt(body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}): AdaptedConversation {
  const [recorded] = openaiAssistants.adapt(recordingOf(body, around));
  if (recorded === undefined) throw new Error("no conversation");
  return recorded;
}

describe("openai-assistants", () => {
  describeFixtures(openaiAssistants);

  it("judges the calls of a run by the tools that it repeats", () => {
    expect(complaintsOf(JSON.stringify(run(call("a", { arguments: '{"tz":"x"}' }))))).toEqual([]);
    expect(complaintsOf(JSON.stringify(run(call("a", { arguments: '{"tz":1}' }), call("b", { name: "later" }))))).toEqual([
      "error invalid-arguments /required_action/submit_tool_outputs/tool_calls/0/function/arguments",
      "error unknown-tool /required_action/submit_tool_outputs/tool_calls/1/function/name",
    ]);
  });

  it("reads a call once, however many snapshots hold it", () => {
    const recorded = adapt([run(call("a")), run(call("a")), step(call("a", { output: "10:02" })), run()]);
    expect(outline(recorded)).toEqual(["assistant*: call now#a({})"]);
  });

  it("finds the result of a step inside its call", () => {
    expect(outline(adapt(step(call("a", { output: "10:02" }), call("b", { output: null }))))).toEqual([
      "assistant*: call now#a({}), result #a, call now#b({})",
    ]);
  });

  it("takes submitted outputs as a part of a stored conversation", () => {
    const submitted = { tool_outputs: [{ tool_call_id: "a", output: "10:02" }] };
    const recorded = adapt(submitted, { response: run(call("b")), url: "https://api.openai.com/v1/threads/t/runs/r/submit_tool_outputs" });
    expect(recorded.mode).toBe("fragment");
    expect(outline(recorded)).toEqual(["tool: result #a", "assistant*: call now#b({})"]);
    expect(complaintsOf(JSON.stringify({ request: submitted, response: run(call("b")) }))).toEqual([]);
  });

  it("says where a stream ends too early", () => {
    const events = [
      { event: "thread.run.created", data: run() },
      { event: "thread.run.step.created", data: step() },
    ];
    expect(adapt(events).anomalies.map(({ at, rule }) => `${at.pointer} ${rule}`)).toEqual(["/body/1 incomplete-stream"]);
  });

  it("keeps a refusal", () => {
    const response = { error: { message: "Expected tool outputs for call_ids ['a'], got []", type: "invalid_request_error" } };
    expect(adapt({ tool_outputs: [] }, { response, status: 400 }).refusal?.message).toBe(
      "Expected tool outputs for call_ids ['a'], got []",
    );
  });
});
