import { describe, expect, it } from "vitest";
import type { FormatTable } from "../../src/formats/table/table.js";
import { type CliResult, runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const steps: FormatTable = {
  id: "steps",
  title: "Steps",
  source: "our agent",
  claims: [{ because: "has steps with a gadget", some: { has: ["gadget", "seen"] } }],
  idsOptional: true,
  read: { each: [{ is: "call", name: "gadget", arguments: "given", result: { content: "seen" } }] },
};

const log = JSON.stringify([
  { gadget: "lamp", given: { on: true }, seen: "light" },
  { gadget: "door", given: {}, seen: "open" },
]);

function run(args: readonly string[], files: Readonly<Record<string, string>>): CliResult {
  return runCli(args, { cwd: temporaryFolder(files) });
}

function withFormats(...formats: readonly FormatTable[]): Readonly<Record<string, string>> {
  return { "guardrails.config.json": JSON.stringify({ formats }), "log.json": log };
}

function withPlugin(code: string, config: object = {}): Readonly<Record<string, string>> {
  return { "guardrails.config.json": JSON.stringify({ plugins: ["./plugin.mjs"], ...config }), "plugin.mjs": code, "log.json": log };
}

const rule = `{ id: "no-doors", scope: "conversation", category: "call", summary: "x", severity: "error", consequence: "x", repair: "x",
  evidence: [], on: { *call(call) { BODY } } }`;

const format = `{ id: "gadgets", title: "Gadgets", source: "x", carries: ["calls"], profile: "framework", rootKeys: ["[]"],
  detect: () => ({ match: "certain", because: "is a list" }), adapt: () => { BODY } }`;

describe("a format of one's own", () => {
  it("reads its log, is listed, shown by inspect and config, and can be named", () => {
    const files = withFormats(steps);
    expect(run(["check", "log.json"], files).stdout).toContain("1 conversation, 1 exchange, 2 calls, 2 results");
    expect(run(["check", "log.json", "--format", "steps"], files).stdout).toContain("2 calls, 2 results");
    expect(run(["formats"], files).stdout).toContain("Steps (from the configuration)");
    expect(run(["inspect", "log.json"], files).stdout).toContain("steps, because it has steps with a gadget");
    expect(run(["config", "log.json"], files).stdout).toMatch(/^formats +guardrails\.config\.json +\["steps"\]$/m);
    expect(run(["check", "log.json", "--format", "step"], files).stderr).toBe(
      'guardrails: Unknown value "step" for --format, did you mean "steps"?\n',
    );
  });

  it("is asked before built-in ones that are as certain", () => {
    const messages = JSON.stringify({
      messages: [{ role: "assistant", tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: "{}" } }] }],
    });
    const chat: FormatTable = {
      ...steps,
      id: "our-chat",
      claims: [{ because: "has calls", some: { has: ["tool_calls"] } }],
      entries: "messages",
      read: "openai-chat",
    };
    const { stdout } = run(["check", "chat.json", "-r", "json"], { ...withFormats(chat), "chat.json": messages });
    expect(JSON.parse(stdout).files[0].conversations[0].format).toBe("our-chat");
    expect(stdout).not.toContain("ambiguous-format");
  });

  it("is reported where a place of it matches nothing", () => {
    const misspelt: FormatTable = {
      ...steps,
      read: { each: [{ is: "call", name: "gadget", arguments: ["givn", "gave"], result: { content: "seen" } }] },
    };
    const { stderr, stdout, exitCode } = run(["check", "log.json"], withFormats(misspelt));
    expect(stderr + stdout).toContain('Format "steps" finds no arguments at "givn" or "gave" in any of 2 calls that it reads');
    expect(exitCode).toBe(0);
    const noCalls: FormatTable = {
      ...steps,
      read: { by: "gadget", others: true, kinds: { gong: { is: "call", name: "a", arguments: "b" } } },
    };
    expect(run(["check", "log.json"], withFormats(noCalls)).stderr).toContain('Format "steps" reads no calls in 1 conversation');
  });

  it("is reported as ambiguous where two of them claim one file", () => {
    const { stdout } = run(["check", "log.json"], withFormats(steps, { ...steps, id: "other-steps" }));
    expect(stdout).toContain("The file is read as steps, because it has steps with a gadget, but it may also be other-steps");
  });

  it("that reads calls without names is rejected at its line", () => {
    const config = `{\n  "formats": [${JSON.stringify(steps).replace('"name":"gadget",', "")}]\n}`;
    const { stderr, exitCode } = run(["check", "log.json"], { "guardrails.config.json": config, "log.json": log });
    expect(stderr).toMatch(/^guardrails: guardrails\.config\.json:2:\d+: Missing key "name": a call without a name cannot be checked\n$/);
    expect(exitCode).toBe(2);
  });

  it("leaves a log whose every line is of another format to that format, or to unknown-format with the command that drafts a table", () => {
    const lines = [{ hello: 1 }, { hello: 2 }].map((line) => JSON.stringify(line)).join("\n");
    const { stdout, exitCode } = run(["check", "other.jsonl"], { ...withFormats(steps), "other.jsonl": lines });
    expect(stdout).toContain("unknown-format");
    expect(stdout).toContain("`guardrails formats --draft FILE` prints a draft of it");
    expect(exitCode).toBe(1);
    const named = run(["check", "other.jsonl", "--format", "steps"], { ...withFormats(steps), "other.jsonl": lines });
    expect(named.stderr).toContain('Format "steps" reads no calls in 2 conversations');
  });
});

describe("a draft on the command line", () => {
  it("is a configuration that checks the log, with what is unsure on standard error, and as comments where they are asked for", () => {
    const noIds = JSON.stringify([
      { kind: "ask", tool: "lamp", args: { on: true } },
      { kind: "got", output: "light" },
    ]);
    const files = { "odd log.json": noIds };
    const plain = run(["formats", "--draft", "odd log.json"], files);
    expect(plain.exitCode).toBe(0);
    expect(JSON.parse(plain.stdout).formats[0].id).toBe("my-odd-log");
    expect(plain.stderr).toContain('Unsure about "idsOptional": No id links results to calls: they are paired by name and order');
    const { stdout } = run(["formats", "--draft", "odd log.json", "--comments"], files);
    expect(stdout).toContain("// No id links results to calls");
    const checked = run(["check", "odd log.json"], { ...files, "guardrails.config.jsonc": stdout });
    expect(checked.stdout).toContain("1 call, 1 result");
  });

  it("is none where nothing looks like a call, or nothing is JSON", () => {
    const files = { "a.json": '{"hello": "there"}', "b.txt": "no json here {" };
    const none = run(["formats", "--draft", "a.json"], files);
    expect([none.exitCode, none.stdout]).toEqual([1, ""]);
    expect(none.stderr).toContain("Nothing in a.json looks like a call");
    expect(run(["formats", "--draft", "b.txt"], files).exitCode).toBe(2);
    expect(run(["formats", "--draft", "c.json"], files).exitCode).toBe(2);
  });
});

describe("a plugin", () => {
  it("brings rules that run, are weighed, selected and accepted like others", () => {
    const code = `export default { rules: [${rule.replace("BODY", 'if (call.function.name === "door") yield { at: call.at.call, message: "A door", call };')}] };`;
    const formats = [steps];
    expect(run(["check", "log.json"], withPlugin(code, { formats })).stdout).toMatch(/error +no-doors/);
    expect(run(["check", "log.json"], withPlugin(code, { formats, rules: { "no-doors": "off" } })).stdout).not.toContain("no-doors");
    expect(run(["check", "log.json", "--only", "no-doors"], withPlugin(code, { formats })).stdout).toMatch(/error +no-doors/);
    const suppress = [{ rule: "no-doors", reason: "known" }];
    expect(run(["check", "log.json"], withPlugin(code, { formats, suppress })).exitCode).toBe(0);
    expect(run(["check", "log.json"], withPlugin(code, { formats, rules: { "no-door": "off" } })).stderr).toContain(
      'Unknown key "no-door", did you mean "no-doors"?',
    );
  });

  it.each([
    ["throws while it loads", "throw new Error('boom');", "cannot be loaded: boom"],
    ["does not parse", "export default {", "cannot be loaded: Unexpected end of input"],
    ["exports nothing", "export const x = 1;", 'Its default export must be an object with "formats" or "rules"'],
    ["exports something else", "export default { formats: [], reporters: [] };", 'with "formats" or "rules", and it has "reporters"'],
    ["exports no list", "export default { rules: 1 };", 'Its "rules" must be a list'],
    ["has a rule that is none", 'export default { rules: [{ id: "x" }] };', 'Its rule "x" has no valid "summary", make it with defineRule'],
    [
      "has a format that is none",
      'export default { formats: [{ id: "x" }] };',
      'Its format "x" has no valid "title", make it with defineFormat',
    ],
    ["has a format without an id", "export default { formats: [{}] };", 'A format of it has no valid id: "id" must be an id, not null'],
    ["takes the id of a format", `export default { formats: [${format.replace("gadgets", "gemini")}] };`, 'did you mean "my-gemini"?'],
    [
      "takes the id of a rule",
      `export default { rules: [${rule.replace("no-doors", "unknown-tool")}] };`,
      'did you mean "my-unknown-tool"?',
    ],
  ])("that %s ends the run with a plain sentence", (_, code, sentence) => {
    const { stderr, exitCode } = run(["check", "log.json"], withPlugin(code));
    expect(stderr).toMatch(/^guardrails: guardrails\.config\.json:1:\d+: Plugin "\.\/plugin\.mjs"/);
    expect(stderr).toContain(sentence);
    expect(stderr.split("\n")).toHaveLength(2);
    expect(exitCode).toBe(2);
  });

  it("that is not there ends the run with a plain sentence", () => {
    for (const name of ["./nowhere.mjs", "no-such-package"]) {
      const { stderr, exitCode } = run(["check", "log.json"], {
        "guardrails.config.json": JSON.stringify({ plugins: name }),
        "log.json": log,
      });
      expect(stderr).toContain(`Plugin "${name}" cannot be loaded`);
      expect(exitCode).toBe(2);
    }
  });

  it("whose rule or format throws is an internal fault, and the other rules and files go on", () => {
    const crash = "throw new Error('boom');";
    const byRule = run(
      ["check", "log.json"],
      withPlugin(`export default { rules: [${rule.replace("BODY", crash)}] };`, { formats: [steps] }),
    );
    expect(byRule.stderr).toContain("Rule no-doors failed and was left out: boom");
    expect(byRule.stdout).toContain("2 calls, 2 results");
    expect(byRule.exitCode).toBe(2);
    const byFormat = run(["check", "log.json"], withPlugin(`export default { formats: [${format.replace("BODY", crash)}] };`));
    expect(byFormat.stderr).toContain('log.json could not be checked: Format "gadgets" of plugin "./plugin.mjs" failed: boom');
    expect(byFormat.exitCode).toBe(2);
  });

  it("of a package is found as Node finds it, also where the package can only be imported", () => {
    const code = `export default { rules: [${rule.replace("BODY", 'yield { at: call.at.call, message: "A call", call };')}] };`;
    const { stdout } = run(["check", "log.json"], {
      "guardrails.config.json": JSON.stringify({ plugins: "house-rules", formats: [steps] }),
      "node_modules/house-rules/package.json": JSON.stringify({
        name: "house-rules",
        type: "module",
        exports: { ".": { import: "./main.js" } },
      }),
      "node_modules/house-rules/main.js": code,
      "log.json": log,
    });
    expect(stdout).toMatch(/error +no-doors/);
  });

  it("is not loaded for a configuration below the working directory, unless --config names that", () => {
    const files = {
      "sub/guardrails.config.json": JSON.stringify({ plugins: ["./plugin.mjs"], formats: [steps] }),
      "sub/plugin.mjs": "throw new Error('boom');",
      "sub/log.json": log,
    };
    const { stderr, stdout, exitCode } = run(["check", "sub/log.json"], files);
    expect(stderr).toContain("The plugins of sub/guardrails.config.json are not loaded");
    expect(stdout).toContain("2 calls, 2 results");
    expect(exitCode).toBe(0);
    expect(run(["check", "sub/log.json", "--config", "sub/guardrails.config.json"], files).stderr).toContain("cannot be loaded: boom");
  });
});
