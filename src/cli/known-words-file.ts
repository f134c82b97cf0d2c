import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { configOfValue } from "../config/parse-config.js";
import { type KnownWords, knownWords } from "../reproduce/known-words.js";

/** The words that the program knows, as the build wrote them into the package. */
export function readKnownWords(): KnownWords {
  const root = dirname(createRequire(import.meta.url).resolve("tool-guardrails/package.json"));
  const node = configOfValue(JSON.parse(readFileSync(join(root, "dist/words.json"), "utf8")));
  const list = (key: string) => (node.get(key)?.items() ?? []).flatMap((item) => item.string() ?? []);
  return knownWords(list("words"), list("parts"));
}
