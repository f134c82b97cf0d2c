import type { TagSpan } from "./tag-calls.js";

/** Begins thoughts or code: a call that a model thinks of or shows is not made. */
const asideOpener = /<(think|thinking|scratch_pad)>|```/g;

/** A stretch of a text that makes no calls. */
export interface Aside extends TagSpan {
  readonly isThought: boolean;
}

/** Where the model thinks, or shows code, in order of place. A thought that nothing closes is none; code goes on to the end. */
export function asidesIn(source: string): readonly Aside[] {
  const found: Aside[] = [];
  const unclosed = new Set<string>();
  const pattern = new RegExp(asideOpener);
  // Where the template opens the thought, the model writes its end alone.
  const stray = source.indexOf("</think>");
  if (stray >= 0 && source.lastIndexOf("<think>", stray) < 0) {
    pattern.lastIndex = stray + "</think>".length;
    found.push({ from: 0, to: pattern.lastIndex, isThought: true });
  }
  for (let match = pattern.exec(source); match !== null; match = pattern.exec(source)) {
    const [mark, tag] = match;
    const close = tag === undefined ? mark : `</${tag}>`;
    if (unclosed.has(close)) continue;
    const end = source.indexOf(close, pattern.lastIndex);
    if (end < 0) unclosed.add(close);
    if (end < 0 && tag !== undefined) continue;
    const to = end < 0 ? source.length : end + close.length;
    found.push({ from: match.index, to, isThought: tag !== undefined });
    pattern.lastIndex = to;
  }
  return found;
}
