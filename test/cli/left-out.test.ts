import { describe, expect, it } from "vitest";
import { broken, clean } from "../support/calls.js";
import { runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const files = {
  ".git/HEAD": "",
  ".gitignore": "logs/\n*.tmp.json\n",
  "guardrails.config.json": '{ "ignore": ["drafts/**"] }',
  "a.json": clean,
  "b.tmp.json": broken,
  "logs/c.json": broken,
  "drafts/d.json": broken,
};

describe("what is left out", { timeout: 60_000 }, () => {
  const check = (...args: readonly string[]) => runCli(["check", ...args], { cwd: temporaryFolder(files) });

  it("is no failure where a commit hook names it, and says what left it out", () => {
    expect(check("b.tmp.json", "--force-exclude")).toEqual({
      stdout: "",
      stderr: "guardrails: b.tmp.json is left out by .gitignore\n",
      exitCode: 0,
    });
    expect(check("drafts/d.json", "logs/c.json", "b.tmp.json", "--force-exclude")).toMatchObject({
      stderr:
        'guardrails: logs/c.json, b.tmp.json are left out by .gitignore\nguardrails: drafts/d.json is left out by "ignore" in guardrails.config.json\n',
      exitCode: 0,
    });
    expect(check("a.json", "drafts/d.json", "--force-exclude")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("1 call") });
    expect(check("a.json", "--ignore", "a.json", "--force-exclude")).toMatchObject({
      stderr: "guardrails: a.json is left out by --ignore\n",
      exitCode: 0,
    });
  });

  it("is a failure where that was not asked for, or where files are asked for", () => {
    expect(check("a.json", "--ignore", "a.json")).toMatchObject({ stderr: "guardrails: a.json is excluded by --ignore\n", exitCode: 2 });
    expect(check("b.tmp.json", "--force-exclude", "--min-files", "1").exitCode).toBe(2);
    expect(check("b.tmp.json", "missing.json", "--force-exclude").exitCode).toBe(2);
    expect(check("b.tmp.json").exitCode).toBe(1);
    expect(check("drafts/d.json").exitCode).toBe(1);
  });

  it("is said where nothing else is in a folder", () => {
    expect(check("drafts")).toMatchObject({
      stderr: expect.stringContaining('guardrails: drafts/d.json is left out by "ignore" in guardrails.config.json\n'),
      exitCode: 2,
    });
    expect(check(".", "--ignore", "a.json", "--ignore", "drafts", "--ignore", "guardrails*").stderr).toContain(
      "No transcripts in . (excluded: 1 file by --ignore, ",
    );
    expect(check(".", "--ignore", "a.json", "--ignore", "drafts").stderr).toContain("1 folder by .gitignore");
    expect(check("*.tmp.json").stderr).toBe("guardrails: No file matches *.tmp.json (excluded: 1 file by .gitignore)\n");
  });
});

describe("a folder of logs", { timeout: 60_000 }, () => {
  it.each([
    [{ "logs/a.log": clean, "logs/b.log": clean, "logs/c.txt": "" }, ': 2 .log files in it, read where a pattern names them: "logs/*.log"'],
    [{ "logs/a.txt": clean }, ': 1 .txt file in it, read where a pattern names it: "logs/*.txt"'],
    [
      { "logs/2026/a.log": clean, "logs/b.LOG": clean, "logs/2027/c.log": clean },
      ': 2 .log files in it, read where a pattern names them: "logs/**/*.log"',
    ],
    [{ "logs/readme.md": "" }, ""],
    [{ "logs/.hidden.log": clean }, ""],
  ])("is read where it is named, which is said: %o", (logs, expected) => {
    const cwd = temporaryFolder({ ...logs });
    const { stderr, exitCode } = runCli(["check", "logs"], { cwd });
    expect(stderr).toBe(`guardrails: No transcripts in logs${expected}\n`);
    expect(exitCode).toBe(2);
    const [, pattern] = /"(.*)"/.exec(expected) ?? [];
    if (pattern !== undefined) expect(runCli(["check", pattern], { cwd })).toMatchObject({ exitCode: 0, stderr: "" });
  });
});
