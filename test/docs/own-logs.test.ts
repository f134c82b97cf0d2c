import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { configOfValue } from "../../src/config/parse-config.js";
import { readConfig } from "../../src/config/read-config.js";
import { runCli, runShell } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/own-logs.md"), "utf8");
const sections = page.split(/^## /m).slice(1);

/** The files that a section shows, by name. */
function filesOf(section: string): Readonly<Record<string, string>> {
  const shown = section.matchAll(/<!-- file: (\S+) -->\n```\w+\n([\s\S]*?)^```$/gm);
  return Object.fromEntries(Array.from(shown, ([, name = "", text = ""]) => [name, text]));
}

/** The commands of a section, each with the exit code that it says, else 0. */
function commandsOf(section: string): readonly { readonly line: string; readonly exitCode: number }[] {
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
    block
      .trim()
      .split("\n")
      .map((line) => ({ line, exitCode: Number(/# exit (\d)/.exec(line)?.[1] ?? 0) })),
  );
}

function projectOf(section: string): string {
  const cwd = temporaryFolder(filesOf(section));
  mkdirSync(join(cwd, "node_modules"));
  symlinkSync(root, join(cwd, "node_modules/tool-guardrails"), "dir");
  return cwd;
}

describe("docs/own-logs.md", { timeout: 120_000 }, () => {
  const shown = sections
    .filter((section) => commandsOf(section).length > 0)
    .map((section) => [section.split("\n")[0] ?? "", section] as const);

  it("shows three logs and a plugin with the commands that check them", () => {
    expect(shown.map(([title]) => title)).toEqual(["From a log to a green CI step", "Rows of a database", "A telephony log", "Plugins"]);
  });

  it.each(shown)("%s: every command does what the page says", (_, section) => {
    const cwd = projectOf(section);
    for (const { line, exitCode } of commandsOf(section)) {
      const result = runShell(line, { cwd });
      expect(result.exitCode, `${line}\n${result.stdout}\n${result.stderr}`).toBe(exitCode);
    }
  });

  it("runs in CI the very command that it shows", () => {
    const [, step = ""] = /- run: npx --no-install (.*)/.exec(page) ?? [];
    expect(sections.flatMap(commandsOf).map(({ line }) => line)).toContain(step);
  });

  it("shows a table that is valid and reads the telephony log whole", () => {
    const [, text = ""] = /<!-- config -->\n```json\n([\s\S]*?)^```$/m.exec(page) ?? [];
    const { faults } = readConfig(configOfValue(JSON.parse(text)), ["pretty"]);
    expect(faults.map(({ message }) => message)).toEqual([]);
    const log = filesOf(page)["call.json"] ?? "";
    const cwd = temporaryFolder({ "guardrails.config.json": text, "call.json": log });
    const { stdout, exitCode } = runCli(["check", "call.json", "--require-tools"], { cwd });
    expect(`${exitCode} ${stdout}`).toContain("0 Passed");
    expect(stdout).toContain("1 conversation, 1 exchange, 1 call, 1 result");
  });
});
