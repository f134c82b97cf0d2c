import { type ChildProcess, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { watch } from "../../src/cli/watch-command.js";
import { broken, clean, getOrder } from "../support/calls.js";
import { bin, runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** A program that watches, and what it said since it was last asked. */
class Watcher {
  readonly #child: ChildProcess;
  #said = "";
  #heard: () => void = () => {};

  constructor(cwd: string, ...flags: readonly string[]) {
    this.#child = spawn(process.execPath, [bin, "check", "--watch", "-r", "compact", ...flags], {
      cwd,
      env: { PATH: process.env.PATH, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => {
      this.#child.kill("SIGKILL");
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#said += text;
        this.#heard();
      });
    }
  }

  /** Waits until it waits itself; gives what it said up to then. */
  async round(): Promise<string> {
    for (;;) {
      const [said, ...rest] = this.#said.split(/^guardrails: Watching .*\n/m);
      if (said !== undefined && rest.length > 0) {
        this.#said = this.#said.slice(this.#said.indexOf("guardrails: Watching "));
        this.#said = this.#said.slice(this.#said.indexOf("\n") + 1);
        return said;
      }
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  /** Ends it by a signal; gives its exit code. */
  async end(signal: "SIGINT" | "SIGTERM"): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#child.on("exit", (code) => resolve(code)));
    this.#child.kill(signal);
    return await ended;
  }
}

describe("guardrails check --watch", { timeout: 120_000 }, () => {
  it("checks again what was changed, added and deleted, and ends with 130", async () => {
    const cwd = temporaryFolder({ "logs/a.json": broken, "logs/b.json": clean });
    const watcher = new Watcher(cwd, "logs");
    expect(await watcher.round()).toMatch(/^logs\/a\.json:1:\d+: error invalid-arguments: .*\n1 error in 2 files/);
    writeFileSync(join(cwd, "logs/a.json"), clean);
    expect(await watcher.round()).toMatch(/^no problems in 2 files/);
    writeFileSync(join(cwd, "logs/c.json"), broken);
    expect(await watcher.round()).toMatch(/^logs\/c\.json:.*\n1 error in 3 files/);
    rmSync(join(cwd, "logs/c.json"));
    expect(await watcher.round()).toMatch(/^no problems in 2 files/);
    expect(await watcher.end("SIGINT")).toBe(130);
  });

  it("checks again by declarations and by a configuration that changed, and goes on while that is wrong", async () => {
    const cwd = temporaryFolder({ "logs/a.json": broken, "tools.json": JSON.stringify([getOrder]), "guardrails.config.json": "{}" });
    const watcher = new Watcher(cwd, "logs", "--tools", "tools.json");
    expect(await watcher.round()).toContain("1 error in 1 file");
    writeFileSync(join(cwd, "tools.json"), JSON.stringify([getOrder]).replace('"integer"', '"string"'));
    expect(await watcher.round()).toContain("no problems in 1 file");
    writeFileSync(join(cwd, "tools.json"), JSON.stringify([getOrder]));
    expect(await watcher.round()).toContain("1 error in 1 file");
    writeFileSync(join(cwd, "guardrails.config.json"), '{ "rulez": {} }');
    expect(await watcher.round()).toBe('guardrails: guardrails.config.json:1:3: Unknown key "rulez", did you mean "rules"?\n');
    writeFileSync(join(cwd, "guardrails.config.json"), '{ "rules": { "invalid-arguments": "warning" } }');
    expect(await watcher.round()).toContain("1 warning in 1 file");
    expect(await watcher.end("SIGTERM")).toBe(143);
  });

  it("reads a configuration that is code again, and one that comes to be", async () => {
    const cwd = temporaryFolder({ "a.json": broken });
    const watcher = new Watcher(cwd, "a.json");
    expect(await watcher.round()).toContain("1 error in 1 file");
    for (const level of ["warning", "info"]) {
      writeFileSync(join(cwd, "guardrails.config.mjs"), `export default { rules: { "invalid-arguments": "${level}" } };`);
      expect(await watcher.round()).toContain(`1 ${level} in 1 file`);
    }
    expect(await watcher.end("SIGINT")).toBe(130);
  });

  it("is not set off by its own reports and cache", async () => {
    const cwd = temporaryFolder({ "a.json": broken });
    const watcher = new Watcher(cwd, ".", "-o", "json=report.json", "--cache-location", "kept");
    expect(await watcher.round()).toContain("1 error in 1 file");
    writeFileSync(join(cwd, "a.json"), clean);
    expect(await watcher.round()).toMatch(/^no problems in 1 file/); // the very next round is that of the change
    writeFileSync(join(cwd, "a.json"), broken);
    expect(await watcher.round()).toMatch(/^a\.json:.*\n1 error in 1 file/);
    expect(await watcher.end("SIGINT")).toBe(130);
  });

  it("clears a terminal before each report, and nothing else", async () => {
    const cwd = temporaryFolder({ "a.json": broken });
    for (const isTerminal of [true, false]) {
      let written = "";
      const stdout = { isTerminal, write: (text: string) => (written += text), flush: () => {} };
      const isWatching = new Promise<void>((resolve) => {
        const stderr = { isTerminal: false, write: (text: string) => text.includes("Watching") && resolve(), flush: () => {} };
        const io = { cwd, env: {}, stdout, stderr, importModule: async () => ({}) };
        const flags = { gitignore: null, errorOnUnmatchedPattern: null, snippets: null, reporter: "compact" };
        ended.push(watch(["a.json"], flags, io, "0.0.0"));
      });
      await isWatching;
      process.emit("SIGTERM");
      expect(await ended.pop()).toBe(143);
      expect(written.startsWith("\u001b[2J\u001b[3J\u001b[H")).toBe(isTerminal);
      expect(written.replaceAll("\u001b[2J\u001b[3J\u001b[H", "")).toMatch(/^a\.json:1/);
    }
  });

  it.each([
    [["-"], "--watch cannot read standard input: it is read once"],
    [[".", "--list-files"], "--watch goes with no --list-files"],
    [[".", "--update-baseline"], "--watch does not change a baseline"],
    [[".", "--rule", "no-such-rule=off"], 'Unknown value "no-such-rule" for --rule'],
  ])("rejects what does not go with it: %s", (flags, message) => {
    const { stderr, exitCode } = runCli(["check", "--watch", ...flags], { cwd: temporaryFolder({ "a.json": clean }) });
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });
});

/** Runs in this process that go on until they are ended. */
const ended: Promise<number>[] = [];
