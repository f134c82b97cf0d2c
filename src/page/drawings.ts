import type { PageDeclaration } from "./page-data.js";
import type { ConversationSketch } from "./sketch.js";

/** Characters of timelines that a page holds: a browser opens such a file at once. */
export const maxTimelineCharacters = 12_000_000;

/** Characters of all declarations: past these, further ones are named without their schema. */
const maxDeclarationCharacters = 3_000_000;

/** What is kept of a conversation until the report is made. */
export interface Drawn extends Omit<ConversationSketch, "messages" | "declarations"> {
  /** 0-based, in the file. */
  readonly index: number;
  /** JSON text of the messages; `undefined` once there was no more room. */
  messages: string | undefined;
  /** Numbers of its declarations among those of the page. */
  readonly declarations: readonly number[];
}

/**
 * Keeps the drawings of a run within a bound: timelines of conversations without findings go first, the last ones before the first ones.
 */
export class Drawings {
  readonly bound: number;
  readonly declarations: PageDeclaration[] = [];
  readonly #drawn = new Map<string, Drawn>();
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<PageDeclaration, number>();
  #characters = 0;
  #declarationCharacters = 0;

  constructor(bound: number = maxTimelineCharacters) {
    this.bound = bound;
  }

  /** Takes a conversation, or its next state, which replaces the one before. */
  add(index: number, sketch: ConversationSketch): void {
    const key = drawingKey(sketch.path, index);
    this.#characters += sketch.messages.length - (this.#drawn.get(key)?.messages?.length ?? 0);
    const declarations = sketch.declarations.map((declaration) => this.#numberOf(declaration));
    this.#drawn.set(key, { ...sketch, index, declarations });
    if (this.#characters > 2 * this.bound) this.#makeRoom();
  }

  get(path: string, index: number): Drawn | undefined {
    return this.#drawn.get(drawingKey(path, index));
  }

  /** In the order in which they were read first. */
  get all(): readonly Drawn[] {
    return [...this.#drawn.values()];
  }

  #numberOf(declaration: PageDeclaration): number {
    const known = this.#known.get(declaration);
    if (known !== undefined) return known;
    const key = JSON.stringify(declaration);
    const number = this.#numbers.get(key) ?? this.declarations.length;
    this.#known.set(declaration, number);
    if (number < this.declarations.length) return number;
    this.#numbers.set(key, number);
    this.#declarationCharacters += key.length;
    const hasRoom = this.#declarationCharacters <= maxDeclarationCharacters;
    this.declarations.push(hasRoom ? declaration : { ...declaration, description: null, schema: null, isLeftOut: true });
    return number;
  }

  #makeRoom(): void {
    const order = this.all.toReversed().toSorted((one, other) => one.weight - other.weight);
    for (const drawn of order) {
      if (this.#characters <= this.bound) return;
      this.#characters -= drawn.messages?.length ?? 0;
      drawn.messages = undefined;
    }
  }
}

/** Names one conversation of a run. */
export function drawingKey(path: string, conversation: number): string {
  return `${conversation} ${path}`;
}
