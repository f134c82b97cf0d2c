import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "guardrails-readme-"));
const env = { ...process.env, NO_COLOR: "1", GITHUB_ACTIONS: "" };

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function blocks(language: string): readonly string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map((match) => match[1] ?? "");
}

function run(args: readonly string[], cwd: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(process.execPath, args, { cwd, env, encoding: "utf8" });
}

describe("README", () => {
  it("shows what its examples print", async () => {
    const shown = readme.replace(/<!-- example: node (.*) -->\n```text\n[\s\S]*?```/g, (_, command: string) => {
      const { stdout } = run(command.split(" "), root);
      return `<!-- example: node ${command} -->\n\`\`\`text\n$ ${command.replace("bin/guardrails.js", "guardrails")}\n${stdout}\`\`\``;
    });
    await expect(shown).toMatchFileSnapshot(join(root, "README.md"));
  });

  it("finds the faults of the demo, in every broken transcript and in no sound one", () => {
    const { status, stdout } = run(["bin/guardrails.js", "check", "fixtures/demo/*.json", "-r", "json"], root);
    expect(status).toBe(1);
    const report: { readonly files: readonly { readonly path: string; readonly errors: number }[] } = JSON.parse(stdout);
    const broken = report.files.filter(({ errors }) => errors > 0).map(({ path }) => path);
    expect(broken).toEqual(report.files.map(({ path }) => path).filter((path) => /broken|interrupted/.test(path)));
  });

  it("documents commands that run", () => {
    mkdirSync(join(folder, "transcripts"));
    mkdirSync(join(folder, "logs"));
    cpSync(join(root, "fixtures/demo/coding-agent.json"), join(folder, "history.json"));
    cpSync(join(root, "fixtures/demo/support-agent.json"), join(folder, "transcripts/support.json"));
    cpSync(join(root, "fixtures/demo/sessions.jsonl"), join(folder, "logs/sessions.jsonl"));
    const { tools } = JSON.parse(readFileSync(join(root, "fixtures/demo/support-agent-broken.json"), "utf8"));
    writeFileSync(join(folder, "tools.json"), JSON.stringify(tools));
    const commands = blocks("sh").flatMap((block) => block.split("\n").filter((line) => line.startsWith("guardrails ")));
    expect(commands.length).toBeGreaterThan(3);
    for (const command of commands) {
      const line = `${JSON.stringify(process.execPath)} ${JSON.stringify(join(root, "bin/guardrails.js"))} ${command.replace(/^guardrails /, "")}`;
      const { status, stderr } = spawnSync(line, { cwd: folder, env, encoding: "utf8", shell: true });
      expect(status, `${command}\n${stderr}`).toBeLessThan(2);
    }
    // What `guardrails init` wrote is not the configuration that the page shows.
    rmSync(join(folder, "guardrails.config.jsonc"), { force: true });
  });

  it("shows a configuration that is valid", () => {
    const [config] = blocks("json");
    writeFileSync(join(folder, "guardrails.config.json"), config ?? "");
    const { status, stderr } = run([join(root, "bin/guardrails.js"), "config"], folder);
    rmSync(join(folder, "guardrails.config.json"));
    expect(`${status} ${stderr}`).toBe("0 ");
  });

  it("shows library code that runs", () => {
    const [code] = blocks("js");
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", code ?? ""], { cwd: root, encoding: "utf8" });
    expect(printed.split("\n").filter((line) => line !== "")).toHaveLength(2);
    expect(printed).toContain("tz");
  });
});
