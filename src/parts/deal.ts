/** Bytes of one file that are checked together; a record belongs to the share that it begins in. */
export interface Share {
  /** Its number in the list of files. */
  readonly file: number;
  readonly from: number;
  /** End, excluded; `null`: the end of the file. */
  readonly to: number | null;
}

/** A file to deal out. */
export interface DealtFile {
  /** In bytes. */
  readonly size: number;
  /** Whether it may be cut into ranges; asked only where that would help. */
  isDivisible(): boolean;
}

/** What a file costs beside its bytes, as so many bytes. */
const costOfFile = 16_384;

/** A shorter range costs more to find than it saves. */
export const shortestRange = 1 << 18;

/**
 * Deals files to so many hands, each about as much as the others: whole files by size, the largest first, then what is left of each hand's
 * room is filled with ranges of the files that are too large for one. The same files are dealt alike everywhere.
 *
 * @returns the shares of each hand, in the order of the files
 */
export function deal(files: readonly DealtFile[], hands: number, shortest = shortestRange): readonly (readonly Share[])[] {
  const dealt = Array.from({ length: hands }, (): Share[] => []);
  const total = files.reduce((sum, { size }) => sum + size + costOfFile, 0);
  const even = total / hands;
  const isCut = files.map((file) => file.size > even && file.size >= 2 * shortest && file.isDivisible());
  const loads = new Loads(hands);
  const whole = [...files.keys()].filter((index) => isCut[index] !== true);
  const sizeOf = (index: number) => files[index]?.size ?? 0;
  for (const file of whole.toSorted((one, other) => sizeOf(other) - sizeOf(one) || one - other)) {
    dealt[loads.addToLeast(sizeOf(file) + costOfFile)]?.push({ file, from: 0, to: null });
  }
  const cut = [...files.keys()].filter((index) => isCut[index] === true);
  fill(
    cut.map((file) => ({ file, size: sizeOf(file) })),
    loads.room(cut.reduce((sum, file) => sum + sizeOf(file), 0)),
    dealt,
    shortest,
  );
  return dealt.map((shares) => shares.toSorted((one, other) => one.file - other.file || one.from - other.from));
}

/** Cuts shares of long files into ranges that threads take, one after the other. */
export function cutUp(shares: readonly Share[], files: readonly DealtFile[], length: number): readonly Share[] {
  return shares.flatMap((share): readonly Share[] => {
    const { file, from, to } = share;
    const dealt = files[file];
    const end = to ?? dealt?.size ?? 0;
    const count = Math.floor((end - from) / length);
    if (dealt === undefined || count < 2 || (from === 0 && to === null && !dealt.isDivisible())) return [share];
    return Array.from({ length: count }, (_, index) => ({
      file,
      from: from + index * length,
      to: index === count - 1 ? to : from + (index + 1) * length,
    }));
  });
}

/** Cuts files so that each hand gets what it has room for. What is too short for a range goes to the hand before. */
function fill(
  files: readonly { readonly file: number; readonly size: number }[],
  rooms: readonly number[],
  dealt: readonly Share[][],
  shortest: number,
): void {
  let hand = 0;
  let room = rooms[0] ?? 0;
  for (const { file, size } of files) {
    let from = 0;
    while (from < size) {
      while (room < shortest && hand < rooms.length - 1) {
        hand += 1;
        room = rooms[hand] ?? 0;
      }
      const isLast = size - from - room < shortest || hand === rooms.length - 1;
      const to = isLast ? size : from + Math.floor(room);
      dealt[hand]?.push({ file, from, to: isLast ? null : to });
      room -= to - from;
      from = to;
    }
  }
}

/** How much each hand has; the least is at the top of a heap. */
class Loads {
  readonly #loads: number[];
  readonly #heap: number[];

  constructor(hands: number) {
    this.#loads = Array.from({ length: hands }, () => 0);
    this.#heap = [...this.#loads.keys()];
  }

  /** @returns the hand with the least, the first of several */
  addToLeast(size: number): number {
    const [hand = 0] = this.#heap;
    this.#loads[hand] = (this.#loads[hand] ?? 0) + size;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const least = [left, right]
        .filter((child) => child < this.#heap.length)
        .reduce((best, child) => (this.#isLess(child, best) ? child : best), at);
      if (least === at) return hand;
      [this.#heap[at], this.#heap[least]] = [this.#heap[least] ?? 0, this.#heap[at] ?? 0];
      at = least;
    }
  }

  /** Room in each hand for so much more in all, so that all come to one level where that is possible. */
  room(more: number): readonly number[] {
    const sorted = this.#loads.toSorted((one, other) => one - other);
    let level = 0;
    let below = 0;
    for (const [index, load] of sorted.entries()) {
      if (index > 0 && load * index - below >= more) break;
      below += load;
      level = (below + more) / (index + 1);
    }
    return this.#loads.map((load) => Math.max(0, level - load));
  }

  #isLess(one: number, other: number): boolean {
    const [a = 0, b = 0] = [this.#heap[one], this.#heap[other]];
    return (this.#loads[a] ?? 0) - (this.#loads[b] ?? 0) < 0 || (this.#loads[a] === this.#loads[b] && a < b);
  }
}
