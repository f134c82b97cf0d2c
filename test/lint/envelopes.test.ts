import { describe, expect, it } from "vitest";
import { formats } from "../../src/formats/index.js";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";

/** What is told of a value, and what was read: "format mode calls". */
function lint(value: unknown) {
  const violations: Violation[] = [];
  const { summary, notChecked } = new Linter().lintFile(
    { path: "x.json", chunks: () => [Buffer.from(typeof value === "string" ? value : JSON.stringify(value))] },
    { violation: (violation) => violations.push(violation) > 0 },
  );
  return {
    read: summary.conversations.map(({ format, mode, calls }) => `${format} ${mode} ${calls}`),
    told: violations.map(({ ruleId, pointer }) => `${ruleId} ${pointer}`),
    unresolvable: notChecked.unresolvable,
  };
}

const tools = [
  {
    type: "function",
    function: { name: "get_order", parameters: { type: "object", properties: { id: { type: "integer" } }, additionalProperties: false } },
  },
];
const user = { role: "user", content: "Order?" };
const message = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "call_1", type: "function", function: { name: "get_order", arguments: '{"id":"A"}' } }],
};
const request = { model: "gpt-5-mini", messages: [user], tools };
const response = { object: "chat.completion", model: "gpt-5-mini", choices: [{ index: 0, message, finish_reason: "tool_calls" }] };
const place = "/choices/0/message/tool_calls/0/function/arguments";
const once = "openai-chat recording 1";

describe("a request beside its response", () => {
  it.each([
    ["request", "response"],
    ["request_body", "response_body"],
    ["requestBody", "responseBody"],
    ["request_data", "response_data"],
    ["http.request.body", "http.response.body"],
    ["req", "res"],
    ["body", "response"],
    ["kwargs", "response"],
    ["input", "output"],
    ["inputs", "outputs"],
    ["params", "result"],
  ])("is read under %s and %s, also as text and as text of text", (sent, received) => {
    for (const spell of [(value: unknown) => value, JSON.stringify, (value: unknown) => JSON.stringify(JSON.stringify(value))]) {
      const { read, told } = lint({ id: 1, [sent]: spell(request), [received]: spell(response) });
      expect(read).toEqual([once]);
      expect(told).toEqual([`invalid-arguments /${received}${place}`]);
    }
  });

  it("is read where the response stands in the request", () => {
    expect(lint({ ...request, response })).toEqual({ read: [once], told: [`invalid-arguments /response${place}`], unresolvable: 0 });
    const settings = { messages: [user], model: "gpt-5-mini", response, model_parameters: { tools } };
    expect(lint(settings).told).toEqual([`invalid-arguments /response${place}`]);
  });

  it("is read with its HTTP message around it", () => {
    const http = {
      request: { method: "POST", url: "https://api.openai.com/v1/chat/completions", headers: {}, body: request },
      response: { status: 200, headers: {}, body: response },
    };
    expect(lint(http)).toMatchObject({ read: [once], told: [`invalid-arguments /response/body${place}`] });
  });

  it("is a row where it is a prompt and its completion", () => {
    expect(lint({ prompt: [user], completion: [message], tools }).read).toEqual(["openai-chat dataset 1"]);
  });

  it("is counted as unresolvable where it was withheld", () => {
    expect(lint({ request: "[REDACTED]", response: "[REDACTED]", url: "https://api.openai.com/v1/chat/completions" })).toEqual({
      read: [],
      told: [],
      unresolvable: 1,
    });
  });
});

describe("keys that mean other things as well", () => {
  it("are left to the format that reads the value as it is", () => {
    const rpc = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "f", arguments: {} }, result: { content: [] } };
    expect(lint(rpc).read.every((line) => line.startsWith("mcp"))).toBe(true);
    expect(lint({ ...request, input: "x", output: "y", data: [request, request], body: { messages: [] } }).read).toEqual([
      "openai-chat recording 0",
    ]);
  });

  it("are not believed where nothing inside is a recording", () => {
    for (const value of [
      { input: "a", output: "b" },
      { data: [{ a: 1 }], message: "hello" },
      { events: [[[1]]], log: { level: 1 } },
      [[1], [2]],
      [[]],
    ])
      expect(lint(value).told.map((line) => line.split(" ")[0])).toEqual(["unknown-format"]);
  });

  it("lead to recordings inside lists, spans, log lines and rows", () => {
    const pair = { request, response };
    for (const value of [
      { data: [pair] },
      { records: [{ kind: "other" }, { payload: pair }] },
      { resource: {}, spans: [{ attributes: { request_body: JSON.stringify(request), response_body: JSON.stringify(response) } }] },
      { level: "info", message: JSON.stringify(pair) },
      { rows: [{ row_idx: 0, row: pair }] },
      { "@timestamp": "x", jsonPayload: pair },
      [pair],
      [[{ ...request, messages: [user, message] }]],
    ])
      expect(lint(value).read).toEqual([once]);
  });

  it("do not tear a list of messages apart", () => {
    expect(lint({ data: [user, message, { role: "tool", tool_call_id: "call_1", content: "sent" }] }).read).toEqual([once]);
  });

  it("are searched to a bound where nothing is found", () => {
    const deep = (level: number): unknown =>
      level === 0 ? { a: 1 } : { data: Array(30).fill(deep(level - 1)), items: Array(30).fill(deep(level - 1)) };
    expect(lint(deep(3)).told).toHaveLength(1);
  });
});

describe("a value that a format reads", () => {
  it("is read alike under every envelope of ours", () => {
    const base = lint({ transcript: { messages: [user, message] }, tools });
    expect(base.told).toEqual(["invalid-arguments /transcript/messages/1/tool_calls/0/function/arguments"]);
    const text = lint({ transcript: JSON.stringify({ messages: [user, message] }), tools });
    expect(text.told).toEqual(["invalid-arguments /transcript/messages/1/tool_calls/0/function/arguments"]);
  });
});

describe("a format that is asked for", () => {
  it("is that of the conversations in recorded traffic, not of all that went by", () => {
    const entry = (url: string, sent: unknown, received: unknown) => ({
      request: { method: "POST", url, postData: { text: JSON.stringify(sent) } },
      response: { status: 200, content: { text: JSON.stringify(received) } },
    });
    const har = {
      log: {
        entries: [
          entry("https://example.com/count", { clicks: 1 }, { ok: true }),
          entry("https://example.com/v1/chat/completions", request, response),
        ],
      },
    };
    const [format] = formats.filter(({ id }) => id === "openai-chat");
    const { summary } = new Linter(format && { format }).lintFile(
      { path: "x.har", chunks: () => [Buffer.from(JSON.stringify(har))] },
      { violation: () => true },
    );
    expect(summary.conversations.map(({ calls }) => calls)).toEqual([1]);
  });
});
