import { describe, expect, it } from "vitest";
import { managedAgents } from "../../src/formats/managed-agents.js";
import { callsIn, outline, recordingOf } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(managedAgents);

const read = (file: string) => readText(fixture("managed-agents", file));

describe("Events of Anthropic's managed agents", () => {
  it("link a result by the id of the event that called, wherever it stands", () => {
    const [session] = read("events.jsonl");
    expect(session && outline(session).filter((line) => /call|result/.test(line))).toEqual([
      'assistant: call bash#sevt_06({"command":"git log -1"})',
      "assistant: call list_runs#sevt_07({})",
      "assistant: result #sevt_06",
      "assistant: result #sevt_07",
      'assistant: call deploy#sevt_13({"target":"staging"})',
      "tool: result #sevt_13",
      'assistant: call write#sevt_16({"path":"/x","content":""})',
    ]);
  });

  it("owe nothing for what was denied or interrupted", () => {
    const calls = callsIn(read("events.jsonl")[0]?.messages ?? []);
    expect(calls.filter(({ hosted }) => !hosted).map(({ expectsNoResult }) => expectsNoResult)).toEqual([false]);
    expect(calls.find(({ id }) => id === "sevt_16")).toMatchObject({ hosted: true, expectsNoResult: true });
    expect(callsIn(read("page.json")[0]?.messages ?? []).map(({ hosted, expectsNoResult }) => [hosted, expectsNoResult])).toEqual([
      [false, false],
      [false, true],
    ]);
  });

  it("report a call of the client's that has no result", () => {
    expect(complaintsOf(fixture("managed-agents", "broken-no-result.json"))).toEqual(["error unanswered-call /1"]);
  });

  it("report a call that the model was asked again without", () => {
    const call = { id: "1", type: "agent.custom_tool_use", name: "deploy", input: {}, processed_at: "t" };
    const asked = { id: "2", type: "span.model_request_start", processed_at: "t" };
    const said = { id: "3", type: "agent.message", content: [{ type: "text", text: "done" }], processed_at: "t" };
    expect(complaintsOf(JSON.stringify([call, asked, said]))).toEqual(["error unanswered-call /0"]);
    expect(complaintsOf(JSON.stringify([call, said]))).toEqual([]);
  });

  it("report a call of the service's that its turn ended without, and none that may still run", () => {
    const call = { id: "1", type: "agent.tool_use", name: "bash", input: {}, processed_at: "t" };
    const end = { id: "2", type: "session.status_idle", stop_reason: { type: "end_turn" }, processed_at: "t" };
    const user = { id: "3", type: "user.message", content: [{ type: "text", text: "and?" }], processed_at: "t" };
    expect(complaintsOf(JSON.stringify([call, end, user]))).toEqual(["error unanswered-call /0"]);
    expect(complaintsOf(JSON.stringify([call, user]))).toEqual([]);
  });

  it("report a result without a call", () => {
    const events = [
      { id: "1", type: "user.message", content: [], processed_at: "t" },
      { id: "2", type: "user.custom_tool_result", custom_tool_use_id: "9", content: [] },
    ];
    expect(complaintsOf(JSON.stringify(events))).toEqual(["error orphaned-result /1/custom_tool_use_id"]);
  });

  it("are no events of other sessions", () => {
    const others = [
      { type: "session.updated", event_id: "e" },
      { type: "session.updated", properties: { info: {} } },
      { type: "session.deleted", sessionID: "s" },
    ];
    for (const event of others) expect(managedAgents.detect(recordingOf(event)).match).toBe("none");
  });
});
