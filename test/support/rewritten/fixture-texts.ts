import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type JsonTree, treeOf } from "./json-tree.js";
import { type Rewriting, rewrite } from "./rewrite.js";

/** A line of a file: JSON with what stands in front of it (`data: `), or what is none. */
type Line = { readonly before: string; readonly tree: JsonTree } | { readonly text: string };

/** A file that can be written anew. */
export interface Rewritable {
  readonly name: string;
  readonly text: string;
  readonly document: JsonTree | undefined;
  readonly lines: readonly Line[];
}

const fixtures = resolve(import.meta.dirname, "../../../fixtures");

/** All JSON, JSON Lines and event streams of a folder, by default of all fixtures. */
export function textsIn(inside = "."): readonly Rewritable[] {
  const folder = resolve(fixtures, inside);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.model)\.(?:jsonl?|har|sse|txt)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => rewritable(path.slice(folder.length + 1), readFileSync(path, "utf8").replace("\ufeff", "")));
}

function rewritable(name: string, text: string): Rewritable {
  const document = treeOf(text);
  return { name, text, document, lines: document === undefined ? text.split(/\r?\n/).map(lineOf) : [] };
}

function lineOf(text: string): Line {
  const [, before = "", json = ""] = /^((?:data:)? *)(.*)$/.exec(text) ?? [];
  const tree = treeOf(json);
  return tree === undefined ? { text } : { before, tree };
}

/** How a whole file is written anew. */
export interface FileRewriting extends Omit<Rewriting, "spaces"> {
  readonly spaced: boolean;
  readonly newline: "\n" | "\r\n";
  readonly bom: boolean;
}

/** The file with the same in other characters. */
export function written({ document, lines }: Rewritable, how: FileRewriting, seed: number): string {
  const bom = how.bom ? "\ufeff" : "";
  const spaces = how.spaced ? ["", "", " ", "\t"] : [];
  if (document !== undefined)
    return bom + rewrite(document, { ...how, spaces: how.spaced ? [...spaces, how.newline, `${how.newline}  `] : [] }, seed);
  return (
    bom +
    lines
      .map((line, index) => ("text" in line ? line.text : line.before + rewrite(line.tree, { ...how, spaces }, seed + index * 7919)))
      .join(how.newline)
  );
}
