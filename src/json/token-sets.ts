const none: ReadonlySet<number> = new Set();

/** Values of some documents, by document: a search through one passes over its own, and looks at no other's. */
export class TokenSets {
  readonly #byDocument = new Map<object, Set<number>>();

  /** Adds the value that begins at a token of a document; the document is known by an object of its own. */
  add(document: object, token: number): void {
    const tokens = this.#byDocument.get(document);
    if (tokens === undefined) this.#byDocument.set(document, new Set([token]));
    else tokens.add(token);
  }

  of(document: object): ReadonlySet<number> {
    return this.#byDocument.get(document) ?? none;
  }
}
