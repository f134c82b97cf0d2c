import { describe, expect, it } from "vitest";
import { broken, transcript } from "../support/calls.js";
import { runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** Sixty files with the same mistake and one with another. */
const many = {
  ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`logs/a${String(index).padStart(2, "0")}.json`, broken])),
  "logs/b.json": transcript("{}"),
};

describe("many findings of a kind", { timeout: 60_000 }, () => {
  const check = (...args: readonly string[]) => runCli(["check", "logs", ...args], { cwd: temporaryFolder(many) });
  const headings = (text: string) => text.split("\n").filter((line) => /^logs\/.*:\d+ {2}error/.test(line)).length;

  it("are shown five times and then counted, while others are shown all the same", () => {
    const { stdout, exitCode } = check();
    expect(exitCode).toBe(1);
    expect(headings(stdout)).toBe(6);
    expect(stdout).toContain("… and 55 more like this in 60 files: error invalid-arguments ");
    expect(stdout).toContain("logs/b.json:1:");
    expect(stdout).toContain('by tool: "get_order" 61');
    expect(stdout).toContain("Failed: 61 errors in 61 files");
  });

  it("are shown as often as --max-shown says", () => {
    expect(headings(check("--max-shown", "61").stdout)).toBe(61);
    const { stdout } = check("--max-shown", "3");
    expect(headings(stdout)).toBe(3);
    expect(stdout).toContain("and 57 more like this");
    expect(stdout).toContain(", first at logs/b.json:1:");
  });

  it.each([
    ["rule", /^invalid-arguments {2}61 findings in 61 files\n {2}60 {2}error {4}"get_order": /m],
    ["tool", /^get_order {2}61 findings in 61 files\n {2}60 {2}error {4}invalid-arguments {2}`id` /m],
    ["argument", /^get_order \/id {2}60 findings in 60 files\n/m],
    ["file", /^logs\/a00\.json {2}1 finding\n[\s\S]*… 11 more groups/m],
  ])("are counted by %s on request, and none is shown", (what, expected) => {
    const { stdout, exitCode } = check("--group-by", what);
    expect(stdout).toMatch(expected);
    expect(headings(stdout)).toBe(0);
    expect(stdout).toContain("Failed: 61 errors in 61 files");
    expect(exitCode).toBe(1);
  });

  it("hide the values of the transcripts under --redact, in each of these shapes", () => {
    const secret = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`logs/${index}.json`, transcript('{"id":"sk-secret"}')]));
    const cwd = temporaryFolder(secret);
    for (const args of [[], ["--group-by", "argument"], ["--max-shown", "1"]]) {
      expect(runCli(["check", "logs", "--redact", ...args], { cwd }).stdout).not.toContain("secret");
    }
  });

  it("are all in the reports for machines", () => {
    expect(check("-r", "jsonl", "--group-by", "rule").stdout.trim().split("\n")).toHaveLength(62);
  });

  it("are grouped by nothing else", () => {
    expect(check("--group-by", "tol")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('did you mean "tool"?') });
  });
});
