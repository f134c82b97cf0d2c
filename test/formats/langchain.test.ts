import { describe, expect, it } from "vitest";
import { langchain } from "../../src/formats/langchain.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf, resultsIn, textAt } from "../support/recording.js";

function adapt(body: string | JsonValue, around: Parameters<typeof recordingOf>[1] = {}): AdaptedConversation {
  const [first, ...others] = langchain.adapt(recordingOf(body, around));
  if (first === undefined || others.length > 0) throw new Error("not one conversation");
  return first;
}

function detect(body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}) {
  return langchain.detect(recordingOf(body, around));
}

const serialised = (name: string, kwargs: JsonValue) => ({
  lc: 1,
  type: "constructor",
  id: ["langchain", "schema", "messages", name],
  kwargs,
});
const call = { name: "f", args: { a: 1 }, id: "c1", type: "tool_call" };

describe("langchain.adapt", () => {
  it.each([
    [
      "constructors",
      [
        serialised("HumanMessage", { content: "x" }),
        serialised("AIMessage", { content: "", tool_calls: [call] }),
        serialised("ToolMessage", { content: "1", tool_call_id: "c1" }),
      ],
    ],
    [
      "dicts",
      [
        { type: "human", data: { content: "x" } },
        { type: "ai", data: { content: "", tool_calls: [call] } },
        { type: "tool", data: { content: "1", tool_call_id: "c1" } },
      ],
    ],
    [
      "flat dumps",
      [
        { type: "human", content: "x" },
        { type: "ai", content: "", tool_calls: [call] },
        { type: "tool", content: "1", tool_call_id: "c1" },
      ],
    ],
    [
      "OpenAI's roles",
      [
        { role: "user", content: "x" },
        { role: "assistant", content: "", tool_calls: [call] },
        { role: "tool", content: "1", tool_call_id: "c1" },
      ],
    ],
  ])("reads %s", (_, messages) => {
    expect(outline(adapt(messages))).toEqual(["user: text", 'assistant: call f#c1({"a":1})', "tool: result #c1"]);
  });

  it("reads a call that is kept three times once, at the place of LangChain's own list", () => {
    const recorded = adapt([
      {
        type: "ai",
        content: [
          { type: "text", text: "x" },
          { type: "tool_use", id: "c1", name: "f", input: { a: 1 } },
        ],
        tool_calls: [call],
        additional_kwargs: { tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: '{"a":1}' } }] },
      },
    ]);
    expect(outline(recorded)).toEqual(['assistant: text, other tool_use, call f#c1({"a":1})']);
    expect(callsIn(recorded.messages)[0]?.at.arguments?.pointer).toBe("/body/0/tool_calls/0/args");
  });

  it("reads what the provider sent where LangChain's own list is empty", () => {
    const kept = { tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: '{"a":1}' } }] };
    expect(outline(adapt([{ type: "ai", content: "", tool_calls: [], additional_kwargs: kept }]))).toEqual([
      'assistant: call f#c1({"a":1})',
    ]);
    const legacy = { function_call: { name: "f", arguments: "{}" } };
    expect(callsIn(adapt([{ type: "ai", content: "", additional_kwargs: legacy }]).messages)[0]).toMatchObject({
      id: null,
      idOptional: true,
    });
    const blocks = [{ type: "tool_use", id: "c1", name: "f", input: {} }];
    expect(outline(adapt([{ type: "ai", content: blocks }]))).toEqual(["assistant: call f#c1({})"]);
  });

  it("reads invalid calls as calls whose arguments do not decode, and finds their results", () => {
    const text = JSON.stringify([
      { type: "ai", content: "", tool_calls: [], invalid_tool_calls: [{ name: "f", args: '{"a": tru', id: "c1", error: "bad" }] },
      { type: "tool", content: "bad", tool_call_id: "c1", status: "error" },
    ]);
    const recorded = adapt(text);
    expect(outline(recorded)).toEqual(["assistant: call f#c1(truncated)", "tool: result #c1"]);
    expect(resultsIn(recorded.messages)[0]?.isError).toBe(true);
  });

  it("refuses arguments that are text where LangChain keeps the object", () => {
    const [found] = callsIn(adapt([{ type: "ai", content: "", tool_calls: [{ ...call, args: '{"a":1}' }] }]).messages);
    expect(found?.function.arguments).toMatchObject({ kind: "malformed", fault: "wrong-container" });
  });

  it("puts chunks together and leaves their guessed calls aside", () => {
    const chunk = (fields: JsonValue) => ({ type: "AIMessageChunk", id: "run-1", content: "", ...(fields as object) });
    const text = JSON.stringify([
      chunk({ tool_calls: [{ ...call, args: {} }], tool_call_chunks: [{ index: 0, id: "c1", name: "f", args: "" }] }),
      chunk({ tool_call_chunks: [{ index: 0, id: null, name: null, args: '{"a":' }] }),
      chunk({ content: "hm", tool_call_chunks: [{ index: 1, id: "c2", name: "g", args: "{}" }] }),
      chunk({ tool_call_chunks: [{ index: 0, args: "true}" }], response_metadata: { finish_reason: "tool_calls" } }),
      { type: "tool", content: "1", tool_call_id: "c1" },
    ]);
    const recorded = adapt(text);
    expect(outline(recorded)).toEqual(['assistant: text, call f#c1({"a":true}), call g#c2({})', "tool: result #c1"]);
    expect(recorded.finishes).toMatchObject([{ message: 0, reason: "tool_calls", promisesCall: true }]);
  });

  it("keeps chunks of two answers apart", () => {
    const chunk = (id: string, name: string) => ({
      type: "AIMessageChunk",
      id,
      content: "",
      tool_call_chunks: [{ index: 0, id: name, name, args: "{}" }],
    });
    expect(outline(adapt([chunk("r1", "f"), chunk("r2", "g")]))).toEqual(["assistant: call f#f({})", "assistant: call g#g({})"]);
  });

  it("takes the last call of chunks without an end as still being written", () => {
    const [only] = callsIn(
      adapt([{ type: "AIMessageChunk", content: "", tool_call_chunks: [{ index: 0, id: "c", name: "f", args: '{"a' }] }]).messages,
    );
    expect(only).toMatchObject({ partial: true, function: { arguments: { fault: "truncated" } } });
  });

  it("drops messages that were removed from the state, one by id or all", () => {
    const messages = [
      { type: "ai", id: "a", content: "x", tool_calls: [call] },
      { type: "human", id: "h", content: "y" },
    ];
    expect(outline(adapt([...messages, { type: "remove", id: "a", content: "" }]))).toEqual(["user: text"]);
    expect(outline(adapt([...messages, { type: "remove", id: "__remove_all__", content: "" }, { type: "human", content: "z" }]))).toEqual([
      "user: text",
    ]);
  });

  it("reads calls and results of tools that the provider runs", () => {
    const content = [
      { type: "server_tool_use", id: "s1", name: "web_search", input: {} },
      { type: "web_search_tool_result", tool_use_id: "s1", content: [] },
    ];
    const recorded = adapt([{ type: "ai", content, tool_calls: [] }]);
    expect(callsIn(recorded.messages)[0]).toMatchObject({ hosted: true, type: "server_tool_use" });
    expect(resultsIn(recorded.messages)[0]).toMatchObject({ hosted: true, callId: "s1" });
  });

  it("reads the stream of a graph: chunks beside what is known of them, whole states, or what nodes added", () => {
    const about = { langgraph_node: "model", langgraph_step: 1 };
    const chunk = (args: string) => ({
      type: "AIMessageChunk",
      id: "r",
      content: "",
      tool_call_chunks: [{ index: 0, id: "c1", name: "f", args }],
    });
    const result = { type: "tool", content: "1", tool_call_id: "c1" };
    const expected = ['assistant: call f#c1({"a":1})', "tool: result #c1"];
    expect(
      outline(
        adapt([
          [chunk('{"a"'), about],
          [chunk(":1}"), about],
          [result, about],
        ]),
      ),
    ).toEqual(expected);
    const answer = { type: "ai", id: "r", content: "", tool_calls: [call] };
    const events = (event: string, ...data: JsonValue[]) => data.map((each) => ({ event, data: each }));
    expect(outline(adapt(events("values", { messages: [answer] }, { messages: [answer, result] })))).toEqual(expected);
    expect(outline(adapt(events("updates", { agent: { messages: [answer] } }, { tools: { messages: [result] } })))).toEqual(expected);
    expect(outline(adapt(events("messages/partial", [{ ...answer, tool_calls: [] }], [answer], [result])))).toEqual(expected);
  });

  it("names the model of the last answer", () => {
    const answer = { type: "ai", content: "x", response_metadata: { model_name: "gpt-4o" } };
    expect(adapt([answer, { type: "human", content: "y" }]).provider.model).toBe("gpt-4o");
  });

  it("reports what is no message once for each kind, and reads the rest", () => {
    const recorded = adapt([
      7,
      { content: "x" },
      { type: "thought", content: "x" },
      { type: "thought", content: "y" },
      { type: "human", content: "z" },
    ]);
    expect(outline(recorded)).toEqual(["user: text"]);
    expect(recorded.anomalies.map(({ severity, message }) => [severity, message])).toEqual([
      [undefined, "A message must be an object, got a number"],
      [undefined, "A message has no `type` or `role`"],
      ["warning", 'Messages of type "thought" are unknown, so they are not checked'],
    ]);
  });

  it("places values inside the text of invalid calls and chunks", () => {
    const text =
      '[{"type":"AIMessageChunk","content":"","tool_call_chunks":[{"index":0,"id":"c","name":"f","args":"{\\"a\\": \\"x\\"}"}],"chunk_position":"last"}]';
    const [only] = callsIn(adapt(text).messages);
    const args = only?.function.arguments;
    const value = args?.kind === "parsed" ? args.root.get("a") : undefined;
    expect(value && textAt(`{"body":${text}}`, value.range)).toBe('\\"x\\"');
  });
});

describe("langchain.detect", () => {
  it("takes a state of a graph for a recording of its own", () => {
    expect(detect({ values: { messages: [{ type: "ai", content: "x" }] }, next: [] }).match).toBe("certain");
  });

  it("takes typed prose without an answer of the model as possible", () => {
    expect(detect([{ type: "human", content: "x" }]).match).toBe("possible");
  });

  it.each([
    ["OpenAI's calls", [{ role: "assistant", tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }] }]],
    ["flat calls without a type", [{ role: "assistant", content: "", tool_calls: [{ name: "f", args: {}, id: "1" }] }]],
    ["items of the Responses API", [{ type: "function_call", call_id: "1", name: "f", arguments: "{}" }]],
    ["a prompt object that was serialised", { lc: 1, type: "constructor", kwargs: {} }],
    ["a number", 7],
  ])("leaves %s alone", (_, body) => {
    expect(detect(body).match).toBe("none");
  });

  it("says that a single message is one of several", () => {
    expect(detect({ type: "ai", content: "", tool_calls: [call] })).toMatchObject({ match: "certain", unit: "message" });
    expect(detect({ type: "human", content: "x" })).toMatchObject({ match: "possible", unit: "message" });
  });
});
