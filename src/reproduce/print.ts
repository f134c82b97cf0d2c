import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import type { FileTree, ListTree, ObjectTree, PackedTree, RawLeaf, TextLeaf, Tree } from "./tree.js";

/** How a tree is written. */
export interface Printing {
  /** Whether a member, an item or a record is left out. */
  isRemoved(part: object): boolean;
  text(leaf: TextLeaf): string;
  raw(leaf: RawLeaf): string;
  key(key: string): string;
  /** Bytes are written in their digits, not as the text that they are. */
  readonly inDigits: boolean;
}

/** Everything as it was. */
export const asItWas: Printing = {
  isRemoved: () => false,
  text: ({ text }) => text,
  raw: ({ raw }) => raw,
  key: (key) => key,
  inDigits: true,
};

/** The text of a file. */
export function printFile({ layout, records }: FileTree, printing: Printing): string {
  const kept = records.filter((record) => !printing.isRemoved(record));
  if (layout === "events") return eventText(kept, printing);
  if (layout === "lines") return kept.map((record) => `${printTree(record, printing)}\n`).join("");
  return kept.map((record) => printTree(record, printing)).join("\n");
}

function printTree(tree: Tree, printing: Printing): string {
  switch (tree.kind) {
    case "object":
      return printObject(tree, printing);
    case "list":
      return `[${keptItems(tree, printing)
        .map((item) => printTree(item, printing))
        .join(",")}]`;
    case "text":
      return JSON.stringify(printing.text(tree));
    case "raw":
      return printing.raw(tree);
    case "packed":
      return JSON.stringify(printPacked(tree, printing));
  }
}

function printObject({ members }: ObjectTree, printing: Printing): string {
  const kept = members.filter((member) => !printing.isRemoved(member));
  return `{${kept.map(({ key, value }) => `${JSON.stringify(printing.key(key))}:${printTree(value, printing)}`).join(",")}}`;
}

function keptItems({ items }: ListTree, printing: Printing): readonly Tree[] {
  return items.filter((item) => !printing.isRemoved(item));
}

function printPacked({ packing, encoding, inner }: PackedTree, printing: Printing): string {
  const text = packing === "events" && inner.kind === "list" ? eventText(keptItems(inner, printing), printing) : printTree(inner, printing);
  if (encoding === null || !printing.inDigits) return text;
  const bytes = Buffer.from(text);
  return (encoding.isGzip ? gzipSync(bytes) : bytes).toString(encoding.digits);
}

/** Server-sent events, as they are read: `{event?, data}` each. */
function eventText(events: readonly Tree[], printing: Printing): string {
  return events
    .map((event) => {
      const members = event.kind === "object" ? event.members.filter((member) => !printing.isRemoved(member)) : [];
      const lines = members.map(({ key, value }) => `${key}: ${printData(value, printing)}\n`);
      return `${lines.join("")}\n`;
    })
    .join("");
}

function printData(value: Tree, printing: Printing): string {
  return value.kind === "text" ? printing.text(value).replace(/[\r\n]+/g, " ") : printTree(value, printing);
}

/** Compact JSON over several lines; a list or an object that fits into one line stays there. */
export function indented(json: string, indent = ""): string {
  if (indent.length + json.length <= 120 || !/^[[{]/.test(json)) return json;
  const inner = `${indent}  `;
  const parts = partsOf(json.slice(1, -1)).map((part) => {
    const value = /^"(?:[^"\\]|\\.)*":/.exec(part)?.[0] ?? "";
    return json.startsWith("{") ? `${inner}${value} ${indented(part.slice(value.length), inner)}` : `${inner}${indented(part, inner)}`;
  });
  return `${json[0] ?? ""}\n${parts.join(",\n")}\n${indent}${json.at(-1) ?? ""}`;
}

/** What commas part in compact JSON. */
function partsOf(json: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]/g)) {
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    else if (token === "," && depth === 0) {
      parts.push(json.slice(from, index));
      from = index + 1;
    }
  }
  return from < json.length ? [...parts, json.slice(from)] : parts;
}
