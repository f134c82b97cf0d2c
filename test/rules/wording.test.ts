import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { profiles } from "../../src/profiles/index.js";
import { rules } from "../../src/rules/index.js";

const root = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** Words that nobody would write beside a line in a review. */
const banned = /\b(?:[Uu]nexpected|[Rr]efuse[sd]?|[Mm]end(?:s|ed)?|stands?|behind|in front of|told|Nor|white space alone)\b|, expected /;

/** Words of a sentence's verb: a clause without any of them is a note, not a sentence. */
const verb =
  /\b(?:is|are|was|were|has|have|had|does|do|did|must|can|may|could|cannot|belongs?|holds?|lost|gave|wrote|writes|ends?|stopped|begins?|comes?|came|follows?|differs?|called|calls|names|promises|lacks|requires?|shares?|repeats?|answers|continues|breaks?|broke|looks?|rejected|rejects|declares|dropped|needs?|breaches|sets|allows|contradicts?|takes|fits|unpacks|refers|overlap|matches|accepts|tells|points|carries|goes|leads|says|unfold|forces|thinks|sends|uses|asks|exceeds|excludes|sets|changes|keeps|puts|leaves|makes|starts|got|gets)\b/;

/** The text without what it quotes: names and values are not ours. */
function ownWords(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"').replaceAll(/`[^`]*`/g, "`…`");
}

interface Found {
  readonly file: string;
  readonly messages: readonly string[];
  readonly fixes: readonly string[];
}

const outs = filesBelow(root).filter((path) => path.endsWith(".out"));
const models = filesBelow(join(root, "formats")).filter((path) => path.endsWith(".model.json"));
const found = [...outs.map(inSnapshot), ...models.map(inModel)];

describe("the messages of findings in all fixtures", () => {
  const messages = distinct(({ messages }) => messages);

  it("are many", () => {
    expect(messages.length).toBeGreaterThan(250);
  });

  it("begin with a capital letter, a quoted name or code", () => {
    expect(messages.filter((message) => !/^(?:[A-Z"`…\d]|[a-z_]\w*(?:[.[]\S*)? (?:must|is|has|have|does|may))/.test(message))).toEqual([]);
  });

  it("end without a period", () => {
    expect(messages.filter((message) => message.endsWith("."))).toEqual([]);
  });

  it("hold no word that needs a second reading", () => {
    expect(messages.filter((message) => banned.test(ownWords(message)))).toEqual([]);
  });

  it("are sentences with a verb", () => {
    expect(messages.filter((message) => !verb.test(ownWords(message)))).toEqual([]);
  });

  it("are short", () => {
    expect(messages.filter((message) => ownWords(message).length > 160)).toEqual([]);
  });
});

describe("the fixes of findings in all fixtures", () => {
  const fixes = distinct(({ fixes: each }) => each);

  it("are sentences that end with a period or ask", () => {
    expect(fixes.filter((fix) => !/^[A-Z].*[.?]$/.test(fix))).toEqual([]);
  });

  it("say what to do, or ask what was meant", () => {
    expect(
      fixes.filter((fix) => !/^(?:Did you mean|[A-Z][a-z]+\b)/.test(fix) || /^(?:The|An?|It|There|This|Results?|Calls?)\b/.test(fix)),
    ).toEqual([]);
  });

  it("hold no word that needs a second reading", () => {
    expect(fixes.filter((fix) => banned.test(ownWords(fix)))).toEqual([]);
  });

  it("are short", () => {
    expect(fixes.filter((fix) => ownWords(fix).length > 160)).toEqual([]);
  });
});

describe("what rules and profiles say of themselves", () => {
  it.each(rules.map((rule) => [rule.id, rule] as const))("is plain in %s", (_, { summary, consequence, repair, evidence }) => {
    expect(summary).toMatch(/^[A-Z][^.]*[^.]$/);
    for (const text of [consequence, repair]) expect(text).toMatch(/^[A-Z-].*\.$/);
    for (const text of [summary, consequence, repair]) expect(ownWords(text)).not.toMatch(banned);
    // Evidence may repeat the provider's own words.
    for (const text of evidence) expect(text).not.toMatch(/\b(?:refus\w+|behind|in front of|told|stands)\b/);
  });

  it.each(profiles.map((profile) => [profile.id, profile] as const))("is plain in %s", (_, profile) => {
    const gists = [...JSON.stringify(profile).matchAll(/"gist":"((?:[^"\\]|\\.)*)"/g)].map(([, gist = ""]) => gist);
    expect(gists.filter((gist) => /\b(?:refuse[sd]?|behind|in front of|told|stands)\b/.test(gist) || gist.endsWith("."))).toEqual([]);
  });
});

function distinct(select: (each: Found) => readonly string[]): readonly string[] {
  return [...new Set(found.flatMap(select))].sort();
}

/** Findings as the fixtures of rules and containers record them: a line each, with what belongs to it indented below. */
function inSnapshot(path: string): Found {
  const lines = readFileSync(path, "utf8").split("\n");
  const messages = lines.flatMap((line) => /^\S.*? (?:error|warning|info) [a-z-]+(?: \(handled\))? (.+)$/.exec(line)?.[1] ?? []);
  const fixes = lines.flatMap((line) => /^\s+Fix: (.+)$/.exec(line)?.[1] ?? []);
  return { file: relative(root, path), messages, fixes };
}

/** What the formats found in their fixtures. */
function inModel(path: string): Found {
  const messages: string[] = [];
  const fixes: string[] = [];
  JSON.parse(readFileSync(path, "utf8"), (_, value) => {
    if (typeof value?.rule === "string" && typeof value?.message === "string") {
      messages.push(value.message);
      if (typeof value.fix === "string") fixes.push(/[.?]$/.test(value.fix) ? value.fix : `${value.fix}.`);
    }
    return value;
  });
  return { file: relative(root, path), messages, fixes };
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
