import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";
import { chooseProfile } from "../../src/profiles/index.js";

/** What is found in a transcript, but for declarations that are not there. */
function check(transcript: JsonValue): readonly string[] {
  const found: Violation[] = [];
  const sink = { violation: (violation: Violation) => found.push(violation) > 0 };
  new Linter().lintFile({ path: "x.json", chunks: () => [Buffer.from(JSON.stringify(transcript))] }, sink);
  return found
    .filter(({ ruleId }) => ruleId !== "missing-toolset")
    .map(({ ruleId, severity, pointer }) => `${severity} ${ruleId} ${pointer}`);
}

const user = { role: "user", content: "x" };
const text = { role: "assistant", content: "y" };

function asks(...ids: string[]): JsonValue {
  return { role: "assistant", content: ids.map((toolCallId) => ({ type: "tool-call", toolCallId, toolName: "f", input: {} })) };
}

function answers(...ids: string[]): JsonValue {
  const output = { type: "text", value: "1" };
  return { role: "tool", content: ids.map((toolCallId) => ({ type: "tool-result", toolCallId, toolName: "f", output })) };
}

describe("the AI SDK's own check of a prompt", () => {
  it.each([
    ["results before the user speaks", [user, asks("a", "b"), answers("a", "b"), text, user]],
    ["results spread over several tool messages", [user, asks("a", "b"), answers("a"), answers("b"), user]],
    ["an assistant message between call and result", [user, asks("a"), text, answers("a"), user]],
    ["two messages of calls, then their results", [user, asks("a"), asks("b"), answers("a", "b"), user]],
    ["an id that comes again in a later turn", [user, asks("a"), answers("a"), asks("a"), answers("a")]],
    ["calls that are open at the end", [user, asks("a")]],
  ])("takes %s", (_, messages) => {
    expect(check(messages)).toEqual([]);
  });

  it.each([
    ["a user message reached with open calls", [user, asks("a"), user], ["error unanswered-call /1/content/0"]],
    ["one of two calls left open", [user, asks("a", "b"), answers("a"), user], ["error unanswered-call /1/content/1"]],
    [
      "a system message between call and result",
      [user, asks("a"), { role: "system", content: "z" }, answers("a")],
      ["error misplaced-result /3/content/0"],
    ],
    ["a result behind the user's next word", [user, asks("a"), user, answers("a")], ["error misplaced-result /3/content/0"]],
    ["a result that no call has", [user, asks("a"), answers("a", "zzzzzz"), user], ["error orphaned-result /2/content/1/toolCallId"]],
    ["two results for one call", [user, asks("a"), answers("a", "a"), user], ["error duplicate-result /2/content/1/toolCallId"]],
  ])("refuses %s", (_, messages, expected) => {
    expect(check(messages)).toEqual(expected);
  });

  it("finds calls that were left open in UI messages", () => {
    const part = { type: "tool-f", toolCallId: "c", state: "input-available", input: {} };
    const said = { id: "3", role: "user", parts: [{ type: "text", text: "hello?" }] };
    const messages = (state: string) => [{ id: "2", role: "assistant", parts: [{ type: "step-start" }, { ...part, state }] }, said];
    expect(check(messages("input-available"))).toEqual(["error unanswered-call /0/parts/1"]);
    expect(check(messages("approval-requested"))).toEqual(["error unanswered-call /0/parts/1"]);
    expect(check(messages("approval-responded"))).toEqual([]);
    expect(check(messages("input-streaming"))).toEqual([]);
  });

  it("takes ids of UI messages that come again in another step, and refuses them in one step", () => {
    const part = { type: "tool-f", toolCallId: "f:0", state: "output-available", input: {}, output: 1 };
    const start = { type: "step-start" };
    expect(check([{ id: "1", role: "assistant", parts: [start, part, start, part] }])).toEqual([]);
    expect(check([{ id: "1", role: "assistant", parts: [start, part, part] }])).toEqual(["error duplicate-call-id /0/parts/2/toolCallId"]);
  });
});

describe("profiles of frameworks", () => {
  const choose = (model: string | undefined, format = "langchain") =>
    chooseProfile({ flag: undefined, stated: undefined, url: undefined, model, format, formatProfile: "framework" }).profile.id;

  it("follow the provider that the model names", () => {
    expect(choose("gpt-4o")).toBe("framework-openai-chat");
    expect(choose("claude-sonnet-4-5")).toBe("framework-anthropic");
    expect(choose("mistral-large-latest")).toBe("framework-mistral");
    expect(choose("some-model")).toBe("framework");
    expect(choose(undefined, "haystack")).toBe("framework");
  });

  const history = (model: string | null, id: string, between: readonly JsonValue[] = []): JsonValue => [
    { type: "human", content: "x" },
    {
      type: "ai",
      content: "",
      tool_calls: [{ name: "f", args: {}, id, type: "tool_call" }],
      ...(model !== null && { response_metadata: { model_name: model } }),
    },
    ...between,
    { type: "tool", content: "1", tool_call_id: id },
    { type: "ai", content: "y", tool_calls: [], ...(model !== null && { response_metadata: { model_name: model } }) },
  ];

  it("judge ids as the provider does", () => {
    const long = "c".repeat(41);
    expect(check(history("gpt-4o", long))).toEqual(["error invalid-call-id /1/tool_calls/0/id"]);
    expect(check(history("claude-sonnet-4-5", "functions.f:0"))).toEqual(["error invalid-call-id /1/tool_calls/0/id"]);
    expect(check(history("gpt-4o", "functions.f:0"))).toEqual([]);
    expect(check(history(null, long))).toEqual([]);
  });

  it("do not mind the empty lists of calls that LangChain writes", () => {
    expect(
      check([
        { type: "ai", content: "x", tool_calls: [], response_metadata: { model_name: "gpt-4o" } },
        ...[{ type: "human", content: "y" }],
      ]),
    ).toEqual(["info no-tool-calls "]);
  });

  it.each(["gpt-4o", "claude-sonnet-4-5", null])("refuse a message between call and result (%s)", (model) => {
    expect(check(history(model, "c1", [{ type: "human", content: "hello?" }]))).toEqual(["error misplaced-result /3"]);
  });

  it("refuse calls that the next word of the user leaves open", () => {
    const messages = [
      { type: "ai", content: "", tool_calls: [{ name: "f", args: {}, id: "c", type: "tool_call" }] },
      { type: "human", content: "hello?" },
    ];
    expect(check({ messages })).toEqual(["error unanswered-call /messages/0/tool_calls/0"]);
  });

  it("let Pydantic AI merge requests: only the turn counts", () => {
    const call = { kind: "response", parts: [{ part_kind: "tool-call", tool_name: "f", args: {}, tool_call_id: "c" }] };
    const result = { kind: "request", parts: [{ part_kind: "tool-return", tool_name: "f", content: 1, tool_call_id: "c" }] };
    const prompt = { kind: "request", parts: [{ part_kind: "user-prompt", content: "x" }] };
    const said = { kind: "response", parts: [{ part_kind: "text", content: "y" }] };
    expect(check([prompt, call, prompt, result, said])).toEqual([]);
    expect(check([prompt, call, prompt, said])).toEqual(["error unanswered-call /1/parts/0"]);
    expect(check([prompt, call, prompt, said, result])).toEqual(["error orphaned-result /4/parts/0/tool_call_id"]);
  });
});
