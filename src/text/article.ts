/** The article of a word by its first letter. */
export function articleOf(word: string): "a" | "an" {
  return /^[aeiou]/i.test(word) ? "an" : "a";
}

/** Kinds of which there is but one. */
const single: ReadonlySet<string> = new Set(["null", "nothing", "any"]);

/** A kind of JSON in a sentence: `a string`, `an object`, `null`. */
export function withArticle(type: string): string {
  return single.has(type) ? type : `${articleOf(type)} ${type}`;
}
