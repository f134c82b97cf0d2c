import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";

const fixtures = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** JSON Lines of every format that has such files, without blank lines. */
const logs = ["formats", "equivalent"].flatMap((folder) =>
  readdirSync(join(fixtures, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => ({
      name,
      lines: readFileSync(join(fixtures, folder, name), "utf8")
        .split("\n")
        .filter((line) => line.trim() !== ""),
    }))
    // A last line that is torn is no longer the last one.
    .filter(({ lines }) => isJson(lines.at(-1) ?? "")),
);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What else programs write into the file that their agent logs to. */
const foreign = [
  "",
  "   ",
  "[INFO] 2026-11-30 10:00:00 listening on 8080",
  "2026-11-30T10:00:00Z WARN slow answer",
  "INFO: started",
  "Traceback (most recent call last):",
  '  File "agent.py", line 3, in <module>',
  "null",
  '"ready"',
  "[1,2]",
  '{"level":"info","msg":"listening","port":8080}',
  '{"level":30,"time":1764547200000,"pid":3,"hostname":"web","msg":"ready","v":1}',
  '{"severity":"INFO","message":"ready","logger":"app.http"}',
  '{"timestamp":"2026-11-30T10:00:00.000Z","level":"debug","message":"request done","id":"r1"}',
  '{"event":"heartbeat","ts":5}',
  '{"type":"log","message":"hello","timestamp":"2026-11-30T10:00:00Z"}',
];

function lint(lines: readonly string[]) {
  const violations: Violation[] = [];
  const input = { path: "a.jsonl", chunks: () => [Buffer.from(`${lines.join("\n")}\n`)] };
  const { summary } = new Linter().lintFile(input, { violation: (violation) => violations.push(violation) > 0 });
  const own = violations.filter(({ data }) => data.records === undefined);
  return {
    conversations: summary.conversations.map(({ format, calls, results }) => `${format} ${calls}/${results}`).sort(),
    found: own.map(({ severity, ruleId, message }) => `${severity} ${ruleId} ${message}`).sort(),
    foreign: violations.filter((violation) => !own.includes(violation)).map(({ severity }) => severity),
  };
}

const insertion = fc.record({ at: fc.nat(1000), line: fc.constantFrom(...foreign) });

describe("lines of a log that are no messages", () => {
  it("leave what is found and understood in JSON Lines as it is, and are at most a warning for JSON and one for text", () => {
    expect(logs.length).toBeGreaterThan(50);
    fc.assert(
      fc.property(fc.constantFrom(...logs), fc.array(insertion, { minLength: 1, maxLength: 8 }), ({ lines }, insertions) => {
        const mixed = [...lines];
        for (const { at, line } of insertions) mixed.splice(at % (mixed.length + 1), 0, line);
        const { conversations, found } = lint(lines);
        const among = lint(mixed);
        expect({ conversations: among.conversations, found: among.found }).toEqual({ conversations, found });
        expect(among.foreign.length).toBeLessThanOrEqual(2);
        expect(among.foreign.every((severity) => severity === "warning")).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
