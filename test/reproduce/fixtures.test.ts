import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readKnownWords } from "../../src/cli/known-words-file.js";
import { defaultMaxBytes, Linter } from "../../src/lint/linter.js";
import { Probe, targetAmong } from "../../src/reproduce/probe.js";
import { reproduce } from "../../src/reproduce/reproduce.js";
import { understand } from "../../src/run/understand.js";

const fixtures = resolve(import.meta.dirname, "../../fixtures");
const words = readKnownWords();

/** Files whose finding is in bytes that no text can say, or in bytes that are packed in a way of their own. */
const lost: ReadonlySet<string> = new Set([
  "rules/invalid-json/invalid-utf-16.json",
  "containers/cassette/gzip-body.yaml",
  "containers/nock/gzip.json",
  "containers/polly/chunks.json",
]);

const files = ["rules", "demo", "containers", "cli"]
  .flatMap((folder) => readdirSync(join(fixtures, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.(?:jsonl?|ya?ml|txt|sse)$/.test(file) && !/\/valid-/.test(file))
  .toSorted();

describe("a reproduction of a fixture", () => {
  it.each(files)("%s shows the same finding, and no word of the original", (file) => {
    const bytes = readFileSync(join(fixtures, file));
    const linter = new Linter();
    const target = targetAmong(new Probe(linter, file, { checks: 0, bytes: 0 }).look(bytes), undefined);
    if (target === undefined) return;
    const tools = toolsIn(bytes);
    const made = reproduce({ bytes, path: file, linter, maxBytes: defaultMaxBytes, target, words, tools });
    if (made.kind === "lost") {
      expect([file, made.because]).toEqual([lost.has(file) ? file : "none is lost", made.because]);
      return;
    }
    const shown = new Probe(new Linter(), file, { checks: 0, bytes: 0 }).look(Buffer.from(made.text));
    expect(shown.map(({ shape }) => shape)).toContain(target.shape);
    expect(wordsIn(withoutDigits(made.text)).filter((word) => !isAllowed(word, bytes, tools))).toEqual([]);
  });
});

function toolsIn(bytes: Uint8Array): ReadonlySet<string> {
  const names = new Set<string>();
  for (const found of understand([bytes], undefined, undefined)) {
    if (!("format" in found)) continue;
    for (const name of [...found.tools.names, ...found.links.map(({ call }) => call?.tool ?? "")])
      if (/^[\w.:/-]+$/.test(name)) names.add(name);
  }
  return names;
}

/** A word that the original lacks, a key of it, a tool's name or a word of the program. */
function isAllowed(word: string, original: Uint8Array, tools: ReadonlySet<string>): boolean {
  const text = Buffer.from(original)
    .toString("utf8")
    .replace(/\\+[nrt]/g, " ");
  if (!text.includes(word) || words.isPart(word) || words.isWord(word)) return true;
  if ([...tools].some((name) => name.includes(word))) return true;
  return Array.from(text.matchAll(/["']([^"'\\\n]*)\\*["']?\s*:|^[\s-]*([\w$.-]+):/gm), ([, key = "", plain = ""]) => key || plain).some(
    (key) => key.includes(word),
  );
}

/** In bytes that are written as digits nobody reads a word, or sees one by chance. */
function withoutDigits(text: string): string {
  return text.replace(/"(?:[A-Za-z0-9+/]{4}){8,}={0,2}"/g, "");
}

function wordsIn(text: string): readonly string[] {
  return [...new Set(text.match(/\p{L}{4,}/gu) ?? [])].filter((word) => !/^[xX]+[A-Za-z]?$/.test(word));
}
