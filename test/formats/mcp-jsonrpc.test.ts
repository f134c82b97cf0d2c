import { describe, expect, it } from "vitest";
import { mcpJsonrpc } from "../../src/formats/mcp-jsonrpc.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, resultsIn } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(mcpJsonrpc);

const read = (file: string) => readText(fixture("mcp-jsonrpc", file));
const rpc = (message: { readonly [key: string]: JsonValue }) => ({ jsonrpc: "2.0", ...message });
const call = (id: JsonValue, name = "look", args: JsonValue = {}) => rpc({ id, method: "tools/call", params: { name, arguments: args } });
const answer = (id: JsonValue, result: JsonValue = { content: [] }) => rpc({ id, result });
const listed = (id: JsonValue, ...tools: readonly JsonValue[]) => [rpc({ id, method: "tools/list" }), rpc({ id, result: { tools } })];
const look = { name: "look", inputSchema: { type: "object", properties: { at: { type: "string" } } } };
const weigh = {
  name: "weigh",
  inputSchema: { type: "object" },
  outputSchema: { type: "object", properties: { kg: { type: "number" } }, required: ["kg"] },
};

/** What is wrong with a log, without the note that it has no declarations. */
function complaints(...log: readonly JsonValue[]): readonly string[] {
  return complaintsOf(JSON.stringify(log)).filter((each) => !each.includes("missing-toolset"));
}

function only(list: readonly AdaptedConversation[]): AdaptedConversation {
  const [item] = list;
  if (item === undefined || list.length > 1) throw new Error(`${list.length} conversations`);
  return item;
}

describe("An MCP connection", () => {
  it("is a conversation, calls that nobody waited for being one turn", () => {
    const recorded = only(read("session.jsonl"));
    expect(outline(recorded)).toEqual([
      'assistant: call search_tickets#3({"query":"printer"}), call count#4(empty)',
      "tool: result #4",
      "tool: result #3",
      'assistant: call close_ticket#6({"id":4,"reason":"paper"})',
      "tool: result #6",
      'assistant: call close_ticket#7({"id":4,"reason":"paper"}), call close_ticket#8({"id":9,"reason":"toner"})',
      "tool: result #8",
    ]);
    expect(resultsIn(recorded.messages).map(({ isError }) => isError)).toEqual([false, false, true, false]);
  });

  it("joins the pages of a list, and follows its changes", () => {
    const { toolset } = only(read("session.jsonl"));
    expect(toolset.completeness).toBe("declared");
    expect(toolset.tools.map(({ key, availableFrom, removedAt }) => [key, availableFrom, removedAt])).toEqual([
      ["search_tickets", 0, 3],
      ["close_ticket", 0, 3],
      ["count", 0, 3],
    ]);
  });

  it("is told from another with the same ids by what the log calls the server", () => {
    expect(read("wrapped.jsonl").map(outline)).toEqual([
      ['assistant: call read#2({"path":"a.txt"})', "tool: result #2"],
      ["assistant: call now#2({})", "tool: result #2"],
      ["user: text", 'assistant: call outline#t1({"depth":2})', "user: result #t1", "assistant*: text"],
    ]);
  });

  it("begins anew where a client introduces itself again", () => {
    const init = rpc({ id: 0, method: "initialize", params: {} });
    const log = [init, call(1), answer(1), init, call(1), answer(1)];
    expect(readText(JSON.stringify(log))).toHaveLength(2);
    expect(complaints(...log)).toEqual([]);
  });

  it("makes a call again that asked for input, and takes the outcome of a task once", () => {
    expect(outline(only(read("round-trips.jsonl")))).toEqual([
      'assistant: call render#2({"scene":"beach"}), call render#3({"scene":"beach"})',
      "tool: result #5",
      'assistant: call render#7({"scene":"city"})',
      "tool: result #7",
    ]);
    const wrong = fixture("mcp-jsonrpc", "round-trips.jsonl").replace('"structuredContent":{"file":"beach.png"}', '"structuredContent":{}');
    expect(complaintsOf(wrong)).toEqual(["error invalid-result /result/result/structuredContent"]);
  });

  it("keeps tasks open until their result is fetched", () => {
    const recorded = only(read("task.json"));
    expect(callsIn(recorded.messages).map(({ id, expectsNoResult }) => [id, expectsNoResult])).toEqual([
      ["a", true],
      ["b", true],
      ["d", false],
    ]);
    expect(resultsIn(recorded.messages).map(({ inlineCall }) => inlineCall?.id)).toEqual(["a", "d"]);
  });
});

describe("MCP pairing", () => {
  it.each([
    ["a call that the log goes on without", [call(1), call(2), answer(2), call(3)], ["error unanswered-call /0"]],
    ["an answer without a call", [call(1), answer(1), answer(5)], ["error orphaned-result /2/id"]],
    ["a second answer", [call(1), answer(1), answer(1)], ["error duplicate-result /2/id"]],
    ["a number that is answered as a string", [call(1), answer("1")], ["error orphaned-result /1/id"]],
    ["a call without an id", [rpc({ method: "tools/call", params: { name: "look" } })], ["error missing-call-id /0"]],
  ])("tells %s", (_, log, expected) => {
    expect(complaints(...log)).toEqual(expected);
  });

  it.each([
    ["answers in another order", [call(1), call(2), answer(2), answer(1), call(3), answer(3)]],
    ["calls that are open at the end", [call(1), call(2), answer(2)]],
    ["a call that was cancelled", [call(1), rpc({ method: "notifications/cancelled", params: { requestId: 1 } }), call(2), answer(2)]],
    ["one id for all", [call(1), answer(1), call(1), answer(1)]],
    ["a request of the server with the id of a call", [call(1), rpc({ id: 1, method: "ping" }), rpc({ id: 1, result: {} }), answer(1)]],
    [
      "batches",
      [
        [call(1), call(2)],
        [answer(1), answer(2)],
      ],
    ],
  ])("takes %s", (_, log) => {
    expect(complaints(...log)).toEqual([]);
  });
});

describe("MCP declarations", () => {
  it.each([
    ["a tool that the server did not list", [...listed(0, look), call(1, "lok")], "error unknown-tool /2/params/name"],
    ["a wrong argument", [...listed(0, look), call(1, "look", { at: 7 })], "error invalid-arguments /2/params/arguments/at"],
    ["arguments as text", [...listed(0, look), call(1, "look", "{}")], "error malformed-arguments /2/params/arguments"],
    ["missing structured content", [...listed(0, weigh), call(1, "weigh"), answer(1)], "error invalid-result /3/result/content"],
    [
      "wrong structured content",
      [...listed(0, weigh), call(1, "weigh"), answer(1, { content: [], structuredContent: { kg: "1" } })],
      "error invalid-result /3/result/structuredContent/kg",
    ],
    [
      "a tool that is gone",
      [...listed(0, look), call(1), answer(1), rpc({ method: "notifications/tools/list_changed" }), ...listed(2, weigh), call(3)],
      "error unknown-tool /7/params/name",
    ],
  ])("tell %s", (_, log, complaint) => {
    expect(complaints(...log)).toContain(complaint);
  });

  it.each([
    ["a call before the list", [call(1), answer(1), ...listed(2, look)]],
    ["an error without structured content", [...listed(0, weigh), call(1, "weigh"), answer(1, { content: [], isError: true })]],
    ["two servers in one log", [...listed(0, look), ...listed(1, weigh), call(2), answer(2)]],
  ])("take %s", (_, log) => {
    expect(complaints(...log)).toEqual([]);
  });

  it("weigh less where their list is known to be out of date", () => {
    const log = [...listed(0, look), rpc({ method: "notifications/tools/list_changed" }), call(1, "new_tool"), answer(1)];
    expect(complaints(...log)).toEqual(["warning unknown-tool /3/params/name"]);
  });
});

describe("MCP results", () => {
  it.each([
    ["content as text", answer(1, { content: "ok" }), "error invalid-message /1/result/content"],
    ["no content", answer(1, { structuredContent: {} }), "error invalid-message /1/result"],
    ["neither result nor error", rpc({ id: 1 }), "error invalid-message /1"],
    ["a block of another protocol", answer(1, { content: [{ type: "tool_use" }] }), "warning invalid-result-content /1/result/content/0"],
  ])("may not have %s", (_, response, complaint) => {
    expect(complaints(call(1), response)).toEqual([complaint]);
  });
});

describe("MCP sampling", () => {
  const sample = (...messages: readonly JsonValue[]) =>
    rpc({ id: 9, method: "sampling/createMessage", params: { messages, tools: [look] } });
  const use = { role: "assistant", content: { type: "tool_use", id: "t1", name: "look", input: {} } };
  const result = { role: "user", content: { type: "tool_result", toolUseId: "t1", content: [] } };
  const words = { role: "user", content: { type: "text", text: "?" } };

  it("is a conversation whose last request stands for those before it", () => {
    const log = [sample(words), rpc({ id: 9, result: { ...use, model: "m", stopReason: "toolUse" } }), sample(words, use, result)];
    expect(readText(JSON.stringify(log)).map(outline)).toEqual([["user: text", "assistant: call look#t1({})", "user: result #t1"]]);
  });

  it.each([
    ["a result without its use", [words, result], "error orphaned-result /0/params/messages/1/content/toolUseId"],
    ["a result later than the next message", [use, words, result], "error invalid-message /0/params/messages/2/content/toolUseId"],
  ])("tells %s", (_, messages, complaint) => {
    expect(complaints(sample(...messages))).toEqual([complaint]);
  });

  it("owes no result to a use", () => {
    expect(complaints(sample(words, use, words))).toEqual([]);
  });
});

describe("The detection of MCP logs", () => {
  it.each([[{ message: "hello", level: "info" }], [{ data: '{"jsonrpc":"1.0","method":"x"}' }], [[{ type: "message", role: "user" }]]])(
    "leaves %j to others",
    (body) => {
      expect(mcpJsonrpc.detect(recordingOf(body)).match).toBe("none");
    },
  );
});
