import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { broken, clean, transcript } from "../support/calls.js";
import { runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const name = "guardrails-baseline.jsonl";
const repository = { ".git/HEAD": "", "logs/a.json": broken, "logs/b.json": clean };

function adopt(files: Readonly<Record<string, string>> = repository) {
  const cwd = temporaryFolder(files);
  const check = (...args: readonly string[]) => runCli(["check", "--no-config", ...args], { cwd });
  const path = join(cwd, name);
  const lines = () => readFileSync(path, "utf8").trimEnd().split("\n");
  return { cwd, check, path, lines, update: check("logs", "--update-baseline") };
}

describe("a baseline", { timeout: 60_000 }, () => {
  it("takes in all findings with one command, one line each, and the next run passes", () => {
    const { update, lines, check } = adopt();
    expect(update).toMatchObject({ exitCode: 0, stderr: `guardrails: ${name} accepts 1 finding: 1 added, 0 removed\n` });
    const [head, ...entries] = lines();
    expect(head).toBe('{"guardrailsBaseline":1}');
    expect(entries.map((line) => Object.keys(JSON.parse(line)))).toEqual([["path", "rule", "message", "fingerprint"]]);
    expect(check("logs")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Suppressed: 1 accepted finding") });
    expect(check("logs", "--no-baseline").exitCode).toBe(1);
    expect(check(".").stdout).toContain("Checked 2 files");
  });

  it("accepts what it lists after messages were inserted above it and the file was reformatted", () => {
    const { cwd, check } = adopt();
    const value = JSON.parse(broken);
    const messages = [{ role: "user", content: "Hello" }, { role: "assistant", content: "Hello" }, ...value.messages];
    writeFileSync(join(cwd, "logs/a.json"), JSON.stringify({ ...value, messages }, null, 3));
    expect(check("logs").exitCode).toBe(0);
  });

  it("keeps reasons and expiry dates when it is updated, and reports an entry that has expired", () => {
    const { cwd, check, path, lines } = adopt();
    const [head = "", entry = "{}"] = lines();
    const reasoned = { ...JSON.parse(entry), reason: "Recorded before the fix", expires: "2100-01-01" };
    writeFileSync(path, `${head}\n${JSON.stringify(reasoned)}\n`);
    writeFileSync(join(cwd, "logs/c.json"), broken);
    expect(check("logs").exitCode).toBe(1);
    expect(check("logs", "--update-baseline").stderr).toContain("accepts 2 findings: 1 added, 0 removed");
    expect(lines()[1]).toBe(JSON.stringify(reasoned));

    writeFileSync(path, `${head}\n${JSON.stringify({ ...reasoned, expires: "2020-01-01" })}\n`);
    const { exitCode, stdout } = check("logs/a.json", "-r", "compact");
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`${name}:2:1: warning unused-suppression: The baseline entry for `);
    expect(stdout).toContain('"logs/a.json" expired on 2020-01-01');
  });

  it("reports entries whose finding is gone, and drops them on request", () => {
    const { cwd, check, lines } = adopt();
    writeFileSync(join(cwd, "logs/a.json"), clean);
    expect(check("logs", "-r", "compact")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("matches nothing") });
    // What was not looked at proves nothing.
    expect(check("logs/b.json", "-r", "compact").stdout).not.toContain("matches nothing");
    expect(check("logs", "--only", "duplicate-call-id", "-r", "compact").stdout).not.toContain("matches nothing");
    expect(check("logs/b.json", "--prune-baseline").stderr).toContain("0 added, 0 removed");
    expect(check("logs", "--prune-baseline").stderr).toContain("accepts 0 findings: 0 added, 1 removed");
    expect(lines()).toHaveLength(1);
  });

  it("keeps an entry whose rule is off for its file, though it is on for others", () => {
    const override = { overrides: [{ files: ["logs/a.json"], rules: { "invalid-arguments": "off" } }] };
    const cwd = temporaryFolder({ ...repository, "logs/0.json": clean });
    const check = (...args: readonly string[]) => runCli(["check", "logs", ...args], { cwd });
    check("--update-baseline");
    writeFileSync(join(cwd, "guardrails.config.json"), JSON.stringify(override));
    expect(check("-r", "compact").stdout).not.toContain("matches nothing");
    expect(check("--update-baseline").stderr).toContain("accepts 1 finding: 0 added, 0 removed");
  });

  it("knows that a deleted file has no findings where the whole folder is checked", () => {
    const { cwd, check } = adopt();
    rmSync(join(cwd, "logs/a.json"));
    expect(check("logs", "-r", "compact").stdout).not.toContain("matches nothing");
    expect(check(".", "-r", "compact").stdout).toContain("matches nothing");
  });

  it("is not written where the run is incomplete", () => {
    const { check, lines } = adopt();
    const before = lines();
    expect(check("logs/b.json", "missing.json", "--update-baseline")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("The baseline is unchanged, since the run is incomplete"),
    });
    expect(lines()).toEqual(before);
  });

  it.each([
    [
      "a merge conflict",
      (text: string) => `${text}<<<<<<< HEAD\n`,
      `${name}:3:1: The baseline has a merge conflict: keep the lines of both sides`,
    ],
    ["another version", () => '{"guardrailsBaseline":2}\n', `${name}:1:1: This is a baseline of version 2; this program reads version 1`],
    ["a misspelt key", (text: string) => text.replace('"rule"', '"rul"'), `${name}:2:`],
    ["no head", (text: string) => text.replace(/^.*\n/, ""), `${name}:1:`],
    ["half a line", (text: string) => text.slice(0, -20), `${name}:2:`],
    ["a fingerprint that is none", (text: string) => text.replace(/"[0-9a-f]{32}"/, '"abc"'), "A fingerprint has 32 hex digits"],
  ])("with %s is rejected at its line", (_what, change, message) => {
    const { check, path } = adopt();
    writeFileSync(path, change(readFileSync(path, "utf8")));
    const { exitCode, stderr } = check("logs");
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });

  it("has the name that the flag or the configuration gives it", () => {
    const cwd = temporaryFolder({ ...repository, "guardrails.config.json": '{ "baseline": "ci/known.jsonl" }', "ci/empty": "" });
    const check = (...args: readonly string[]) => runCli(["check", "logs", ...args], { cwd });
    expect(check()).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("ci/known.jsonl does not exist: --update-baseline writes it"),
    });
    expect(check("--update-baseline").stderr).toContain("ci/known.jsonl accepts 1 finding");
    expect(check().exitCode).toBe(0);
    expect(check("--baseline", "other.jsonl").exitCode).toBe(2);
    expect(check("--baseline", "other.jsonl", "--update-baseline").exitCode).toBe(0);
    expect(check("-o", "json=ci/known.jsonl")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("lists the findings that this run accepts"),
    });
  });

  it("holds no value of the transcript", () => {
    const { lines } = adopt({ ...repository, "logs/a.json": transcript('{"id":"sk-secret"}') });
    expect(lines().join("\n")).not.toContain("secret");
  });
});
