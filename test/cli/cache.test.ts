import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { broken, clean, getOrder, transcript } from "../support/calls.js";
import { bin, runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const location = "node_modules/.cache/tool-guardrails";

/** The files of a cache, as texts by name. */
function entriesIn(cwd: string, folder = location): ReadonlyMap<string, string> {
  const path = join(cwd, folder);
  return new Map(readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8")]));
}

/** A cache file that says something else, and is whole. */
function withOtherWords(entry: string, from: string, to: string): string {
  const body = entry.slice(entry.indexOf("\n") + 1).replaceAll(from, to);
  return `${entry.slice(0, entry.lastIndexOf(" ", entry.indexOf("\n")))} ${createHash("sha256").update(body).digest("hex")}\n${body}`;
}

/** Makes the cache say other words than the program would: where they are in a report, it was not judged again. */
function plant(cwd: string): void {
  for (const [name, text] of entriesIn(cwd))
    writeFileSync(join(cwd, location, name), withOtherWords(text, "must be an integer", "was remembered"));
}

function check(cwd: string, ...flags: readonly string[]) {
  return runCli(["check", ".", "-r", "json", ...flags], { cwd });
}

describe("guardrails check --cache", { timeout: 120_000 }, () => {
  const files = { "a.json": broken, "b.json": clean, "log.jsonl": `${broken}\n${clean}\n` };

  it.each(["pretty", "json"])("prints the same %s report, byte for byte, with exit code, suppressions and all", (reporter) => {
    const config = { suppress: [{ rule: "invalid-arguments", files: ["a.json"], reason: "known" }] };
    const cwd = temporaryFolder({ ...files, "guardrails.config.json": JSON.stringify(config) });
    const plain = runCli(["check", ".", "-r", reporter], { cwd });
    const first = runCli(["check", ".", "-r", reporter, "--cache"], { cwd });
    const second = runCli(["check", ".", "-r", reporter, "--cache"], { cwd });
    expect(first).toEqual(plain);
    expect(second).toEqual(plain);
    expect(entriesIn(cwd).size).toBe(3);
  });

  it("is off without the flag, and where the flag says so", () => {
    const cwd = temporaryFolder({ ...files, "guardrails.config.json": '{"cache":true,"cacheLocation":"kept"}' });
    check(cwd, "--no-cache");
    expect(existsSync(join(cwd, "kept"))).toBe(false);
    check(cwd);
    expect(entriesIn(cwd, "kept").size).toBe(3);
    expect(existsSync(join(cwd, location))).toBe(false);
    check(cwd, "--cache-location", "elsewhere");
    expect(entriesIn(cwd, "elsewhere").size).toBe(3);
  });

  it("judges no file again whose bytes are the same, whatever its time", () => {
    const cwd = temporaryFolder(files);
    check(cwd, "--cache");
    plant(cwd);
    utimesSync(join(cwd, "a.json"), 1_000, 1_000);
    const { stdout } = check(cwd, "--cache");
    expect(stdout).toContain("was remembered");
    expect(stdout).not.toContain("must be an integer");
  });

  it("judges a file again that changed, be it by one character", () => {
    const cwd = temporaryFolder(files);
    check(cwd, "--cache");
    plant(cwd);
    const changed = transcript('{"id":"two"}');
    expect(changed.length).toBe(broken.length);
    writeFileSync(join(cwd, "a.json"), changed);
    const { violations } = JSON.parse(check(cwd, "--cache").stdout);
    expect(violations.map(({ path, message }: { readonly path: string; readonly message: string }) => `${path} ${message}`)).toEqual([
      "a.json `id` must be an integer, got a string",
      "log.jsonl `id` was remembered, got a string",
    ]);
  });

  it("judges files again under other settings, and under other names", () => {
    const cwd = temporaryFolder({ ...files, "tools.json": JSON.stringify([getOrder]) });
    check(cwd, "--cache");
    plant(cwd);
    const others = [
      ["--rule", "invalid-arguments=warning"],
      ["--profile", "groq"],
      ["--mode", "request"],
      ["--tools", "tools.json"],
    ];
    for (const flags of others) expect(check(cwd, "--cache", ...flags)).toEqual(check(cwd, ...flags));
    expect(runCli(["check", "a.json", "--cache"], { cwd }).stdout).toContain("must be an integer");
  });

  it("judges files again by declarations and policies that changed", () => {
    const cwd = temporaryFolder({ ...files, "tools/tools.json": JSON.stringify([getOrder]) });
    const flags = ["--tools", "tools/tools.json"];
    expect(check(cwd, "--cache", ...flags).exitCode).toBe(1);
    writeFileSync(join(cwd, "tools/tools.json"), JSON.stringify([getOrder]).replace('"integer"', '"string" '));
    expect(JSON.parse(check(cwd, "--cache", ...flags).stdout).violations).toMatchObject([
      { path: "b.json" },
      { path: "log.jsonl", record: 1 },
    ]);
    const policy = { name: "no orders", reason: "it is a test", call: "get_order", mustNotBeCalled: true };
    writeFileSync(join(cwd, "guardrails.config.json"), JSON.stringify({ policies: [policy] }));
    expect(check(cwd, "--cache", ...flags).stdout).toContain("(policy no orders)");
  });

  it("reports a fault of the declarations once, also where the file that it was found with is gone", () => {
    const bad = {
      type: "function",
      function: { name: "get_order", parameters: { type: "object", properties: { id: { type: "intger" } } } },
    };
    const cwd = temporaryFolder({ "a.json": clean, "b.json": clean, "tools.json": JSON.stringify([bad]) });
    const flags = ["--tools", "tools.json", "--only", "invalid-schema"];
    const plain = check(cwd, ...flags);
    expect(JSON.parse(plain.stdout).violations).toHaveLength(1);
    for (let round = 0; round < 2; round += 1) expect(check(cwd, "--cache", ...flags)).toEqual(plain);
    rmSync(join(cwd, "a.json"));
    expect(JSON.parse(check(cwd, "--cache", ...flags).stdout).violations).toHaveLength(1);
  });

  it("ignores a cache that is torn, foreign, of another version or changed by hand, and writes it anew", () => {
    const cwd = temporaryFolder({ "a.json": broken });
    const plain = check(cwd, "--cache");
    const whole = entriesIn(cwd);
    const damages: readonly ((text: string) => string)[] = [
      (text) => text.slice(0, text.length / 2),
      () => "",
      () => '{"cache":true}',
      (text) => text.replace("guardrails-cache 1", "guardrails-cache 0"),
      (text) => text.replace("integer", "decimal"),
      (text) => `${text} `,
    ];
    for (const damage of damages) {
      for (const [name, text] of whole) writeFileSync(join(cwd, location, name), damage(text));
      expect(entriesIn(cwd)).not.toEqual(whole);
      expect(check(cwd, "--cache")).toEqual(plain);
      expect(entriesIn(cwd)).toEqual(whole);
    }
  });

  it("is shared by several runs at the same time", async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`logs/${index}.json`, index % 2 === 0 ? broken : clean]));
    const cwd = temporaryFolder(many);
    const plain = check(cwd);
    const runs = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, [bin, "check", ".", "-r", "json", "--cache"], {
        cwd,
        env: { PATH: process.env.PATH, NO_COLOR: "1", SOURCE_DATE_EPOCH: "1790000000" },
        stdio: ["ignore", "pipe", "inherit"],
      });
      let stdout = "";
      child.stdout.on("data", (chunk) => {
        stdout += chunk;
      });
      return new Promise<string>((resolve) => child.on("close", () => resolve(stdout)));
    });
    for (const stdout of await Promise.all(runs)) expect(stdout).toBe(plain.stdout);
    const names = [...entriesIn(cwd).keys()];
    expect(names.length).toBe(40);
    expect(names.filter((name) => !/^[0-9a-f]{64}\.cache$/.test(name))).toEqual([]);
  });

  it("says once that it cannot be written, and checks all the same", () => {
    const cwd = temporaryFolder({ ...files, taken: "a file" });
    const plain = check(cwd);
    const { stdout, stderr, exitCode } = check(cwd, "--cache-location", "taken");
    expect({ stdout, exitCode }).toEqual({ stdout: plain.stdout, exitCode: plain.exitCode });
    expect(stderr).toMatch(/^guardrails: Cannot write the cache in taken: .+\n$/);
  });

  it("keeps nothing of standard input, nor of files that plugins judge", () => {
    const plugin = `export default { rules: [{ id: "own-rule", scope: "conversation", category: "call", summary: "s", severity: "error", consequence: "c", repair: "r", evidence: [], on: {} }] };`;
    const cwd = temporaryFolder({ "a.json": broken });
    expect(runCli(["check", "-", "--cache"], { cwd, input: broken }).exitCode).toBe(1);
    expect(existsSync(join(cwd, location))).toBe(false);
    writeFileSync(join(cwd, "plugin.mjs"), plugin);
    writeFileSync(join(cwd, "guardrails.config.json"), '{"plugins":"./plugin.mjs"}');
    expect(check(cwd, "--cache")).toEqual(check(cwd));
    expect(existsSync(join(cwd, location))).toBe(false);
  });

  it("lies beside the package that the run is in", () => {
    const cwd = temporaryFolder({ "package.json": "{}", "agents/logs/a.json": broken });
    mkdirSync(join(cwd, "node_modules"));
    check(join(cwd, "agents"), "--cache");
    expect(entriesIn(cwd).size).toBe(1);
  });
});
