import type { DocumentNeeds, WordNeed } from "../json/seen-words.js";

/** Needs of a format that is code. It may read texts as JSON: where some may be that, it is always asked. */
export function wordsNeeded(...ways: WordNeed): DocumentNeeds {
  return { withoutTexts: () => ways, withObjectTexts: () => ways, withTexts: () => [[]] };
}
