import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { broken, clean, getOrder } from "../support/calls.js";
import { runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const project = { "logs/a.json": clean, "logs/b.json": broken, "tools/tools.json": JSON.stringify([getOrder]), "package.json": "{}" };

describe("init", { timeout: 60_000 }, () => {
  it("finds transcripts and declarations, and writes a configuration that is read", () => {
    const cwd = temporaryFolder(project);
    const { stdout, exitCode } = runCli(["init"], { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Found 2 transcripts in logs (openai-chat)\nFound tool declarations in tools/tools.json\nThey have 1 error\n");
    expect(stdout).toContain("Wrote guardrails.config.jsonc\n");
    expect(stdout).toContain("--update-baseline");
    const { stderr, stdout: config } = runCli(["config"], { cwd });
    expect(stderr).toBe("");
    expect(config).toContain("Configuration: guardrails.config.jsonc");
  });

  it("takes the declarations into the configuration where a transcript lacks them", () => {
    const bare = JSON.stringify(JSON.parse(clean).messages);
    const cwd = temporaryFolder({ ...project, "logs/a.json": bare });
    runCli(["init"], { cwd });
    expect(runCli(["config"], { cwd }).stdout).toMatch(/tools +guardrails.config.jsonc +\["tools\/tools.json"\]/);
    expect(runCli(["check", "logs/a.json", "--require-tools"], { cwd }).exitCode).toBe(0);
  });

  it("writes what runs the check elsewhere, on request", () => {
    const cwd = temporaryFolder(project);
    const { stdout } = runCli(["init", "--ci", "github", "--ci", "gitlab", "--pre-commit", "--vscode"], { cwd });
    const text = (name: string) => readFileSync(join(cwd, name), "utf8");
    expect(stdout.match(/^Wrote .*/gm)).toEqual([
      "Wrote guardrails.config.jsonc",
      "Wrote .github/workflows/guardrails.yml",
      "Wrote .gitlab-ci.yml",
      "Wrote .pre-commit-config.yaml",
      "Wrote .vscode/tasks.json",
    ]);
    expect(parse(text(".github/workflows/guardrails.yml")).jobs.check.steps.at(-1).run).toMatch(
      /^npx --yes tool-guardrails@[\d.]+ check logs$/,
    );
    expect(parse(text(".gitlab-ci.yml")).guardrails.artifacts.reports.codequality).toBe("guardrails.json");
    expect(parse(text(".pre-commit-config.yaml")).repos[0].hooks[0].files).toBe("^(logs)/");
    expect(JSON.parse(text(".vscode/tasks.json")).tasks[0].label).toBe("guardrails");
  });

  it("overwrites nothing, and shows what is to be added", () => {
    const cwd = temporaryFolder({ ...project, ".pre-commit-config.yaml": "repos: []\n" });
    expect(runCli(["init", "--pre-commit"], { cwd }).stdout).toContain(".pre-commit-config.yaml exists. Add to it:\n\n  - repo: local\n");
    expect(readFileSync(join(cwd, ".pre-commit-config.yaml"), "utf8")).toBe("repos: []\n");
    writeFileSync(join(cwd, "guardrails.config.jsonc"), "{}");
    expect(runCli(["init"], { cwd }).stdout).toContain("guardrails.config.jsonc exists");
    expect(readFileSync(join(cwd, "guardrails.config.jsonc"), "utf8")).toBe("{}");
  });

  it("writes nothing in a dry run, nor where there is no transcript", () => {
    const cwd = temporaryFolder(project);
    expect(runCli(["init", "--dry-run", "--vscode"], { cwd }).stdout).toContain("Would write .vscode/tasks.json:");
    expect(existsSync(join(cwd, "guardrails.config.jsonc"))).toBe(false);
    const empty = runCli(["init"], { cwd: temporaryFolder({ "a.json": "{}" }) });
    expect(empty).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("holds no transcript") });
  });

  it("knows its services", () => {
    expect(runCli(["init", "--ci", "gitlub"], { cwd: temporaryFolder() })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("did you mean"),
    });
  });
});
