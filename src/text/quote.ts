/** The most characters of a foreign text that a message shows. */
const longest = 80;

/**
 * A text from a transcript, fit for a message: in double quotes, on one line, with nothing that could steer a terminal
 * or reorder the line, and cut at 80 characters.
 *
 * Cost depends on what is shown, not on the text's length.
 */
export function quote(text: string): string {
  return `"${cut(text, longest, escapeQuoted)}"`;
}

/** A text cut at `limit` characters (code points), the last of them `…`; control characters are escaped as in `escapeControls`. */
export function shorten(text: string, limit: number = longest): string {
  return cut(text, limit, escapeCharacter);
}

/**
 * The whole text with control characters, line separators, bidi and tag characters, invisible spaces and halves of surrogate
 * pairs written as JSON escapes.
 */
export function escapeControls(text: string): string {
  let escaped = "";
  for (const character of text) escaped += escapeCharacter(character);
  return escaped;
}

/** What is in a report for text that `--redact` hides. */
export const redactedMark = "…";

/**
 * A sentence without what it quotes, names and ids: for `--redact`.
 *
 * @param mayShow names that stay
 */
export function hideQuoted(sentence: string, mayShow: (text: string) => boolean): string {
  return sentence.replace(/"((?:[^"\\]|\\.)*)"/g, (quoted: string, text: string) => (mayShow(text) ? quoted : `"${redactedMark}"`));
}

function cut(text: string, limit: number, escaped: (character: string) => string): string {
  let shown = "";
  let length = 0;
  let end = 0; // where `shown` must be cut to make room for the ellipsis
  for (const character of text) {
    const piece = escaped(character);
    length += piece.length === character.length ? 1 : piece.length;
    if (length > limit) return `${shown.slice(0, end)}…`;
    shown += piece;
    if (length < limit) end = shown.length;
  }
  return shown;
}

function escapeQuoted(character: string): string {
  return character === '"' || character === "\\" ? `\\${character}` : escapeCharacter(character);
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ["\b", "\\b"],
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\f", "\\f"],
  ["\r", "\\r"],
]);

// C0, DEL and C1 controls, bidi marks and embeddings, line and paragraph separators, zero-width spaces, the byte order
// mark, interlinear marks, tag characters; joiners (U+200C, U+200D) stay, since scripts and emoji need them.
const hostile = /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

function escapeCharacter(character: string): string {
  if (!hostile.test(character)) return character;
  const short = shortEscapes.get(character);
  if (short !== undefined) return short;
  let escaped = "";
  for (let index = 0; index < character.length; index++) escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  return escaped;
}
