/** One way through a tree of log entries: indexes in file order. */
export interface Branch {
  readonly entries: readonly number[];
  /** The entry that it goes on from, where that belongs to a newer branch. */
  readonly from: number | undefined;
}

/** What a log knows of its entries beside their parents. */
export interface BranchRules {
  /** Whether a branch may end at an entry: bookkeeping after the last message is none. */
  mayEnd(entry: number): boolean;
  /** Entries beside a branch that belong to it all the same. Those that a newer branch has are passed over. */
  beside?(branch: readonly number[]): Iterable<number>;
}

/**
 * Takes a log apart in which each entry names the one that it goes on from: the branch of the newest entry first, then those that were
 * left after, each with the entries of its own alone.
 *
 * Linear in the entries (and a sort of each branch). A parent that comes later, or a circle of parents, ends where an entry was taken.
 *
 * @param parents index of the parent of each entry, `undefined` for a root
 */
export function branchesOf(parents: readonly (number | undefined)[], rules: BranchRules): readonly Branch[] {
  const taken = new Uint8Array(parents.length);
  const branches: Branch[] = [];
  for (let newest = parents.length - 1; newest >= 0; newest -= 1) {
    if (taken[newest] === 1 || !rules.mayEnd(newest)) continue;
    const entries: number[] = [];
    let at: number | undefined = newest;
    while (at !== undefined && taken[at] === 0) {
      taken[at] = 1;
      entries.push(at);
      at = parents[at];
    }
    for (const other of rules.beside?.(entries) ?? []) {
      if (taken[other] !== 0) continue;
      taken[other] = 1;
      entries.push(other);
    }
    branches.push({ entries: entries.sort((one, two) => one - two), from: at });
  }
  return branches;
}
