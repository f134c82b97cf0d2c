import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { type JsonTree, treeOf } from "../rewritten/json-tree.js";
import { rewrite } from "../rewritten/rewrite.js";
import type { Random } from "./random.js";

/** A file with something done to it that no writer meant; `donor` is another file to take parts from. */
export function mutant(random: Random, file: Buffer, donor: Buffer): Buffer {
  let bytes = random.oneIn(3) ? undefined : inTrees(random, file, donor);
  for (let count = bytes === undefined ? 1 + random.below(3) : Number(random.oneIn(4)); count > 0; count -= 1) {
    bytes = inBytes(random, bytes ?? file, donor);
  }
  return random.oneIn(40) ? gzipSync(bytes ?? file) : (bytes ?? file);
}

function inBytes(random: Random, bytes: Buffer, donor: Buffer): Buffer {
  const at = random.below(bytes.length + 1);
  const to = Math.min(bytes.length, at + random.below(random.pick([2, 8, 64, 512])));
  const between = (piece: Buffer | string, from = at) => Buffer.concat([bytes.subarray(0, at), Buffer.from(piece), bytes.subarray(from)]);
  switch (random.below(8)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      if (at < flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8));
      return flipped;
    }
    case 1:
      return between("", to);
    case 2:
      return between(bytes.subarray(at, to));
    case 3:
      return bytes.subarray(0, at);
    case 4: {
      const from = random.below(donor.length + 1);
      return between(donor.subarray(from, from + random.below(512)), random.oneIn(2) ? at : to);
    }
    case 5:
      // Two files grow together.
      return Buffer.concat([bytes.subarray(0, at), donor.subarray(random.below(donor.length + 1))]);
    case 6:
      return between(
        random.pick([
          "{",
          "}",
          "[",
          "]",
          '"',
          ",",
          ":",
          "\\",
          "\n",
          "\r\n",
          "\0",
          "\u{1f642}",
          "\ufeff",
          "null",
          "1e999",
          "- ",
          "&a *a",
          "data: ",
        ]),
      );
    default:
      return between(random.pick(["[", '{"a":', "[[{"]).repeat(random.pick([2, 40, 700])));
  }
}

/** Changes one of the JSON documents of a file; `undefined` where it holds none. */
function inTrees(random: Random, file: Buffer, donor: Buffer): Buffer | undefined {
  const text = file.toString();
  const strange = anyTree(random, donor.toString());
  const whole = treeOf(text);
  if (whole !== undefined) return Buffer.from(asText(changedOften(random, whole, strange)));
  const lines = text.split("\n");
  const index = random.below(lines.length);
  const [, before = "", json = ""] = /^((?:data:)? *)(.*)$/.exec(lines[index] ?? "") ?? [];
  const tree = treeOf(json);
  if (tree === undefined) return undefined;
  lines[index] = before + asText(changedOften(random, tree, strange));
  return Buffer.from(lines.join("\n"));
}

function asText(tree: JsonTree): string {
  return rewrite(tree, { escapes: 0, shuffles: false, nested: false, spaces: [] }, 0);
}

function changedOften(random: Random, tree: JsonTree, strange: JsonTree): JsonTree {
  let changed = tree;
  for (let count = 1 + random.below(3); count > 0; count -= 1) changed = changedAt(random, changed, random.below(sizeOf(changed)), strange);
  return changed;
}

/** Some value of a document. */
function anyTree(random: Random, text: string): JsonTree {
  const tree = treeOf(text) ?? treeOf(text.split("\n", 1)[0] ?? "") ?? { kind: "word", source: "null" };
  let found = tree;
  changedAt(random, tree, random.below(sizeOf(tree)), tree, (node) => {
    found = node;
    return node;
  });
  return found;
}

function sizeOf(tree: JsonTree): number {
  switch (tree.kind) {
    case "object":
      return tree.members.reduce((sum, [, value]) => sum + sizeOf(value), 1);
    case "array":
      return tree.items.reduce((sum, item) => sum + sizeOf(item), 1);
    default:
      return 1;
  }
}

/** The tree with its n-th value changed, in document order. */
function changedAt(
  random: Random,
  tree: JsonTree,
  place: number,
  strange: JsonTree,
  change = (node: JsonTree) => changedNode(random, node, strange),
): JsonTree {
  if (place === 0) return change(tree);
  let left = place - 1;
  const inside = (value: JsonTree): JsonTree => {
    const size = sizeOf(value);
    const here = left;
    left -= size;
    return here >= 0 && here < size ? changedAt(random, value, here, strange, change) : value;
  };
  switch (tree.kind) {
    case "object":
      return { kind: "object", members: tree.members.map(([key, value]) => [key, inside(value)] as const) };
    case "array":
      return { kind: "array", items: tree.items.map(inside) };
    default:
      return tree;
  }
}

const odd: readonly string[] = [
  "null",
  "true",
  "0",
  "-1.5",
  "1e400",
  "12345678901234567890",
  '""',
  '"null"',
  '"{}"',
  '"[]"',
  "[]",
  "{}",
  "[[]]",
  '{"":null}',
  '{"__proto__":{"a":1}}',
  '"\\ud800"',
  '"constructor"',
];

function changedNode(random: Random, node: JsonTree, strange: JsonTree): JsonTree {
  switch (random.below(9)) {
    case 0:
    case 1:
      return treeOf(random.pick(odd)) ?? node;
    case 2:
      return strange;
    case 3:
      return { kind: "array", items: random.oneIn(2) ? [node] : [node, node] };
    case 4:
      return { kind: "object", members: [[random.pick(["content", "messages", "input", "request", "response", "text"]), node]] };
    case 5:
      return { kind: "string", text: asText(node) };
    default:
      return inMembers(random, node, strange);
  }
}

/** Something done to the parts of a value: one is lost, comes twice, changes its place or its name. */
function inMembers(random: Random, node: JsonTree, strange: JsonTree): JsonTree {
  switch (node.kind) {
    case "object": {
      const members = [...node.members];
      const index = random.below(members.length + 1);
      const [removed] = members.splice(index, 1);
      if (removed === undefined || random.oneIn(3)) return { kind: "object", members };
      const name = random.pick([removed[0], removed[0].toUpperCase(), `${removed[0]}s`, members[0]?.[0] ?? "", "type", "role"]);
      return {
        kind: "object",
        members: [...members, ...(random.oneIn(3) ? [removed] : []), [name, random.oneIn(3) ? strange : removed[1]]],
      };
    }
    case "array": {
      const items = [...node.items];
      const [removed] = items.splice(random.below(items.length + 1), 1);
      if (removed === undefined || random.oneIn(3)) return { kind: "array", items };
      return { kind: "array", items: random.shuffled([...items, removed, random.oneIn(3) ? strange : removed]) };
    }
    case "string":
      return {
        kind: "string",
        text: random.pick([`${node.text} `, node.text.slice(1), `${node.text}${node.text}`, "x".repeat(300), "call_1"]),
      };
    default:
      return { kind: "string", text: node.source };
  }
}
