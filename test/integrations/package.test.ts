import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json"));
const home = "https://github.com/tool-guardrails/guardrails";

/** What a file of the package may be. */
const meant: readonly RegExp[] = [
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
  /^bin\/[\w-]+\.(?:js|json)$/,
  /^dist\/.*\.(?:js|cjs|d\.ts|d\.cts)$/,
  /^dist\/.*LICENSE.*\.txt$/,
  /^dist\/build-id\.txt$/, // what the cache knows a build by
  /^dist\/(?:words|schemas\/\w+\.schema)\.json$/,
  /^docs\/.*\.(?:md|png|svg|html|js|css)$/,
  /^man\/guardrails\.1$/,
];

describe("the package", { timeout: 300_000 }, () => {
  it("holds what is meant, and nothing else", () => {
    const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
      cwd: root,
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    const [{ files }] = JSON.parse(stdout);
    const paths: readonly string[] = files.map(({ path }: { readonly path: string }) => path);
    expect(paths.filter((path) => !meant.some((pattern) => pattern.test(path)))).toEqual([]);
    for (const path of [
      "bin/guardrails.js",
      "dist/index.js",
      "dist/index.d.ts",
      "dist/words.json",
      "dist/schemas/config.schema.json",
      "man/guardrails.1",
    ]) {
      expect(paths).toContain(path);
    }
    for (const { default: main, types } of Object.values<{ readonly default?: string; readonly types?: string }>(manifest.exports)) {
      for (const path of [main, types]) if (path !== undefined) expect(paths).toContain(path.replace("./", ""));
    }
  });

  it("says where its source is, in one spelling everywhere", () => {
    expect(manifest).toMatchObject({ homepage: `${home}#readme`, repository: { url: `git+${home}.git` }, bugs: { url: `${home}/issues` } });
    const texts = ["SECURITY.md", ".github/ISSUE_TEMPLATE/config.yml", "man/guardrails.1"].map((path) => read(path).replaceAll("\\-", "-"));
    for (const text of texts) expect(text).toContain(home);
  });
});

describe("the files for GitHub", () => {
  it("test each supported version of Node on three systems", () => {
    const { jobs } = parse(read(".github/workflows/ci.yml"));
    expect(jobs.test.strategy.matrix).toEqual({ os: ["ubuntu-latest", "macos-latest", "windows-latest"], node: [20, 22, 24] });
    const commands = Object.values<{ readonly steps: readonly { readonly run?: string }[] }>(jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run }) => run ?? []),
    );
    for (const command of commands.filter((each) => each.startsWith("npm run "))) expect(manifest.scripts).toHaveProperty(command.slice(8));
  });

  it("publish with provenance, without a token, and only what the tag names", () => {
    const { permissions, jobs } = parse(read(".github/workflows/release.yml"));
    expect(permissions).toEqual({ contents: "read", "id-token": "write" });
    const runs = jobs.publish.steps.flatMap(({ run }: { readonly run?: string }) => run ?? []);
    expect(runs.at(-1)).toBe("npm publish --provenance --access public");
    expect(runs[0]).toContain("package.json");
    expect(read(".github/workflows/release.yml")).not.toContain("secrets.");
  });

  it("ask for the output of inspect and bug-report where a verdict is wrong", () => {
    const names = readdirSync(join(root, ".github/ISSUE_TEMPLATE"));
    for (const name of names) expect(() => parse(read(`.github/ISSUE_TEMPLATE/${name}`))).not.toThrow();
    expect(read(".github/ISSUE_TEMPLATE/wrong-verdict.yml")).toMatch(/guardrails bug-report[\s\S]*guardrails inspect --redact/);
  });
});
