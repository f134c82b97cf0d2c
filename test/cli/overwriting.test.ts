import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reporters } from "../../src/reporters/index.js";
import { broken, clean, getOrder } from "../support/calls.js";
import { runCli, runShell } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const tools = JSON.stringify([getOrder]);
const isWindows = process.platform === "win32";

/** All files below a folder, with what is in them. */
function contents(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), "utf8")]),
  );
}

describe("a report that would overwrite what the run reads", { timeout: 60_000 }, () => {
  const files = {
    "t.json": clean,
    "runs/r.json": clean,
    "runs/deep/d.json": clean,
    "tools.json": tools,
    "list.txt": "t.json\n",
    "guardrails.config.json": '{ "tools": "tools.json" }',
    "other/guardrails.config.json": "{}",
    "other/o.json": clean,
    "new.json.keep": clean,
    "runs/.gitignore": "tmp\n",
  };

  it.each([
    ["a named transcript", ["t.json", "-o", "json=t.json"], "t.json, which is checked in this run"],
    ["one in another spelling", ["t.json", "-o", "json=./runs/../t.json"], "t.json, which is checked in this run"],
    [
      "one that was found",
      ["runs", "-o", "json=runs/r.json"],
      "runs/r.json, which is in what this run checks, and is no report of guardrails",
    ],
    [
      "one that was found deep",
      [".", "-o", "sarif=runs/deep/d.json"],
      "runs/deep/d.json, which is in what this run checks, and is no report of guardrails",
    ],
    [
      "one that a pattern matches",
      ["runs/**/*.json", "-o", "tap=runs/r.json"],
      "runs/r.json, which is in what this run checks, and is no report of guardrails",
    ],
    [
      "one from a list",
      ["--files-from", "list.txt", "-o", "json=t.json"],
      "t.json, which is in what this run checks, and is no report of guardrails",
    ],
    ["the list", ["--files-from", "list.txt", "-o", "json=list.txt"], "list.txt, which lists the files of this run"],
    [
      "declarations",
      ["t.json", "--no-config", "--tools", "tools.json", "-o", "json=tools.json"],
      "tools.json, which declares the tools of this run",
    ],
    [
      "declarations that a pattern matches",
      ["t.json", "--no-config", "--tools", "tool*.json", "-o", "json=tools.json"],
      "tools.json, which declares the tools of this run",
    ],
    ["declarations of the configuration", ["t.json", "-o", "json=tools.json"], "tools.json, which declares the tools of this run"],
    ["the configuration", ["t.json", "-o", "json=guardrails.config.json"], "guardrails.config.json, which configures this run"],
    [
      "the configuration of one file",
      ["t.json", "other", "-o", "json=other/guardrails.config.json"],
      "other/guardrails.config.json, which configures this run",
    ],
    [
      "a named configuration",
      ["t.json", "--config", "other/guardrails.config.json", "-o", "json=other/guardrails.config.json"],
      "other/guardrails.config.json, which configures this run",
    ],
    ["what says which files are left out", ["runs", "-o", "json=runs/.gitignore"], "runs/.gitignore, which says which files are left out"],
    ["a name that leads nowhere yet", ["t.json", "new.json", "-o", "json=new.json"], "new.json, which is checked in this run"],
  ])("is refused: %s", (_, args, expected) => {
    const cwd = temporaryFolder(files);
    const before = contents(cwd);
    const { stdout, stderr, exitCode } = runCli(["check", ...args, "-o", "tap=all.tap"], { cwd });
    expect(stderr).toMatch(/^guardrails: The (?:json|sarif|tap) report would overwrite /);
    expect(stderr).toContain(`${expected}: give it another path\n`);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    expect(contents(cwd)).toEqual(before);
  });

  it("is refused where the configuration names it", () => {
    const cwd = temporaryFolder({ "t.json": clean, "guardrails.config.json": '{ "output": { "json": "t.json" } }' });
    const { stderr, exitCode } = runCli(["check", "t.json"], { cwd });
    expect(stderr).toBe("guardrails: The json report would overwrite t.json, which is checked in this run: give it another path\n");
    expect(exitCode).toBe(2);
    expect(readFileSync(join(cwd, "t.json"), "utf8")).toBe(clean);
  });

  it.skipIf(isWindows)("is refused through symbolic links, of files and of folders", () => {
    const cwd = temporaryFolder(files);
    symlinkSync("t.json", join(cwd, "link.json"));
    symlinkSync("runs", join(cwd, "linked"));
    symlinkSync("new.json", join(cwd, "nowhere.json"));
    const before = contents(cwd);
    const refused = (...args: readonly string[]) => runCli(["check", ...args], { cwd }).stderr;
    expect(refused("t.json", "-o", "json=link.json")).toContain("would overwrite t.json (through link.json), which is checked");
    expect(refused("link.json", "-o", "json=t.json")).toContain("would overwrite link.json (through t.json), which is checked");
    expect(refused("runs", "-o", "json=linked/r.json")).toContain("would overwrite runs/r.json (through linked/r.json)");
    expect(refused("linked", "-o", "json=runs/deep/d.json")).toContain("would overwrite linked/deep/d.json");
    expect(refused("t.json", "-o", "json=linked/one.json", "-o", "tap=runs/one.json")).toMatch(/^guardrails: Two reports into one file: /);
    expect(refused("t.json", "-o", "json=nowhere.json", "-o", "tap=new.json")).toMatch(/^guardrails: Two reports into one file: /);
    expect(contents(cwd)).toEqual(before);
  });

  it("is refused through another name of the same file", () => {
    const cwd = temporaryFolder(files);
    linkSync(join(cwd, "t.json"), join(cwd, "second.json"));
    const { stderr, exitCode } = runCli(["check", "t.json", "-o", "json=second.json"], { cwd });
    expect(stderr).toContain("would overwrite t.json (through second.json), which is checked in this run");
    expect(exitCode).toBe(2);
  });

  it.skipIf(isWindows)("is refused where the transcript is standard input, or where standard output goes into the report", () => {
    const cwd = temporaryFolder(files);
    expect(runShell("guardrails check - -o json=t.json < t.json", { cwd }).stderr).toContain("would overwrite t.json, which is checked");
    expect(runShell("guardrails check --files-from - -o json=list.txt < list.txt", { cwd }).stderr).toContain(
      "lists the files of this run",
    );
    const both = runShell("guardrails check t.json -o json=both.json > both.json", { cwd });
    expect(both.stderr).toBe("guardrails: Standard output and a report go into one file\n");
    const named = runShell("guardrails check - --stdin-filename t.json -o json=t.json < runs/r.json", { cwd });
    expect(named.stderr).toContain("would overwrite t.json, which is checked");
    expect(readFileSync(join(cwd, "t.json"), "utf8")).toBe(clean);
  });
});

describe("a report beside what the run reads", { timeout: 60_000 }, () => {
  it.each(reporters.map(({ id }) => id))("may be written again: %s", (id) => {
    const cwd = temporaryFolder({ "clean/t.json": clean, "broken/t.json": broken });
    for (const [folder, exitCode] of [
      ["clean", 0],
      ["broken", 1],
    ] as const) {
      const run = () => runCli(["check", folder, "-o", `${id}=${folder}/report.json`, "-r", "json"], { cwd });
      expect(run()).toMatchObject({ exitCode, stderr: "" });
      const again = run();
      expect(again).toMatchObject({ exitCode, stderr: "" });
      expect(JSON.parse(again.stdout).files).toHaveLength(1);
    }
  });

  it("is not read in the run that makes it, nor in the next", () => {
    const cwd = temporaryFolder({ "t.json": clean });
    const run = () => runCli(["check", "*.json", "-o", "json=new.json", "-r", "compact"], { cwd }).stdout;
    expect(run()).toContain("in 1 file:");
    expect(run()).toContain("in 1 file:");
  });

  it("may replace any other file", () => {
    const cwd = temporaryFolder({ "t.json": clean, "elsewhere/u.json": clean });
    expect(runCli(["check", "t.json", "-o", "json=elsewhere/u.json", "--path-base", "elsewhere"], { cwd }).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, "elsewhere/u.json"), "utf8")).run.exitCode).toBe(0);
  });

  it.skipIf(isWindows)("may go to a device, also twice", () => {
    const cwd = temporaryFolder({ "t.json": clean });
    mkdirSync(join(cwd, "out"));
    expect(runCli(["check", "t.json", "-o", "json=/dev/null", "-o", "tap=/dev/null"], { cwd })).toMatchObject({ exitCode: 0, stderr: "" });
    expect(existsSync("/dev/null")).toBe(true);
  });
});
