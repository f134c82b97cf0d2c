import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";

/** What was read, "format profile calls results", and the rules that told something. */
function lint(value: unknown) {
  const violations: Violation[] = [];
  const { summary } = new Linter().lintFile(
    { path: "x.json", chunks: () => [Buffer.from(JSON.stringify(value))] },
    { violation: (violation) => violations.push(violation) > 0 },
  );
  return {
    read: summary.conversations.map(({ format, profile, calls, results }) => `${format} ${profile} ${calls} ${results}`),
    told: violations.filter(({ severity }) => severity !== "info").map(({ ruleId, pointer }) => `${ruleId} ${pointer}`),
  };
}

const question = { role: "user", content: "Which lamps are on?" };
const asked = {
  "a list of messages": [question],
  "an object around them": { messages: [question] },
  "one message": question,
  "Gemini's contents": { contents: [{ role: "user", parts: [{ text: "Which lamps are on?" }] }] },
  "something else": { question: "Which lamps are on?" },
};
const use = { type: "tool_use", id: "toolu_1", name: "lamps", input: {} };
const call = { id: "call_1", type: "function", function: { name: "lamps", arguments: "{}" } };
const item = { type: "function_call", call_id: "call_1", name: "lamps", arguments: "{}" };
const content = { role: "model", parts: [{ functionCall: { name: "lamps", args: {} } }] };
const message = { role: "assistant", content: [{ toolUse: { toolUseId: "tooluse_1", name: "lamps", input: {} } }] };
const answers: readonly (readonly [string, string, unknown])[] = [
  ["anthropic", "a message of Claude", { role: "assistant", content: [use] }],
  ["anthropic", "its blocks", [{ type: "text", text: "I look." }, use]],
  ["anthropic", "an answer", { id: "msg_1", type: "message", role: "assistant", content: [use], stop_reason: "tool_use" }],
  ["openai-responses", "items", [item]],
  ["openai-responses", "one item", item],
  ["openai-chat", "a message of OpenAI", { role: "assistant", tool_calls: [call] }],
  ["openai-chat", "a completion", { object: "chat.completion", choices: [{ message: { role: "assistant", tool_calls: [call] } }] }],
  ["gemini", "a content", content],
  ["gemini", "candidates", { candidates: [{ content, finishReason: "STOP" }] }],
  ["bedrock-converse", "a message of Converse", message],
  ["bedrock-converse", "an output", { output: { message }, stopReason: "tool_use" }],
  [
    "cohere-v2",
    "a message of Cohere",
    { finish_reason: "TOOL_CALL", message: { role: "assistant", tool_plan: "I look.", tool_calls: [call] } },
  ],
];

describe.each(answers)("an answer of %s, %s", (format, _, output) => {
  it.each(Object.entries(asked))("is read beside %s", (_name, input) => {
    for (const value of [
      { input, output },
      { traceId: "t1", type: "GENERATION", model: "m1", input, output: JSON.stringify(output) },
    ]) {
      const { read, told } = lint(value);
      expect(read).toEqual([expect.stringMatching(new RegExp(`^${format} .* 1 0$`))]);
      expect(told).toEqual([]);
    }
  });
});

describe("a history that another wire wrote", () => {
  const history = [
    question,
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "call_1", content: "hall" },
    { role: "user", content: "And now?" },
  ];
  const tools = [{ type: "function", function: { name: "lamps", parameters: { type: "object", properties: {} } } }];

  it.each(answers.filter(([format]) => format === "anthropic" || format === "gemini" || format === "bedrock-converse"))(
    "is read with the answer of %s, %s, and not held to its order",
    (format, _, output) => {
      const { read, told } = lint({ input: { messages: history, tools }, output });
      expect(read).toEqual([`${format} framework 2 1`]);
      expect(told).toEqual([]);
    },
  );

  it("is judged with the answer: ids, declarations and arguments", () => {
    const [first, second, result, ...rest] = history;
    const input = { messages: [first, second, { ...result, tool_call_id: "call_9" }, ...rest], tools };
    expect(lint({ input, output: { role: "assistant", content: [use, use, { ...use, id: "toolu_2", name: "heat" }] } }).told).toEqual([
      "orphaned-result /input/messages/2/tool_call_id",
      "duplicate-call-id /output/content/1/id",
      "unknown-tool /output/content/2/name",
    ]);
  });
});

describe("what an export did not record", () => {
  const generation = { traceId: "t1", type: "GENERATION", model: "gpt-5-mini" };
  const cut = { role: "assistant", content: null, tool_calls: [{ ...call, function: { name: "lamps", arguments: '{"room":' } }] };

  it("is not missed: an input that is null", () => {
    expect(lint({ ...generation, input: null, output: { role: "assistant", content: [{ type: "text", text: "Hi" }] } }).told).toEqual([]);
    expect(lint({ ...generation, input: null, output: "Hi" }).told).toEqual([]);
    expect(lint({ ...generation, input: null, output: cut }).told).toContain("truncated-arguments /output/tool_calls/0/function/arguments");
  });

  it("is told apart from a list of items as input", () => {
    const output = { id: "resp_1", object: "response", status: "completed", output: [], model: "gpt-5-mini" };
    const input = [question, { ...item, arguments: "{" }, { type: "function_call_output", call_id: "call_1", output: "hall" }];
    expect(lint({ ...generation, input: JSON.stringify(input), output })).toEqual({
      read: ["openai-responses openai-responses 1 1"],
      told: ["missing-toolset /input/1", "truncated-arguments /input/1/arguments"],
    });
  });
});
