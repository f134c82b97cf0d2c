import type { DocumentNeeds, Word, WordNeed } from "../json/seen-words.js";

/**
 * Needs of a format that is code, which has looked through all that its `detect` asks. Where strings may hold JSON, it is always asked, and
 * where an address may tell.
 */
export function wordsNeeded(...ways: WordNeed): DocumentNeeds {
  return { withoutTexts: () => ways, withObjectTexts: always, withTexts: always, unlessUrl: true };
}

/** Keys of which one is needed. */
export function oneKeyOf(...keys: readonly string[]): readonly Word[] {
  return keys.map((key) => ({ key }));
}

/** Strings of which one is needed. */
export function oneValueOf(values: Iterable<string>): readonly Word[] {
  return Array.from(values, (value) => ({ value }));
}

/** Needs nothing. */
function always(): WordNeed {
  return [[]];
}

/** Words that nearly every recording has in which tools are called: what tells formats apart is looked for before them. */
export const commonWords: readonly Word[] = [
  ...oneKeyOf(
    "messages",
    "role",
    "content",
    "type",
    "id",
    "name",
    "text",
    "tools",
    "tool_calls",
    "function",
    "arguments",
    "input",
    "model",
  ),
  ...oneKeyOf("description", "parameters", "properties", "input_schema", "tool_call_id", "tool_use_id"),
  ...oneValueOf(["user", "assistant", "system", "tool", "function", "text", "tool_use", "tool_result"]),
];
