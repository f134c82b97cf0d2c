/** What the program itself knows: words that it compares with, and the parts of these and of its patterns. Nothing else of a file's text is shown. */
export interface KnownWords {
  /** The very word, in any case: a role, a type, a finish reason. */
  isWord(text: string): boolean;
  /** A part of such words: `call` of `call_`, `openai` of `api.openai.com`. */
  isPart(text: string): boolean;
}

/** @param words whole words, each once @param parts letters and digits of patterns */
export function knownWords(words: readonly string[], parts: readonly string[]): KnownWords {
  const whole = new Set(words);
  const all = new Set([...words.flatMap((word) => piecesOf(word)), ...parts]);
  return { isWord: (text) => whole.has(text) || whole.has(text.toLowerCase()), isPart: (text) => all.has(text) };
}

/** Runs of letters and digits. */
function piecesOf(text: string): readonly string[] {
  return text.match(/[A-Za-z]+|\d+/g) ?? [];
}
