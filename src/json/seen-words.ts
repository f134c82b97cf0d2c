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

/** How many containers are around the strings of a document that may hold an object, and those that may hold a list, at least. */
interface TextDepths {
  readonly objectTextDepth: number;
  readonly listTextDepth: number;
}

/**
 * The keys and short strings of one document, as a by-product of its scan: by hash alone, so a word that is not there may seem to be.
 *
 * Later scans add to the same table, which raises numbers only: answers stay right, though less telling.
 */
export class SeenWords {
  private readonly seen: Int32Array;
  private readonly began: number;
  /** The slots of all words; absent where some may be in none. */
  readonly slots: Int32Array | undefined;
  private readonly texts: TextDepths;

  /** `began`: above which number a key was seen in this document; negative where some may be in no slot. */
  constructor(seen: Int32Array, began: number, slots: Int32Array | undefined, texts: TextDepths) {
    this.texts = texts;
    this.seen = seen;
    this.began = began;
    this.slots = slots;
  }

  /** What strings may hold that have at most three containers around them inside a value with `around` around it. */
  textsIn(around: number): keyof DocumentNeeds {
    const { objectTextDepth, listTextDepth } = this.texts;
    if (listTextDepth <= around + 3 || objectTextDepth < around + 3) return "withTexts";
    return objectTextDepth === around + 3 ? "withObjectTexts" : "withoutTexts";
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

/** Names of keys, made ready for being looked for in many documents. */
export class KeyNames {
  /** Where they have their places in the table of seen words. */
  readonly slots: Int32Array;

  constructor(names: readonly string[]) {
    this.slots = Int32Array.from(names, slotOf);
  }
}

/** What a document must have to be what somebody looks for, by what may be hidden in strings with at most three containers around them. */
export interface DocumentNeeds {
  /** None of them holds JSON. */
  readonly withoutTexts: WordNeed;
  /** Some with three around them may hold objects; none else holds anything. */
  readonly withObjectTexts: WordNeed;
  /** They may hold anything. */
  readonly withTexts: WordNeed;
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
