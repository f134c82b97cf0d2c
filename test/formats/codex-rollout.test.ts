import { describe, expect, it } from "vitest";
import { codexRollout } from "../../src/formats/codex-rollout.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, resultsIn } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture } from "../support/wire-fixtures.js";

type Payload = Record<string, JsonValue>;

const line = (type: string, payload: Payload): Payload => ({ timestamp: "2026-01-01T00:00:00Z", type, payload });
const item = (payload: Payload) => line("response_item", payload);
const says = (text: string) => item({ type: "message", role: "user", content: [{ type: "input_text", text }] });
const call = (id: string, more: Payload = {}) => item({ type: "function_call", call_id: id, name: "exec", arguments: "{}", ...more });
const output = (id: string, more: Payload = {}) => item({ type: "function_call_output", call_id: id, output: "ok", ...more });
const aborted = line("event_msg", { type: "turn_aborted", reason: "interrupted" });

const lines = (...all: readonly Payload[]) => all.map((each) => JSON.stringify(each)).join("\n");

function adapt(...all: readonly Payload[]): AdaptedConversation {
  const [recorded] = codexRollout.adapt(recordingOf(all));
  if (recorded === undefined) throw new Error("no conversation");
  return recorded;
}

describe("codex-rollout", () => {
  describeFixtures(codexRollout);
});

describe("A Codex session", () => {
  it("is one conversation, its display events left out", () => {
    const recorded = adapt(says("Go."), line("event_msg", { type: "user_message", message: "Go." }), call("a"), output("a"));
    expect(outline(recorded)).toEqual(["user: text", "assistant: call exec#a({})", "tool: result #a"]);
    expect(recorded.declarationOrigin).toBe("log");
  });

  it("leaves the calls of an interrupted turn open, no others", () => {
    expect(complaintsOf(lines(says("Go."), call("a"), aborted, says("Again.")))).toEqual([]);
    expect(complaintsOf(lines(says("Go."), call("a"), says("<turn_aborted>\n</turn_aborted>"), says("Again.")))).toEqual([]);
    expect(complaintsOf(lines(says("Go."), call("a"), says("Again.")))).toEqual(["error unanswered-call /payload"]);
    expect(complaintsOf(lines(says("Go."), call("a"), says("Again."), call("b"), aborted, says("So?")))).toEqual([
      "error unanswered-call /payload",
    ]);
  });

  it("takes back what the user rolled back", () => {
    const recorded = adapt(
      says("Go."),
      call("a"),
      output("a"),
      says("<environment_context/>"),
      says("Wrong."),
      call("b"),
      line("event_msg", { type: "thread_rolled_back", num_turns: 1 }),
      says("Right."),
    );
    expect(callsIn(recorded.messages).map(({ id }) => id)).toEqual(["a"]);
  });

  it("forgets what is in front of a compaction", () => {
    const cut = line("compacted", { message: "", replacement_history: [] });
    expect(complaintsOf(lines(says("Go."), call("a"), cut, output("gone"), says("On.")))).toEqual([]);
    expect(complaintsOf(lines(says("Go."), output("gone"), says("On.")))).toEqual(["error orphaned-result /payload/call_id"]);
  });

  it("tells failures by Codex's words", () => {
    const recorded = adapt(
      call("a", { arguments: "{" }),
      output("a", { output: "failed to parse function arguments: EOF while parsing" }),
      call("b"),
      output("b", { output: "it says: failed to parse function arguments" }),
    );
    expect(resultsIn(recorded.messages).map(({ isError }) => isError)).toEqual([true, false]);
  });

  it("answers shell calls with a function's output, custom calls with their own alone", () => {
    const shell = item({ type: "local_shell_call", call_id: "a", status: "completed", action: { type: "exec", command: ["ls"] } });
    expect(complaintsOf(lines(says("Go."), shell, output("a"), says("On.")))).toEqual([]);
    const custom = item({ type: "custom_tool_call", call_id: "a", name: "apply_patch", input: "" });
    expect(complaintsOf(lines(says("Go."), custom, output("a"), says("On.")))).toEqual(["error orphaned-result /payload/call_id"]);
  });

  it("judges what it declares, and nothing else is unknown", () => {
    const ticket = { name: "open_ticket", description: "", inputSchema: { type: "object", properties: { title: { type: "string" } } } };
    const meta = line("session_meta", { id: "s", dynamic_tools: [ticket] });
    const opened = (title: JsonValue) => call("a", { name: "open_ticket", arguments: JSON.stringify({ title }) });
    expect(complaintsOf(lines(meta, says("Go."), opened("x"), output("a"), call("b"), output("b")))).toEqual([]);
    expect(complaintsOf(lines(meta, says("Go."), opened(1), output("a")))).toEqual(["error invalid-arguments /payload/arguments"]);
  });

  it("passes over lines of types that are not known yet", () => {
    const recorded = codexRollout.detect(recordingOf(line("something_new", { any: "thing" })));
    expect(recorded).toMatchObject({ match: "possible", unit: "message" });
    expect(complaintsOf(lines(says("Go."), line("something_new", {}), call("a"), output("a")))).toEqual([]);
  });
});

describe("The stream of codex exec", () => {
  const event = (type: string, it: Payload): Payload => ({ type, item: it });

  it("holds calls with their results, as they were last told", () => {
    const run = { id: "i1", type: "command_execution", command: "ls", aggregated_output: "", exit_code: null, status: "in_progress" };
    const recorded = adapt(
      { type: "thread.started", thread_id: "t" },
      event("item.started", run),
      event("item.completed", { ...run, aggregated_output: "a", exit_code: 1, status: "failed" }),
      event("item.started", { id: "i2", type: "mcp_tool_call", server: "s", tool: "search", arguments: { q: 1 } }),
    );
    expect(outline(recorded)).toEqual(['assistant: call command_execution#i1({"command":"ls"}), result #i1, call search#i2({"q":1})']);
    expect(resultsIn(recorded.messages)[0]?.isError).toBe(true);
  });

  it("keeps the structured content of MCP results", () => {
    const recorded = adapt(
      event("item.completed", {
        id: "i1",
        type: "mcp_tool_call",
        server: "s",
        tool: "search",
        arguments: {},
        result: { content: [], structured_content: { hits: 1 } },
        status: "completed",
      }),
    );
    expect(resultsIn(recorded.messages)[0]?.structured?.value()).toEqual({ hits: 1 });
  });
});

it("reads the oldest files, whose items are bare", () => {
  const all = fixture("codex-rollout", "oldest.jsonl")
    .trim()
    .split("\n")
    .map((each): JsonValue => JSON.parse(each));
  expect(codexRollout.detect(recordingOf(all)).match).toBe("certain");
  expect(codexRollout.detect(recordingOf(all[0] ?? null))).toMatchObject({ match: "certain", unit: "message" });
});
