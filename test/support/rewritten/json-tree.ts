/** JSON as it is written: members in order, repeated keys included, numbers by their digits. */
export type JsonTree =
  | { readonly kind: "object"; readonly members: readonly (readonly [key: string, value: JsonTree])[] }
  | { readonly kind: "array"; readonly items: readonly JsonTree[] }
  | { readonly kind: "string"; readonly text: string }
  /** A number, `true`, `false` or `null`. */
  | { readonly kind: "word"; readonly source: string };

/** The tree of a JSON text; `undefined` where it is none. */
export function treeOf(text: string): JsonTree | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return new TreeReader(text).value();
}

/** Reads text that is known to be JSON. */
class TreeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): JsonTree {
    switch (this.#peek()) {
      case "{":
        return { kind: "object", members: this.#list("}", () => this.#member()) };
      case "[":
        return { kind: "array", items: this.#list("]", () => this.value()) };
      case '"':
        return { kind: "string", text: this.#string() };
      default:
        return { kind: "word", source: this.#take(/[^\s,\]}]+/y) };
    }
  }

  #member(): readonly [string, JsonTree] {
    this.#peek();
    const key = this.#string();
    this.#peek();
    this.#at += 1;
    return [key, this.value()];
  }

  #list<Part>(close: string, part: () => Part): readonly Part[] {
    const parts: Part[] = [];
    this.#at += 1;
    while (this.#peek() !== close) {
      parts.push(part());
      if (this.#peek() === ",") this.#at += 1;
    }
    this.#at += 1;
    return parts;
  }

  #string(): string {
    return String(JSON.parse(this.#take(/"(?:[^"\\]|\\.)*"/y)));
  }

  #peek(): string | undefined {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at += 1;
    return this.#text[this.#at];
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ""] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }
}
