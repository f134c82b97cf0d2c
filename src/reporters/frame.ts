import type { Excerpt } from "../json/node.js";
import type { TextRange } from "../model/violation.js";
import { type Cell, cells, displayWidth } from "../text/display-width.js";
import { safeText } from "./safe-text.js";

/** A line of a file with the characters that a violation is about, fit for a terminal. */
export interface CodeFrame {
  readonly line: number;
  /** What is before, in and after the marked characters; at most 80 columns together. */
  readonly before: string;
  readonly marked: string;
  readonly after: string;
  /** Terminal columns before the marked characters, and theirs: at least one, so that an empty place shows as well. */
  readonly indent: number;
  readonly width: number;
}

/** Values are cut at so many columns. */
const widest = 80;

/** How much of that may be before the marked characters, and how much the marked ones may take. */
const widestBefore = 30;
const widestMarked = 60;

/** Cuts the excerpt around the start of a range; the marked characters end at the line's end if the range goes on. */
export function createFrame(excerpt: Excerpt, range: TextRange): CodeFrame {
  const from = Math.max(0, range.start.column - excerpt.column);
  const sameLine = range.end.line === range.start.line;
  const to = sameLine ? Math.max(from, range.end.column - excerpt.column) : excerpt.text.length;
  const { text } = excerpt;

  const marked = cutRight(split(text.slice(from, to)), widestMarked, to > text.length && excerpt.cutRight);
  const before = cutLeft(split(text.slice(0, from).trimStart()), widestBefore, excerpt.cutLeft);
  const room = widest - displayWidth(before) - displayWidth(marked);
  const after = cutRight(split(text.slice(to).trimEnd()), room, excerpt.cutRight);
  return { line: range.start.line, before, marked, after, indent: displayWidth(before), width: Math.max(1, displayWidth(marked)) };
}

/** The characters as a terminal shows them: tabs as two blanks, other controls as their escapes. */
function split(text: string): readonly Cell[] {
  return cells(safeText(text.replaceAll("\t", "  ")));
}

function cutRight(all: readonly Cell[], room: number, isCut: boolean): string {
  const fits = takeFitting(all, room);
  if (fits.length === all.length && !isCut) return join(fits);
  return `${join(takeFitting(all, Math.max(0, room - 1)))}…`;
}

function cutLeft(all: readonly Cell[], room: number, isCut: boolean): string {
  const backwards = all.toReversed();
  const fits = takeFitting(backwards, room);
  if (fits.length === all.length && !isCut) return join(all);
  return `…${join(takeFitting(backwards, room - 1).toReversed())}`;
}

function takeFitting(all: readonly Cell[], room: number): readonly Cell[] {
  let left = room;
  const end = all.findIndex((cell) => {
    left -= cell.width;
    return left < 0;
  });
  return end === -1 ? all : all.slice(0, end);
}

function join(all: readonly Cell[]): string {
  return all.map(({ text }) => text).join("");
}
