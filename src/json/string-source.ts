import type { Excerpt, Position, Range, Source } from "./node.js";

/** Characters that an excerpt shows at most before and after its offset. */
const shownBefore = 160;
const shownBehind = 320;

/** A file that was read as one JavaScript string: offsets are its UTF-16 units. A byte order mark counts in offsets, but not in columns. */
export class StringSource implements Source {
  readonly text: string;
  private starts: readonly number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  range(from: number, to: number): Range {
    return { source: this, from, to: Math.max(from, to) };
  }

  position(offset: number): Position {
    const { starts, line } = this.lineOf(offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1, offset };
  }

  excerpt(offset: number): Excerpt {
    const { starts, line } = this.lineOf(offset);
    const lineFrom = starts[line] ?? 0;
    const next = starts[line + 1];
    const lineTo = next === undefined ? this.text.length : next - 1;
    const from = Math.max(lineFrom, offset - shownBefore);
    const to = Math.min(lineTo, offset + shownBehind);
    const text = this.text.slice(from, to).replace(/\r$/, "");
    return { text, column: from - lineFrom + 1, cutLeft: from > lineFrom, cutRight: to < lineTo };
  }

  private lineOf(offset: number): { readonly starts: readonly number[]; readonly line: number } {
    this.starts ??= lineStarts(this.text);
    const { starts } = this;
    let low = 0;
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { starts, line: low };
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [text.charCodeAt(0) === 0xfeff ? 1 : 0];
  for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n", feed + 1)) starts.push(feed + 1);
  return starts;
}
