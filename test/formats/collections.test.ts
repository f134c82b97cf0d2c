import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/json/value.js";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";

function check(value: JsonValue) {
  const found: Violation[] = [];
  const sink = { violation: (violation: Violation) => found.push(violation) > 0 };
  const { summary } = new Linter().lintFile({ path: "x.json", chunks: () => [Buffer.from(JSON.stringify(value))] }, sink);
  return {
    formats: summary.conversations.map(({ format, calls }) => `${format} ${calls}`),
    found: found.map(({ severity, ruleId }) => `${severity} ${ruleId}`),
  };
}

const parameters = { type: "object", properties: { row: { type: "integer" } }, required: ["row"] };
const sent = JSON.stringify({
  model: "gpt-4o",
  messages: [{ role: "user", content: "Which seat?" }],
  tools: [{ type: "function", function: { name: "find_seat", parameters } }],
});
const received = (given: JsonValue) => {
  const call = { id: "call_s", type: "function", function: { name: "find_seat", arguments: JSON.stringify(given) } };
  const message = { role: "assistant", content: null, tool_calls: [call] };
  return JSON.stringify({ object: "chat.completion", choices: [{ index: 0, finish_reason: "tool_calls", message }] });
};
const url = "https://api.openai.com/v1/chat/completions";

describe("A Postman collection", () => {
  const request = { method: "POST", header: [], body: { mode: "raw", raw: sent }, url: { raw: url } };
  const collection = (given: JsonValue) => ({
    info: { name: "Seats", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    item: [
      { name: "Folder", item: [{ name: "Ask", request, response: [{ originalRequest: request, code: 200, body: received(given) }] }] },
    ],
  });

  it("holds requests and the answers that were saved as examples, in folders", () => {
    expect(check(collection({ row: 4 }))).toEqual({ formats: ["openai-chat 1"], found: [] });
    expect(check(collection({ row: "4" }))).toEqual({ formats: ["openai-chat 1"], found: ["error invalid-arguments"] });
  });
});

describe("Imposters of mountebank", () => {
  const imposter = (given: JsonValue) => ({
    port: 4545,
    protocol: "http",
    stubs: [
      {
        predicates: [{ deepEquals: { method: "POST", path: "/v1/chat/completions", body: sent } }],
        responses: [{ is: { statusCode: 200, headers: { "Content-Type": "application/json" }, body: received(given) } }],
      },
    ],
  });

  it("hold what must be asked and what is answered, alone and in a list", () => {
    expect(check(imposter({ row: 4 }))).toEqual({ formats: ["openai-chat 1"], found: [] });
    expect(check({ imposters: [imposter({ row: "4" })] })).toEqual({ formats: ["openai-chat 1"], found: ["error invalid-arguments"] });
  });
});
