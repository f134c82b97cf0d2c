import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { addCheckFlags } from "../../src/cli/check-flags.js";
import { flagHint } from "../../src/cli/flag-hints.js";
import { broken, clean, getOrder } from "../support/calls.js";
import { bin, runCli, runShell } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const isWindows = process.platform === "win32";

describe("a flag that another program has", { timeout: 60_000 }, () => {
  it.each([
    ["-q", "unknown option '-q' (Did you mean --quiet?)"],
    ["--json", "unknown option '--json' (Did you mean --reporter json?)"],
    ["--sarif", "unknown option '--sarif' (Did you mean --reporter sarif?)"],
    ["--no-color", "unknown option '--no-color' (Did you mean --color never?)"],
    ["--exclude", "unknown option '--exclude' (Did you mean --ignore <glob>?)"],
    ["--exclude=x", "unknown option '--exclude=x' (Did you mean --ignore <glob>?)"],
    ["--strict", "unknown option '--strict' (Did you mean --preset strict?)"],
    ["--repoter", "unknown option '--repoter' (Did you mean --reporter?)"],
    ["--nothing-like-it", "unknown option '--nothing-like-it'"],
  ])("is answered with the right one: %s", (flag, expected) => {
    const cwd = temporaryFolder({ "clean.json": clean });
    expect(runCli(["check", flag, "clean.json"], { cwd })).toEqual({ stdout: "", stderr: `guardrails: ${expected}\n`, exitCode: 2 });
  });

  it("leads to flags that there are", () => {
    const flags = new Set(addCheckFlags(new Command()).options.flatMap(({ long }) => long ?? []));
    const hinted = ["-q", "--no-color", "--exclude", "-c", "-f", "--out", "--strict", "--select", "--disable", "--schema", "--provider"];
    for (const flag of [...hinted, "--severity", "--exit-zero", "--limit", "--no-ignore", "--dry-run", "--root", "--json", "--junit"]) {
      const [right = ""] = flagHint(flag)?.split(" ") ?? [];
      expect(flags, flag).toContain(right);
      expect(flags, flag).not.toContain(flag);
    }
  });

  it.each([
    [["--format", "json"], "--format names the format of the transcripts, did you mean --reporter json?"],
    [["-o", "report.json"], '--output takes reporter=path, not "report.json", did you mean "json=report.json"?'],
    [["-o", "sarif"], '--output takes reporter=path, not "sarif", did you mean --reporter sarif?'],
    [["--path-base", "nowhere"], "The folder of --path-base does not exist: nowhere"],
    [["--path-base", "clean.json"], "The folder of --path-base does not exist: clean.json"],
    [["--tools", "lists/"], 'lists/ is a folder, name the declarations in it: --tools "lists/*.json"'],
  ])("is told from one that has another meaning here: %s", (args, expected) => {
    const cwd = temporaryFolder({ "clean.json": clean, "lists/tools.json": JSON.stringify([getOrder]) });
    expect(runCli(["check", "clean.json", ...args], { cwd })).toEqual({ stdout: "", stderr: `guardrails: ${expected}\n`, exitCode: 2 });
  });
});

describe("a command that another program has", { timeout: 60_000 }, () => {
  it.each([
    ["lint", "unknown command 'lint' (Did you mean check?)"],
    ["version", "unknown command 'version' (Did you mean --version?)"],
    ["nothing-like-it", "unknown command 'nothing-like-it'"],
  ])("is answered with the right one: %s", (command, expected) => {
    expect(runCli([command], { cwd: temporaryFolder() })).toEqual({ stdout: "", stderr: `guardrails: ${expected}\n`, exitCode: 2 });
  });
});

describe("help", { timeout: 60_000 }, () => {
  it("is shown for a command, and a near one is suggested", () => {
    const cwd = temporaryFolder();
    expect(runCli(["help", "check"], { cwd })).toMatchObject({
      stdout: expect.stringContaining("--tools <pattern>"),
      stderr: "",
      exitCode: 0,
    });
    expect(runCli(["help"], { cwd })).toMatchObject({ stdout: expect.stringContaining("Commands:"), stderr: "", exitCode: 0 });
    const misspelt = { stdout: "", stderr: 'guardrails: Unknown command "chek", did you mean "check"?\n', exitCode: 2 };
    expect(runCli(["help", "chek"], { cwd })).toEqual(misspelt);
    expect(runCli(["help", "xyzzy"], { cwd }).stderr).toBe('guardrails: Unknown command "xyzzy", `guardrails help` lists them\n');
  });
});

describe.skipIf(isWindows)("what a shell hands over", { timeout: 60_000 }, () => {
  it("may be declarations in a pipe", () => {
    const cwd = temporaryFolder({ "broken.json": JSON.stringify(JSON.parse(broken).messages), "tools.json": JSON.stringify([getOrder]) });
    const { stdout, exitCode } = runShell("mkfifo pipe; cat tools.json > pipe & guardrails check broken.json --tools pipe -r compact", {
      cwd,
    });
    expect(stdout).toContain("error invalid-arguments");
    expect(exitCode).toBe(1);
    const descriptor = runShell("cat tools.json | guardrails check broken.json --tools /dev/fd/0 -r compact", { cwd });
    expect(descriptor.stdout).toContain("error invalid-arguments");
  });

  it("may be a working directory that was deleted", () => {
    const cwd = join(temporaryFolder(), "gone");
    mkdirSync(cwd);
    const { stdout, stderr } = runShell("rmdir ../gone; guardrails check; echo exit $? >&2", { cwd });
    expect(stdout).toBe("");
    expect(stderr).toBe("guardrails: The working directory does not exist any more: change into another one\nexit 2\n");
    expect(() => rmdirSync(cwd)).toThrow();
  });
});

describe("an old version of Node", () => {
  it("can read the first file, and is told", async () => {
    // esbuild refuses what the JavaScript of 2009 cannot say.
    await transform(readFileSync(bin, "utf8"), { target: "es5" });
    const pretend = (version: string) => {
      const preload = `data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
      return spawnSync(process.execPath, ["--import", preload, bin, "--version"], { encoding: "utf8" });
    };
    for (const version of ["20.18.3", "18.20.4", "4.9.1"]) {
      const { status, stdout, stderr } = pretend(version);
      expect(stderr).toBe(`guardrails: Node 20.19 or newer is needed, this is Node ${version}\n`);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    }
    for (const version of ["20.19.0", "22.12.0"]) expect(pretend(version)).toMatchObject({ status: 0, stderr: "" });
  });
});
