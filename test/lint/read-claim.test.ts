import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";

function lint(value: unknown, isFound = false) {
  const violations: Violation[] = [];
  const input = { path: "a.json", isFound, chunks: () => [Buffer.from(typeof value === "string" ? value : JSON.stringify(value))] };
  const { summary, traffic } = new Linter().lintFile(input, { violation: (violation) => violations.push(violation) > 0 });
  return { found: violations.map(({ ruleId, severity }) => `${severity} ${ruleId}`), conversations: summary.conversations.length, traffic };
}

const span = (attributes: Readonly<Record<string, string>>) => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId: "0123456789abcdef0123456789abcdef",
              spanId: "0123456789abcdef",
              name: "GET /rooms",
              attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
            },
          ],
        },
      ],
    },
  ],
});

describe("a claim that reads nothing", () => {
  it("gives a trace of other things up: it is passed over without a finding", () => {
    expect(lint(span({ "http.request.method": "GET", "url.path": "/rooms" }))).toEqual({ found: [], conversations: 0, traffic: 1 });
  });

  it("gives one up that keeps its calls where nobody looks: they are there", () => {
    const messages = JSON.stringify([
      { role: "assistant", tool_calls: [{ id: "call_1", function: { name: "find_room", arguments: "{}" } }] },
    ]);
    const trace = span({ "vendor.chat.turns": messages });
    expect(lint(trace).found).toEqual(["error unknown-format"]);
    expect(lint(trace, true).found).toEqual(["error unread-calls"]);
  });

  it("keeps a format that was asked for, whatever it reads", () => {
    const stated = { format: "otel-genai", transcript: span({ "http.request.method": "GET" }) };
    expect(lint(stated).conversations).toBe(1);
  });
});
