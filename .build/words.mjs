// Writes what the program knows of the words of transcripts into the package (`dist/words.json`): what it compares with as it is written in
// its source, texts and keys, and the parts of its patterns. `bug-report` shows these words of a file, and no others.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const source = resolve(import.meta.dirname, "../src");
const folders = ["codecs", "containers", "declarations", "formats", "json", "lint", "model", "profiles", "rules", "schema", "text"];

const words = new Set();
const parts = new Set();
for (const folder of folders) {
  for (const file of readdirSync(join(source, folder), { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".ts"))
      read(readFileSync(join(source, folder, file), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|(?<=\s)\/\/ .*$/gm, ""));
  }
}
writeFileSync(resolve(import.meta.dirname, "../dist/words.json"), JSON.stringify({ words: [...words].sort(), parts: [...parts].sort() }));

function read(text) {
  for (const line of text.split("\n")) if (/^import |^export \{.*from /.test(line)) text = text.replace(line, "");
  for (const [, double] of text.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)) add(double);
  for (const [, key] of text.matchAll(/[{,\s]([A-Za-z_$][\w$]*)\??:/g)) add(key);
  for (const [list] of text.matchAll(/`[^`]*`/g)) if (!list.includes("${")) for (const word of list.slice(1, -1).split(/\s+/)) add(word);
  for (const [pattern] of text.matchAll(/\/(?![*/ ])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g)) {
    for (const part of pattern.replace(/\\./g, " ").match(/[A-Za-z]+|\d+/g) ?? []) parts.add(part);
  }
}

function add(word) {
  if (word !== "" && !word.includes("\\") && word.length <= (/\s/.test(word) ? 24 : 80)) words.add(word);
}
