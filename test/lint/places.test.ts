import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";

function lint(text: string): readonly Violation[] {
  const violations: Violation[] = [];
  new Linter().lintFile(
    { path: "log.json", chunks: () => [Buffer.from(text)] },
    { violation: (violation) => violations.push(violation) > 0 },
  );
  return violations;
}

const schema = { type: "object", properties: { id: { type: "integer" } }, required: ["id"], additionalProperties: false };
const anthropic = {
  model: "claude-sonnet-4-5",
  max_tokens: 9,
  tools: [{ name: "get_order", input_schema: schema }],
  messages: [
    { role: "user", content: "Order?" },
    { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "get_order", input: { id: "A" } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "no" }] },
  ],
};
const openai = {
  model: "gpt-5-mini",
  tools: [{ type: "function", function: { name: "get_order", parameters: schema } }],
  messages: [
    { role: "user", content: "Order?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "get_order", arguments: '{"id":"A"}' } }],
    },
    { role: "tool", tool_call_id: "call_1", content: "no" },
  ],
};

describe("the pointer of a violation inside arguments", () => {
  it("leads through a body that is text to arguments that are an object", () => {
    const inText = lint(JSON.stringify({ request_body: JSON.stringify(anthropic), response_body: null }));
    expect(inText.map(({ pointer, call }) => [pointer, call?.argumentPointer])).toEqual([
      ["/request_body/messages/1/content/0/input/id", "/id"],
    ]);
    expect(lint(JSON.stringify(anthropic)).map(({ pointer }) => pointer)).toEqual(["/messages/1/content/0/input/id"]);
  });

  it("names the text of arguments that are text", () => {
    const inText = lint(JSON.stringify({ request_body: JSON.stringify(openai), response_body: null }));
    expect(inText.map(({ pointer, call }) => [pointer, call?.argumentPointer])).toEqual([
      ["/request_body/messages/1/tool_calls/0/function/arguments", "/id"],
    ]);
  });
});

describe("a body that is no JSON", () => {
  it("is reported at the exact character, and the rest of the file is checked", () => {
    const text = JSON.stringify([
      { request_body: '{"model": nothing}', response_body: "{}" },
      { request_body: JSON.stringify(anthropic), response_body: null },
    ]);
    const [broken, other] = lint(text);
    expect(broken).toMatchObject({ ruleId: "invalid-json", range: { start: { offset: text.indexOf("nothing") } } });
    expect(other).toMatchObject({ ruleId: "invalid-arguments" });
  });
});
