import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";

const fixtures = fileURLToPath(new URL("../../fixtures", import.meta.url));

function lint(bytes: Uint8Array, isFound = false): readonly Violation[] {
  const violations: Violation[] = [];
  new Linter().lintFile({ path: "a.json", isFound, chunks: () => [bytes] }, { violation: (violation) => violations.push(violation) > 0 });
  return violations;
}

const lintValue = (value: unknown, isFound = false) => lint(Buffer.from(JSON.stringify(value)), isFound);

describe("calls that nobody read", () => {
  it.each(["formats", "equivalent", "containers"])(
    "are none in the fixtures of %s: what a format leaves out on purpose counts as read",
    (folder) => {
      const files = readdirSync(join(fixtures, folder), { recursive: true, encoding: "utf8" });
      const transcripts = files.filter(
        (file) => /\.(?:jsonl?|ya?ml|txt|sse)$/.test(file) && !/\.(?:model|conversations)\.json$|(?:^|\/)unread-/.test(file),
      );
      expect(transcripts.length).toBeGreaterThan(20);
      const unread = transcripts.filter((file) =>
        lint(readFileSync(join(fixtures, folder, file))).some(
          ({ ruleId, related }) => ruleId === "unread-calls" || related.some(({ message }) => message.startsWith("Looks like")),
        ),
      );
      expect(unread).toEqual([]);
    },
  );

  const log = { kind: "step", requests: [{ tool_use: { name: "book_room", input: { room: "Fjord" } } }] };

  it("are an error in a file of unknown shape that was found", () => {
    const found = lintValue(log, true);
    expect(found).toMatchObject([{ ruleId: "unread-calls", severity: "error", pointer: "/requests/0/tool_use" }]);
  });

  it("are said in the message where such a file was named: one cause, one finding", () => {
    const found = lintValue(log);
    expect(found).toMatchObject([{ ruleId: "unknown-format", severity: "error" }]);
    expect(found[0]?.message).toContain("looks like tool calls");
    expect(found[0]?.related).toMatchObject([{ pointer: "/requests/0/tool_use" }]);
  });

  it("are looked for in lists that text holds", () => {
    const found = lintValue({ step: { tool_calls: '[{"name":"book_room","args":{}}]' } }, true);
    expect(found).toMatchObject([{ ruleId: "unread-calls", severity: "error" }]);
  });

  it.each([
    [
      "a schema",
      { type: "object", properties: { tool_calls: { type: "array", items: { type: "object" } }, tool_use_id: { type: "string" } } },
    ],
    ["a setting", { tool_choice: { type: "tool", name: "book_room" }, functionCall: "auto", toolUse: true }],
    ["counts", { usage: { tool_calls: 3, tool_use: 7 }, toolResults: [] }],
    ["names", { tool_calls: ["book_room"], tool_call: { name: "book_room" } }],
    ["text", { note: 'it wrote {"tool_calls":[{"name":"a","arguments":{}}]}' }],
  ])("are none in %s", (_what, value) => {
    expect(lintValue(value, true)).toEqual([]);
  });
});
