/** Words listed at most. */
const maxListed = 10;

/** `a, b and c` or `a, b or c`; a long list ends in how many more there are. */
export function listing(words: readonly string[], word: "and" | "or"): string {
  const shown = words.length > maxListed ? [...words.slice(0, maxListed), `${words.length - maxListed} more`] : words;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} ${word} ${shown.at(-1)}`;
}
