import { describe, expect, it } from "vitest";
import { unwrap } from "../../src/formats/envelope.js";
import type { JsonValue } from "../../src/json/value.js";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";
import { claimsOf } from "../support/format-fixtures.js";
import { rootOf } from "../support/recording.js";

function opened(value: JsonValue) {
  return unwrap(rootOf(JSON.stringify(value))).recordings;
}

/** What is found in a file, and how many conversations it holds. */
function check(value: JsonValue) {
  const found: Violation[] = [];
  const sink = { violation: (violation: Violation) => found.push(violation) > 0 };
  const outcome = new Linter().lintFile({ path: "x.json", chunks: () => [Buffer.from(JSON.stringify(value))] }, sink);
  return {
    formats: outcome.summary.conversations.map(({ format, profile }) => `${format} ${profile}`),
    found: found.map(({ severity, ruleId, pointer }) => `${severity} ${ruleId} ${pointer}`),
  };
}

const user = { role: "user", content: "x" };
const tools = [{ type: "function", function: { name: "f", parameters: { type: "object", properties: { a: { type: "integer" } } } } }];
const calls = (given: string) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: given } }],
});

describe("Langfuse observations", () => {
  const generation = {
    id: "o",
    type: "GENERATION",
    traceId: "t",
    model: "gpt-4o",
    input: { messages: [user], tools },
    output: calls('{"a":1}'),
  };
  const tool = { id: "p", type: "TOOL", traceId: "t", input: { a: 1 }, output: "x" };

  it("hold a request and its answer, judged for their model", () => {
    expect(check(generation)).toEqual({ formats: ["openai-chat openai-chat"], found: [] });
    expect(check({ ...generation, output: calls('{"a":"1"}') }).found).toEqual([
      "error invalid-arguments /output/tool_calls/0/function/arguments",
    ]);
  });

  it("are not checked against an empty list of tools, but against one of other tools", () => {
    expect(check({ ...generation, input: { messages: [user], tools: [] } }).found).toEqual([]);
    const [other] = tools;
    const renamed = { ...other, function: { ...other?.function, name: "other" } };
    expect(check({ ...generation, input: { messages: [user], tools: [renamed] } }).found).toEqual([
      "error unknown-tool /output/tool_calls/0/function/name",
    ]);
  });

  it("may keep both as text", () => {
    const text = { ...generation, input: JSON.stringify(generation.input), output: JSON.stringify(calls('{"a":"1"}')) };
    expect(check(text).found).toEqual(["error invalid-arguments /output/tool_calls/0/function/arguments"]);
  });

  it("may hold a bare list of messages, or a text", () => {
    expect(check({ ...generation, input: [user] }).formats).toEqual(["openai-chat openai-chat"]);
    expect(check({ ...generation, input: "x" }).formats).toEqual(["openai-chat openai-chat"]);
  });

  it("hold nothing where they are of other types, in a trace and in an export", () => {
    expect(opened(tool)).toEqual([]);
    expect(check({ id: "t", name: "run", observations: [tool, generation] }).formats).toEqual(["openai-chat openai-chat"]);
    expect(check([generation, tool]).formats).toEqual(["openai-chat openai-chat"]);
  });

  it("leave other objects with a trace id alone", () => {
    expect(opened({ traceId: "t", spanId: "s", name: "x" })).toHaveLength(1);
  });
});

describe("LangSmith runs", () => {
  const message = (name: string, kwargs: JsonValue) => ({
    lc: 1,
    type: "constructor",
    id: ["langchain", "schema", "messages", name],
    kwargs,
  });
  const answer = (a: JsonValue) =>
    message("AIMessage", { content: "", tool_calls: [{ name: "f", args: { a }, id: "c1", type: "tool_call" }] });
  const llm = (a: JsonValue) => ({
    id: "r",
    run_type: "llm",
    inputs: { messages: [[message("HumanMessage", { content: "x" })]] },
    outputs: { generations: [[{ text: "", message: answer(a) }]] },
    extra: { invocation_params: { tools, model: "gpt-4o" } },
  });

  it("hold messages and tools where they are of a model", () => {
    expect(check(llm(1))).toEqual({ formats: ["langchain framework-openai-chat"], found: [] });
    expect(check(llm("1")).found).toEqual(["error invalid-arguments /outputs/generations/0/0/message/kwargs/tool_calls/0/args/a"]);
  });

  it("hold request and response where they are of a wrapped client", () => {
    const run = {
      run_type: "llm",
      inputs: { messages: [user], tools, model: "gpt-4o", temperature: 0 },
      outputs: { choices: [{ message: calls("{}") }] },
    };
    expect(opened(run).flatMap(claimsOf)).toEqual(["openai-chat certain"]);
    expect(check(run).found).toEqual([]);
  });

  it("hold those of its models, or the state that it left, where they are of a chain", () => {
    expect(check({ run_type: "chain", inputs: {}, child_runs: [{ run_type: "tool", inputs: {} }, llm(1)] }).formats).toHaveLength(1);
    const state = {
      messages: [
        { type: "human", content: "x" },
        { type: "ai", content: "", tool_calls: [{ name: "f", args: {}, id: "c", type: "tool_call" }] },
      ],
    };
    expect(check({ run_type: "chain", inputs: {}, outputs: state }).formats).toEqual(["langchain framework"]);
  });

  it("hold nothing where they are of a tool", () => {
    expect(opened({ run_type: "tool", inputs: { input: "{'a': 1}" }, outputs: { output: "x" } })).toEqual([]);
  });
});
