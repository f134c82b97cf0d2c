import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";

/** What is found in a file, and how many calls and results it holds. */
function check(value: JsonValue) {
  const found: Violation[] = [];
  const sink = { violation: (violation: Violation) => found.push(violation) > 0 };
  const { summary } = new Linter().lintFile({ path: "x.json", chunks: () => [Buffer.from(JSON.stringify(value))] }, sink);
  return {
    formats: summary.conversations.map(({ format, calls, results }) => `${format} ${calls}/${results}`),
    found: found.map(({ severity, ruleId }) => `${severity} ${ruleId}`),
  };
}

const schema = { type: "object", properties: { zip: { type: "string" } }, required: ["zip"] };
const declared = { type: "function", function: { name: "find_depot", description: "Finds a depot", parameters: schema } };
const call = (given: JsonValue) => ({ id: "call_a", type: "function", function: { name: "find_depot", arguments: JSON.stringify(given) } });
const messages = (given: JsonValue, answered = "call_a") => [
  { role: "user", content: "Nearest depot?" },
  { role: "assistant", content: null, tool_calls: [call(given)] },
  { role: "tool", tool_call_id: answered, content: "Depot 4" },
];
const answer = { choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Depot 4." } }] };
const clean = { formats: ["openai-chat 1/1"], found: [] };
const broken = { formats: ["openai-chat 1/1"], found: ["error invalid-arguments", "error orphaned-result"] };

describe("MLflow traces", () => {
  const span = (type: string, values: Readonly<Record<string, JsonValue>>) => ({
    name: "Completions",
    context: { trace_id: "t", span_id: "s" },
    attributes: Object.fromEntries(
      Object.entries({ "mlflow.spanType": type, ...values }).map(([key, each]) => [key, JSON.stringify(each)]),
    ),
  });
  const chat = (given: JsonValue, answered?: string) =>
    span("CHAT_MODEL", {
      "mlflow.spanInputs": { model: "gpt-4o", messages: messages(given, answered) },
      "mlflow.chat.messages": [...messages(given, answered), { role: "assistant", content: "Depot 4." }],
      "mlflow.chat.tools": [declared],
      "mlflow.spanOutputs": answer,
    });
  const tool = span("TOOL", { "mlflow.spanInputs": { zip: 1 }, "mlflow.spanOutputs": "Depot 4" });

  it("hold a request and its answer in each span of a model, which are read once", () => {
    expect(check({ trace_id: "tr-1", spans: [chat({ zip: "0150" }), tool] })).toEqual(clean);
    expect(check({ trace_id: "tr-1", spans: [chat({ zip: 150 }, "call_b"), tool] })).toEqual(broken);
  });

  it("may be exported with their info, or as the rows of a table", () => {
    expect(check({ info: { trace_id: "tr-1" }, data: { spans: [chat({ zip: 150 }, "call_b")] } })).toEqual(broken);
    expect(check([{ trace_id: "tr-1", request: "{}", response: '"Depot 4."', spans: [chat({ zip: 150 }, "call_b")] }])).toEqual(broken);
  });

  it("may hold the messages of LangChain", () => {
    const sent = [
      [
        { type: "human", content: "Nearest depot?" },
        { type: "ai", content: "", tool_calls: [{ name: "find_depot", args: { zip: 150 }, id: "call_a", type: "tool_call" }] },
      ],
    ];
    const generated = { generations: [[{ text: "", message: { type: "ai", content: "Wait." } }]] };
    const spans = [span("CHAT_MODEL", { "mlflow.spanInputs": sent, "mlflow.chat.tools": [declared], "mlflow.spanOutputs": generated })];
    expect(check({ info: {}, data: { spans } })).toEqual({
      formats: ["langchain 1/0"],
      found: ["error unanswered-call", "error invalid-arguments"],
    });
  });
});

describe("Spans of the AI SDK", () => {
  const span = (given: string) => ({
    traceId: "t",
    spanId: "s",
    name: "ai.streamText.doStream",
    attributes: {
      "ai.operationId": "ai.streamText.doStream",
      "ai.model.id": "gpt-4o",
      "gen_ai.request.model": "gpt-4o",
      "ai.prompt.messages": JSON.stringify([{ role: "user", content: [{ type: "text", text: "Nearest depot?" }] }]),
      "ai.prompt.tools": [JSON.stringify({ type: "function", name: "find_depot", inputSchema: schema })],
      "ai.response.toolCalls": JSON.stringify([{ toolCallId: "call_a", toolName: "find_depot", input: given }]),
    },
  });

  it("hold the prompt, its tools and the calls that came back", () => {
    expect(check({ spans: [span('{"zip":"0150"}')] })).toEqual({ formats: ["ai-sdk-model 1/0"], found: [] });
    expect(check({ spans: [span('{"zip":150}')] }).found).toEqual(["error invalid-arguments"]);
    expect(check({ spans: [span('{"zip":')] }).found).toEqual(["error truncated-arguments"]);
  });
});

describe("Spans that hold a request and its answer whole", () => {
  const sent = { model: "gpt-4o", messages: messages({ zip: 150 }, "call_b"), tools: [declared] };
  const span = (attributes: Readonly<Record<string, JsonValue>>) => ({ spans: [{ traceId: "t", spanId: "s", name: "chat", attributes }] });

  it("are read where Logfire, Langfuse or Braintrust wrote them", () => {
    const [input, output] = [JSON.stringify(sent), JSON.stringify(answer)];
    expect(check(span({ "gen_ai.system": "openai", request_data: input, response_data: JSON.stringify(answer.choices[0]) }))).toEqual(
      broken,
    );
    const langfuse = { "langfuse.observation.type": "generation", "langfuse.observation.input": input };
    expect(check(span({ ...langfuse, "langfuse.observation.output": output }))).toEqual(broken);
    expect(check(span({ "braintrust.input_json": input, "braintrust.output_json": output }))).toEqual(broken);
  });

  it("are read where Google's Agent Development Kit wrote them", () => {
    const contents = [
      { role: "user", parts: [{ text: "Nearest depot?" }] },
      { role: "model", parts: [{ function_call: { id: "a", name: "find_depot", args: { zip: 150 } } }] },
    ];
    const request = {
      model: "gemini-2.5-flash",
      config: { tools: [{ functionDeclarations: [{ name: "find_depot", parameters: schema }] }] },
      contents,
    };
    const attributes = {
      "gen_ai.system": "gcp.vertex.agent",
      "gcp.vertex.agent.llm_request": JSON.stringify(request),
      "gcp.vertex.agent.llm_response": JSON.stringify({ content: { role: "model", parts: [{ text: "Wait." }] } }),
    };
    expect(check(span(attributes)).found).toContain("error invalid-arguments");
  });
});

describe("Langfuse observations of other frameworks", () => {
  const generation = (parts: Readonly<Record<string, JsonValue>>) => ({
    id: "o",
    type: "GENERATION",
    traceId: "t",
    model: "gpt-4o",
    ...parts,
  });
  const part = (answered: string) => [
    { role: "user", parts: [{ type: "text", content: "Nearest depot?" }] },
    { role: "assistant", parts: [{ type: "tool_call", id: "call_a", name: "find_depot", arguments: { zip: "0150" } }] },
    { role: "tool", parts: [{ type: "tool_call_response", id: answered, response: "Depot 4" }] },
  ];

  it("may hold OpenTelemetry's messages, and the tools among the attributes", () => {
    const metadata = { attributes: { "gen_ai.tool.definitions": JSON.stringify([declared]) } };
    const output = JSON.stringify([{ role: "assistant", parts: [{ type: "tool_call", id: "c", name: "find_depot", arguments: {} }] }]);
    const input = JSON.stringify(part("call_a"));
    expect(check(generation({ input, output: null }))).toEqual({ formats: ["otel-genai 1/1"], found: [] });
    expect(check(generation({ input, output, metadata }))).toEqual({ formats: ["otel-genai 2/1"], found: ["error invalid-arguments"] });
    expect(check(part("call_b"))).toEqual({ formats: ["otel-genai 1/1"], found: ["error orphaned-result"] });
  });

  it("may hold LangChain's messages with OpenAI's roles, with the declarations among them", () => {
    const declaration = { role: "tool", content: declared };
    const user = { role: "user", content: "Nearest depot?" };
    const result = { role: "tool", tool_call_id: "call_a", content: "Depot 4" };
    const asked = { role: "assistant", content: "", additional_kwargs: { tool_calls: [call({ zip: 150 })] } };
    const output = { role: "assistant", content: "Depot 4." };
    expect(check(generation({ input: [user, asked, result, declaration], output }))).toEqual({
      formats: ["langchain 1/1"],
      found: ["error invalid-arguments"],
    });
    expect(check(generation({ input: [user, declaration], output: asked })).found).toEqual(["error invalid-arguments"]);
  });

  it("may hold the calls of the AI SDK without a type, and its tools in the metadata", () => {
    const input = JSON.stringify([{ role: "user", content: [{ type: "text", text: "Nearest depot?" }] }]);
    const output = (given: string) => JSON.stringify([{ toolCallId: "c", toolName: "find_depot", input: given }]);
    const metadata = { tools: [JSON.stringify({ type: "function", name: "find_depot", inputSchema: schema })] };
    expect(check(generation({ input, output: output('{"zip":"0150"}'), metadata }))).toEqual({ formats: ["ai-sdk-model 1/0"], found: [] });
    expect(check(generation({ input, output: output('{"zip":1}'), metadata })).found).toEqual(["error invalid-arguments"]);
  });

  it("may hold a choice of older conventions, with its message as text", () => {
    const message = JSON.stringify({
      role: "assistant",
      tool_calls: [{ ...call({}), function: { name: "find_depot", arguments: '{"zip":' } }],
    });
    const output = { index: 0, finish_reason: "tool_calls", message };
    expect(check(generation({ input: [{ role: "user", content: "Nearest depot?" }], output })).found).toEqual([
      "error truncated-arguments",
    ]);
  });
});

describe("Exports of other tools", () => {
  const sent = { model: "gpt-4o", messages: messages({ zip: 150 }, "call_b"), tools: [declared] };

  it("are read where Weave wrote them, without the operations that are no requests", () => {
    const tool = { id: "2", op_name: "weave:///shop/op/find_depot:1", inputs: { zip: 1 }, output: "Depot 4" };
    expect(check([{ id: "1", op_name: "weave:///shop/op/openai.chat:1", inputs: { self: "x", ...sent }, output: answer }, tool])).toEqual(
      broken,
    );
  });

  it("are read where Opik wrote them, alone and as pages", () => {
    const span = {
      id: "1",
      trace_id: "t",
      type: "llm",
      model: "gpt-4o",
      input: { messages: sent.messages },
      metadata: { tools: [declared] },
    };
    const tool = { id: "2", trace_id: "t", type: "tool", input: { zip: 1 }, output: { output: "Depot 4" } };
    expect(check({ ...span, output: answer })).toEqual(broken);
    expect(check({ page: 1, size: 2, total: 2, content: [{ ...span, output: answer }, tool] })).toEqual(broken);
  });

  it("are read where promptfoo wrote them, with the tools of its configuration", () => {
    const result = (id: string, output: JsonValue) => ({
      prompt: { raw: "Nearest depot?", label: "p" },
      provider: { id },
      response: { output },
    });
    const file = (id: string, tools: JsonValue, output: JsonValue) => ({
      evalId: "eval-1",
      results: { version: 3, results: [result(id, output)] },
      config: { providers: [{ id, config: { tools } }] },
    });
    expect(check(file("openai:gpt-4o", [declared], [call({ zip: "0150" })]))).toEqual({ formats: ["openai-chat 1/0"], found: [] });
    expect(check(file("openai:gpt-4o", [declared], [call({ zip: 150 })])).found).toEqual(["error invalid-arguments"]);
    const block = JSON.stringify({ type: "tool_use", id: "toolu_1", name: "find_depot", input: { zip: 150 } });
    expect(check(file("anthropic:x", [{ name: "find_depot", input_schema: schema }], block)).found).toEqual(["error invalid-arguments"]);
  });

  it("are read where Phoenix wrote a column for each attribute", () => {
    const row = {
      name: "ChatCompletion",
      "context.trace_id": "t",
      "attributes.openinference.span.kind": "LLM",
      "attributes.llm.tools": [{ "tool.json_schema": JSON.stringify(declared) }],
      "attributes.llm.input_messages": [
        { "message.role": "user", "message.content": "Nearest depot?" },
        {
          "message.role": "assistant",
          "message.tool_calls": [
            { "tool_call.id": "a", "tool_call.function.name": "find_depot", "tool_call.function.arguments": '{"zip":1}' },
          ],
        },
        { "message.role": "tool", "message.tool_call_id": "b", "message.content": "Depot 4" },
      ],
    };
    expect(check([row])).toEqual({ formats: ["openinference 1/1"], found: ["error invalid-arguments", "error orphaned-result"] });
  });
});
