/** One character as readers see it, with the columns it takes in a terminal. */
export interface Cell {
  readonly text: string;
  readonly width: number;
}

/** Columns that a text takes in a terminal: wide characters and emoji two, combining marks none. Without control characters. */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length;
  return cells(text).reduce((width, cell) => width + cell.width, 0);
}

/** Splits a text into what readers see as single characters, so that a cut never tears one apart. */
export function cells(text: string): readonly Cell[] {
  if (isPlain(text)) return Array.from(text, (character) => ({ text: character, width: 1 }));
  return Array.from(graphemes().segment(text), ({ segment }) => ({ text: segment, width: graphemeWidth(segment) }));
}

let segmenter: Intl.Segmenter | undefined;

function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter;
}

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function graphemeWidth(grapheme: string): number {
  if (/^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(grapheme)) return 0;
  if (/\p{Emoji_Presentation}|\ufe0f|^\p{Regional_Indicator}{2}$/u.test(grapheme)) return 2;
  return isWide(grapheme.codePointAt(0) ?? 0) ? 2 : 1;
}

// First and last code points of the blocks whose East_Asian_Width is W or F (Unicode Standard Annex 11), gaps inside a block left out.
const wideBlocks: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];

function isWide(codePoint: number): boolean {
  return wideBlocks.some(([first, last]) => codePoint >= first && codePoint <= last);
}
