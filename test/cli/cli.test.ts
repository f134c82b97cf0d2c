import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { broken, clean, getOrder } from "../support/calls.js";
import { bin, runCli, runShell } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

describe("exit codes", { timeout: 60_000 }, () => {
  it("beats 1 with 2 and 0 with 1", () => {
    const cwd = temporaryFolder({ "clean.json": clean, "broken.json": broken });
    expect(runCli(["check", "clean.json"], { cwd }).exitCode).toBe(0);
    expect(runCli(["check", "clean.json", "broken.json"], { cwd }).exitCode).toBe(1);
    expect(runCli(["check", "clean.json", "broken.json", "missing.json"], { cwd }).exitCode).toBe(2);
  });

  it("fails at the level that was asked for", () => {
    const cwd = temporaryFolder({ "broken.json": broken });
    const warned = ["check", "broken.json", "--rule", "invalid-arguments=warning"];
    expect(runCli(warned, { cwd }).exitCode).toBe(0);
    expect(runCli([...warned, "--fail-on", "warning"], { cwd }).exitCode).toBe(1);
    expect(runCli([...warned, "--max-warnings", "0"], { cwd }).exitCode).toBe(1);
    expect(runCli([...warned, "--max-warnings", "1"], { cwd }).exitCode).toBe(0);
    expect(runCli([...warned, "--fail-on", "warning", "--quiet"], { cwd }).exitCode).toBe(1);
    expect(runCli(["check", "broken.json", "--fail-on", "never"], { cwd }).exitCode).toBe(0);
    expect(runCli(["check", "broken.json", "--skip", "invalid-arguments"], { cwd }).exitCode).toBe(0);
  });

  it("prints help and the version and exits with 0", () => {
    const cwd = temporaryFolder();
    expect(runCli(["--help"], { cwd })).toMatchObject({ exitCode: 0, stderr: "" });
    expect(runCli(["check", "--help"], { cwd }).stdout).toContain("--tools <pattern>");
    expect(runCli(["--version"], { cwd })).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});

describe("input", { timeout: 60_000 }, () => {
  it("goes on when a file cannot be read, and says so", () => {
    const cwd = temporaryFolder({ "broken.json": broken });
    symlinkSync("loop.json", join(cwd, "loop.json"));
    const { stdout, stderr, exitCode } = runCli(["check", "loop.json", "broken.json", "-r", "json"], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toBe("guardrails: Cannot read loop.json: its symbolic links go in a circle\n");
    expect(JSON.parse(stdout)).toMatchObject({
      run: { status: "incomplete", exitCode: 2 },
      summary: { files: 1, errors: 1 },
      notices: [{ code: "unreadable-file", level: "error" }],
    });
  });

  it("reads standard input", () => {
    const cwd = temporaryFolder();
    const { stdout, exitCode } = runCli(["check", "-", "-r", "compact"], { cwd, input: broken });
    expect(stdout).toContain("<stdin>:1:");
    expect(exitCode).toBe(1);
    expect(runCli(["check", "-"], { cwd, input: clean }).exitCode).toBe(0);
  });

  it("takes the names of files from a list, one a line or NUL-separated", () => {
    const cwd = temporaryFolder({ "a b.json": clean, "c\nd.json": clean, "list.txt": "a b.json\r\n\n" });
    expect(runCli(["check", "--files-from", "list.txt", "--list-files"], { cwd }).stdout).toBe("a b.json\n");
    const separated = runCli(["check", "--files-from", "-", "--list-files"], { cwd, input: "a b.json\0c\nd.json\0" });
    expect(separated.stdout).toBe("a b.json\nc\\nd.json\n");
  });

  it("refuses a name for standard input that is not read", () => {
    const cwd = temporaryFolder({ "clean.json": clean });
    const { stderr, exitCode } = runCli(["check", "clean.json", "--stdin-filename", "x.json"], { cwd });
    expect(stderr).toBe("guardrails: --stdin-filename needs - among the patterns\n");
    expect(exitCode).toBe(2);
  });

  it("checks the working directory without patterns", () => {
    const cwd = temporaryFolder({ "runs/clean.json": clean });
    expect(runCli(["check", "--list-files"], { cwd }).stdout).toBe("runs/clean.json\n");
  });

  it("does not take its own declarations and reports for transcripts", () => {
    const cwd = temporaryFolder({ "clean.json": clean, "tools.json": JSON.stringify([getOrder]), "report.json": "{}" });
    const { stdout } = runCli(["check", ".", "--tools", "tools.json", "-o", "json=report.json", "--list-files"], { cwd });
    expect(stdout).toBe("clean.json\n");
  });
});

describe("output", { timeout: 60_000 }, () => {
  it("puts a report in its place only when it is whole", () => {
    const cwd = temporaryFolder({ "broken.json": broken });
    const { exitCode } = runCli(["check", "broken.json", "-o", "json=new/folder/report.json", "-o", "sarif=a=b.sarif"], { cwd });
    expect(exitCode).toBe(1);
    expect(readdirSync(join(cwd, "new/folder"))).toEqual(["report.json"]);
    expect(JSON.parse(readFileSync(join(cwd, "new/folder/report.json"), "utf8")).run.exitCode).toBe(1);
    expect(JSON.parse(readFileSync(join(cwd, "a=b.sarif"), "utf8")).version).toBe("2.1.0");
  });

  it("says that a report could not be written and writes the others", () => {
    const cwd = temporaryFolder({ "clean.json": clean });
    const outputs = ["-o", "tap=clean.json/x.tap", "-o", "tap=one.tap", "-o", "tap=two.tap"];
    const { stdout, stderr, exitCode } = runCli(["check", "clean.json", "-r", "json", ...outputs], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toBe("guardrails: Cannot write clean.json/x.tap: a file is where a folder should be\n");
    expect(JSON.parse(stdout)).toMatchObject({ run: { exitCode: 2 }, notices: [{ code: "unwritable-report" }] });
    expect(readdirSync(cwd).toSorted()).toEqual(["clean.json", "one.tap", "two.tap"]);
  });

  it("refuses two reports in one file", () => {
    const cwd = temporaryFolder({ "clean.json": clean });
    const { stderr, exitCode } = runCli(["check", "clean.json", "-o", "tap=x", "-o", "json=./x"], { cwd });
    expect(stderr).toMatch(/^guardrails: Two reports into one file: .*x\n$/);
    expect(exitCode).toBe(2);
  });

  it("says that standard output could not be written", { skip: process.platform !== "linux" }, () => {
    const cwd = temporaryFolder({ "clean.json": clean });
    const { stderr } = runShell("guardrails check clean.json > /dev/full; echo exit $? >&2", { cwd });
    expect(stderr).toBe("guardrails: Cannot write to standard output: no space left on the device\nexit 2\n");
  });

  it("colors as it is told", () => {
    const cwd = temporaryFolder({ "broken.json": broken });
    const shown = (args: readonly string[], env: Readonly<Record<string, string>>) =>
      runCli(["check", "broken.json", ...args], { cwd, env }).stdout;
    const colored = "\u001b[";
    expect(shown([], {})).not.toContain(colored);
    expect(shown([], { FORCE_COLOR: "1" })).toContain(colored);
    expect(shown(["--color", "never"], { FORCE_COLOR: "1" })).not.toContain(colored);
    expect(shown(["--color", "always"], {})).toContain(colored);
    expect(shown(["--color", "always", "-r", "json"], {})).not.toContain(colored);
  });

  it("shows paths relative to where CI looks for them", () => {
    const cwd = temporaryFolder({ ".git/HEAD": "", "sub/broken.json": broken });
    const inSub = { cwd: join(cwd, "sub") };
    expect(runCli(["check", "broken.json", "-r", "compact"], inSub).stdout).toMatch(/^broken\.json:/);
    expect(runCli(["check", "broken.json", "-r", "github"], inSub).stdout).toContain("file=sub/broken.json,");
    expect(runCli(["check", "broken.json", "-r", "compact", "--path-base", ".."], inSub).stdout).toMatch(/^sub\/broken\.json:/);
  });

  it("adds a summary to the job on GitHub", () => {
    const cwd = temporaryFolder({ "broken.json": broken, "summary.md": "before\n" });
    runCli(["check", "broken.json"], { cwd, env: { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: join(cwd, "summary.md") } });
    expect(readFileSync(join(cwd, "summary.md"), "utf8")).toMatch(/^before\n## guardrails: failed\n/);
  });

  it("does not mind a reader that leaves", { skip: process.platform === "win32" }, () => {
    const cwd = temporaryFolder({ "many.jsonl": `${broken}\n`.repeat(3000) });
    const { stdout, stderr } = runShell("{ guardrails check many.jsonl -r jsonl; echo exit $? >&2; } | head -n 1", { cwd });
    expect(stdout.split("\n")).toHaveLength(2);
    expect(stderr).toBe("exit 1\n");
  });

  it("waits for a slow reader and loses nothing", { skip: process.platform === "win32" }, () => {
    const cwd = temporaryFolder({ "many.jsonl": `${broken}\n`.repeat(1000) });
    const { stdout } = runShell("guardrails check many.jsonl -r jsonl | { sleep 1; wc -l; }", { cwd });
    expect(stdout.trim()).toBe("1001");
  });

  it("keeps the declared order of places, also across several runs", () => {
    const cwd = temporaryFolder({ "b.json": broken, "a.json": broken, "c/d.json": broken });
    const run = () => runCli(["check", "c", "b.json", "a.json", "-r", "json"], { cwd }).stdout;
    expect(run()).toBe(run());
    expect(JSON.parse(run()).violations.map(({ path }: { path: string }) => path)).toEqual(["a.json", "b.json", "c/d.json"]);
  });
});

describe("signals", { skip: process.platform === "win32", timeout: 60_000 }, () => {
  const signals = [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const;
  const outputs = ["-o", "json=report.json", "-o", "jsonl=report.jsonl"];

  it.each(signals)("ends with the shell's code on %s while it waits for input, and leaves no file", async (signal, expected) => {
    const cwd = temporaryFolder({ "a.jsonl": `${broken}\n`.repeat(1000) });
    const args = ["check", "a.jsonl", "-", "--stdin-filename", "b.jsonl", "-r", "jsonl", ...outputs];
    const child = spawn(process.execPath, [bin, ...args], { cwd, stdio: ["pipe", "pipe", "ignore"] });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.kill(signal);
    child.stdout.resume();
    expect(await codeOf(child)).toBe(expected);
    expect(readdirSync(cwd)).toEqual(["a.jsonl"]);
  });

  it.each(signals)("ends with the shell's code on %s in the middle of a file, and leaves no file", async (signal, expected) => {
    const cwd = temporaryFolder();
    const child = spawn(process.execPath, [bin, "check", "-", "-r", "jsonl", ...outputs], { cwd, stdio: ["pipe", "pipe", "ignore"] });
    // More findings than are gathered before they are written: what comes out proves that the file is being read, and it never ends.
    child.stdin.on("error", () => {});
    const feed = (): boolean => child.stdin.write(`${broken}\n`.repeat(1000));
    child.stdin.on("drain", feed);
    feed();
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.stdout.resume();
    child.kill(signal);
    expect(await codeOf(child)).toBe(expected);
    expect(readdirSync(cwd)).toEqual([]);
  });

  /** A signal that ends the process counts as shells count it. */
  async function codeOf(child: ChildProcess): Promise<number | null> {
    return new Promise((resolve) =>
      child.on("close", (code, signal) => resolve(signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : code)),
    );
  }
});

describe("configuration", { timeout: 60_000 }, () => {
  it("is read as a module too", () => {
    const cwd = temporaryFolder({
      "broken.json": broken,
      "guardrails.config.mjs": 'export default { rules: { "invalid-arguments": "off" } };',
    });
    expect(runCli(["check", "broken.json"], { cwd }).exitCode).toBe(0);
    writeFileSync(join(cwd, "guardrails.config.mjs"), "export default { rulez: {} };");
    expect(runCli(["check", "broken.json"], { cwd }).stderr).toBe(
      'guardrails: guardrails.config.mjs#/rulez: Unknown key "rulez", did you mean "rules"?\n',
    );
    writeFileSync(join(cwd, "guardrails.config.mjs"), "throw new Error('no\\nway');");
    const { stderr, exitCode } = runCli(["check", "broken.json"], { cwd });
    expect(stderr).toBe("guardrails: guardrails.config.mjs: Cannot be loaded: no\n");
    expect(exitCode).toBe(2);
  });

  it("is code only from the working directory or above, or where it is named: what is checked may hold anybody's", () => {
    const code = (name: string) =>
      `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(name)}, ""); export default { failOn: "never" };`;
    const cwd = temporaryFolder({
      "work/here/own.json": broken,
      "work/theirs/a.json": broken,
      "work/theirs/guardrails.config.mjs": code("ran-theirs"),
      "work/deep/guardrails.config.json": '{ "rules": { "invalid-arguments": "off" } }',
      "work/deep/code/guardrails.config.js": code("ran-deep"),
      "work/deep/code/b.json": broken,
      "beside/guardrails.config.mjs": code("ran-beside"),
      "beside/c.json": broken,
      "guardrails.config.json": "{}",
    });
    const work = join(cwd, "work");
    const because = "is not read: code is run only from the working directory or above, or where --config names it";
    const { stdout, stderr, exitCode } = runCli(["check", "theirs", "deep", "../beside", "-r", "json"], { cwd: work });
    expect(stderr.split("\n")).toEqual([
      `guardrails: ../beside/guardrails.config.mjs ${because}`,
      `guardrails: deep/code/guardrails.config.js ${because}`,
      `guardrails: theirs/guardrails.config.mjs ${because}`,
      "",
    ]);
    const report = JSON.parse(stdout);
    expect(report.violations.map(({ path }: { path: string }) => path)).toEqual(["../beside/c.json", "theirs/a.json"]);
    expect(report.notices).toContainEqual({ code: "unread-config", level: "info", message: `theirs/guardrails.config.mjs ${because}` });
    expect(exitCode).toBe(1);
    expect(readdirSync(work).toSorted()).toEqual(["deep", "here", "theirs"]);
    expect(runCli(["config", "theirs/a.json"], { cwd: work }).stderr).toContain(because);
    expect(runCli(["check", "theirs", "--config", "theirs/guardrails.config.mjs"], { cwd: work })).toMatchObject({
      exitCode: 0,
      stderr: "",
    });
    expect(runCli(["check", "../beside"], { cwd: join(cwd, "beside") })).toMatchObject({ exitCode: 0, stderr: "" });
    writeFileSync(join(work, "guardrails.config.mjs"), code("ran-work"));
    expect(runCli(["check", "own.json"], { cwd: join(work, "here") })).toMatchObject({ exitCode: 0, stderr: "" });
    expect(readdirSync(work)).toContain("ran-theirs");
    expect(readdirSync(join(work, "here"))).toContain("ran-work");
  });

  it("is not read under other names, which is said", () => {
    const names = ["guardrails.config.ts", ".guardrailsrc.json", ".guardrailsrc", "guardrails.config.cjs", "guardrails.config.yaml"];
    const cwd = temporaryFolder({ "clean.json": clean, ...Object.fromEntries(names.map((name) => [name, "{}"])) });
    const { stderr, exitCode } = runCli(["check", "clean.json"], { cwd });
    for (const name of names) {
      expect(stderr).toContain(
        `guardrails: ${name} is not read: a configuration is called guardrails.config.json, .jsonc, .mjs or .js, or is the key "guardrails" of package.json\n`,
      );
    }
    expect(exitCode).toBe(0);
    expect(runCli(["check", "clean.json", "--no-config"], { cwd }).stderr).toBe("");
  });

  it("may hold comments where its name says so", () => {
    const cwd = temporaryFolder({
      "broken.json": broken,
      "guardrails.config.jsonc": '{\n  // while we migrate\n  "rules": { "invalid-arguments": "off" },\n}',
    });
    expect(runCli(["check", "broken.json"], { cwd }).exitCode).toBe(0);
  });

  it("is refused where a folder has two", () => {
    const cwd = temporaryFolder({ "broken.json": broken, "guardrails.config.json": "{}", "package.json": '{"guardrails":{}}' });
    const { stderr, exitCode } = runCli(["check", "broken.json"], { cwd });
    expect(stderr).toMatch(/^guardrails: Two configurations for one folder: /);
    expect(exitCode).toBe(2);
  });

  it("gives each file the nearest one, paths relative to it", () => {
    const cwd = temporaryFolder({
      "guardrails.config.json": '{ "rules": { "invalid-arguments": "off" } }',
      "broken.json": broken,
      "sub/guardrails.config.json": '{ "ignore": "skipped/**", "tools": "tools.json" }',
      "sub/tools.json": JSON.stringify([
        { type: "function", function: { name: "get_order", parameters: { type: "object", properties: { id: {} } } } },
      ]),
      "sub/broken.json": broken,
      "sub/skipped/broken.json": broken,
      "sub/deep/guardrails.config.json": "{}",
      "sub/deep/broken.json": broken,
    });
    const { stdout, exitCode } = runCli(["check", "broken.json", "sub/broken.json", "sub/skipped", "sub/deep", "-r", "json"], { cwd });
    const report = JSON.parse(stdout);
    expect(report.files.map(({ path }: { path: string }) => path)).toEqual(["broken.json", "sub/broken.json", "sub/deep/broken.json"]);
    expect(report.violations.map(({ path }: { path: string }) => path)).toEqual(["sub/deep/broken.json"]);
    expect(exitCode).toBe(1);
  });
});

describe("schemas", { timeout: 60_000 }, () => {
  it("describes every report that the program writes", async () => {
    const { Ajv2020 } = await import("ajv/dist/2020.js");
    const cwd = temporaryFolder({ "clean.json": clean, "broken.json": broken, "torn.json": "{" });
    const schema = JSON.parse(runCli(["schema", "report"], { cwd }).stdout);
    const validate = new Ajv2020({ strict: false }).compile(schema);
    for (const args of [["."], ["clean.json"], ["missing.json"], [".", "--redact", "--profile", "openai-chat,nemo"]]) {
      validate(JSON.parse(runCli(["check", ...args, "-r", "json"], { cwd }).stdout));
      expect(validate.errors).toBe(null);
    }
  });

  it("describes a configuration", async () => {
    const { Ajv2020 } = await import("ajv/dist/2020.js");
    const cwd = temporaryFolder();
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      JSON.parse(runCli(["schema", "config"], { cwd }).stdout),
    );
    expect(validate({ failOn: "warning", rules: { "unknown-tool": "off" }, suppress: [{ rule: "unknown-tool", reason: "x" }] })).toBe(true);
    expect(validate({ failOn: "sometimes" })).toBe(false);
    expect(validate({ suppress: [{ rule: "unknown-tool" }] })).toBe(false);
  });
});

describe("catalogue", { timeout: 60_000 }, () => {
  it("lists rules and formats as tables and as JSON, and explains each rule", () => {
    const cwd = temporaryFolder();
    const rules = JSON.parse(runCli(["rules", "--json"], { cwd }).stdout);
    expect(rules).toContainEqual(expect.objectContaining({ id: "unknown-tool", category: "call", severity: "error" }));
    expect(runCli(["rules"], { cwd }).stdout.trimEnd().split("\n")).toHaveLength(rules.length + 1);
    expect(runCli(["explain", "unknown-tool"], { cwd }).stdout).toMatch(/^unknown-tool\n[\s\S]*\nHOW TO FIX IT\n[\s\S]*\nOnline: https:/);
    expect(runCli(["explain", "mistral"], { cwd }).stdout).toMatch(/^mistral {2}\(profile\)\n[\s\S]*recorded-refusal/);
    expect(JSON.parse(runCli(["formats", "--json"], { cwd }).stdout).formats).toContainEqual(
      expect.objectContaining({ id: "openai-chat" }),
    );
    expect(runCli(["formats"], { cwd }).stdout).toContain("openai-chat");
  });

  it("shows as JSON what was understood", () => {
    const cwd = temporaryFolder({ "two.jsonl": `${clean}\n{}\n` });
    const { stdout, exitCode } = runCli(["inspect", "two.jsonl", "--json"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      path: "two.jsonl",
      conversations: [
        { record: 0, format: "openai-chat", links: [{ call: { tool: "get_order", arguments: '{"id":1}' }, linked: "by id" }] },
      ],
      notUnderstood: [{ record: 1 }],
    });
    expect(exitCode).toBe(1);
  });

  it("shows with --redact who called which declared tool, and no more", () => {
    const cwd = temporaryFolder({ "one.json": `{"tools":[{"name":"get_order","parameters":{}}],"transcript":${clean}}` });
    const { stdout } = runCli(["inspect", "one.json", "--redact"], { cwd });
    expect(stdout).toMatch(/1 declared: get_order\n[\s\S]* get_order +… +… +\d+: … +by id\n/);
    expect(stdout).not.toMatch(/call_|"id"/);
  });
});
