import type { TextDepths } from "./text-depths.js";
import { TEXT_SLOTS, textSlot } from "./text-slot.js";

/** Longest string that is noted as a word, in bytes with its quotes. */
export const LONGEST_WORD = 40;

/** Where the slots of strings begin in a table of seen words: those of keys are in front of them. */
export const VALUE_SLOTS = TEXT_SLOTS;

/** Slots of a table of seen words. */
export const seenSlots = VALUE_SLOTS + TEXT_SLOTS;

/** An empty table of seen words. The scanner writes into it. */
export function seenNothing(): Int32Array {
  return new Int32Array(seenSlots);
}

/** A word that a document may need to have, as a key or as a string. */
export type Word = { readonly key: string } | { readonly value: string };

/** One of several ways to meet a need, each a list of groups of words: one word of each group is there. */
export type WordNeed = readonly (readonly (readonly Word[])[])[];

/** Slots of the words of the documents that were scanned last, one document after the other; begins anew where its end is reached. */
export class WordNotes {
  readonly slots: Int32Array;
  end: number;
  round = 0;

  /** @param slots of one document that is kept; left out: room for those of several */
  constructor(slots?: Int32Array) {
    this.slots = slots ?? new Int32Array(4 * seenSlots);
    this.end = slots?.length ?? 0;
  }

  /** Makes room for the words of a further document; its first is at `end` then. */
  begin(): void {
    if (this.end + seenSlots <= this.slots.length) return;
    this.end = 0;
    this.round++;
  }
}

/**
 * The keys and short strings of one document, as a by-product of its scan: by hash alone, so a word that is not there may seem to be.
 *
 * Later scans add to the same table, which raises numbers only: answers stay right, though less telling.
 */
export class SeenWords {
  private readonly seen: Int32Array;
  private readonly began: number;
  private readonly notes: WordNotes;
  private readonly from: number;
  private readonly to: number;
  private readonly round: number;
  private readonly texts: TextDepths;

  /**
   * @param began above which number a key was seen in this document; negative where some may be in no slot
   * @param from where its words begin in the notes, which end with them; negative where some may be in no slot
   */
  constructor(seen: Int32Array, began: number, notes: WordNotes, from: number, texts: TextDepths) {
    this.seen = seen;
    this.began = began;
    this.notes = notes;
    this.from = from;
    this.to = notes.end;
    this.round = notes.round;
    this.texts = texts;
  }

  /** The same, of a document that is to be asked after many others were scanned. */
  keep(): SeenWords {
    if (!this.areNoted) return this;
    const kept = new WordNotes(this.notes.slots.slice(this.from, this.to));
    return new SeenWords(this.seen, this.began, kept, 0, this.texts);
  }

  /** Whether the slots of all words are still noted. Of an empty list or object nothing is said: it may be what anybody looks for. */
  get areNoted(): boolean {
    const { notes, round, from, to } = this;
    return from >= 0 && from < to && (notes.round === round || (notes.round === round + 1 && notes.end <= from));
  }

  /** Calls back with the slot of each word, where they are noted. */
  forEachSlot(visit: (slot: number) => void): void {
    const { slots } = this.notes;
    for (let at = this.from; at < this.to; at++) visit(slots[at] ?? 0);
  }

  /** What strings may hold that have at most three containers around them inside a value with `around` around it. */
  textsIn(around: number): TextContents {
    const { objects, lists } = this.texts;
    if (lists <= around + 3 || objects < around + 3) return "withTexts";
    return objects === around + 3 ? "withObjectTexts" : "withoutTexts";
  }

  /** Whether an object of the document, at any depth, may have one of these keys: `false` is certain. */
  mayHaveOneOf({ slots }: KeyNames): boolean {
    return this.hasOneOf(slots);
  }

  /** Whether a word in one of several slots may be there. */
  hasOneOf(slots: Int32Array): boolean {
    const { seen, began } = this;
    for (let at = 0; at < slots.length; at++) if ((seen[slots[at] ?? 0] ?? 0) > began) return true;
    return false;
  }
}

/** Who is told the words of documents. */
export interface WordListener {
  /**
   * @param texts what strings of the document may hold
   * @returns `false` where the words are not all known
   */
  add(seen: SeenWords, texts: TextContents): boolean;
}

/** Names of keys, made ready for being looked for in many documents. */
export class KeyNames {
  /** Where they have their places in the table of seen words. */
  readonly slots: Int32Array;

  constructor(names: readonly string[]) {
    this.slots = Int32Array.from(names, slotOf);
  }
}

/**
 * What strings of a value may hold that have at most three containers around them: no JSON; some with three around them objects, and none
 * else anything; anything.
 */
export type TextContents = "withoutTexts" | "withObjectTexts" | "withTexts";

/** What a document must have to be what somebody looks for, by what may be hidden in its strings; worked out when asked. */
export interface DocumentNeeds extends Readonly<Record<TextContents, () => WordNeed>> {
  /** Where the address of a recording is known, nothing is needed. */
  readonly unlessUrl?: true;
}

/** Where a word has its place in the table of seen words. */
export function slotOfWord(word: Word): number {
  return "key" in word ? slotOf(word.key) : VALUE_SLOTS + slotOf(word.value);
}

function slotOf(word: string): number {
  const bytes = Buffer.from(`"${word}"`);
  const { length } = bytes;
  return textSlot(length, bytes[1] ?? 0, bytes[length >> 1] ?? 0, bytes[length - 2] ?? 0);
}
