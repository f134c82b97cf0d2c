import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import { FileReader } from "../../src/lint/read-file.js";

const fixtures = resolve(import.meta.dirname, "../../fixtures");
const files = ["formats", "equivalent", "rules", "containers"].flatMap((folder) =>
  readdirSync(join(fixtures, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:json|har)$/.test(entry.name) && !entry.name.endsWith(".model.json"))
    .map((entry) => join(entry.parentPath, entry.name).slice(fixtures.length + 1)),
);
const wholes = files.filter((file) => isWhole(readFileSync(join(fixtures, file), "utf8"))).sort();

/** Whether a text is one object that holds a conversation or an exchange, not a part of one. */
function isWhole(text: string): boolean {
  if (!text.trimStart().startsWith("{")) return false;
  const batches = [...new FileReader(undefined, text.length * 4).read([Buffer.from(text)])];
  const [only] = batches;
  if (batches.length !== 1 || only?.kind !== "recordings" || only.documents[0]?.record !== null) return false;
  const known = only.recordings.flatMap(({ detected }) => (detected.kind === "known" ? [detected.claim.detection] : []));
  return known.length > 0 && known.every(({ unit }) => unit === undefined);
}

/** What is reported, and what was read, without places. */
function verdictOf(text: string) {
  const found: string[] = [];
  const { summary, notChecked } = new Linter().lintFile(
    { path: "x.json", chunks: () => [Buffer.from(text)] },
    { violation: ({ severity, ruleId, message }) => found.push(`${severity} ${ruleId} ${message}`) > 0 },
  );
  return {
    found: found.sort(),
    read: summary.conversations.map(({ format, calls, results }) => `${format} ${calls}/${results}`),
    unresolvable: notChecked.unresolvable,
  };
}

describe("an object that holds a whole conversation", () => {
  it.each(wholes)("%s is judged alike alone and as the only item of a list", (file) => {
    const text = readFileSync(join(fixtures, file), "utf8").replace(/^\ufeff/, "");
    expect(verdictOf(`[${text}]`)).toEqual(verdictOf(text));
  });
});
