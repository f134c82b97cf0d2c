import { CLOSE_BRACE, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, PLAIN, QUOTE, skipPlain, skipSpace } from "./bytes.js";
import { appendKnown, RepeatedValues, SHORTEST_REPEAT } from "./repeats.js";
import { Flag, ScalarScanner } from "./scalar-scanner.js";
import { LONGEST_WORD, SeenWords, seenNothing, VALUE_SLOTS, WordNotes } from "./seen-words.js";
import type { Tape } from "./tape.js";
import { FoundTextDepths, MAY_OPEN } from "./text-depths.js";
import { textSlot } from "./text-slot.js";

/** Containers inside each other that a document may have. `JSON.parse` takes millions; the walks after us recurse. */
export const MAX_DEPTH = 512;

/** An object with more keys is compared by a set after the scan, so that the scan stays linear. */
const MAX_COMPARED_KEYS = 256;

/** How deep lists may lie that are looked for among those met before: `{"request": {"body": {"tools": …}}}`. */
const MAX_LIST_DEPTH = 3;

/** Scans texts into tapes: one pass over the bytes for the whole grammar of RFC 8259, UTF-8 included. Never throws. */
export class Scanner extends ScalarScanner {
  /** Opening tokens of the objects that may repeat a key. */
  readonly suspects: number[] = [];

  private readonly opens = new Int32Array(MAX_DEPTH + 1);
  private readonly widths = new Int32Array(MAX_DEPTH + 1);
  /** By hash, the last key with it in any object, as `epoch` + token: if it lies before an object, so do all keys with that hash. Then the same of short strings. */
  private seen = seenNothing();
  /** The slots of `seen` that each scan was the first to fill, and where those of the last scan begin. */
  private readonly notes = new WordNotes();
  private noted = 0;
  private readonly texts = new FoundTextDepths();
  private epoch = 1;
  private began = 1;
  private to = 0;
  /** The list that is watched: how deep it lies (-1: none is), its token, and what was known before it. */
  private listDepth = -1;
  private listToken = 0;
  private before = { flags: 0, surplus: 0, suspects: 0, texts: this.texts.from(0) };
  /** Lists that were members of documents before; `undefined` where documents are no records of one file. */
  private readonly repeats: RepeatedValues | undefined;

  /** `remembers`: whether lists that come again are to be known again. */
  constructor(remembers = false) {
    super();
    if (remembers) this.repeats = new RepeatedValues();
  }

  /**
   * Appends the tokens of the one value that begins at or after `from`, white space in front allowed.
   * The byte after the text must be NUL: it stops every loop, so that none has to compare offsets.
   *
   * @param to end of the document: no list that would end after it is looked for among those met before
   * @returns true with `end` after the value, or false with `end` at the first byte that fits no JSON (that NUL if the text ended too early)
   */
  scan(tape: Tape, from: number, to = tape.bytes.length): boolean {
    this.to = to;
    this.bytes = tape.bytes;
    this.words = tape.words;
    this.allowsSurrogates = tape.allowsSurrogates;
    this.flags = 0;
    this.surplus = 0;
    // To set the length of an array costs more than to look at it.
    if (this.suspects.length > 0) this.suspects.length = 0;
    this.notes.begin();
    this.noted = this.notes.end;
    this.texts.clear();
    this.began = this.epoch;
    const isWhole = this.scanValue(tape, from);
    // Above all that `seen` holds, so that the table need not be emptied for each scan.
    this.epoch += tape.starts.length + 1;
    if (this.epoch > 2 ** 30) {
      this.seen = seenNothing();
      this.epoch = 1;
    }
    return isWhole;
  }

  private scanValue(tape: Tape, from: number): boolean {
    const { bytes, words, opens, widths, seen, notes, texts, epoch } = this;
    let { starts, link, count } = tape;
    let room = starts.length - 2;
    let depth = 0;
    let closer = 0;
    let at = skipSpace(bytes, from);
    let byte = bytes[at] ?? 0;
    this.listDepth = -1;

    for (;;) {
      if (count > room) {
        tape.grow();
        ({ starts, link } = tape);
        room = starts.length - 2;
      }
      if (closer === CLOSE_BRACE) {
        if (byte !== QUOTE) return this.stop(at, "key");
        const start = at;
        do byte = bytes[++at] ?? 0;
        while (PLAIN[byte] === 1);
        let escaped = false;
        if (byte !== QUOTE) {
          at = this.scanRestOfString(at);
          if (at < 0) return false;
          escaped = this.sawEscape;
        }
        starts[count] = start;
        link[count] = ++at;
        count++;

        const open = opens[depth] ?? 0;
        const width = (widths[depth] ?? 0) + 1;
        widths[depth] = width;
        if (escaped) {
          this.flags |= Flag.escapedKey;
          this.suspect(open);
        } else if (width <= MAX_COMPARED_KEYS) {
          const slot = textSlot(at - start, bytes[start + 1] ?? 0, bytes[(start + at) >> 1] ?? 0, bytes[at - 2] ?? 0);
          const last = seen[slot] ?? 0;
          if (last > epoch + open && isRepeated(tape, open, count - 1)) this.suspect(open);
          if (last <= epoch) notes.slots[notes.end++] = slot;
          seen[slot] = epoch + count - 1;
        } else if (width === MAX_COMPARED_KEYS + 1) this.suspect(open);

        at = skipSpace(bytes, at);
        byte = bytes[at] ?? 0;
        if (byte !== COLON) return this.stop(at, "colon");
        at = skipSpace(bytes, at + 1);
        byte = bytes[at] ?? 0;
      }

      let empty = false;
      if (byte === QUOTE) {
        const start = at;
        starts[count] = start;
        at = skipPlain(bytes, words, at + 1);
        if (bytes[at] !== QUOTE) {
          at = this.scanRestOfString(at);
          if (at < 0) return false;
        }
        link[count] = ++at;
        const first = bytes[start + 1] ?? 0;
        if (at - start <= LONGEST_WORD) {
          const slot = VALUE_SLOTS + textSlot(at - start, first, bytes[(start + at) >> 1] ?? 0, bytes[at - 2] ?? 0);
          if ((seen[slot] ?? 0) <= epoch) notes.slots[notes.end++] = slot;
          seen[slot] = epoch + count;
        }
        if (MAY_OPEN[first] === 1) texts.note(bytes, start + 1, depth);
        count++;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        let recalled = 0;
        if (byte === OPEN_BRACKET && closer === CLOSE_BRACE && depth <= MAX_LIST_DEPTH) {
          recalled = this.recall(tape, at, count, depth);
          // Also where nothing was recalled: lines that run for the first time would cost the compiled code of this loop.
          at = this.end;
          count += recalled;
          ({ starts, link } = tape);
          room = starts.length - 2;
        }
        if (recalled === 0) {
          if (depth === MAX_DEPTH) return this.stop(at, "less-depth");
          depth++;
          opens[depth] = count;
          widths[depth] = 0;
          starts[count++] = at;
          closer = byte + 2;
          at = skipSpace(bytes, at + 1);
          byte = bytes[at] ?? 0;
          if (byte !== closer) continue;
          empty = true;
        }
      } else {
        const start = at;
        at = this.scanBareWord(at, byte);
        if (at < 0) return false;
        starts[count] = start;
        link[count++] = at;
      }

      if (depth === 0) break;
      if (!empty) {
        at = skipSpace(bytes, at);
        byte = bytes[at] ?? 0;
      }
      while (byte === closer) {
        if (count > room + 1) {
          tape.grow();
          ({ starts, link } = tape);
          room = starts.length - 2;
        }
        const open = opens[depth] ?? 0;
        link[open] = ~count;
        starts[count] = at;
        link[count++] = ++at;
        if (--depth === 0) break;
        if (depth === this.listDepth) this.endList(tape, count);
        closer = (bytes[starts[opens[depth] ?? 0] ?? 0] ?? 0) + 2;
        at = skipSpace(bytes, at);
        byte = bytes[at] ?? 0;
      }
      if (depth === 0) break;
      if (byte !== COMMA) return this.stop(at, closer === CLOSE_BRACE ? "comma-or-brace" : "comma-or-bracket");
      at = skipSpace(bytes, at + 1);
      byte = bytes[at] ?? 0;
    }
    tape.count = count;
    this.end = at;
    return true;
  }

  /**
   * Appends the tokens of the list at `at` if it is one that came before; `end` is then after it. Else begins to watch it.
   *
   * @returns how many tokens it appended
   */
  private recall(tape: Tape, at: number, count: number, depth: number): number {
    const { repeats, seen, notes, epoch } = this;
    this.end = at;
    if (repeats === undefined || at + SHORTEST_REPEAT > this.to) return 0;
    const known = repeats.find(tape.bytes, at);
    if (known === undefined) {
      if (this.listDepth < 0) {
        this.listDepth = depth;
        this.listToken = count;
        const { flags, surplus, texts } = this;
        this.before = { flags, surplus, suspects: this.suspects.length, texts: texts.from(0) };
        this.flags = 0;
        texts.clear();
      }
      return 0;
    }
    const { starts, keySlots, lastKeys } = known;
    while (count + starts.length > tape.starts.length - 2) tape.grow();
    appendKnown(tape, known, at, count);
    tape.recall(count, known);
    for (let key = 0; key < keySlots.length; key++) {
      const slot = keySlots[key] ?? 0;
      if ((seen[slot] ?? 0) <= epoch) notes.slots[notes.end++] = slot;
      seen[slot] = epoch + count + (lastKeys[key] ?? 0);
    }
    this.flags |= known.flags;
    this.surplus += known.surplus;
    this.texts.add(known.texts, depth);
    this.end = at + known.bytes.length;
    return starts.length;
  }

  /** The list that is watched ends with the last of `count` tokens: it is kept if it may come again. */
  private endList(tape: Tape, count: number): void {
    const { before, listToken, listDepth, flags } = this;
    const texts = this.texts.from(listDepth);
    this.listDepth = -1;
    this.flags |= before.flags;
    this.texts.add(before.texts, 0);
    // Surrogates in bytes are right in texts of ours, and a fault in a file.
    if (this.suspects.length > before.suspects || (flags & Flag.rawSurrogate) !== 0) return;
    if (this.repeats?.meets(tape.bytes, tape.startOf(listToken), tape.endOf(count - 1)) !== true) return;
    const first = this.epoch + listToken;
    const keySlots: number[] = [];
    for (let slot = 0; slot < this.seen.length; slot++) if ((this.seen[slot] ?? 0) > first) keySlots.push(slot);
    const lastKeys = keySlots.map((slot) => (this.seen[slot] ?? 0) - first);
    this.repeats.keep(tape, listToken, count, { texts, flags, surplus: this.surplus - before.surplus, keySlots, lastKeys });
  }

  private suspect(open: number): void {
    if (this.suspects.at(-1) !== open) this.suspects.push(open);
  }

  /** What the last scan tells of the words of its document. */
  get seenWords(): SeenWords {
    // Escaped keys and those of very wide objects are not in the table: there are suspects then.
    const areKeysSeen = this.suspects.length === 0;
    const isNoted = areKeysSeen && (this.flags & Flag.escapedLetter) === 0;
    return new SeenWords(this.seen, areKeysSeen ? this.began : -1, this.notes, isNoted ? this.noted : -1, this.texts.from(0));
  }
}

/** Does an earlier key of the object at `open` have the very bytes of `key`? */
function isRepeated(tape: Tape, open: number, key: number): boolean {
  const { bytes, starts, link } = tape;
  const start = starts[key] ?? 0;
  const length = (link[key] ?? 0) - start;
  next: for (let at = open + 1; at < key; at = tape.after(at + 1)) {
    const from = starts[at] ?? 0;
    if ((link[at] ?? 0) - from !== length) continue;
    for (let i = 1; i < length; i++) if (bytes[from + i] !== bytes[start + i]) continue next;
    return true;
  }
  return false;
}
