import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check, type Report } from "../../src/index.js";
import { inLibrary, openLibrary } from "../support/browser-library.js";
import { chromiumInWords, installedChromium, launchChromium } from "../support/chromium.js";
import { runCli } from "../support/run-cli.js";
import { shopCall, shopResult, shopTranscript } from "../support/small-shop.js";

const root = resolve(import.meta.dirname, "../..");

const fixtures = ["formats", "containers", "rules"].flatMap((folder) =>
  readdirSync(join(root, "fixtures", folder), { recursive: true, encoding: "utf8" })
    .map((name) => `fixtures/${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => statSync(join(root, path)).isFile() && !/\.(?:model\.json|out)$/.test(path))
    .sort(),
);

/** All of a report but the time it took, and names in a repository, of which a browser knows nothing. */
function comparable({ run, violations, ...others }: Report): unknown {
  return { ...others, run: { ...run, durationMs: 0 }, violations: violations.map((each) => ({ ...each, fingerprint: "" })) };
}

const faulty = shopTranscript([
  { role: "user", content: "Wo ist mein Päckchen? 📦" },
  { role: "assistant", content: null, tool_calls: [shopCall("c1", '{"parcel": "sieben"}')] },
  shopResult("c1", "unterwegs"),
]);
const files = [{ path: "shop.json", text: faulty }];

describe.skipIf(installedChromium === undefined)(`the library in Chromium${chromiumInWords}`, { timeout: 300_000 }, () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchChromium();
    page = await openLibrary(browser);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
  });

  it("comes to the same report as Node for the fixtures of all formats, containers and rules", async () => {
    expect(fixtures.length).toBeGreaterThan(1000);
    const inNode = await check(fixtures, { cwd: root, config: false, gitignore: false });
    const inBrowser = await inLibrary(
      page,
      `Promise.all(given.map(async (path) => ({ path, bytes: await (await fetch("/" + encodeURIComponent(path))).arrayBuffer() })))
        .then((files) => library.check({ files }))
        .then(({ run, violations, ...others }) => ({
          ...others,
          run: { ...run, durationMs: 0 },
          violations: violations.map((each) => ({ ...each, fingerprint: "" })),
        }))`,
      fixtures,
    );
    expect(inBrowser).toEqual(JSON.parse(JSON.stringify(comparable(inNode))));
  });

  it("takes text and bytes, and finds a fault at the same characters in both", async () => {
    const places = await inLibrary(
      page,
      `Promise.all([{ text: given }, { bytes: new TextEncoder().encode(given) }].map(async (each) =>
        (await library.check({ files: [{ path: "a.json", ...each }] })).violations.map(({ ruleId, range }) => [ruleId, range.start])))`,
      faulty,
    );
    const { offset, line, column } = { offset: expect.any(Number), line: expect.any(Number), column: expect.any(Number) };
    const found = [["invalid-arguments", { offset, line, column }]];
    expect(places).toEqual([found, found]);
  });

  it("judges by the options that Node's check takes, and names the option that is wrong", async () => {
    const statuses = await inLibrary(
      page,
      `Promise.all([{}, { severities: { "invalid-arguments": "warning" } }, { skip: "invalid-arguments" }, { only: "call" }, { failOn: "never" },
        { policies: [{ name: "polite", call: "say_hello", mustBeCalled: true, reason: "Politeness" }] }, { profiles: ["anthropic", "gemini"] }, { format: "openai-chat" }]
        .map(async (options) => { const { run, violations } = await library.check({ ...options, files: given }); return [run.status, violations.length]; }))`,
      files,
    );
    expect(statuses).toMatchObject([
      ["fail", 1],
      ["pass", 1],
      ["pass", 0],
      ["fail", 1],
      ["pass", 1],
      ["fail", 2],
      ["fail", expect.any(Number)],
      ["fail", 1],
    ]);
    expect(await inLibrary(page, 'library.check({ files: given, format: "openai" })', files)).toMatchObject({
      error: expect.stringContaining("UsageError: Option format"),
    });
  });

  it("takes declarations as data or as files, and reports what is wrong with them in their file", async () => {
    const undeclared = JSON.stringify({ messages: JSON.parse(faulty).messages });
    const given = { files: [{ path: "shop.json", text: undeclared }], tools: JSON.parse(faulty).tools };
    expect(await inLibrary(page, "library.check(given).then(({ violations }) => violations.map(({ ruleId }) => ruleId))", given)).toContain(
      "invalid-arguments",
    );
    const asFile = { files: given.files, toolFiles: [{ path: "tools.json", text: JSON.stringify(given.tools) }] };
    const related = "library.check(given).then(({ violations }) => violations.flatMap(({ related }) => related.map(({ path }) => path)))";
    expect(await inLibrary(page, related, asFile)).toContain("tools.json");
  });

  it("says plainly what needs a disk or a process", async () => {
    const error = (options: object) => inLibrary(page, "library.check(given)", { files, ...options });
    expect(await error({ tools: "tools.json" })).toEqual({
      error: "UsageError: Option tools: Expected declarations as a list or an object; a browser reads no files from disk",
    });
    expect(await error({ plugins: ["./rule.js"] })).toMatchObject({ error: expect.stringContaining("does not work in a browser") });
    expect(await error({ mcp: "npx server" })).toMatchObject({ error: expect.stringContaining("needs Node") });
    expect(await error({ files: ["a.json"] })).toMatchObject({ error: expect.stringContaining("a browser reads no files from disk") });
    expect(await error({ files: [...files, ...files] })).toMatchObject({ error: expect.stringContaining("Two files have the path") });
  });

  it("understands a file as inspect --json does", async () => {
    const file = fixtures.find((path) => /invalid-arguments\/invalid-.*\.json$/.test(path)) ?? "";
    const text = readFileSync(join(root, file), "utf8");
    const understood = await inLibrary(page, "library.inspect({ file: given })", { path: file, text });
    expect(understood).toEqual(JSON.parse(runCli(["inspect", file, "--json"], { cwd: root }).stdout));
    expect(await inLibrary(page, 'library.inspect({ file: given, profile: "none" })', { path: file, text })).toMatchObject({
      error: expect.stringContaining("Option profile"),
    });
  });

  it("finds the same in packed bytes that are cut or damaged", async () => {
    const packed = gzipSync(Buffer.from(Array.from({ length: 200 }, () => JSON.stringify(JSON.parse(faulty))).join("\n")));
    const damaged = Uint8Array.from(packed);
    damaged[damaged.length - 5] = (damaged[damaged.length - 5] ?? 0) ^ 255;
    const cases = [packed, packed.subarray(0, packed.length - 30), damaged, packed.subarray(0, 12)];
    const found = await inLibrary(
      page,
      `Promise.all(given.map(async (bytes) => (await library.check({ files: [{ path: "a.jsonl.gz", bytes: Uint8Array.from(bytes) }] }))
        .violations.map(({ ruleId, message }) => ruleId + " " + message)))`,
      cases.map((bytes) => [...bytes]),
    );
    const { checkBlocks } = await import("../../src/check.js");
    const read = {
      flags: { gitignore: null, errorOnUnmatchedPattern: null, snippets: null },
      cwd: root,
      path: undefined,
      tools: undefined,
    };
    const inNode = cases.map((bytes) =>
      checkBlocks(() => [bytes], "a.jsonl.gz", read).violations.map(({ ruleId, message }) => `${ruleId} ${message}`),
    );
    expect(found).toEqual(inNode);
  });
});
