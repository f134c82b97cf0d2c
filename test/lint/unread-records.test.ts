import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";

const user = { role: "user", content: "How warm is it in Lima?" };
const call = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Lima"}' } }],
};
const result = { role: "tool", tool_call_id: "call_1", content: "21 degrees" };
const answer = { role: "assistant", content: "21 degrees." };
const session = [user, call, result, answer].map((each) => JSON.stringify(each));

function lint(lines: readonly string[], isFound: boolean) {
  const violations: Violation[] = [];
  const input = { path: "a.jsonl", isFound, chunks: () => [Buffer.from(lines.join("\n"))] };
  const { summary } = new Linter().lintFile(input, { violation: (violation) => violations.push(violation) > 0 });
  const said = violations
    .filter(({ ruleId }) => !["no-tool-calls", "missing-toolset"].includes(ruleId))
    .map(({ ruleId, severity, record, data }) => ({ ruleId, severity, record, records: data.records }));
  return { said, conversations: summary.conversations };
}

describe("records that no format reads", () => {
  const foreign = ['{"level":"info","msg":"listening","port":8080}', '{"time":1764547200,"event":"heartbeat"}'];
  const text = ["[INFO] 2026-11-30 listening on 8080", "Traceback (most recent call last):"];

  it("leave the conversation between them whole, and are reported once a kind", () => {
    const lines = session.flatMap((line, index) => [line, foreign[index % 2] ?? "", text[index % 2] ?? ""]);
    const { said, conversations } = lint(lines, false);
    expect(conversations).toMatchObject([{ calls: 1, results: 1 }]);
    expect(said).toEqual([
      { ruleId: "unknown-format", severity: "warning", record: 1, records: 4 },
      { ruleId: "invalid-json", severity: "warning", record: 2, records: 4 },
    ]);
  });

  it("do not hide a fault, whose place comes after theirs", () => {
    const wrong = JSON.stringify({ ...result, tool_call_id: "call_7" });
    const { said } = lint([session[0] ?? "", text[0] ?? "", session[1] ?? "", wrong, session[3] ?? ""], false);
    expect(said.map(({ ruleId }) => ruleId)).toEqual(["invalid-json", "orphaned-result"]);
  });

  it("may come before the first message, more of them than a header has", () => {
    const { said, conversations } = lint([...Array.from({ length: 138 }, () => text[0] ?? ""), ...session], false);
    expect(conversations).toMatchObject([{ calls: 1, results: 1 }]);
    expect(said).toEqual([{ ruleId: "invalid-json", severity: "warning", record: 0, records: 138 }]);
  });

  it("are an error where a record begins as JSON and is broken, and leave the conversation whole", () => {
    const { said, conversations } = lint([session[0] ?? "", '{"role":"user","content":}', ...session.slice(1)], false);
    expect(conversations).toMatchObject([{ calls: 1, results: 1 }]);
    expect(said).toEqual([{ ruleId: "invalid-json", severity: "error", record: 1, records: undefined }]);
  });

  it("are one error where nothing else is in a file that was named", () => {
    expect(lint(foreign, false).said).toMatchObject([{ ruleId: "unknown-format", severity: "error", record: 0 }]);
  });

  it("are skipped where nothing else is in a file that was found", () => {
    expect(lint(foreign, true)).toEqual({ said: [], conversations: [] });
  });

  it("are reported in a file that was found and holds a conversation", () => {
    expect(lint([...session, ...foreign], true).said).toMatchObject([{ ruleId: "unknown-format", severity: "warning", records: 2 }]);
  });

  it("are skipped where they hold declarations alone and their file was found", () => {
    const declarations = JSON.stringify([{ type: "function", function: { name: "get_weather", parameters: { type: "object" } } }]);
    expect(lint([declarations], true).said).toEqual([]);
    expect(lint([declarations], false).said).toMatchObject([{ ruleId: "unknown-format", severity: "error" }]);
  });
});
