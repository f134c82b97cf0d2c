import type { PreparedCall } from "./expected-call.js";
import type { RecordedCall } from "./recorded.js";

/** Which call was taken for which expected one; the indices of those left over are in no pair. */
export type Pairs = ReadonlyMap<number, number>;

type Fits = (expected: number, call: number) => boolean;

/** Whether an expected call, by its index, is what was called. Each question is answered once. */
export function fitTable(expected: readonly PreparedCall[], calls: readonly RecordedCall[]): Fits {
  const table = expected.map((each) => calls.map((call) => each.isOfTool(call) && each.differencesOf(call).length === 0));
  return (row, column) => table[row]?.[column] === true;
}

/**
 * The most pairs that any order allows. A call that fits several expected ones is given to the one that needs it (augmenting paths), so a
 * loose expectation takes no call away from a strict one.
 */
export function pairInAnyOrder(expected: number, calls: number, fits: Fits): Pairs {
  const takenBy = new Map<number, number>();
  const findFor = (wanted: number, tried: Set<number>): boolean => {
    for (let call = 0; call < calls; call += 1) {
      if (!fits(wanted, call) || tried.has(call)) continue;
      tried.add(call);
      const holder = takenBy.get(call);
      if (holder !== undefined && !findFor(holder, tried)) continue;
      takenBy.set(call, wanted);
      return true;
    }
    return false;
  };
  for (let wanted = 0; wanted < expected; wanted += 1) findFor(wanted, new Set());
  return new Map([...takenBy].map(([call, wanted]) => [wanted, call]));
}

/** The most pairs that keep the order (longest common subsequence). */
export function pairInOrder(expected: number, calls: number, fits: Fits): Pairs {
  const lengths = Array.from({ length: expected + 1 }, () => new Array<number>(calls + 1).fill(0));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = expected - 1; row >= 0; row -= 1) {
    for (let column = calls - 1; column >= 0; column -= 1) {
      const best = fits(row, column) ? 1 + at(row + 1, column + 1) : Math.max(at(row + 1, column), at(row, column + 1));
      lengths[row]?.splice(column, 1, best);
    }
  }
  const pairs = new Map<number, number>();
  for (let row = 0, column = 0; row < expected && column < calls; ) {
    if (fits(row, column) && at(row, column) === 1 + at(row + 1, column + 1)) pairs.set(row++, column++);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}
