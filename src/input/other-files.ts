import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { counted } from "../text/counted.js";

/** Endings that logs have, and much else: such files are read where they are named. */
const logNames = /\.(?:log|txt|out)$/i;

/** No more entries are looked at than it takes to say what a folder is full of. */
const maxEntries = 10_000;

/**
 * The end of the sentence "No transcripts in x" where the folder holds files that may be logs all the same; empty where it holds none.
 *
 * @param shown the folder as messages call it
 */
export function otherFiles(folder: string, shown: string): string {
  const counts = new Map<string, { count: number; isDeep: boolean }>();
  const open = [folder];
  let entries = 0;
  for (let current = open.pop(); current !== undefined && entries < maxEntries; current = open.pop()) {
    for (const entry of entriesOf(current)) {
      entries += 1;
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      if (entry.isDirectory()) open.push(join(current, entry.name));
      const [ending] = entry.isFile() ? (logNames.exec(entry.name) ?? []) : [];
      if (ending === undefined) continue;
      const { count, isDeep } = counts.get(ending) ?? { count: 0, isDeep: false };
      counts.set(ending, { count: count + 1, isDeep: isDeep || current !== folder });
    }
  }
  const [most] = [...counts].sort(([, one], [, other]) => other.count - one.count);
  if (most === undefined) return "";
  const [ending, { count, isDeep }] = most;
  const glob = `${shown.replace(/[/\\]+$/, "")}/${isDeep ? "**/" : ""}*${ending}`;
  return `: ${counted(count, `${ending} file`)} in it, read where a pattern names ${count === 1 ? "it" : "them"}: ${JSON.stringify(glob)}`;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // the walk has said so
  }
}
