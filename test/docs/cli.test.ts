import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.js";
import { runShell } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/cli.md"), "utf8");

const { commands } = program(root, () => {});

/** The page's section about one command. */
function sectionOf(name: string): string {
  return page.split(/^## /m).find((section) => section.startsWith(`guardrails ${name}\n`)) ?? "";
}

/** The cells of each row whose first one is a flag. */
function rowsOf(section: string): readonly (readonly string[])[] {
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `-"))
    .map((line) => line.slice(2, -2).split(/(?<!\\) \| /));
}

function codeIn(cell = ""): string {
  return /^`(.*)`$/.exec(cell)?.[1]?.replaceAll("\\|", "|") ?? "";
}

describe("docs/cli.md", { timeout: 300_000 }, () => {
  it("has a section for each command, and for no other", () => {
    const sections = [...page.matchAll(/^## guardrails (.*)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(commands.map((command) => command.name()));
  });

  it.each(commands.map((command) => [command.name(), command] as const))(
    "lists each flag of %s, as it is spelled, and no other",
    (name, command) => {
      expect(rowsOf(sectionOf(name)).map(([flag]) => codeIn(flag))).toEqual(command.options.map(({ flags }) => flags));
    },
  );

  it("shows each flag in an example of its command", () => {
    for (const { name, rows } of commands.map((command) => ({ name: command.name(), rows: rowsOf(sectionOf(command.name())) })))
      for (const [flag, , example] of rows) {
        const [spelled = ""] = codeIn(flag)
          .split(" ")
          .map((word) => word.replace(",", ""));
        expect(codeIn(example)).toContain(`guardrails ${name} `);
        expect(` ${codeIn(example)} `).toContain(` ${spelled} `);
      }
  });

  it("shows examples that run", async () => {
    const cwd = temporaryFolder({
      "tools.json": JSON.stringify(JSON.parse(readFileSync(join(root, "fixtures/demo/support-agent-broken.json"), "utf8")).tools),
      "ci/guardrails.json": "{}",
      "guardrails-baseline.jsonl": '{"guardrailsBaseline":1}',
      "known.jsonl": '{"guardrailsBaseline":1}',
    });
    for (const folder of ["transcripts", "logs"]) mkdirSync(join(cwd, folder));
    const demo = (name: string, path: string) => copyFileSync(join(root, "fixtures/demo", name), join(cwd, path));
    demo("support-agent.json", "history.json");
    demo("support-agent-broken.json", "broken.json");
    demo("support-agent.json", "transcripts/support.json");
    demo("sessions.jsonl", "logs/sessions.jsonl");
    demo("sessions.jsonl", "logs/monday.jsonl");
    const shown = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) => block.trim().split("\n"));
    const examples = [...shown, ...rowsOf(page).map(([, , example]) => codeIn(example))];
    expect(examples.length).toBeGreaterThan(40);
    const ending = examples.filter((example) => !example.includes("--watch")); // it goes on until it is ended: test/cli/watch.test.ts
    for (const example of ending) expect(await run(example, cwd), example).toBeLessThan(2);
  });
});

/** The command line itself, without a process of its own; it prints nothing. */
function program(cwd: string, done: (exitCode: number) => void): ReturnType<typeof createProgram> {
  const sink = { isTerminal: false, write: () => {}, flush: () => {} };
  return createProgram({ cwd, env: {}, stdout: sink, stderr: sink, importModule: async () => ({}) }, "0.0.0", done);
}

/** Runs a line of shell; only one with a pipe needs processes. */
async function run(line: string, cwd: string): Promise<number | null> {
  if (line.includes("|")) return runShell(line, { cwd }).exitCode;
  const words = [...line.replace(/\s#.*$/, "").matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
  let exitCode: number | null = null;
  await program(cwd, (code) => {
    exitCode = code;
  }).parseAsync(words.slice(1), { from: "user" });
  return exitCode ?? 0;
}
