import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { configFields } from "../../src/config/read-config.js";
import { reporters } from "../../src/reporters/index.js";

function page(name: string): string {
  return readFileSync(resolve(import.meta.dirname, "../../docs", name), "utf8");
}

describe("docs", () => {
  it("tell every key of the configuration", () => {
    const keys = Object.keys(configFields([])).filter((key) => key !== "$schema");
    expect(keys.filter((key) => !page("configuration.md").includes(`\`${key}\``))).toEqual([]);
  });

  it("tell every reporter, with the folder that its paths are relative to", async () => {
    const rows = await Promise.all(
      reporters.map(async ({ id, load }) => [id, (await load(false)).forCi ? "repository" : "working directory"] as const),
    );
    const told = page("reporters.md").split("\n");
    expect(rows.filter(([id, base]) => !told.some((line) => line.startsWith(`| \`${id}\` |`) && line.endsWith(`| ${base} |`)))).toEqual([]);
  });
});
