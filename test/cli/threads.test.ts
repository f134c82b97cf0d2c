import { describe, expect, it } from "vitest";
import { crossingSessions } from "../support/crossing-sessions.js";
import { type CliResult, runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const table = {
  id: "steps",
  title: "Steps",
  source: "our agent",
  claims: [{ because: "has steps with a gadget", some: { has: ["gadget", "seen"] } }],
  idsOptional: true,
  read: { each: [{ is: "call", name: "gadget", arguments: "given", result: { content: "output" } }] },
};

/** A rule that reports each call to one tool, after `first` was done. */
const plugin = (first: string) => `import { isMainThread } from "node:worker_threads";
export default { rules: [{ id: "no-tables", scope: "conversation", category: "call", summary: "x", severity: "warning", consequence: "x", repair: "x",
  evidence: [], on: { *call(call) { ${first} yield { at: call.at.call, message: "A table", call }; } } }] };`;

const steps = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ gadget: "saw", given: {}, seen: "cut" })));

const files = (first = "") => ({
  "logs/long.jsonl": crossingSessions(250),
  "logs/steps.json": steps(3),
  "logs/torn.json": '{"messages":',
  "logs/note.json": '{"name":"none"}',
  "guardrails.config.json": JSON.stringify({ formats: [table], plugins: ["./plugin.mjs"] }),
  "plugin.mjs": plugin(first),
});

function check(cwd: string, threads: number, ...flags: readonly string[]): CliResult {
  return runCli(["check", "logs", "--concurrency", String(threads), ...flags], { cwd });
}

describe("guardrails check --concurrency", { timeout: 300_000 }, () => {
  it("reports the same bytes from one, two and three threads, with plugins and tables of the configuration", () => {
    const cwd = temporaryFolder(files());
    for (const reporter of ["jsonl", "json", "pretty", "junit"]) {
      const one = check(cwd, 1, "-r", reporter);
      expect(one.stdout).toContain("no-tables");
      for (const threads of [2, 3]) expect(check(cwd, threads, "-r", reporter), `${reporter}, ${threads} threads`).toEqual(one);
    }
  });

  it("judges again what a thread that died has left, and reports as if none had", () => {
    const cwd = temporaryFolder(files("if (!isMainThread && call.id === 'call_249_2') process.exit(7);"));
    expect(check(cwd, 2, "-r", "jsonl")).toEqual(check(cwd, 1, "-r", "jsonl"));
    const allDie = temporaryFolder(files("if (!isMainThread) process.exit(7);"));
    expect(check(allDie, 2, "-r", "jsonl")).toEqual(check(allDie, 1, "-r", "jsonl"));
  });

  it("writes the blob of a shard in several threads that one thread would merge", () => {
    const cwd = temporaryFolder(files());
    const blobs = ["1", "2"].map((index) => {
      expect(check(cwd, 2, "--shard", `${index}/2`, "-o", `blob=${index}.blob`).exitCode).toBe(0);
      return `${index}.blob`;
    });
    expect(runCli(["merge", ...blobs, "-r", "json"], { cwd })).toEqual(check(cwd, 1, "-r", "json"));
  });

  it("reads standard input in one thread", () => {
    const cwd = temporaryFolder(files());
    const input = crossingSessions(3);
    expect(runCli(["check", "-", "-r", "jsonl", "--concurrency", "2"], { cwd, input })).toEqual(
      runCli(["check", "-", "-r", "jsonl"], { cwd, input }),
    );
  });

  it("takes no number that is none", () => {
    const cwd = temporaryFolder({});
    expect(["0", "two", "5000"].map((value) => runCli(["check", "--concurrency", value], { cwd }).stderr).join("")).toMatchInlineSnapshot(`
      "guardrails: --concurrency must be auto or 1 to 1024, not "0"
      guardrails: --concurrency must be a whole number, not "two"
      guardrails: --concurrency must be auto or 1 to 1024, not "5000"
      "
    `);
  });
});
