import { asItWas, printFile } from "./print.js";
import { shrink } from "./shrink.js";
import type { FileTree, Tree } from "./tree.js";

/** Records before the one at fault that are tried first: a line of a log mostly stands for itself. */
const windows = [0, 1, 4, 16, 64, 256, 1024] as const;

/**
 * The records, members and items that a finding does not need.
 *
 * @param record the one that holds the finding, `null` where the file is one document
 * @param shows whether a text shows the finding
 */
export function partsToRemove(file: FileTree, record: number | null, shows: (text: string) => boolean): ReadonlySet<object> {
  const removed = new Set<object>();
  const holds = (more: ReadonlySet<object>) =>
    shows(printFile(file, { ...asItWas, isRemoved: (part) => removed.has(part) || more.has(part) }));
  if (record !== null) cutWindow(file.records, record, removed, holds);
  for (let round = 0; round < 2; round++) {
    const before = removed.size;
    for (let depth = 0; depth < 64; depth++) {
      const parts = file.layout === "document" && depth === 0 ? [] : partsAt(file, depth, removed);
      if (parts.length === 0 && depth > 0) break;
      const needed = new Set<object>(shrink(parts, (rest) => holds(without(parts, rest))));
      for (const part of parts) if (!needed.has(part)) removed.add(part);
    }
    if (removed.size === before) break;
  }
  return removed;
}

function cutWindow(records: readonly Tree[], record: number, removed: Set<object>, holds: (more: ReadonlySet<object>) => boolean): void {
  for (const before of windows) {
    const outside = new Set<object>(records.filter((_, index) => index < record - before || index > record));
    if (!holds(outside)) continue;
    for (const part of outside) removed.add(part);
    return;
  }
}

function without<T extends object>(parts: readonly T[], rest: readonly T[]): ReadonlySet<object> {
  const kept = new Set<object>(rest);
  return new Set<object>(parts.filter((part) => !kept.has(part)));
}

/** What can be taken away at a depth: records at the top, then members and items. */
function partsAt(file: FileTree, depth: number, removed: ReadonlySet<object>): readonly object[] {
  let level: readonly { readonly part: object; readonly tree: Tree }[] = file.records.map((tree) => ({ part: tree, tree }));
  for (let at = 0; ; at++) {
    level = level.filter(({ part }) => !removed.has(part));
    if (at === depth || level.length === 0) return level.map(({ part }) => part);
    level = level.flatMap(({ tree }) => childrenOf(tree));
  }
}

function childrenOf(tree: Tree): readonly { readonly part: object; readonly tree: Tree }[] {
  switch (tree.kind) {
    case "object":
      return tree.members.map((member) => ({ part: member, tree: member.value }));
    case "list":
      return tree.items.map((item) => ({ part: item, tree: item }));
    case "packed":
      return childrenOf(tree.inner);
    default:
      return [];
  }
}
