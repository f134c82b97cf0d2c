import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Configs } from "../../src/run/configs.js";
import { judgingOf, runSettings } from "../../src/run/settings.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const noFlags = { gitignore: null, errorOnUnmatchedPattern: null, snippets: null };

function configsIn(cwd: string, choice?: string) {
  return new Configs(choice, { cwd, env: {}, importModule: (url) => import(url) });
}

async function loadIn(files: Readonly<Record<string, unknown>>) {
  const cwd = temporaryFolder(Object.fromEntries(Object.entries(files).map(([path, value]) => [path, textOf(value)])));
  const loaded = await configsIn(cwd).for(cwd);
  if (loaded === undefined) throw new Error("No configuration");
  const levels = (path: string) => Object.fromEntries(judgingOf(join(cwd, path), noFlags, loaded, cwd).severities);
  return { cwd, loaded, levels, judging: (path: string) => judgingOf(join(cwd, path), noFlags, loaded, cwd) };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

async function faultOf(files: Readonly<Record<string, unknown>>): Promise<string> {
  try {
    await loadIn(files);
    return "none";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("extends", () => {
  it("takes a file: what the configuration says itself wins, rules one by one", async () => {
    const { loaded, levels } = await loadIn({
      "guardrails.config.json": { extends: "./shared/base.json", rules: { "unknown-tool": "warning" }, minFiles: 3 },
      "shared/base.json": { rules: { "unknown-tool": "off", "leaked-call": "error" }, minFiles: 1, maxWarnings: 7, ignore: ["drafts/**"] },
    });
    expect(levels("a.json")).toMatchObject({ "unknown-tool": "warning", "leaked-call": "error" });
    expect(loaded.config).toMatchObject({ minFiles: 3, maxWarnings: 7, ignore: ["drafts/**"] });
  });

  it("takes several, of which the later one wins, presets among them", async () => {
    const { levels } = await loadIn({
      "guardrails.config.json": { extends: ["./one.json", "strict", "./two.json"] },
      "one.json": { rules: { "leaked-call": "off", "unknown-tool": "off" } },
      "two.json": { rules: { "split-results": "info" } },
    });
    expect(levels("a.json")).toMatchObject({ "leaked-call": "error", "unknown-tool": "off", "split-results": "info" });
  });

  it("lets a configuration win over the overrides of what it extends, and its own overrides over all", async () => {
    const { levels } = await loadIn({
      "guardrails.config.json": {
        extends: "./base.json",
        rules: { "unknown-tool": "error" },
        overrides: [{ files: ["old/**"], rules: { "unknown-tool": "info" } }],
      },
      "base.json": { overrides: [{ files: ["**/*.json"], rules: { "unknown-tool": "off", "leaked-call": "off" } }] },
    });
    expect(levels("new/a.json")).toMatchObject({ "unknown-tool": "error", "leaked-call": "off" });
    expect(levels("old/a.json")).toMatchObject({ "unknown-tool": "info", "leaked-call": "off" });
  });

  it("reads globs of files from the folder of the configuration that extends, tools from that of the file that names them", async () => {
    const { judging } = await loadIn({
      "guardrails.config.json": { extends: "./shared [x]/base.json" },
      "shared [x]/base.json": { tools: ["tools.json", "more/*.json"], overrides: [{ files: "logs/*.json", profile: "groq" }] },
    });
    expect(judging("logs/a.json").profiles).toEqual(["groq"]);
    expect(judging("a.json").tools?.patterns).toEqual(["shared [x]/tools.json", "shared [[]x]/more/*.json"]);
  });

  it("takes a package: what it exports, a file in it, or its guardrails.config.json", async () => {
    const files = {
      "node_modules/@team/guards/package.json": { name: "@team/guards", main: "base.json" },
      "node_modules/@team/guards/base.json": { extends: "./more.json", rules: { "leaked-call": "off" } },
      "node_modules/@team/guards/more.json": { maxWarnings: 4 },
      "node_modules/plain/package.json": { name: "plain" },
      "node_modules/plain/guardrails.config.json": { rules: { "split-results": "off" } },
      "node_modules/code/package.json": { name: "code", type: "module", exports: "./index.mjs" },
      "node_modules/code/index.mjs": 'export default { rules: { "masked-result": "error" } };',
    };
    const { loaded, levels } = await loadIn({
      "guardrails.config.json": { extends: ["@team/guards", "plain", "code", "@team/guards/more.json"] },
      ...files,
    });
    expect(levels("a.json")).toMatchObject({ "leaked-call": "off", "split-results": "off", "masked-result": "error" });
    expect(loaded.config.maxWarnings).toBe(4);
  });

  it("knows the formats of what it extends, and reads a plugin that both name once", async () => {
    const format = {
      id: "steps",
      title: "Steps",
      source: "the agent",
      claims: [{ because: "has steps", some: { has: ["tool"] } }],
      read: { each: [{ is: "call", name: "tool", arguments: "input" }] },
    };
    const rule =
      'export default { rules: [{ id: "my-rule", category: "call", severity: "error", summary: "s", consequence: "c", repair: "r", evidence: ["e"], scope: "conversation", on: {} }] };';
    const { loaded } = await loadIn({
      "guardrails.config.json": {
        extends: "./shared/base.json",
        plugins: "./shared/rules.mjs",
        format: "steps",
        rules: { "my-rule": "off" },
      },
      "shared/base.json": { formats: [format], plugins: "./rules.mjs" },
      "shared/rules.mjs": rule,
    });
    expect(loaded.config.format).toBe("steps");
    expect(loaded.extensions.rules.map(({ id }) => id)).toEqual(["my-rule"]);
  });

  it("reports what is wrong in a shared file at its line there", async () => {
    const message = await faultOf({ "guardrails.config.json": { extends: "./a.json" }, "a.json": { rules: { "unknown-tol": "off" } } });
    expect(message).toBe('a.json:3:5: Unknown key "unknown-tol", did you mean "unknown-tool"?');
  });

  it.each([
    ["a missing file", "./b.json", 'No file "./b.json" to extend'],
    ["a missing package", "@team/none", '"@team/none" is neither a preset nor an installed package, a path begins with ./ or ../'],
    ["a preset that is misspelled", "stritc", '"stritc" is neither a preset nor an installed package, did you mean "strict"?'],
    ["a path without ./", "other.json", '"other.json" is neither a preset nor an installed package, did you mean "./other.json"?'],
    [
      "itself",
      "./guardrails.config.json",
      "The configurations extend each other in a circle: guardrails.config.json → guardrails.config.json",
    ],
  ])("reports %s where it is named", async (_, entry, message) => {
    const files = { "guardrails.config.json": { extends: ["strict", entry] }, "other.json": {} };
    expect(await faultOf(files)).toBe(`guardrails.config.json:4:5: ${message}`);
  });

  it("reports a circle of several files with the way through it", async () => {
    const message = await faultOf({
      "guardrails.config.json": { extends: "./a.json" },
      "a.json": { extends: "./b.json" },
      "b.json": { extends: "./a.json" },
    });
    expect(message).toBe("b.json:2:14: The configurations extend each other in a circle: a.json → b.json → a.json");
  });

  it("does not run code that a configuration among the files to check extends, and says so", async () => {
    const cwd = temporaryFolder({
      "inner/guardrails.config.json": '{ "extends": ["./base.mjs", "strict"] }',
      "inner/base.mjs": "throw new Error('ran');",
    });
    const configs = configsIn(cwd);
    const loaded = await configs.for(join(cwd, "inner"));
    expect(loaded?.layers.map(({ preset }) => preset)).toEqual(["strict", undefined]);
    expect(configs.notices.map(({ message }) => message)).toEqual([
      'What inner/guardrails.config.json extends is not read: "./base.mjs" is code, and code is run only from the working directory or above, or where --config names the configuration',
    ]);
  });

  it("reads a file that two others extend twice, which is no circle", async () => {
    const { levels } = await loadIn({
      "guardrails.config.json": { extends: ["./a.json", "./b.json"] },
      "a.json": { extends: "./base.json" },
      "b.json": { extends: "./base.json" },
      "base.json": { rules: { "leaked-call": "off" } },
    });
    expect(levels("a.json")).toMatchObject({ "leaked-call": "off" });
  });

  it("keeps maps of reports together, and takes the last of single settings", async () => {
    const { loaded, cwd } = await loadIn({
      "guardrails.config.json": { extends: "./base.json", output: { sarif: "out.sarif" } },
      "base.json": { output: { json: "out.json" }, reporter: "compact" },
    });
    const { outputs, reporter } = runSettings(noFlags, loaded, cwd);
    expect(outputs.map((output) => output.path)).toEqual([join(cwd, "out.json"), join(cwd, "out.sarif")]);
    expect(reporter).toBe("compact");
  });

  it("finds a linked package where the link leads", async () => {
    const cwd = temporaryFolder({
      "packages/guards/guardrails.config.json": '{ "maxWarnings": 9 }',
      "packages/guards/package.json": '{ "name": "guards" }',
      "guardrails.config.json": '{ "extends": "guards" }',
    });
    mkdirSync(join(cwd, "node_modules"));
    symlinkSync(join(cwd, "packages/guards"), join(cwd, "node_modules/guards"), "junction");
    expect((await configsIn(cwd).for(cwd))?.config.maxWarnings).toBe(9);
  });
});
