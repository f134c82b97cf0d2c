import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { broken, clean } from "../support/calls.js";
import { bin, runCli, runShell } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const root = resolve(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(root, name), "utf8");
const { version } = JSON.parse(read("package.json"));
const texts = ["action.yml", ".pre-commit-hooks.yaml", ...readdirSync(join(root, "integrations")).map((name) => `integrations/${name}`)];

/** What `npx` would run is the built program. */
const npx = `npx() { shift 2; "${process.execPath}" "${bin}" "$@"; }`;

function run(script: string, files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  return runShell(`${npx}\n${script}`, { cwd: temporaryFolder(files), env });
}

describe("the files for other programs", { timeout: 60_000 }, () => {
  it("name the version that they belong to", () => {
    const versions = texts.flatMap((name) => [...read(name).matchAll(/tool-guardrails@([\w.-]+)/g)].map(([, found]) => found));
    expect(versions.length).toBeGreaterThan(4);
    expect([...new Set(versions)]).toEqual([version]);
  });

  it("hold an action for GitHub whose step checks the patterns and writes a SARIF report where that is asked for", () => {
    const { inputs, runs } = parse(read("action.yml"));
    const [check, upload] = runs.steps;
    const env = { PATTERNS: "logs/*.json", ARGS: "--quiet", SARIF: "true" };
    expect(Object.keys(check.env)).toEqual(Object.keys(env));
    expect(Object.keys(inputs)).toEqual(["patterns", "args", "sarif"]);
    const script = `${check.run}\ncode=$?\nls guardrails.sarif\nexit $code`;
    expect(run(script, { "logs/a.json": broken }, env)).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("guardrails.sarif") });
    expect(run(check.run, { "logs/a.json": clean }, { ...env, SARIF: "false" })).toMatchObject({ exitCode: 0 });
    expect(upload.with.sarif_file).toBe("guardrails.sarif");
  });

  it("hold jobs for GitLab and Azure whose commands write the report that they upload", () => {
    const { guardrails } = parse(read("integrations/gitlab.yml"));
    const gitlab = run(
      `${guardrails.script.join("\n")}\ncode=$?; cat ${guardrails.artifacts.reports.codequality} >&2; exit $code`,
      { "a.json": broken },
      guardrails.variables,
    );
    expect(gitlab).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('"check_name":"invalid-arguments"') });
    const { steps } = parse(read("integrations/azure-pipelines.yml"));
    const azure = run(`${steps[1].script}\ncode=$?; cat ${steps[2].inputs.testResultsFiles} >&2; exit $code`, { "a.json": broken });
    expect(azure).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("<testsuites ") });
  });

  it("hold a stage for Jenkins whose command writes the report that it records", () => {
    const file = read("integrations/Jenkinsfile");
    const [, command = ""] = /sh '(.*)'/.exec(file) ?? [];
    const [, pattern = ""] = /pattern: '(.*)'/.exec(file) ?? [];
    expect(run(`${command}\ncat ${pattern} >&2`, { "a.json": broken }).stderr).toContain("<checkstyle ");
  });

  it("hold a hook for pre-commit that fails for what is broken, and passes where nothing is a transcript", () => {
    const [{ entry }] = parse(read(".pre-commit-hooks.yaml"));
    expect(run(`${entry} a.json`, { "a.json": broken }).exitCode).toBe(1);
    expect(run(`${entry} a.json`, { "a.json": clean }).exitCode).toBe(0);
    expect(run(`${entry} a.json`, { "a.json": broken, "guardrails.config.json": '{ "ignore": ["*.json"] }' }).exitCode).toBe(0);
  });

  it("hold a problem matcher that matches each line of compact, and takes it apart", () => {
    const { problemMatcher } = JSON.parse(read("integrations/problem-matcher.json"));
    const [{ regexp, ...groups }] = problemMatcher[0].pattern;
    const { stdout } = runCli(["check", "-r", "compact"], { cwd: temporaryFolder({ "logs/a: b [c].json": broken }) });
    const lines = stdout.split("\n").filter((line) => line.includes("invalid-arguments:"));
    expect(lines).toHaveLength(1);
    const found = new RegExp(regexp).exec(lines[0] ?? "");
    expect(found?.[groups.file]).toBe("logs/a: b [c].json");
    expect(found?.[groups.severity]).toBe("error");
    expect(found?.[groups.code]).toBe("invalid-arguments");
    expect(Number(found?.[groups.line])).toBe(1);
  });
});
