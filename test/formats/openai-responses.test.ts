import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { openaiResponses } from "../../src/formats/openai-responses.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { argumentsOf, callsIn, outline, recordingOf, resultsIn } from "../support/recording.js";
import { describeFixtures } from "../support/wire-fixtures.js";

type Item = Record<string, JsonValue>;

const user = { role: "user", content: "Time?" };
const thanks = { role: "user", content: "Thanks." };
const now = { type: "function", name: "now" };
const call = (id: string, more: Item = {}): Item => ({ type: "function_call", call_id: id, name: "now", arguments: "{}", ...more });
const output = (id: string, more: Item = {}): Item => ({ type: "function_call_output", call_id: id, output: "10:02", ...more });

function adapt(body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}): AdaptedConversation {
  const [recorded] = openaiResponses.adapt(recordingOf(body, around));
  if (recorded === undefined) throw new Error("no conversation");
  return recorded;
}

/** What the program reports, but for information. */
function faults(transcript: JsonValue): readonly string[] {
  return checkText(JSON.stringify(transcript))
    .violations.filter(({ severity }) => severity !== "info")
    .map(({ pointer, severity, ruleId }) => `${pointer} ${severity} ${ruleId}`);
}

/** A request with one function tool. */
const request = (input: readonly JsonValue[], more: Item = {}): Item => ({ model: "gpt-5.1", tools: [now], input, ...more });

describe("openai-responses", () => {
  describeFixtures(openaiResponses);
});

describe("Responses items", () => {
  it("are one turn where several of the model follow each other, whatever they are", () => {
    const recorded = adapt([
      user,
      { type: "reasoning", id: "rs_1", summary: [] },
      call("a"),
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Looking." }] },
      call("b"),
      output("b"),
      output("a"),
      call("c"),
    ]);
    expect(outline(recorded)).toEqual([
      "user: text",
      "assistant: thinking reasoning, call now#a({}), text, call now#b({})",
      "tool: result #b, result #a",
      "assistant: call now#c({})",
    ]);
  });

  it("point at their own characters", () => {
    const [found] = callsIn(adapt({ input: [user, call("a", { arguments: '{"at": 1}' })] }).messages);
    expect(found?.at.call.pointer).toBe("/body/input/1");
    expect(found?.at.id?.pointer).toBe("/body/input/1/call_id");
    expect(found?.at.arguments?.pointer).toBe("/body/input/1/arguments");
  });

  it("may have no type where they have a role, and the input may be text alone", () => {
    expect(outline(adapt({ input: [{ role: "developer", content: "Be brief." }, user] }))).toEqual(["system: text", "user: text"]);
    expect(outline(adapt({ input: "Time?" }))).toEqual(["user: text"]);
  });

  it("are reported once where their type is unknown, and the rest is read", () => {
    const recorded = adapt([user, { type: "telepathy_call", id: "t_1" }, call("a"), { type: "telepathy_call", id: "t_2" }, output("a")]);
    expect(recorded.anomalies.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      'warning Items of type "telepathy_call" are unknown, so they are not checked',
    ]);
    expect(callsIn(recorded.messages)).toHaveLength(1);
  });

  it("are errors where they are not objects", () => {
    const recorded = adapt({ input: [user, "hello", { content: "who?" }, call("a")] });
    expect(recorded.anomalies.map(({ at, message }) => `${at.pointer} ${message}`)).toEqual([
      "/body/input/1 An item must be an object, got a string",
      "/body/input/2 An item has no `type` or `role`",
    ]);
  });

  it("are reported where they have the shape of the chat API", () => {
    const chatCall = { id: "a", type: "function", function: { name: "now", arguments: "{}" } };
    const input = [user, { role: "assistant", content: "", tool_calls: [chatCall] }, { role: "tool", tool_call_id: "a", content: "10:02" }];
    expect(faults(request(input))).toEqual(["/input/1/tool_calls error invalid-message", "/input/2/role error invalid-message"]);
  });
});

describe("Responses calls", () => {
  const given = (...items: readonly Item[]) => callsIn(adapt({ input: items }).messages);

  it("carry JSON text, free text, or the shape of their tool", () => {
    const calls = given(
      call("a", { arguments: '{"tz": "Europe/Oslo"}' }),
      { type: "custom_tool_call", call_id: "b", name: "sql", input: "select 1" },
      { type: "tool_search_call", call_id: "c", execution: "client", arguments: { query: "rates" } },
      { type: "shell_call", call_id: "d", action: { commands: ["ls"] } },
      { type: "computer_call", call_id: "e", actions: [{ type: "wait" }] },
      call("f", { arguments: { tz: 1 } }),
    );
    expect(calls.map((each) => `${each.type} ${each.function.name} ${argumentsOf(each)}`)).toEqual([
      'function now {"tz":"Europe/Oslo"}',
      'custom sql "select 1"',
      'tool_search tool_search {"query":"rates"}',
      'shell shell {"commands":["ls"]}',
      'computer computer {"actions":[{"type":"wait"}]}',
      "function now wrong-container",
    ]);
  });

  it("have the names that hosted tools are declared with", () => {
    const search = { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "q" } };
    const recorded = adapt({ input: [search], tools: [{ type: "web_search_preview" }] });
    expect(callsIn(recorded.messages)).toMatchObject([
      { type: "web_search_preview", function: { name: "web_search_preview" }, hosted: true },
    ]);
    expect(resultsIn(recorded.messages)).toMatchObject([{ hosted: true, inlineCall: { id: "ws_1" } }]);
  });

  it("are not checked against a function with the name of a hosted tool", () => {
    const shell = { type: "function", name: "shell", parameters: { type: "object", required: ["cmd"] } };
    const items = [
      { type: "shell_call", call_id: "a", action: { commands: ["ls"] } },
      { type: "shell_call_output", call_id: "a", output: [] },
    ];
    expect(faults({ tools: [shell], input: [user, ...items] })).toEqual([]);
  });

  it("find the tool of their namespace among others with the same name", () => {
    const get = (type: string) => ({ type: "function", name: "get", parameters: { type: "object", properties: { id: { type } } } });
    const tools = [
      { type: "namespace", name: "crm", description: "", tools: [get("integer")] },
      { type: "namespace", name: "cms", description: "", tools: [get("string")] },
    ];
    const input = (id: JsonValue) => [
      user,
      { ...call("a", { name: "get", arguments: JSON.stringify({ id }) }), namespace: "crm" },
      output("a"),
    ];
    expect(faults({ tools, input: input(7) })).toEqual([]);
    expect(faults({ tools, input: input("7") })).toEqual(["/input/1/arguments error invalid-arguments"]);
  });

  it("may be answered much later where they are asynchronous", () => {
    expect(faults(request([user, call("a", { async: true }), thanks]))).toEqual([]);
    expect(faults(request([user, call("a"), thanks]))).toEqual(["/input/1 error unanswered-call"]);
  });

  it("are partial where the answer was cut off, and say by what", () => {
    const response = {
      object: "response",
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [call("a", { arguments: '{"tz": "Eu', status: "incomplete" })],
    };
    const recorded = adapt({ input: "Time?", tools: [now] }, { response });
    const [cut] = callsIn(recorded.messages);
    expect(cut?.partial).toBe(true);
    expect(cut?.function.arguments).toMatchObject({ kind: "malformed", fault: "truncated" });
    expect(recorded.finishes).toMatchObject([{ message: 1, reason: "length", raw: "max_output_tokens", promisesCall: false }]);
  });

  it("need no result where they are of xAI's own search", () => {
    const search = { type: "custom_tool_call", id: "ctc_1", call_id: "xs_1", name: "x_keyword_search", input: "{}", status: "completed" };
    const url = "https://api.x.ai/v1/responses";
    expect(
      faults({ request: { model: "grok-4", input: [user, search, thanks], tools: [{ type: "x_search" }] }, url, response: null }),
    ).toEqual([]);
  });
});

describe("Responses pairs", () => {
  it("may have messages in between", () => {
    expect(
      faults(request([user, call("a"), { role: "assistant", content: "Wait." }, { role: "developer", content: "Hm." }, output("a")])),
    ).toEqual([]);
  });

  it("may be open at the end, not before", () => {
    expect(faults(request([user, call("a"), call("b"), output("a")]))).toEqual([]);
    expect(faults(request([user, call("a"), call("b"), output("a"), thanks]))).toEqual(["/input/2 error unanswered-call"]);
  });

  it("may use an id again in a later turn", () => {
    expect(faults(request([user, call("call_0"), output("call_0"), call("call_0"), output("call_0"), thanks]))).toEqual([]);
    expect(faults(request([user, call("call_0"), call("call_0"), output("call_0"), output("call_0")]))).toEqual([
      "/input/2/call_id error duplicate-call-id",
    ]);
  });

  it("have one output for a call", () => {
    expect(faults(request([user, call("a"), output("a"), output("a")]))).toEqual(["/input/3/call_id error duplicate-result"]);
  });

  it("match the outputs of custom tools with the calls of custom tools only", () => {
    const custom = { type: "custom_tool_call", call_id: "a", name: "sql", input: "select 1" };
    const customOutput = { type: "custom_tool_call_output", call_id: "a", output: "1" };
    const tools = [{ type: "custom", name: "sql" }, now];
    expect(faults({ tools, input: [user, custom, customOutput, thanks] })).toEqual([]);
    expect(faults({ tools, input: [user, custom, output("a"), thanks] })).toEqual(["/input/2/call_id error orphaned-result"]);
    expect(faults({ tools, input: [user, call("a"), customOutput, thanks] })).toEqual(["/input/2/call_id error orphaned-result"]);
  });

  it("take a function's output for a client's search, and nothing for a server's", () => {
    const search = (more: Item) => ({ type: "tool_search_call", arguments: {}, status: "completed", ...more });
    const tools = [{ type: "tool_search" }, now];
    expect(faults({ tools, input: [user, search({ call_id: "a", execution: "client" }), output("a"), thanks] })).toEqual([]);
    expect(faults({ tools, input: [user, search({ call_id: "a", execution: "server" }), output("a"), thanks] })).toEqual([
      "/input/2/call_id error orphaned-result",
    ]);
    expect(faults({ tools, input: [user, search({ call_id: null, execution: "server" }), thanks] })).toEqual([]);
  });

  it("take an injected output without a call id, if it says what it is of", () => {
    expect(faults(request([user, call("a"), output("a"), { type: "function_call_output", name: "clock", output: "10:02" }]))).toEqual([]);
    expect(faults(request([user, call("a"), output("a"), { type: "function_call_output", output: "10:02" }]))).toEqual([
      "/input/3 warning missing-call-id",
      "/input/3 error orphaned-result",
    ]);
  });

  it("may stay open inside a program, which answers them", () => {
    const program = { type: "program", id: "p", call_id: "p1", code: "", fingerprint: "" };
    const inner = call("a", { caller: { type: "program", caller_id: "p1" } });
    const end = { type: "program_output", id: "po", call_id: "p1", result: "1", status: "completed" };
    expect(faults(request([user, program, inner, output("a"), end, thanks]))).toEqual([]);
    expect(faults(request([user, program, inner, end, thanks]))).toEqual([]);
    expect(faults(request([user, end, thanks]))).toEqual(["/input/1/call_id error orphaned-hosted-result"]);
  });

  it("need no output for an approval, and a request for it", () => {
    const asked = { type: "mcp_approval_request", id: "mcpr_1", server_label: "docs", name: "search", arguments: "{}" };
    const given = { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true };
    const tools = [{ type: "mcp", server_label: "docs", server_url: "https://docs.example" }];
    expect(faults({ tools, input: [user, asked, given] })).toEqual([]);
    expect(faults({ tools, input: [user, asked, thanks] })).toEqual([]);
    expect(faults({ tools, input: [user, given, thanks] })).toEqual(["/input/1/approval_request_id error orphaned-hosted-result"]);
  });

  it("may lie outside the file where it says so", () => {
    const lost = [output("gone"), user];
    expect(faults(request(lost))).toEqual(["/input/0/call_id error orphaned-result"]);
    expect(faults(request(lost, { previous_response_id: "resp_1" }))).toEqual([]);
    expect(faults(request(lost, { conversation: "conv_1" }))).toEqual([]);
    expect(faults(request([{ type: "item_reference", id: "fc_1" }, ...lost]))).toEqual([]);
    expect(faults(request([{ type: "compaction", encrypted_content: "x" }, ...lost]))).toEqual([]);
  });

  it("are not judged by what a reference may stand for", () => {
    expect(faults(request([user, call("a"), { type: "item_reference", id: "fco_1" }, thanks]))).toEqual([]);
    expect(faults(request([user, call("a"), { type: "item_reference", id: "msg_1" }, thanks]))).toEqual(["/input/1 error unanswered-call"]);
  });
});

describe("Responses declarations", () => {
  const rate = (type: string) => ({ type: "function", name: "rate", parameters: { type: "object", properties: { to: { type } } } });
  const calls = (to: JsonValue) => [call("a", { name: "rate", arguments: JSON.stringify({ to }) }), output("a")];

  it("come with searches and later turns, from there on", () => {
    const added = { type: "additional_tools", role: "developer", tools: [rate("string")] };
    expect(faults(request([user, added, ...calls("EUR")]))).toEqual([]);
    expect(faults(request([user, added, ...calls(1)]))).toEqual(["/input/2/arguments error invalid-arguments"]);
    expect(faults(request([user, ...calls("EUR"), added, thanks]))).toEqual(["/input/1/name warning unknown-tool"]);
  });

  it("are not complete where they come from a search alone", () => {
    const search = [
      { type: "tool_search_call", call_id: "s", execution: "client", arguments: {} },
      { type: "tool_search_output", call_id: "s", execution: "client", status: "completed", tools: [rate("string")] },
    ];
    expect(faults([user, ...search, ...calls(1)])).toContain("/3/arguments error invalid-arguments");
    expect(faults([user, ...search, call("b", { name: "other" }), output("b")])).toEqual(["/1 warning missing-toolset"]);
  });

  it("only fill gaps where the service repeats them", () => {
    const response = {
      object: "response",
      status: "completed",
      tools: [
        {
          ...rate("string"),
          parameters: { type: "object", properties: { to: { type: "string" } }, additionalProperties: false },
        },
      ],
      output: [call("a", { id: "fc_1", name: "rate", arguments: '{"to":"EUR","at":1}' })],
    };
    const url = "https://api.openai.com/v1/responses";
    expect(faults({ request: { model: "gpt-5.1", input: "Rate?", tools: [rate("string")] }, url, response })).toEqual([]);
    expect(faults(response)).toEqual(["/output/0/arguments error invalid-arguments"]);
  });

  it("count as absent where a server repeats an empty list", () => {
    const response = { object: "response", status: "completed", tools: [], output: [call("a", { id: "fc_1" })] };
    expect(faults(response)).toEqual([]);
  });

  it("apply to the calls of their own MCP server only", () => {
    const list = (label: string, type: string) => ({
      type: "mcp_list_tools",
      id: `mcpl_${label}`,
      server_label: label,
      tools: [{ name: "search", input_schema: { type: "object", properties: { q: { type } } } }],
    });
    const called = (label: string) => ({
      type: "mcp_call",
      id: "mcp_1",
      server_label: label,
      name: "search",
      arguments: '{"q":"x"}',
      output: "1",
    });
    expect(faults([user, list("a", "string"), called("a")])).toEqual([]);
    expect(faults([user, list("a", "integer"), called("a")])).toEqual(["/2/arguments error invalid-arguments"]);
    expect(faults([user, list("a", "integer"), list("b", "string"), called("b")])).toEqual([]);
    const own = { type: "function", name: "search", parameters: { type: "object", properties: { q: { type: "integer" } } } };
    expect(faults({ tools: [own, { type: "mcp", server_label: "a" }], input: [user, list("a", "string"), called("a")] })).toEqual([]);
  });
});

describe("A Responses request and its response", () => {
  const url = "https://api.openai.com/v1/responses";
  const response = (...items: readonly Item[]) => ({ object: "response", status: "completed", output: items });

  it("demand and keep a choice of tools", () => {
    const tools = [now, { type: "function", name: "later" }];
    const check = (tool_choice: JsonValue, ...items: readonly Item[]) =>
      faults({ request: { model: "gpt-5.1", input: "Time?", tools, tool_choice }, url, response: response(...items) });
    const allowed = { type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "later" }] };
    expect(check(allowed, call("a", { id: "fc_1" }))).toEqual(["/response/output/0/name warning violated-tool-choice"]);
    expect(check({ type: "function", name: "now" }, call("a", { id: "fc_1" }))).toEqual([]);
    const searched = { type: "web_search_call", id: "ws_1", status: "completed" };
    expect(check({ type: "web_search" }, searched)).toEqual([]);
    expect(check("none", call("a", { id: "fc_1" }))).toEqual(["/response/output/0/name warning violated-tool-choice"]);
  });

  it("call only what is declared", () => {
    expect(faults({ request: request([user]), url, response: response(call("a", { id: "fc_1", name: "later" })) })).toEqual([
      "/response/output/0/name error unknown-tool",
    ]);
  });

  it("make one conversation, of which the answer alone is a part", () => {
    const pair = adapt(request([user]), { response: response(call("a")) });
    expect(outline(pair)).toEqual(["user: text", "assistant*: call now#a({})"]);
    const alone = adapt(response({ type: "program_output", id: "po", call_id: "gone", result: "1" }));
    expect(alone.historyCut).toBe(true);
    expect(faults(response({ type: "program_output", id: "po", call_id: "gone", result: "1" }))).toEqual([]);
  });

  it("may be kept in one value", () => {
    expect(outline(adapt({ input: [user], output: [call("a")] }))).toEqual(["user: text", "assistant*: call now#a({})"]);
  });
});

describe("Endpoints of the Responses API", () => {
  const sent = (url: string, input: readonly JsonValue[], model = "m") =>
    faults({ request: { model, tools: [now], input }, url, response: { object: "response", status: "completed", output: [] } });

  it("limit ids as OpenAI does, or not at all", () => {
    const long = "c".repeat(65);
    const input = [user, call(long), output(long)];
    expect(sent("https://api.openai.com/v1/responses", input)).toEqual(["/request/input/1/call_id error invalid-call-id"]);
    expect(sent("https://team.openai.azure.com/openai/v1/responses", input)).toEqual(["/request/input/1/call_id error invalid-call-id"]);
    expect(sent("https://api.x.ai/v1/responses", input)).toEqual([]);
    expect(sent("https://api.openai.com/v1/responses", [user, call("c".repeat(64)), output("c".repeat(64))])).toEqual([]);
  });

  it("know an item's type by its id as OpenAI does, or not at all", () => {
    const input = (id: string) => [user, call("a", { id }), output("a")];
    expect(sent("https://api.openai.com/v1/responses", input("call_1"))).toEqual(["/request/input/1/id error invalid-call-id"]);
    expect(sent("https://api.openai.com/v1/responses", input("fc_1"))).toEqual([]);
    expect(sent("https://llm.example.com/v1/responses", input("call_1"))).toEqual([]);
  });

  it("take items between call and output, but DeepSeek's does not", () => {
    const url = "https://api.deepseek.com/v1/responses";
    const between = (item: JsonValue) => sent(url, [user, call("a"), item, output("a"), thanks], "deepseek-chat");
    expect(between({ role: "developer", content: "note" })).toEqual(["/request/input/3 error misplaced-result"]);
    expect(between({ type: "message", role: "assistant", content: "Wait." })).toEqual(["/request/input/2/content error misplaced-result"]);
    expect(between({ type: "reasoning", summary: [] })).toEqual(["/request/input/2 error misplaced-result"]);
    expect(sent(url, [user, call("a"), call("b"), output("b"), output("a"), thanks], "deepseek-chat")).toEqual([]);
  });

  it("take text and parts as output, no objects", () => {
    const url = "https://api.openai.com/v1/responses";
    expect(sent(url, [user, call("a"), output("a", { output: [{ type: "input_image", image_url: "x" }] })])).toEqual([]);
    expect(sent(url, [user, call("a"), output("a", { output: { ok: true } })])).toEqual([
      "/request/input/2/output error invalid-result-content",
    ]);
    expect(sent(url, [user, call("a"), output("a", { output: [{ type: "text", text: "x" }] })])).toEqual([
      "/request/input/2/output/0 error invalid-result-content",
    ]);
  });
});

describe("The detection of Responses", () => {
  const match = (body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}) =>
    openaiResponses.detect(recordingOf(body, around)).match;

  it("goes by items, flat tools, parameters and the address", () => {
    expect(match({ input: [user, call("a")] })).toBe("certain");
    expect(match({ input: "hi", tools: [now] })).toBe("certain");
    expect(match({ input: "hi", tools: [{ type: "web_search" }] })).toBe("certain");
    expect(match({ input: [user], max_output_tokens: 10 })).toBe("certain");
    expect(match({ input: "hi", model: "m" }, { url: "https://gateway.example/openai/v1/responses?api-version=1" })).toBe("certain");
    expect(match({ input: [user] })).toBe("possible");
    expect(match([user, output("a")])).toBe("certain");
  });

  it("leaves to others what only looks alike", () => {
    expect(match({ input: "hi", model: "text-embedding-3-small" })).toBe("none");
    expect(
      match({
        input: [
          { type: "function_call", id: "k", name: "now", arguments: {} },
          { type: "function_result", call_id: "k" },
        ],
      }),
    ).toBe("none");
    expect(match([{ type: "function_call", callId: "a", name: "now", arguments: "{}" }])).toBe("none");
    expect(
      match([
        { role: "user", content: [{ type: "input_text", text: "hi" }] },
        { type: "function_call", callId: "a" },
      ]),
    ).toBe("none");
    expect(match({ type: "response.done", event_id: "e", response: {} })).toBe("none");
    expect(
      match([user, { role: "assistant", tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }] }]),
    ).toBe("none");
  });
});
