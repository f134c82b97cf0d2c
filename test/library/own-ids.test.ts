import { describe, expect, it } from "vitest";
import { check } from "../../src/check.js";
import { clean } from "../support/calls.js";
import { runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const plugin = `export default { rules: [{
  id: "my-rule", category: "call", severity: "error", summary: "A rule of ours", consequence: "Trouble.", repair: "Fix it.", evidence: ["we"],
  scope: "conversation", url: "https://example.com/my-rule", on: { *call(call) { yield { at: call.at.call, message: "Ours" }; } } }] };`;

const table = {
  id: "my-log",
  title: "Our log",
  source: "us",
  claims: [{ because: "has steps", some: { has: ["step"] } }],
  read: { each: [{ is: "call", name: "step", arguments: "input" }] },
};

const files = {
  "guardrails.config.json": JSON.stringify({ plugins: "./rules.mjs", formats: [table] }),
  "rules.mjs": plugin,
  "a.json": clean,
  "b.json": JSON.stringify([{ step: "go", input: {} }]),
  "none.json": "{}",
};

async function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

describe("ids that a configuration brings", { timeout: 120_000 }, () => {
  it("are options of check", async () => {
    const cwd = temporaryFolder(files);
    const rulesOf = async (options: object) => (await check("a.json", { cwd, ...options })).violations.map(({ ruleId }) => ruleId);
    expect(await rulesOf({ only: "my-rule" })).toEqual(["my-rule"]);
    expect(await rulesOf({ skip: ["my-rule"] })).toEqual([]);
    expect(await rulesOf({ severities: { "my-rule": "off" } })).toEqual([]);
    const report = await check("b.json", { cwd, format: "my-log", skip: "my-rule" });
    expect(report.files[0]?.conversations[0]?.format).toBe("my-log");
  });

  it("are wrong where no configuration brings them, with the nearest right one", async () => {
    const cwd = temporaryFolder(files);
    expect(await messageOf(check("a.json", { cwd, only: "my-rul" }))).toBe('Option only: Unknown value "my-rul", did you mean "my-rule"?');
    expect(await messageOf(check("a.json", { cwd, config: false, only: "my-rule" }))).toBe('Option only: Unknown value "my-rule"');
    expect(await messageOf(check("a.json", { cwd, format: "my-lgo" }))).toBe(
      'Option format: Unknown value "my-lgo", did you mean "my-log"?',
    );
    expect(await messageOf(check("a.json", { cwd, severities: { "my-rul": "off" } }))).toContain(
      'Unknown key "my-rul", did you mean "my-rule"?',
    );
  });

  it("are listed and explained by the commands, which take another configuration or none", () => {
    const cwd = temporaryFolder(files);
    const run = (...args: readonly string[]) => runCli(args, { cwd });
    expect(run("rules").stdout).toContain("A rule of ours (from the configuration)");
    expect(run("rules", "--no-config").stdout).not.toContain("my-rule");
    expect(JSON.parse(run("rules", "--json").stdout).at(-1)).toMatchObject({
      id: "my-rule",
      url: "https://example.com/my-rule",
      isOwn: true,
    });
    expect(run("explain", "my-rule").stdout).toBe(
      "my-rule\n\nA rule of ours.\n\nTrouble.\n\nFix it.\n\nOnline: https://example.com/my-rule\n",
    );
    expect(run("explain", "my-rul").stderr).toBe('guardrails: Unknown rule or profile "my-rul", did you mean "my-rule"?\n');
    expect(run("explain", "my-rule", "--config", "none.json").exitCode).toBe(2);
    expect(run("formats").stdout).toContain("my-log");
    expect(run("formats", "--no-config").stdout).not.toContain("my-log");
    expect(run("inspect", "b.json").stdout).toContain("my-log");
    expect(run("inspect", "b.json", "--no-config").stdout).not.toContain("my-log");
  });

  it("leave a profile's advice apart from what its endpoint enforces", () => {
    const { stdout } = runCli(["explain", "bedrock"], { cwd: "." });
    const [enforced = "", advice = ""] = stdout.split(/^Advises against/m);
    expect(enforced).not.toContain("advice.");
    expect(advice).toContain("advice.toolNames: without hyphens, for Amazon Nova 1");
  });
});
