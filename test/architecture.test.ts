import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const source = resolve(import.meta.dirname, "../src");

const everything = [
  "lint",
  "containers",
  "input",
  "reporters",
  "page",
  "formats",
  "declarations",
  "rules",
  "policies",
  "profiles",
  "schema",
  "model",
  "json",
  "codecs",
  "text",
  "errors",
];

/** Which layer may import which: only down this list, never in a circle. A layer may always import itself where it is not a list of equals. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  cli: [...everything, "run", "parts", "config", "draft", "reproduce", "version"],
  draft: ["declarations", "formats", "profiles", "model", "json", "text"],
  reproduce: ["lint", "containers", "model", "json", "text"],
  browser: [...everything, "run", "config", "judging-options", "version"],
  playground: [...everything, "browser", "version"],
  index: [...everything, "run", "check", "check-options", "judging-options", "config", "rebuild-exchanges", "validate-arguments"],
  matchers: [...everything, "check", "check-options"],
  check: [...everything, "check-options", "run", "config", "version"],
  "check-options": [...everything, "run", "config", "judging-options"],
  "judging-options": [...everything, "run", "config"],
  run: [...everything, "parts", "config", "version"],
  parts: ["lint", "model", "json"],
  "rebuild-exchanges": ["formats", "profiles", "model", "json"],
  "validate-arguments": ["schema", "model", "json", "text", "errors"],
  config: ["formats", "profiles", "policies", "rules", "model", "json", "text", "errors"],
  lint: ["page", "containers", "formats", "declarations", "profiles", "policies", "rules", "schema", "model", "json", "text", "errors"],
  containers: ["json", "codecs", "text", "errors"],
  reporters: ["page", "model", "json", "text", "errors"],
  page: ["model", "json", "text", "errors"],
  input: ["codecs", "text", "errors"],
  rules: ["declarations", "policies", "profiles", "schema", "model", "json", "text", "errors"],
  formats: ["declarations", "model", "json", "codecs", "text", "errors"],
  declarations: ["model", "json", "text", "errors"],
  policies: ["text"],
  profiles: ["model", "json", "text", "errors"],
  schema: ["json", "text", "errors"],
  model: ["json", "text", "errors"],
  json: ["errors"],
  codecs: [],
  version: [],
  text: [],
  errors: [],
};

/** Files of these layers are equals: none imports another, all share what `index.ts` and the named pieces hold. */
const equals: Readonly<Record<string, (file: string) => boolean>> = {
  reporters: (file) =>
    !/\/(index|reporter|frame|forest|kinds|redact|page-finding|page-report|safe-text|summary|violation-json|pretty-color|pretty-style)\.ts$/.test(
      file,
    ),
};

/** Each package has one home: what else needs it asks that file. */
const homes: Readonly<Record<string, RegExp>> = {
  "@eslint-community/regexpp": /^(?:schema\/pattern-program|browser\/stand-ins\/module)\.ts$/,
  "@noble": /^browser\/stand-ins\/sha256\.ts$/,
  "ajv-formats": /^(?:schema\/formats|browser\/stand-ins\/module)\.ts$/,
  brotli: /^browser\/stand-ins\/zlib\.ts$/,
  buffer: /^browser\/stand-ins\/buffer\.ts$/,
  chalk: /^reporters\/pretty/,
  chokidar: /^cli\/watch-command\.ts$/,
  commander: /^cli\//,
  "fast-glob": /^input\//,
  dequal: /^browser\/stand-ins\/util\.ts$/,
  fzstd: /^(?:codecs\/zstd|browser\/stand-ins\/module)\.ts$/,
  hyparquet: /^input\/parquet(?:-bounds|-file)?\.ts$/,
  ignore: /^input\//,
  pako: /^browser\/stand-ins\/zlib\.ts$/,
  preact: /^(?:page\/app|playground)\//,
  vitest: /^matchers\/vitest\.ts$/,
  yaml: /^(?:json\/yaml-(?:node|read)|browser\/stand-ins\/module)\.ts$/,
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
const imports = files.flatMap((file): readonly Import[] =>
  [...readFileSync(join(source, file), "utf8").matchAll(/(?:from|import\(|require\()\s*"([^"]+)"/g)].map((match) => ({
    from: file,
    to: match[1] ?? "",
  })),
);

function layerOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : path.replace(/\.ts$/, "");
}

function target({ from, to }: Import): string {
  const path = relative(source, resolve(source, dirname(from), to)).replace(/\.js$/, "");
  return files.includes(`${path}.tsx`) ? `${path}.tsx` : `${path}.ts`;
}

/** The files that a file imports, directly or by way of others. */
function reachable(file: string, next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [file];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const to of next.get(at) ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      open.push(to);
    }
  }
  return found;
}

describe("architecture", () => {
  it("imports only down the list of layers", () => {
    const wrong = imports
      .filter(({ to }) => to.startsWith("."))
      .filter((each) => {
        const [from, to] = [layerOf(each.from), layerOf(target(each))];
        return from !== to && !(mayImport[from] ?? []).includes(to);
      });
    expect(wrong).toEqual([]);
  });

  it("keeps equals apart", () => {
    const wrong = imports.filter((each) => {
      const layer = layerOf(each.from);
      const isEqual = equals[layer];
      return (
        isEqual !== undefined && each.to.startsWith(".") && isEqual(each.from) && layerOf(target(each)) === layer && isEqual(target(each))
      );
    });
    expect(wrong).toEqual([]);
  });

  it("imports in no circle", () => {
    const next = new Map(files.map((file) => [file, imports.filter(({ from, to }) => from === file && to.startsWith(".")).map(target)]));
    const reached = new Map(files.map((file) => [file, reachable(file, next)]));
    const inCircles = files.filter((file) => reached.get(file)?.has(file));
    // A node and what all nodes of its document share know each other, by their types alone.
    expect(inCircles).toEqual(["json/tape-node.ts", "json/tape-view.ts"]);
  });

  it("keeps the page's app apart: it runs in a browser and knows nothing but its data", () => {
    const wrong = imports
      .filter(({ from }) => from.startsWith("page/app/"))
      .filter((each) => each.to.startsWith(".") && !/^page\/(?:app\/|page-data\.ts$)/.test(target(each)));
    expect(wrong).toEqual([]);
    const used = imports.filter(({ from, to }) => !/^(?:page\/app|playground)\//.test(from) && to.includes("page/app/"));
    expect(used).toEqual([]);
  });

  it("gives each package one home", () => {
    const wrong = imports.filter(({ from, to }) => {
      const home = homes[to.split("/")[0] ?? ""];
      return home !== undefined && !home.test(from);
    });
    expect(wrong).toEqual([]);
  });

  it("has no file past 300 lines", () => {
    const long = files.filter((file) => readFileSync(join(source, file), "utf8").split("\n").length > 301);
    expect(long).toEqual([]);
  });
});
