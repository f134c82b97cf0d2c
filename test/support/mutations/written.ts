/** Text that is written as it is, whether or not it is JSON. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An object whose keys may repeat. */
export class Members {
  readonly entries: readonly (readonly [string, Tree])[];

  constructor(entries: readonly (readonly [string, Tree])[]) {
    this.entries = entries;
  }
}

/** JSON, and what a test wants to write instead of it. A member that is `undefined` is left out. */
export type Tree = null | boolean | number | string | Raw | Members | Tree[] | TreeObject;
export interface TreeObject {
  [key: string]: Tree | undefined;
}

/** Characters of a text, end excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How a document is laid out. */
export interface Layout {
  readonly indent: string;
  readonly newline: "\n" | "\r\n";
}

/** A document as text, and where each of its values stands, by JSON pointer. */
export interface Written {
  readonly text: string;
  readonly places: ReadonlyMap<string, Span>;
}

/** Writes a document and remembers the place of each value, without help from the code that is tested. */
export function write(tree: Tree, { indent, newline }: Layout): Written {
  const places = new Map<string, Span>();
  let text = "";
  const breakLine = (depth: number) => {
    if (indent !== "") text += newline + indent.repeat(depth);
  };
  const value = (node: Tree, pointer: string, depth: number): void => {
    const from = text.length;
    if (node instanceof Raw) text += node.text;
    else if (Array.isArray(node)) {
      text += "[";
      node.forEach((item, index) => {
        if (index > 0) text += ",";
        breakLine(depth + 1);
        value(item, `${pointer}/${index}`, depth + 1);
      });
      if (node.length > 0) breakLine(depth);
      text += "]";
    } else if (typeof node === "object" && node !== null) {
      text += "{";
      membersOf(node).forEach(([key, member], index) => {
        if (index > 0) text += ",";
        breakLine(depth + 1);
        text += `${JSON.stringify(key)}:${indent === "" ? "" : " "}`;
        value(member, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, depth + 1);
      });
      if (membersOf(node).length > 0) breakLine(depth);
      text += "}";
    } else text += JSON.stringify(node);
    places.set(pointer, { from, to: text.length });
  };
  value(tree, "", 0);
  return { text, places };
}

function membersOf(node: Members | TreeObject): readonly (readonly [string, Tree])[] {
  if (node instanceof Members) return node.entries;
  return Object.entries(node).flatMap(([key, member]) => (member === undefined ? [] : [[key, member] as const]));
}
