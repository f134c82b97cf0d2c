import { Random } from "../mutations/random.js";
import { type JsonTree, treeOf } from "./json-tree.js";

/** How a document is written anew, so that it says the same. */
export interface Rewriting {
  /** One letter in so many becomes `\uXXXX`, in keys and values; 0: none. */
  readonly escapes: number;
  /** Members of an object change places, unless one of its keys comes twice. */
  readonly shuffles: boolean;
  /** Something of this may stand between two tokens. */
  readonly spaces: readonly string[];
  /** JSON inside strings is written anew as well. */
  readonly nested: boolean;
}

/**
 * Writes a document anew. The same string is written alike wherever it stands, if it holds JSON: what was said once and is repeated later
 * is then still the same text.
 */
export function rewrite(tree: JsonTree, how: Rewriting, seed: number): string {
  return new Writer(how, new Random(seed)).write(tree);
}

class Writer {
  readonly #how: Rewriting;
  readonly #random: Random;

  constructor(how: Rewriting, random: Random) {
    this.#how = how;
    this.#random = random;
  }

  write(tree: JsonTree): string {
    switch (tree.kind) {
      case "object": {
        const members = this.#ordered(tree.members).map(([key, value]) => [this.#string(key), ":", this.write(value)]);
        return this.#spaced(["{", ...separated(members), "}"]);
      }
      case "array":
        return this.#spaced(["[", ...separated(tree.items.map((item) => [this.write(item)])), "]"]);
      case "string":
        return this.#string(this.#inner(tree.text));
      default:
        return tree.source;
    }
  }

  #ordered<Member extends readonly [string, JsonTree]>(members: readonly Member[]): readonly Member[] {
    const isPlain = new Set(members.map(([key]) => key)).size === members.length;
    return this.#how.shuffles && isPlain ? this.#random.shuffled(members) : members;
  }

  #spaced(parts: readonly string[]): string {
    const { spaces } = this.#how;
    return spaces.length === 0 ? parts.join("") : parts.reduce((text, part) => text + this.#random.pick(spaces) + part);
  }

  #string(text: string): string {
    const { escapes } = this.#how;
    const literal = JSON.stringify(text);
    if (escapes === 0) return literal;
    return literal.replace(/\\u[0-9a-f]{4}|\\.|[^"\\]/gu, (found) => {
      if (found.startsWith("\\") || !this.#random.oneIn(escapes)) return found;
      if (found === "/" && this.#random.oneIn(2)) return "\\/";
      const units = Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
      return this.#random.oneIn(2) ? units : units.replace(/[a-f]/g, (digit) => digit.toUpperCase());
    });
  }

  #inner(text: string): string {
    // A piece of a stream may be a string by chance: `":"`.
    if (!this.#how.nested || !/^\s*[{[]/.test(text)) return text;
    const inside = treeOf(text);
    if (inside === undefined) return text;
    return rewrite(
      inside,
      this.#how,
      [...text].reduce((hash, letter) => Math.imul(hash, 31) + letter.charCodeAt(0), 7),
    );
  }
}

/** Parts of a list with commas between them. */
function separated(parts: readonly (readonly string[])[]): readonly string[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [",", ...part]));
}
