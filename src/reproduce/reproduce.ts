import type { Linter } from "../lint/linter.js";
import { isPrivateKey, leaks, type ShownNames } from "./disguise.js";
import { joinPieces } from "./join-pieces.js";
import type { KnownWords } from "./known-words.js";
import { reducePlainText } from "./plain-text.js";
import { asItWas, indented, printFile } from "./print.js";
import { Probe, type Sighting } from "./probe.js";
import { redactTree } from "./redact-tree.js";
import { partsToRemove } from "./reduce-tree.js";
import { type FileTree, readFileTree, type Tree, withoutDigits } from "./tree.js";

/** A file with a finding, and what is known beside it. */
export interface ReproductionInput {
  readonly bytes: Uint8Array;
  readonly path: string;
  readonly linter: Linter;
  readonly maxBytes: number;
  readonly target: Sighting;
  readonly words: KnownWords;
  /** Names of tools, declared and called. */
  readonly tools: ReadonlySet<string>;
}

/** What there is of a reproduction. */
export type Reproduction =
  | { readonly kind: "shown"; readonly text: string }
  /** `because` ends a sentence: "No reproduction: …". */
  | { readonly kind: "lost"; readonly because: string };

/** Bounds what is tried, however large the file is. */
const budget = { checks: 4000, bytes: 400e6 } as const;

/** Makes the smallest file without a text of the original that still shows a finding. */
export function reproduce(input: ReproductionInput): Reproduction {
  const { bytes, path, linter, maxBytes, target } = input;
  const { shape } = target;
  const probe = new Probe(linter, path, { ...budget });
  const found = probe.look(bytes);
  if (!found.some((each) => each.shape === shape)) return lost("with these settings the file does not show the finding");
  const rules = new Set(found.map(({ violation }) => violation.ruleId));
  const shows = (text: string) => probe.shows(text, shape);
  const showsAlone = (text: string) => probe.shows(text, shape, rules);
  const file = readFileTree(bytes, maxBytes);
  const names = namesIn(input, file);
  const reduced = (file && byTree(file, names, target, shows, showsAlone)) ?? byText(bytes, names, shows);
  if (reduced === undefined) return lost("the finding hangs on texts of the file that cannot be replaced");
  const leaked = leaks(reduced.readable, [new TextDecoder().decode(bytes).replace(/\\+[nrtbf]/g, " ")], names);
  if (leaked.length > 0) return lost(`it would hold words of the file: ${leaked.join(" ")}`);
  // Proven anew: what is checked one after the other could have left something behind.
  return new Probe(linter, path, { ...budget }).shows(reduced.text, shape)
    ? { kind: "shown", text: reduced.text }
    : lost("the reduced file does not show the finding");
}

interface Reduced {
  readonly text: string;
  /** The same without digits of bytes, in which nobody could read a word of the original, or sees one by chance. */
  readonly readable: string;
}

function lost(because: string): Reproduction {
  return { kind: "lost", because };
}

function byTree(
  file: FileTree,
  names: ShownNames,
  { violation }: Sighting,
  shows: (text: string) => boolean,
  showsAlone: (text: string) => boolean,
): Reduced | undefined {
  const joined = joinPieces(file);
  for (const each of [withoutDigits(joined), joined, file]) {
    if (!shows(printFile(each, asItWas))) continue;
    const removed = partsToRemove(each, file.layout === "lines" ? violation.record : null, showsAlone);
    const printing = redactTree(each, removed, names, shows);
    if (printing === undefined) continue;
    const text = printFile(each, printing);
    const pretty = file.layout === "document" ? `${indented(text)}\n` : text;
    return { text: shows(pretty) ? pretty : text, readable: printFile(each, { ...printing, inDigits: false }) };
  }
  return undefined;
}

function byText(bytes: Uint8Array, names: ShownNames, shows: (text: string) => boolean): Reduced | undefined {
  const original = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const text = shows(original) ? reducePlainText(original, names, shows) : undefined;
  return text === undefined ? undefined : { text, readable: text };
}

function namesIn({ words, tools, bytes }: ReproductionInput, file: FileTree | undefined): ShownNames {
  const keys = file === undefined ? keysInText(new TextDecoder().decode(bytes)) : file.records.flatMap((record) => [...keysIn(record)]);
  const names = { words, tools, keys: new Set<string>() };
  return { ...names, keys: new Set(keys.filter((key) => !isPrivateKey(key, names))) };
}

function keysInText(text: string): readonly string[] {
  return Array.from(text.matchAll(/["']([\w$.-]+)\\*["']?\s*:|^[\s-]*([\w$.-]+):/gm), ([, quoted, plain]) => quoted ?? plain ?? "");
}

function* keysIn(tree: Tree): Generator<string, void, undefined> {
  if (tree.kind === "packed") yield* keysIn(tree.inner);
  if (tree.kind === "list") for (const item of tree.items) yield* keysIn(item);
  if (tree.kind !== "object") return;
  for (const { key, value } of tree.members) {
    yield key;
    yield* keysIn(value);
  }
}
