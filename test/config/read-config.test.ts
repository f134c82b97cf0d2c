import { describe, expect, it } from "vitest";
import { configSchema } from "../../src/config/config-schema.js";
import { blankComments } from "../../src/config/jsonc.js";
import { configOfValue, faultPlace, parseConfigText } from "../../src/config/parse-config.js";
import { configFields, readConfig } from "../../src/config/read-config.js";

const reporterIds = ["pretty", "json"];

function faultsOf(text: string, jsonc = false): readonly string[] {
  const parsed = parseConfigText(text, jsonc);
  if (parsed.kind === "fault") return [`${parsed.place} ${parsed.message}`];
  return readConfig(parsed.root, reporterIds).faults.map(({ at, message }) => `${faultPlace(at)} ${message}`);
}

describe("readConfig", () => {
  it("reads every key", () => {
    const value = {
      $schema: "./schema.json",
      extends: "strict",
      plugins: "./rules.mjs",
      formats: [
        {
          id: "steps",
          title: "Steps",
          source: "the agent",
          claims: [{ because: "has steps", some: { has: ["tool"] } }],
          read: { each: [{ is: "call", name: "tool", arguments: "input" }] },
        },
      ],
      format: "openai-chat",
      profile: ["openai-chat", "mistral"],
      mode: "request",
      tools: "tools/*.json",
      rules: { "unknown-tool": "warning", "duplicate-call-id": "off" },
      only: ["call"],
      skip: "leaked-call",
      allowHandled: true,
      assertFormats: true,
      maxSize: "20 MB",
      failOn: "warning",
      maxWarnings: 0,
      minFiles: 2,
      minToolCalls: 3,
      requireTools: true,
      errorOnUnmatchedPattern: false,
      ignore: ["drafts/**"],
      gitignore: false,
      forceExclude: true,
      reporter: "json",
      output: { json: "report.json" },
      quiet: true,
      maxShown: 20,
      snippets: false,
      redact: true,
      color: "never",
      pathBase: ".",
      overrides: [{ files: "legacy/**", rules: { "unknown-tool": "off" }, mode: "fragment" }],
      groupBy: "tool",
      baseline: "known.jsonl",
      suppress: [{ rule: "unknown-tool", files: ["a.json"], tool: "old_*", reason: "kept for the archive", expires: "2027-01-31" }],
      cache: true,
      cacheLocation: ".cache",
      policies: [
        {
          name: "ask first",
          reason: "people decide",
          call: "ask",
          mustComeBefore: ["pay", "send_*"],
          files: ["live/**"],
          severity: "info",
        },
      ],
    };
    expect(Object.keys(value)).toEqual(expect.arrayContaining(Object.keys(configFields(reporterIds))));
    const { config, faults } = readConfig(configOfValue(value), reporterIds);
    expect(faults).toEqual([]);
    expect(Object.entries(config).filter(([, read]) => read === undefined)).toEqual([]);
    expect(config).toMatchObject({
      extends: ["strict"],
      profile: ["openai-chat", "mistral"],
      tools: ["tools/*.json"],
      skip: ["leaked-call"],
      maxSize: 20_000_000,
      overrides: [{ files: ["legacy/**"], mode: "fragment" }],
      suppress: [{ rule: "unknown-tool", tool: "old_*", expires: "2027-01-31" }],
    });
    expect(config.rules?.get("unknown-tool")).toBe("warning");
  });

  it("names the place of a wrong key and the nearest right one", () => {
    expect(faultsOf('{\n  "failOn": "error",\n  "rulez": {}\n}')).toEqual(['3:3 Unknown key "rulez", did you mean "rules"?']);
    expect(faultsOf('{ "rules": { "unknown-tol": "off" } }')).toEqual(['1:14 Unknown key "unknown-tol", did you mean "unknown-tool"?']);
    expect(faultsOf('{ "suppress": [{ "rule": "unknown-tool", "reasn": "x" }] }')).toEqual([
      '1:42 Unknown key "reasn", did you mean "reason"?',
      '1:16 Missing key "reason": whoever reads this later must know why',
    ]);
  });

  it("tells all faults, each with what was expected", () => {
    const text = `{
  "failOn": "eror",
  "maxWarnings": -1,
  "quiet": "yes",
  "tools": [1],
  "maxSize": "big",
  "overrides": { },
  "suppress": [{ "rule": "unknown-tool", "reason": "", "expires": "soon" }],
  "mode": null
}`;
    expect(faultsOf(text)).toEqual([
      '9:11 "mode" must be "recording", "request", "dataset" or "fragment", not null',
      '5:13 Each entry of "tools" must be a path or glob, not 1',
      '6:14 "maxSize" must be a size such as 1000000 or "50 MB", not "big"',
      '2:13 Unknown value "eror", did you mean "error"?',
      '3:18 "maxWarnings" must be a whole number, zero or more, not -1',
      '4:12 "quiet" must be true or false, not "yes"',
      '7:16 "overrides" must be a list, not an object',
      '8:52 "reason" must be a reason, not ""',
      '8:67 "expires" must be a day such as "2027-01-31", not "soon"',
    ]);
  });

  it("refuses a document that is no object, no JSON, or repeats a key", () => {
    expect(faultsOf("[]")).toEqual(["1:1 The configuration must be an object, not an array"]);
    expect(faultsOf('{ "quiet": true, }')[0]).toMatch(/^1:\d+ .*\(guardrails\.config\.jsonc may hold comments and trailing commas\)$/);
    expect(faultsOf('{ "quiet": true,\n  "quiet": false }')).toEqual(['2:3 Repeated key "quiet"']);
  });

  it("reads comments and trailing commas in jsonc, with every place unchanged", () => {
    const text = '{\n  // why\n  "quiet": true, /* "x": 1,\n */ "rulez": "// no comment, }",\n}';
    expect(blankComments(text)).toHaveLength(text.length);
    expect(faultsOf(text, true)).toEqual(['4:5 Unknown key "rulez", did you mean "rules"?']);
  });

  it("points into values that have no lines", () => {
    const { faults } = readConfig(configOfValue({ suppress: [{ rule: "x", reason: "y" }] }), reporterIds);
    expect(faults.map(({ at, message }) => `${faultPlace(at)} ${message}`)).toEqual(['/suppress/0/rule Unknown value "x"']);
  });
});

describe("configSchema", () => {
  it("describes every key", () => {
    const schema = configSchema(reporterIds);
    expect(Object.keys(Object(schema.properties))).toEqual(Object.keys(configFields(reporterIds)));
    for (const property of Object.values(Object(schema.properties))) expect(property).toHaveProperty("description");
  });
});
