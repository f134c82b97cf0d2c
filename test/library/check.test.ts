import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type * as Library from "../../src/index.js";
import type { Report } from "../../src/index.js";
import { broken, clean, getOrder } from "../support/calls.js";
import { temporaryFolder } from "../support/temporary-folder.js";

// The package as it is published. Its types are those of the sources: it may be built after they are checked.
const published: string = "tool-guardrails";
const { check, checkText, checkValue, UsageError }: typeof Library = await import(published);

const { tools: _, ...undeclared } = JSON.parse(broken);
const bare = JSON.stringify(undeclared.messages);

/** Options as a caller without types may write them. */
function unchecked(options: unknown): Record<string, never> {
  return Object(options);
}

function ruleIds({ violations }: Report): readonly string[] {
  return violations.filter(({ severity }) => severity !== "info").map(({ ruleId }) => ruleId);
}

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return "nothing was wrong";
}

afterEach(() => vi.unstubAllEnvs());

describe("options", () => {
  it.each([
    [{ failOn: "errors" }, 'Option failOn: Unknown value "errors", did you mean "error"?'],
    [{ failOn: 1 }, 'Option failOn must be "error", "warning", "info" or "never", not 1'],
    [{ failon: "error" }, 'Unknown option "failon", did you mean "failOn"?'],
    [{ profiles: ["openai-chatt"] }, 'Option profiles.0: Unknown value "openai-chatt", did you mean "openai-chat"?'],
    [{ profiles: "openai-chatt" }, 'Option profiles: Unknown value "openai-chatt", did you mean "openai-chat"?'],
    [{ profile: "openai-chat" }, 'Unknown option "profile", did you mean "profiles"?'],
    [{ format: "openai-cat" }, 'Option format: Unknown value "openai-cat", did you mean "openai-chat"?'],
    [{ mode: "requests" }, 'Option mode: Unknown value "requests", did you mean "request"?'],
    [{ severities: { "unknown-tol": "off" } }, 'Option severities.unknown-tol: Unknown key "unknown-tol", did you mean "unknown-tool"?'],
    [
      { severities: new Map([["unknown-tool", "of"]]) },
      'Option severities.unknown-tool: Unknown value "of", it must be "off", "info", "warning" or "error"',
    ],
    [{ only: ["pairng"] }, 'Option only.0: Unknown value "pairng", did you mean "pairing"?'],
    [{ maxWarnings: -1 }, "Option maxWarnings must be a whole number, zero or more, not -1"],
    [{ maxWarnings: Number.NaN }, "Option maxWarnings must be a value that JSON can hold, not NaN"],
    [{ tools: () => [] }, "Option tools must be a value that JSON can hold, not a function"],
    [{ maxBytes: "many" }, 'Option maxBytes must be a whole number, zero or more, not "many"'],
    [{ requireTools: "yes" }, 'Option requireTools must be true or false, not "yes"'],
    [{ tools: 7 }, "Option tools must be a path, a list of paths, or declarations, not 7"],
    [{ tools: { tools: null } }, "Option tools: No tool declarations in it"],
    [{ cwd: "." }, 'Unknown option "cwd"'],
    [{ config: false }, 'Unknown option "config"'],
  ])("are refused by name: %o", (options, expected) => {
    expect(messageOf(() => checkText(clean, unchecked(options)))).toBe(expected);
    expect(messageOf(() => checkValue(JSON.parse(clean), unchecked(options)))).toBe(expected);
  });

  it("are all told at once, and refused by check as well", async () => {
    const cwd = temporaryFolder({ "t.json": clean });
    const wrong = unchecked({ cwd, failOn: "errors", ignore: 1, path: "x" });
    await expect(check(["t.json"], wrong)).rejects.toThrow(UsageError);
    await expect(check(["t.json"], wrong)).rejects.toThrow(
      'Unknown option "path"\nOption failOn: Unknown value "errors", did you mean "error"?\nOption ignore must be a glob, not 1',
    );
    await expect(check(Object({ a: 1 }), { cwd })).rejects.toThrow("Patterns must be a path or glob, not an object");
  });

  it("are an object", () => {
    expect(messageOf(() => checkText(clean, JSON.parse("null")))).toBe("Options must be an object, not null");
    expect(messageOf(() => checkText(clean, JSON.parse("[]")))).toBe("Options must be an object, not an array");
  });

  it("may be there without a value", () => {
    expect(checkText(clean, unchecked({ failOn: undefined, maxWarnings: null, profiles: [] })).run.status).toBe("pass");
  });

  it("decide the verdict", () => {
    expect(checkText(broken).run).toMatchObject({ status: "fail", exitCode: 1, failOn: "error" });
    expect(checkText(broken, { failOn: "never" }).run.status).toBe("pass");
    expect(checkText(broken, { severities: { "invalid-arguments": "warning" } }).run.status).toBe("pass");
    expect(checkText(broken, { severities: new Map([["invalid-arguments", "warning"]]), maxWarnings: 0 }).run.status).toBe("fail");
    expect(checkText(broken, { only: "pairing" }).run.status).toBe("pass");
    expect(checkText(bare, { requireTools: true }).run.status).toBe("incomplete");
  });

  it("name a format and profiles by their ids", () => {
    const conversations = (report: Report) => report.files.flatMap((file) => file.conversations);
    expect(conversations(checkText(clean, { format: "nemo" }))).toMatchObject([{ format: "nemo" }]);
    expect(conversations(checkText(clean, { profiles: "mistral" }))).toMatchObject([{ profile: "mistral" }]);
    expect(checkText(clean, { profiles: ["mistral", "openai-chat"] }).violations.map(({ profile }) => profile)).toContain("mistral");
  });
});

describe("tools", () => {
  const list = [getOrder];
  const cwd = () => temporaryFolder({ "t.json": bare, "tools/a.json": JSON.stringify(list), "none.json": '{ "tools": null }' });

  it("are a list, an object, a map, one declaration", () => {
    const named = { get_order: { description: "", inputSchema: getOrder.function.parameters } };
    for (const tools of [
      list,
      { tools: list },
      { result: { tools: [{ name: "get_order", inputSchema: getOrder.function.parameters }] } },
      named,
      getOrder,
    ]) {
      const report = checkText(bare, { tools });
      expect(ruleIds(report)).toEqual(["invalid-arguments"]);
      expect(report.violations.find(({ ruleId }) => ruleId === "invalid-arguments")?.related).toMatchObject([
        { path: "<tools>", range: null },
      ]);
    }
  });

  it("declare nothing as an empty list, which is a declared one", () => {
    expect(ruleIds(checkText(bare, { tools: [] }))).toContain("unknown-tool");
  });

  it("have their own faults, at pointers", () => {
    const { violations } = checkText(bare, { tools: [getOrder, 7] });
    expect(violations).toContainEqual(expect.objectContaining({ ruleId: "invalid-tool", path: "<tools>", pointer: "/1", range: null }));
  });

  it("are the path of a file, or of several", async () => {
    const folder = cwd();
    const path = join(folder, "tools/a.json");
    for (const tools of [path, [path]]) expect(ruleIds(checkText(bare, { tools }))).toEqual(["invalid-arguments"]);
    for (const tools of ["tools/a.json", ["tools/a.json"], "tools/*.json", list]) {
      expect(ruleIds(await check(["t.json"], { cwd: folder, tools }))).toEqual(["invalid-arguments"]);
    }
    expect(() => checkText(bare, { tools: join(folder, "missing.json") })).toThrow(/^Cannot read .*missing\.json: no such file$/);
    await expect(check(["t.json"], { cwd: folder, tools: "missing.json" })).rejects.toThrow(
      "No file of tool declarations matches missing.json",
    );
    await expect(check(["t.json"], { cwd: folder, tools: "none.json" })).rejects.toThrow("No tool declarations in none.json");
  });
});

describe("checkValue", () => {
  it("takes messages in memory, with pointers for places", () => {
    const report = checkValue(JSON.parse(broken));
    expect(report.files).toMatchObject([{ path: "<value>", conversations: [{ calls: 1, results: 1 }] }]);
    expect(report.violations).toMatchObject([
      {
        ruleId: "invalid-arguments",
        path: "<value>",
        pointer: "/messages/1/tool_calls/0/function/arguments",
        range: null,
        excerpt: null,
        shown: null,
        call: { argumentPointer: "/id" },
        related: [{ pointer: "/tools/0/function/parameters/properties/id/type", range: null }],
      },
    ]);
  });

  it("says what checkText says of the same text, but for places in it", () => {
    for (const text of [clean, broken, bare, "{}", "[]", "null"]) {
      const withoutPlaces = ({ violations, summary }: Report) => ({
        summary,
        violations: violations.map(({ ruleId, message, pointer, severity, fingerprint }) => ({
          ruleId,
          message,
          pointer,
          severity,
          fingerprint,
        })),
      });
      expect(withoutPlaces(checkValue(JSON.parse(text), { path: "x" }))).toEqual(withoutPlaces(checkText(text, { path: "x" })));
    }
  });

  it("takes a list of messages, and leaves out members without a value", () => {
    const messages = undeclared.messages.map((message: object) => ({ ...message, name: undefined }));
    expect(ruleIds(checkValue(messages, { tools: [getOrder] }))).toEqual(["invalid-arguments"]);
  });

  it("refuses what is no data", () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(messageOf(() => checkValue(clean))).toBe("checkValue takes messages in memory; a text goes to checkText");
    expect(messageOf(() => checkValue(undefined))).toBe("checkValue takes messages in memory, got undefined");
    expect(messageOf(() => checkValue(circle))).toMatch(/^The value cannot be written as JSON: /);
    expect(messageOf(() => checkValue({ n: 1n }))).toMatch(/^The value cannot be written as JSON: /);
    expect(messageOf(() => checkText(Object([])))).toBe("checkText takes the text of a recording; messages in memory go to checkValue");
  });
});

describe("check", () => {
  const files = {
    "guardrails.config.json": '{ "rules": { "invalid-arguments": "warning" }, "ignore": ["skipped/**"], "failOn": "warning" }',
    "t.json": broken,
    "skipped/s.json": broken,
    "sub/guardrails.config.json": '{ "suppress": [{ "rule": "invalid-arguments", "reason": "known" }] }',
    "sub/t.json": broken,
    "other.jsonc": '{ "rules": { "invalid-arguments": "off" } }',
  };
  const severities = ({ violations }: Report) => violations.map(({ path, severity }) => `${path} ${severity}`);

  it("reads the configuration as the command does", async () => {
    const cwd = temporaryFolder(files);
    const report = await check(["."], { cwd });
    expect(severities(report)).toEqual(["t.json warning"]);
    expect(report).toMatchObject({ summary: { files: 2, suppressed: 1 }, run: { failOn: "warning", exitCode: 1 } });
  });

  it("lets options win over it, takes another one, or none", async () => {
    const cwd = temporaryFolder(files);
    expect((await check("t.json", { cwd, failOn: "error" })).run).toMatchObject({ failOn: "error", status: "pass" });
    expect((await check(["t.json"], { cwd, severities: { "invalid-arguments": "error" } })).summary).toMatchObject({ errors: 1 });
    expect(severities(await check(["t.json"], { cwd, config: "other.jsonc" }))).toEqual([]);
    expect(severities(await check(["**/t.json"], { cwd, config: false }))).toEqual(["sub/t.json error", "t.json error"]);
    expect(severities(await check(["."], { cwd, config: false, ignore: "sub" }))).toEqual(["skipped/s.json error", "t.json error"]);
  });

  it("refuses a wrong configuration with its line", async () => {
    const cwd = temporaryFolder({ "t.json": clean, "guardrails.config.json": '{ "failon": "error" }' });
    await expect(check(["t.json"], { cwd })).rejects.toThrow('guardrails.config.json:1:3: Unknown key "failon", did you mean "failOn"?');
    expect((await check(["t.json"], { cwd, config: false })).run.status).toBe("pass");
  });

  it("loads a configuration that is a module", async () => {
    const cwd = temporaryFolder({ "t.json": broken, "guardrails.config.mjs": 'export default { failOn: "never" };' });
    expect((await check(["t.json"], { cwd })).run).toMatchObject({ failOn: "never", status: "pass" });
  });

  it("writes nothing, whatever the configuration puts out", async () => {
    const cwd = temporaryFolder({ "t.json": broken, "guardrails.config.json": '{ "output": { "json": "report.json" } }' });
    expect((await check(["t.json"], { cwd })).run.status).toBe("fail");
    expect(readdirSync(cwd).toSorted()).toEqual(["guardrails.config.json", "t.json"]);
  });

  it("throws nothing for bad input: it is a notice", async () => {
    const cwd = temporaryFolder({ "t.json": clean });
    const report = await check(["t.json", "missing.json"], { cwd });
    expect(report).toMatchObject({ run: { exitCode: 2 }, notices: [{ code: "unmatched-pattern" }] });
    expect((await check([], { cwd })).run.exitCode).toBe(2);
    expect((await check([""], { cwd })).notices).toMatchObject([{ message: "An empty pattern matches no file: is a variable unset?" }]);
    expect((await check(["t.json", "missing.json"], { cwd, errorOnUnmatchedPattern: false })).run.exitCode).toBe(0);
  });

  it("gives the same report under SOURCE_DATE_EPOCH", async () => {
    vi.stubEnv("SOURCE_DATE_EPOCH", "1790000000");
    const cwd = temporaryFolder({ "t.json": broken });
    expect(await check(["t.json"], { cwd })).toEqual(await check(["t.json"], { cwd }));
  });
});
