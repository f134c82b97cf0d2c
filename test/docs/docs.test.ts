import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { rules } from "../../src/rules/index.js";
import { formatsPage, profilesPage } from "./reference-pages.js";
import { rulePage } from "./rule-page.js";

const docs = resolve(import.meta.dirname, "../../docs");
const pages = resolve(docs, "rules");

describe("docs", () => {
  it("list what formats and profiles say of themselves", async () => {
    await expect(formatsPage()).toMatchFileSnapshot(resolve(docs, "formats.md"));
    await expect(profilesPage()).toMatchFileSnapshot(resolve(docs, "profiles.md"));
  });
});

describe("docs/rules", () => {
  it.each(rules.map((rule) => [rule.id, rule] as const))("%s.md says what the rule and its fixture say", async (id, rule) => {
    await expect(rulePage(rule)).toMatchFileSnapshot(resolve(pages, `${id}.md`));
  });

  it("has no page of a rule that does not exist", () => {
    const ids = new Set<string>(rules.map(({ id }) => `${id}.md`));
    expect(readdirSync(pages).filter((name) => !ids.has(name))).toEqual([]);
  });
});
