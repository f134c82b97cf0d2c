import { describe, expect, it } from "vitest";
import { nemo } from "../../src/formats/nemo.js";
import { openaiChat } from "../../src/formats/openai-chat.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, resultsIn } from "../support/recording.js";

const url = "https://api.openai.com/v1/chat/completions";
const user = { role: "user", content: "Weather in Oslo?" };
const weather = {
  type: "function",
  function: { name: "get_weather", parameters: { type: "object", properties: { city: { type: "string" } } } },
};

function call(id: string, given: JsonValue = '{"city":"Oslo"}', name: JsonValue = "get_weather") {
  return { id, type: "function", function: { name, arguments: given } };
}

function assistant(...calls: readonly JsonValue[]) {
  return { role: "assistant", content: null, tool_calls: calls };
}

function toolMessage(id: string) {
  return { role: "tool", tool_call_id: id, content: "4 degrees" };
}

function adaptAll(body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}): readonly AdaptedConversation[] {
  return openaiChat.adapt(recordingOf(body, around));
}

function adapt(body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}): AdaptedConversation {
  const [first, ...others] = adaptAll(body, around);
  if (first === undefined || others.length > 0) throw new Error(`${others.length + 1} conversations`);
  return first;
}

function anomalies({ anomalies: found }: AdaptedConversation): readonly string[] {
  return found.map(({ at, message, rule, severity }) => `${at.pointer} ${severity ?? "error"} ${rule}: ${message}`);
}

describe("openaiChat.adapt", () => {
  it("reads a bare list of messages", () => {
    const recorded = adapt([
      { role: "system", content: "Be brief" },
      user,
      assistant(call("call_1")),
      toolMessage("call_1"),
      { role: "assistant", content: "4" },
    ]);
    expect(outline(recorded)).toEqual([
      "system: text",
      "user: text",
      'assistant: call get_weather#call_1({"city":"Oslo"})',
      "tool: result #call_1",
      "assistant: text",
    ]);
    expect(recorded).toMatchObject({
      format: "openai-chat",
      mode: "recording",
      declarationOrigin: "list",
      anomalies: [],
      refusal: undefined,
    });
    expect(recorded.toolset.completeness).toBe("absent");
  });

  it("numbers calls by message and by place in it", () => {
    const { messages } = adapt([user, assistant(call("a"), call("b")), toolMessage("a"), toolMessage("b"), assistant(call("c"))]);
    expect(callsIn(messages).map(({ message, index }) => [message, index])).toEqual([
      [1, 0],
      [1, 1],
      [4, 0],
    ]);
    expect(resultsIn(messages).map(({ message, index }) => [message, index])).toEqual([
      [2, 0],
      [3, 0],
    ]);
  });

  it("keeps the place of each part of a call and of a result", () => {
    const { messages } = adapt([assistant(call("a")), toolMessage("a")]);
    const [first] = callsIn(messages);
    expect(first?.at.id?.pointer).toBe("/body/0/tool_calls/0/id");
    expect(first?.at.name?.pointer).toBe("/body/0/tool_calls/0/function/name");
    expect(first?.at.arguments?.pointer).toBe("/body/0/tool_calls/0/function/arguments");
    const [result] = resultsIn(messages);
    expect(result?.at.callId?.pointer).toBe("/body/1/tool_call_id");
    expect(result?.at.content?.pointer).toBe("/body/1/content");
  });

  it("reads a developer's message as system", () => {
    expect(outline(adapt([{ role: "developer", content: "Be brief" }]))).toEqual(["system: text"]);
  });

  it("takes empty ids and the text null for none", () => {
    const { messages } = adapt([assistant(call(""), call("null")), { role: "tool", tool_call_id: "", content: "" }]);
    expect(callsIn(messages).map(({ id }) => id)).toEqual([null, null]);
    expect(resultsIn(messages).map(({ callId }) => callId)).toEqual([null]);
  });

  it("reads the declarations of a request and where they came from", () => {
    expect(adapt({ messages: [user], tools: [weather] })).toMatchObject({ declarationOrigin: "list" });
    expect(adapt({ messages: [user], tools: [weather], temperature: 0 })).toMatchObject({ declarationOrigin: "request" });
    expect(adapt({ messages: [user], tools: [weather] }, { url })).toMatchObject({ declarationOrigin: "request" });
    const { toolset } = adapt({ messages: [user], tools: [weather], functions: [{ name: "legacy", parameters: { type: "object" } }] });
    expect(toolset.tools.map(({ key, source }) => [key, source])).toEqual([
      ["get_weather", 0],
      ["legacy", 1],
    ]);
  });

  it("tells an empty list of tools from none", () => {
    expect(adapt({ messages: [user], tools: [] }).toolset.completeness).toBe("declared");
    expect(adapt({ messages: [user], tools: null }).toolset.completeness).toBe("absent");
  });

  it("lets the envelope's tools replace those inside", () => {
    const recorded = adapt(
      { model: "m", messages: [user], tools: [weather] },
      { tools: [{ type: "function", function: { name: "other" } }] },
    );
    expect(recorded.toolset.tools.map(({ key }) => key)).toEqual(["other"]);
    expect(recorded.declarationOrigin).toBe("list");
  });

  it("reads messages and tools that a row keeps as JSON text", () => {
    const recorded = adapt({ messages: JSON.stringify([user, assistant(call("a"))]), tools: JSON.stringify([weather]) });
    expect(outline(recorded)).toEqual(["user: text", 'assistant: call get_weather#a({"city":"Oslo"})']);
    expect(recorded.toolset.tools.map(({ key }) => key)).toEqual(["get_weather"]);
  });

  it.each([
    [{ tool_choice: "required" }, { mode: "required", names: [] }],
    [{ tool_choice: "none" }, { mode: "none", names: [] }],
    [{ tool_choice: "any" }, { mode: "required", names: [] }],
    [{ tool_choice: { type: "function", function: { name: "f" } } }, { mode: "named", names: ["f"] }],
    [{ tool_choice: { type: "custom", custom: { name: "sql" } } }, { mode: "named", names: ["sql"] }],
    [
      {
        tool_choice: {
          type: "allowed_tools",
          allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "f" } }, { type: "web_search" }] },
        },
      },
      { mode: "allowed", names: ["f", "web_search"] },
    ],
    [{ function_call: { name: "f" } }, { mode: "named", names: ["f"] }],
    [{ function_call: "auto" }, { mode: "auto", names: [] }],
  ])("reads the demand %j", (demand, expected) => {
    expect(adapt({ messages: [user], ...demand }).toolChoice).toMatchObject(expected);
  });

  it("reads that at most one call a turn was allowed", () => {
    expect(adapt({ model: "m", messages: [], parallel_tool_calls: false }).singleCall?.pointer).toBe("/body/parallel_tool_calls");
    expect(adapt({ model: "m", messages: [], parallel_tool_calls: true }).singleCall).toBeUndefined();
  });

  it("reads custom tools as free text", () => {
    const { messages } = adapt([assistant({ id: "a", type: "custom", custom: { name: "sql", input: "select 1" } }), toolMessage("a")]);
    expect(callsIn(messages)[0]).toMatchObject({ type: "custom", function: { name: "sql", arguments: { kind: "text" } } });
  });

  it("ignores an empty custom part beside a function", () => {
    const recorded = adapt([assistant({ ...call("a"), custom: { name: "", input: "" } })]);
    expect(outline(recorded)).toEqual(['assistant: call get_weather#a({"city":"Oslo"})']);
  });

  it("reads legacy function calls, which carry no ids", () => {
    const recorded = adapt([
      { role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } },
      { role: "function", name: "f", content: "1" },
    ]);
    expect(outline(recorded)).toEqual(["assistant: call f#null({})", "tool: result f#null"]);
    expect(callsIn(recorded.messages)[0]?.idOptional).toBe(true);
    expect(resultsIn(recorded.messages)[0]?.idOptional).toBe(true);
  });

  it("ignores the empty function_call that serialisers write", () => {
    const artefact = { name: "", arguments: "" };
    expect(outline(adapt([{ ...assistant(call("a")), function_call: artefact }]))).toEqual([
      'assistant: call get_weather#a({"city":"Oslo"})',
    ]);
    expect(outline(adapt([{ role: "assistant", content: "x", function_call: artefact, tool_calls: null }]))).toEqual(["assistant: text"]);
    expect(adapt([{ role: "assistant", content: "x", tool_calls: [] }]).anomalies).toEqual([]);
  });

  it("reads the camelCase of SDK dumps", () => {
    const recorded = adapt([
      { role: "assistant", content: "", toolCalls: [call("D681PevKs")] },
      { role: "tool", toolCallId: "D681PevKs", name: "get_weather", content: "4" },
    ]);
    expect(outline(recorded)).toEqual([
      'assistant: text, call get_weather#D681PevKs({"city":"Oslo"})',
      "tool: result get_weather#D681PevKs",
    ]);
  });

  it("keeps reasoning apart from text", () => {
    const recorded = adapt([
      {
        role: "assistant",
        reasoning_content: "hm",
        content: [
          { type: "thinking", thinking: [] },
          { type: "text", text: "4" },
        ],
      },
    ]);
    expect(outline(recorded)).toEqual(["assistant: thinking reasoning_content, thinking thinking, text"]);
  });

  it("takes parts that only compatible servers know", () => {
    const parts = ["image_url", "input_audio", "file", "video_url", "document_url", "reference", "refusal"].map((type) => ({ type }));
    expect(adapt([{ role: "user", content: parts }]).anomalies).toEqual([]);
  });
});

describe("openaiChat.adapt on arguments", () => {
  const objectCall = [user, assistant(call("a", { city: "Oslo" }))];
  const faultIn = (recorded: AdaptedConversation) => callsIn(recorded.messages).map(({ function: { arguments: given } }) => given.kind);

  it("refuses an object where text belongs", () => {
    expect(faultIn(adapt({ model: "gpt-5", messages: objectCall }))).toEqual(["malformed"]);
    expect(faultIn(adapt(objectCall))).toEqual(["malformed"]);
  });

  it("takes objects in rows of data sets", () => {
    expect(faultIn(adapt({ messages: objectCall }, { dataset: true }))).toEqual(["parsed"]);
    expect(faultIn(adapt({ messages: objectCall, parallel_tool_calls: true }))).toEqual(["parsed"]);
  });

  it("reads a call without arguments as one without any", () => {
    expect(faultIn(adapt([assistant({ id: "a", type: "function", function: { name: "now" } })]))).toEqual(["empty"]);
  });
});

describe("openaiChat.adapt on what does not fit", () => {
  it("reports a message that is no object, and goes on", () => {
    const recorded = adapt([user, null, assistant(call("a"))]);
    expect(anomalies(recorded)).toEqual(["/body/1 error invalid-message: A message must be an object with `role` and `content`, got null"]);
    expect(callsIn(recorded.messages)[0]?.message).toBe(1);
  });

  it("reports a missing and an unknown role at their place, and keeps the pairing by what the message holds", () => {
    const recorded = adapt([
      { content: null, tool_calls: [call("a")] },
      { role: "tester", tool_call_id: "a", content: "4" },
      { role: 7, content: "hi" },
    ]);
    expect(outline(recorded)).toEqual(['assistant: call get_weather#a({"city":"Oslo"})', "tool: result #a", "user: text"]);
    expect(anomalies(recorded)).toEqual([
      "/body/0 error invalid-message: A message has no `role`",
      '/body/1/role error invalid-message: `role` must be "assistant", "system", "developer", "user", "tool" or "function", got "tester"',
      '/body/2/role error invalid-message: `role` must be "assistant", "system", "developer", "user", "tool" or "function", got a number',
    ]);
  });

  it.each([
    [{ role: "assistant", tool_calls: call("a") }, "/body/0/tool_calls", "`tool_calls` must be a list, got an object"],
    [assistant("get_weather"), "/body/0/tool_calls/0", "A tool call must be an object, got a string"],
    [
      assistant({ id: "a", type: "function", function: 5 }),
      "/body/0/tool_calls/0/function",
      "`function` of a tool call must be an object with `name` and `arguments`, got a number",
    ],
    [
      { role: "assistant", function_call: "f" },
      "/body/0/function_call",
      "`function_call` must be an object with `name` and `arguments`, got a string",
    ],
    [{ role: "user", content: 5 }, "/body/0/content", "`content` must be text or a list of parts, got a number"],
    [{ role: "user", content: ["hi"] }, "/body/0/content/0", "A content part must be an object with `type`, got a string"],
    [{ role: "user", content: [{ text: "hi" }] }, "/body/0/content/0", "A content part has no `type`"],
    [
      { role: "user", content: "hi", tool_calls: [call("a")] },
      "/body/0/tool_calls",
      "`tool_calls` is in a user message; it belongs in an assistant message",
    ],
  ])("reports %j once", (message, pointer, text) => {
    expect(anomalies(adapt([message]))).toEqual([`${pointer} error invalid-message: ${text}`]);
  });

  it("reads a call that says its name elsewhere, so that its result finds it", () => {
    const recorded = adapt([
      assistant(
        { id: "a", type: "function", name: "get_weather", arguments: { city: "Oslo" } },
        { id: "b", function: "now", arguments: {} },
      ),
    ]);
    expect(outline(recorded)).toEqual(['assistant: call get_weather#a({"city":"Oslo"}), call now#b({})']);
    expect(anomalies(recorded)).toEqual([
      "/body/0/tool_calls/0 error invalid-message: A tool call has no `function` object around its `name` and `arguments`",
      "/body/0/tool_calls/1/function error invalid-message: `function` of a tool call must be an object with `name` and `arguments`, got a string",
    ]);
  });

  it("leaves a call that names nothing to the judges of names, and reads a hosted tool's by its type", () => {
    const recorded = adapt([assistant({ id: "a", type: "function" }, { id: "b", type: "web_search" })]);
    expect(recorded.anomalies).toEqual([]);
    expect(callsIn(recorded.messages)).toMatchObject([
      { id: "a", type: "function", function: { name: null, arguments: { kind: "unknown" } } },
      { id: "b", type: "web_search", function: { name: null, arguments: { kind: "empty" } } },
    ]);
  });

  it("warns of an unknown type of content once", () => {
    const hologram = { type: "hologram" };
    const recorded = adapt([
      { role: "user", content: [hologram, hologram] },
      { role: "user", content: [hologram, { type: "smell" }] },
    ]);
    expect(anomalies(recorded)).toEqual([
      '/body/0/content/0 warning invalid-message: Content parts of type "hologram" are unknown, so they are not checked',
      '/body/1/content/1 warning invalid-message: Content parts of type "smell" are unknown, so they are not checked',
    ]);
  });

  it("leaves the content of results to the rules", () => {
    expect(adapt([assistant(call("a")), { role: "tool", tool_call_id: "a", content: 7 }]).anomalies).toEqual([]);
  });

  it.each([
    [null],
    [7],
    [JSON.stringify("hi")],
    [{}],
    [{ messages: 5 }],
    [{ messages: "hi" }],
    [{ choices: 5 }],
    [{ choices: [5] }],
    [{ error: null }],
  ])("says of %j that it holds no conversation", (body) => {
    expect(adapt(body).anomalies.length).toBe(1);
  });
});

describe("openaiChat.adapt on responses", () => {
  const response = (...choices: readonly JsonValue[]): JsonValue => ({ object: "chat.completion", model: "gpt-5-2025", choices });
  const choice = (message: JsonValue, finish: JsonValue = "tool_calls"): JsonValue => ({ index: 0, message, finish_reason: finish });

  it("reads a lone response", () => {
    const recorded = adapt(response(choice(assistant(call("a")))));
    expect(outline(recorded)).toEqual(['assistant*: call get_weather#a({"city":"Oslo"})']);
    expect(recorded.finishes).toMatchObject([{ message: 0, reason: "tool_calls", raw: "tool_calls", promisesCall: true }]);
    expect(recorded.provider).toEqual({ url: undefined, model: "gpt-5-2025" });
  });

  it("appends a response to its request", () => {
    const recorded = adapt(
      { model: "gpt-5", messages: [user], tools: [weather] },
      { url, status: 200, response: response(choice(assistant(call("a")))) },
    );
    expect(outline(recorded)).toEqual(["user: text", 'assistant*: call get_weather#a({"city":"Oslo"})']);
    expect(callsIn(recorded.messages)[0]?.message).toBe(1);
    expect(recorded).toMatchObject({ declarationOrigin: "request", provider: { url, model: "gpt-5" }, finishes: [{ message: 1 }] });
  });

  it("makes each choice a conversation of its own with the same history", () => {
    const [first, second] = adaptAll(
      { model: "gpt-5", messages: [user] },
      { response: response(choice(assistant(call("a"))), choice({ role: "assistant", content: "No idea" }, "stop")) },
    );
    expect(first && outline(first)).toEqual(["user: text", 'assistant*: call get_weather#a({"city":"Oslo"})']);
    expect(second && outline(second)).toEqual(["user: text", "assistant*: text"]);
    expect(second?.finishes).toMatchObject([{ message: 1, reason: "stop", promisesCall: false }]);
  });

  it.each([
    ["length", "length", false],
    ["model_length", "length", false],
    ["function_call", "tool_calls", true],
    ["content_filter", "content_filter", false],
    ["eos", "other", false],
  ])("reads finish reason %s", (raw, reason, promisesCall) => {
    expect(adapt(response(choice({ role: "assistant", content: "" }, raw))).finishes).toMatchObject([{ raw, reason, promisesCall }]);
  });

  it("takes an empty finish reason for none", () => {
    expect(adapt(response(choice({ role: "assistant", content: "" }, ""))).finishes).toEqual([]);
    expect(adapt(response(choice({ role: "assistant", content: "" }, null))).finishes).toEqual([]);
  });

  it("says which finish reason cut the arguments", () => {
    const { messages } = adapt(response(choice(assistant(call("a", '{"city":"Os')), "length")));
    expect(callsIn(messages)[0]?.function.arguments).toMatchObject({
      kind: "malformed",
      fault: "truncated",
      fix: expect.stringContaining('"length"'),
    });
  });

  it("reads what recorders keep of a response: a message, several, one choice, or the text", () => {
    const request = { model: "gpt-5", messages: [user] };
    const ends = (answer: JsonValue) => outline(adapt(request, { response: answer })).slice(1);
    expect(ends(assistant(call("a")))).toEqual(['assistant*: call get_weather#a({"city":"Oslo"})']);
    expect(ends([assistant(call("a")), toolMessage("a")])).toEqual(['assistant*: call get_weather#a({"city":"Oslo"})', "tool*: result #a"]);
    expect(ends({ message: assistant(call("a")), finish_reason: "tool_calls" })).toEqual([
      'assistant*: call get_weather#a({"city":"Oslo"})',
    ]);
    expect(ends(JSON.stringify("Fine"))).toEqual(["assistant*: text"]);
    expect(ends(null)).toEqual([]);
  });

  it("warns of a response that it cannot read", () => {
    expect(anomalies(adapt({ model: "gpt-5", messages: [user] }, { response: { id: "x" } }))).toEqual([
      "/response warning invalid-message: The response has no `choices`",
    ]);
  });
});

describe("openaiChat.adapt on refusals", () => {
  const request = { model: "gpt-5", messages: [user] };

  it("reads an error body, its message and its place", () => {
    const { refusal, messages } = adapt(request, {
      url,
      status: 400,
      response: { error: { message: "No tool call", type: "invalid_request_error" } },
    });
    expect(refusal).toMatchObject({ status: 400, message: "No tool call" });
    expect(refusal?.at.pointer).toBe("/response/error/message");
    expect(messages.length).toBe(1);
  });

  it.each<[string, JsonValue]>([
    ["Mistral's", { object: "error", message: "Innermost", type: "invalid_request_error", code: "3230" }],
    ["a list's", [{ error: { code: 400, message: "Innermost", status: "INVALID_ARGUMENT" } }]],
    ["FastAPI's", { detail: [{ msg: "Innermost" }] }],
    ["a gateway's", { error: { message: JSON.stringify({ error: { message: JSON.stringify({ error: { message: "Innermost" } }) } }) } }],
    [
      "OpenRouter's",
      { error: { message: "Provider returned error", metadata: { raw: JSON.stringify({ error: { message: "Innermost" } }) } } },
    ],
    ["a plain", JSON.stringify("Innermost")],
  ])("finds the innermost message of %s error", (_whose, response) => {
    expect(adapt(request, { status: 422, response }).refusal).toMatchObject({ status: 422, message: "Innermost" });
  });

  it("tells a refusal by its status alone", () => {
    expect(adapt(request, { status: 400 }).refusal).toMatchObject({ status: 400, message: "HTTP status 400" });
    expect(adapt(request, { status: 500, response: {} }).refusal).toMatchObject({ status: 500, message: "HTTP status 500" });
  });

  it("reads the error that a choice holds", () => {
    const failed = {
      message: { role: "assistant", content: "" },
      finish_reason: "error",
      error: { code: 400, message: "Provider refused" },
    };
    expect(adapt(request, { status: 200, response: { choices: [failed] } })).toMatchObject({
      refusal: { message: "Provider refused" },
      finishes: [{ reason: "error" }],
    });
  });

  it("does not take a null error for one", () => {
    const response = { error: null, choices: [{ message: { role: "assistant", content: "4" }, finish_reason: "stop" }] };
    expect(adapt(request, { status: 200, response }).refusal).toBeUndefined();
  });
});

describe("openaiChat.adapt on training rows", () => {
  it("reads a row with weights, or with the parallel flag and a last answer, as a data set's", () => {
    expect(adapt({ messages: [user, { ...assistant(call("a")), weight: 1 }], tools: [weather] })).toMatchObject({
      mode: "dataset",
      declarationOrigin: "list",
    });
    expect(adapt({ messages: [user, assistant(call("a"))], tools: [weather], parallel_tool_calls: false })).toMatchObject({
      mode: "dataset",
      declarationOrigin: "list",
    });
  });

  it("reads a request with the parallel flag as a request", () => {
    expect(adapt({ messages: [user], tools: [weather], parallel_tool_calls: false })).toMatchObject({
      mode: "recording",
      declarationOrigin: "request",
    });
  });

  it("makes both answers of a preference row conversations of a data set", () => {
    const row = {
      input: { messages: [user], tools: [weather], parallel_tool_calls: true },
      preferred_output: [assistant(call("a"))],
      non_preferred_output: [{ role: "assistant", content: "no idea" }],
    };
    expect(openaiChat.detect(recordingOf(row)).match).toBe("certain");
    const both = adaptAll(row);
    expect(both.map(outline)).toEqual([
      ["user: text", 'assistant: call get_weather#a({"city":"Oslo"})'],
      ["user: text", "assistant: text"],
    ]);
    expect(both.map(({ mode, toolset }) => [mode, toolset.tools.length])).toEqual([
      ["dataset", 1],
      ["dataset", 1],
    ]);
  });

  it("keeps the mode that the envelope states", () => {
    const stated = { format: undefined, profile: undefined, mode: "request" } as const;
    expect(adapt([user], { stated }).mode).toBe("request");
  });
});

describe("openaiChat.detect", () => {
  const match = (body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}) => openaiChat.detect(recordingOf(body, around)).match;
  const both = (body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}) => [
    match(body, around),
    nemo.detect(recordingOf(body, around)).match,
  ];
  const objectCall = assistant(call("a", { city: "Oslo" }));

  it("is certain by calls, results, responses and URL", () => {
    expect(both([user, assistant(call("a"))])).toEqual(["certain", "none"]);
    expect(both([user, { role: "assistant", function_call: { name: "f", arguments: "{}" } }])).toEqual(["certain", "none"]);
    expect(both([user, assistant({ id: "a", type: "custom", custom: { name: "f", input: "" } })])).toEqual(["certain", "none"]);
    expect(both([toolMessage("a"), user])).toEqual(["certain", "none"]);
    expect(both({ choices: [{ message: { role: "assistant", content: "hi" } }] })).toEqual(["certain", "none"]);
    expect(both({ messages: [user] }, { url })).toEqual(["certain", "none"]);
    expect(both({ model: "m", messages: [user], tools: [weather] })).toEqual(["certain", "none"]);
  });

  it("is certain of calls that the content repeats as tool_use, unless results of another wire answer them", () => {
    const twice = { ...assistant(call("a")), content: [{ type: "tool_use", id: "a", name: "get_weather", input: {} }] };
    expect(match([user, twice, toolMessage("a")])).toBe("certain");
    expect(match([user, twice])).toBe("certain");
    expect(match([user, twice, { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "x" }] }])).toBe("possible");
    expect(match([user, { ...twice, content: [{ type: "tool_use", id: "b", name: "get_weather", input: {} }] }])).toBe("possible");
  });

  it("takes prose for possible", () => {
    expect(both([user, { role: "assistant", content: "hi" }])).toEqual(["possible", "none"]);
    expect(both({ model: "m", messages: [user] })).toEqual(["possible", "none"]);
  });

  it("claims arguments as objects where a model, choices or a URL speak for OpenAI, and leaves bare ones to NeMo", () => {
    expect(both({ model: "gpt-5", messages: [user, objectCall] })).toEqual(["certain", "none"]);
    expect(both({ messages: [user, objectCall] }, { url })).toEqual(["certain", "none"]);
    expect(both({ choices: [{ message: objectCall }] })).toEqual(["certain", "none"]);
    expect(both({ messages: [user, objectCall] }, { dataset: true })).toEqual(["certain", "none"]);
    expect(both({ messages: [user, objectCall], tools: [weather] })).toEqual(["none", "certain"]);
  });

  it.each<[string, JsonValue]>([
    ["Anthropic blocks", [{ role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] }]],
    ["Anthropic declarations", { model: "m", messages: [user], tools: [{ name: "f", input_schema: { type: "object" } }] }],
    ["Ollama's results", [objectCall, { role: "tool", tool_name: "f", content: "" }]],
    ["Ollama's responses", { model: "m", message: { role: "assistant", content: "" }, done: true }],
    ["AI SDK parts", [{ role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "f", input: {} }] }]],
    ["AI SDK UI messages", [{ id: "m", role: "assistant", parts: [{ type: "tool-f", toolCallId: "a", state: "output-available" }] }]],
    ["LangChain's flat messages", [{ type: "ai", content: "", tool_calls: [{ name: "f", args: {}, id: "a", type: "tool_call" }] }]],
    ["LangChain's dicts", [{ type: "ai", data: { content: "", tool_calls: [{ name: "f", args: {}, id: "a" }] } }]],
    ["Gemini contents", { contents: [{ role: "user", parts: [{ text: "hi" }] }] }],
    ["Responses items", [user, { type: "function_call", call_id: "a", name: "f", arguments: "{}" }]],
    ["Responses bodies", { object: "response", output: [] }],
    ["Bedrock blocks", [{ role: "assistant", content: [{ toolUse: { toolUseId: "a", name: "f", input: {} } }] }]],
    ["tau2 calls", [{ role: "assistant", tool_calls: [{ id: "a", name: "f", arguments: {}, requestor: "assistant" }] }]],
    ["Inspect calls", [{ role: "assistant", tool_calls: [{ id: "a", function: "f", arguments: {} }] }]],
    ["pi sessions", [{ role: "assistant", content: [{ type: "toolCall", id: "a", name: "f", arguments: {} }] }]],
    ["a text completion", { object: "text_completion", choices: [{ text: "hi" }] }],
    ["anything else", { hello: 1 }],
    ["numbers", [1, 2]],
  ])("leaves %s to others", (_what, body) => {
    expect(both(body)).toEqual(["none", "none"]);
  });

  it("is not certain of Cohere, which takes the same requests", () => {
    const messages = [user, { role: "assistant", tool_plan: "ask", tool_calls: [call("a")] }];
    expect(match(messages)).toBe("possible");
    const response = { id: "x", finish_reason: "TOOL_CALL", message: { role: "assistant", tool_calls: [call("a")] } };
    expect(match({ model: "m", messages: [user], tools: [weather] }, { response })).toBe("possible");
  });

  it("tells that a record is one message of a conversation", () => {
    const detection = (body: JsonValue) => openaiChat.detect(recordingOf(body));
    expect(detection(user)).toMatchObject({ match: "possible", unit: "message" });
    expect(detection(assistant(call("a")))).toMatchObject({ match: "certain", unit: "message" });
    expect(detection(toolMessage("a"))).toMatchObject({ match: "certain", unit: "message" });
    expect(detection({ object: "chat.completion.chunk", choices: [] })).toMatchObject({ match: "certain", unit: "message" });
    expect(detection({ data: "[DONE]" })).toMatchObject({ match: "possible", unit: "message" });
    expect(detection({ event: "error", data: { error: { message: "x" } } })).toMatchObject({ match: "possible", unit: "message" });
    expect(detection([user]).unit).toBeUndefined();
    expect(detection({ role: "admin", messages: [assistant(call("a"))] }).unit).toBeUndefined();
    expect(outline(adapt(assistant(call("a"))))).toEqual(['assistant: call get_weather#a({"city":"Oslo"})']);
  });
});
