import type { JsonNode } from "./node.js";
import {
  type DocumentNeeds,
  type SeenWords,
  seenSlots,
  slotOfWord,
  type TextContents,
  type Word,
  type WordListener,
  type WordNeed,
} from "./seen-words.js";

/** Further groups of a way that are looked for where its rarest is there. More would cost more than they spare. */
const mostFurther = 2;

/** One way to meet a need, filed under the words of its rarest group. */
interface Way {
  readonly rank: number;
  readonly further: readonly Int32Array[];
}

/** The ways of all needs by the word that is looked for first. */
interface Filed {
  /** By slot: where its ways are in `ways`, 0 where it has none. */
  readonly places: Uint16Array;
  readonly ways: readonly (readonly Way[])[];
  /** Those that need nothing. */
  readonly always: readonly number[];
}

/**
 * What several askers need a document to have, looked for at once: each word of the document is looked up once, and hardly any is one that
 * somebody looks for.
 */
export class NeededWords implements WordListener {
  readonly #needs: readonly (DocumentNeeds | undefined)[];
  readonly #common: readonly Word[];
  readonly #filed = new Map<TextContents, Filed>();
  /** By asker, the last look in which its need may be met. */
  readonly #met: Int32Array;
  #looks = 0;
  #told: SeenWords[] = [];
  #texts: TextContents[] = [];

  /**
   * @param needs by asker; one without a need is met by every document
   * @param common words that nearly every document has: they are looked for last
   */
  constructor(needs: readonly (DocumentNeeds | undefined)[], common: readonly Word[] = []) {
    this.#common = common;
    this.#needs = needs;
    this.#met = new Int32Array(needs.length);
  }

  /**
   * Looks for all needs in values.
   *
   * @returns `false` where not all of their words are known: then any need may be met
   */
  look(value: JsonNode, beside?: JsonNode): boolean {
    this.#looks++;
    this.#told = [];
    this.#texts = [];
    if (value.tellWords?.(this) !== true || (beside !== undefined && beside.tellWords?.(this) !== true)) return false;
    for (const [at, seen] of this.#told.entries()) this.#lookIn(seen, this.#texts[at] ?? "withTexts");
    return true;
  }

  /**
   * What a value tells: the words of its document, and what strings in it may hold.
   *
   * @returns `false` where the words are not all known
   */
  add(seen: SeenWords, texts: TextContents): boolean {
    if (!seen.areNoted) return false;
    if (this.#told.at(-1) === seen && this.#texts.at(-1) === texts) return true;
    this.#told.push(seen);
    this.#texts.push(texts);
    return true;
  }

  #lookIn(seen: SeenWords, texts: TextContents): void {
    const look = this.#looks;
    const { places, ways, always } = this.#filedFor(texts);
    // Of several documents each may have a part of what is needed.
    const isWhole = this.#told.every((told) => told === seen);
    for (const rank of always) this.#met[rank] = look;
    seen.forEachSlot((slot) => {
      const place = places[slot] ?? 0;
      if (place > 0) this.#note(ways[place] ?? [], seen, isWhole);
    });
  }

  #filedFor(texts: TextContents): Filed {
    const known = this.#filed.get(texts);
    if (known !== undefined) return known;
    const filed = fileWays(
      this.#needs.map((need) => need?.[texts]()),
      this.#common,
    );
    this.#filed.set(texts, filed);
    return filed;
  }

  #note(ways: readonly Way[], seen: SeenWords, isWhole: boolean): void {
    const look = this.#looks;
    for (let at = 0; at < ways.length; at++) {
      const way = ways[at];
      if (way === undefined || this.#met[way.rank] === look) continue;
      if (!isWhole || hasAll(way.further, seen)) this.#met[way.rank] = look;
    }
  }

  /** Whether what was looked at last may meet the need of an asker: `false` is certain. */
  isMet(rank: number): boolean {
    return this.#met[rank] === this.#looks;
  }
}

/** Whether a word of each group may be there. Loops: this is asked many times for each document. */
function hasAll(groups: readonly Int32Array[], seen: SeenWords): boolean {
  for (let at = 0; at < groups.length; at++) if (!seen.hasOneOf(groups[at] ?? noSlots)) return false;
  return true;
}

const noSlots = new Int32Array(0);

function fileWays(needs: readonly (WordNeed | undefined)[], common: readonly Word[]): Filed {
  const everywhere = new Set(common.map(nameOf));
  const counts = new Map<string, number>();
  for (const need of needs) {
    for (const name of new Set((need ?? []).flat(2).map(nameOf))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const weigh = (name: string) => (counts.get(name) ?? 0) + (everywhere.has(name) ? needs.length : 0);
  const weight = (words: readonly Word[]) => words.reduce((sum, word) => sum + weigh(nameOf(word)), 0);
  const bySlot = new Map<number, Way[]>();
  const always: number[] = [];
  for (const [rank, need] of needs.entries()) {
    for (const groups of need ?? [[]]) {
      const [rarest, ...others] = groups.toSorted((a, b) => weight(a) - weight(b));
      if (rarest === undefined) always.push(rank);
      const way: Way = { rank, further: others.slice(0, mostFurther).map((words) => Int32Array.from(words, slotOfWord)) };
      for (const slot of new Set(rarest?.map(slotOfWord))) bySlot.set(slot, [...(bySlot.get(slot) ?? []), way]);
    }
  }
  const places = new Uint16Array(seenSlots);
  for (const [at, slot] of [...bySlot.keys()].entries()) places[slot] = at + 1;
  return { places, ways: [[], ...bySlot.values()], always };
}

function nameOf(word: Word): string {
  return "key" in word ? `key ${word.key}` : `value ${word.value}`;
}
