import { disguisesOf, disguisesOfNumber, isPrivateKey, isShown, type ShownNames } from "./disguise.js";
import { type Printing, printFile } from "./print.js";
import { shrink } from "./shrink.js";
import type { FileTree, Tree } from "./tree.js";

/**
 * How a file is printed with every text replaced, alike where it was alike: by as little of it as the finding can do with.
 *
 * @param removed parts that are left out
 * @param shows whether a text shows the finding
 * @returns `undefined` where no disguise leaves the finding
 */
export function redactTree(
  file: FileTree,
  removed: ReadonlySet<object>,
  names: ShownNames,
  shows: (text: string) => boolean,
): Printing | undefined {
  const disguises = disguisesIn(file, removed, names);
  const isRemoved = (part: object) => removed.has(part);
  const printing = (level: (text: string) => number): Printing => {
    const chosen = (text: string) => {
      const all = disguises.get(text);
      return all?.[Math.min(level(text), all.length - 1)] ?? text;
    };
    return {
      isRemoved,
      text: (leaf) => (isShown(leaf, names) ? leaf.text : chosen(leaf.text)),
      raw: ({ raw }) => chosen(numberKey(raw)).replace(numberMark, ""),
      key: (key) => (isPrivateKey(key, names) ? chosen(key) : key),
      inDigits: true,
    };
  };
  const holds = (level: (text: string) => number) => shows(printFile(file, printing(level)));
  if (!holds(() => Number.POSITIVE_INFINITY)) return undefined;
  const texts = [...disguises.keys()];
  const levels = new Map<string, number>();
  const telling = shrink(texts, (rest) => {
    const kept = new Set(rest);
    return holds((text) => (kept.has(text) ? Number.POSITIVE_INFINITY : 0));
  });
  for (const text of telling) levels.set(text, (disguises.get(text)?.length ?? 1) - 1);
  for (const text of telling) {
    const most = levels.get(text) ?? 0;
    for (let level = 1; level < most; level++) {
      if (!holds((each) => (each === text ? level : (levels.get(each) ?? 0)))) continue;
      levels.set(text, level);
      break;
    }
  }
  return printing((text) => levels.get(text) ?? 0);
}

const numberMark = "\0";

/** Numbers are no texts: `"100"` and `100` are disguised each in its way. */
function numberKey(raw: string): string {
  return numberMark + raw;
}

function disguisesIn(file: FileTree, removed: ReadonlySet<object>, names: ShownNames): ReadonlyMap<string, readonly string[]> {
  const disguises = new Map<string, readonly string[]>();
  const add = (text: string, make: (number: number) => readonly string[]) => {
    if (!disguises.has(text)) disguises.set(text, make(disguises.size + 1));
  };
  const visit = (tree: Tree): void => {
    switch (tree.kind) {
      case "object":
        for (const member of tree.members.filter((each) => !removed.has(each))) {
          if (isPrivateKey(member.key, names)) add(member.key, (number) => [`k${number}`]);
          visit(member.value);
        }
        return;
      case "list":
        for (const item of tree.items.filter((each) => !removed.has(each))) visit(item);
        return;
      case "packed":
        visit(tree.inner);
        return;
      case "text":
        if (!isShown(tree, names)) add(tree.text, (number) => disguisesOf(tree.text, number, names));
        return;
      case "raw":
        add(numberKey(tree.raw), () => disguisesOfNumber(tree.raw).map(numberKey));
    }
  };
  for (const record of file.records.filter((each) => !removed.has(each))) visit(record);
  return disguises;
}
