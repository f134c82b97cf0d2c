import type { PageSeverity } from "../page-data.js";
import type { LaidOut } from "./json-layout.js";

/** A finding's characters in a text. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly severity: PageSeverity;
  /** Id of the finding. */
  readonly finding: string;
}

/** A stretch of text that is shown alike. */
export interface Stretch {
  readonly text: string;
  readonly kind: LaidOut["kind"] | "plain";
  readonly mark: Mark | undefined;
}

/** Cuts a text at the edges of its marks; where marks overlap the narrower one is shown. An empty mark takes the character in front of it. */
export function stretches(pieces: readonly LaidOut[], marks: readonly Mark[]): readonly Stretch[] {
  const wide = marks.map((mark) =>
    mark.from < mark.to ? mark : { ...mark, from: Math.max(0, mark.from - 1), to: mark.to === 0 ? 1 : mark.to },
  );
  const byWidth = wide.toSorted((one, other) => one.to - one.from - (other.to - other.from));
  return pieces.flatMap((piece): readonly Stretch[] => {
    const { text, from, kind } = piece;
    if (from === null || byWidth.length === 0) return [{ text, kind, mark: undefined }];
    const to = from + text.length;
    const edges = new Set([from, to]);
    for (const mark of byWidth) for (const edge of [mark.from, mark.to]) if (from < edge && edge < to) edges.add(edge);
    const sorted = [...edges].toSorted((one, other) => one - other);
    return sorted.slice(0, -1).map((begin, index) => {
      const end = sorted[index + 1] ?? to;
      const mark = byWidth.find((each) => each.from <= begin && end <= each.to);
      return { text: text.slice(begin - from, end - from), kind, mark };
    });
  });
}

// What no reader sees, and what reorders what is beside it: as in the reports of text, joiners stay.
const unseen =
  /[\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?![\n\t])\p{Cc}/u;

/** A text with characters in it that are not shown as themselves: each of those is a piece of its own. */
export function visible(text: string): readonly { readonly text: string; readonly isCode: boolean }[] {
  if (!unseen.test(text)) return [{ text, isCode: false }];
  const pieces: { text: string; isCode: boolean }[] = [];
  for (const character of text) {
    const isCode = unseen.test(character);
    const last = pieces.at(-1);
    if (isCode) pieces.push({ text: `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`, isCode });
    else if (last === undefined || last.isCode) pieces.push({ text: character, isCode });
    else last.text += character;
  }
  return pieces;
}
