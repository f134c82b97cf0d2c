import { quote } from "./quote.js";

/** What a sentence holds of the transcript, and what is in its place under `--redact`. */
export interface HiddenPart {
  readonly shown: string;
  readonly redacted: string;
}

/** A sentence: words of ours, with or without parts to hide. Foreign text in it is quoted, so that it is fit to be shown as it is. */
export type Sentence = string | readonly (string | HiddenPart)[];

/** Builds a sentence: `` sentence`Tool ${quote(name)} got ${value(text)}` ``. */
export function sentence(words: TemplateStringsArray, ...parts: readonly (Sentence | HiddenPart | number)[]): Sentence {
  const all: (string | HiddenPart)[] = [];
  for (const [index, word] of words.entries()) {
    all.push(word);
    const part = parts[index];
    if (part !== undefined) all.push(...listed(part));
  }
  return all.every((part) => typeof part === "string") ? all.join("") : all;
}

/** A text of the transcript that nobody but its reader should see: an argument, a result, words. Names and ids go through `quote()`. */
export function value(text: string): HiddenPart {
  return { shown: quote(text), redacted: '"…"' };
}

/** Characters that are shown as they are, and others in their place under `--redact`: none if not said. */
export function hidden(shown: string, redacted = ""): HiddenPart {
  return { shown, redacted };
}

/** A sentence as it is shown. */
export function shownText(text: Sentence): string {
  return typeof text === "string" ? text : text.map((part) => (typeof part === "string" ? part : part.shown)).join("");
}

/** A sentence under `--redact`. */
export function redactedText(text: Sentence): string {
  return typeof text === "string" ? text : text.map((part) => (typeof part === "string" ? part : part.redacted)).join("");
}

/** Sentences or words with a word between them. */
export function joined(sentences: readonly (Sentence | HiddenPart)[], between: string): Sentence {
  const all = sentences.flatMap((each, index) => (index === 0 ? listed(each) : [between, ...listed(each)]));
  return all.every((part) => typeof part === "string") ? all.join("") : all;
}

/** A sentence with a final period, unless it has one or asks: `Did you mean "get_order"?` */
export function ended(text: Sentence): Sentence {
  return /[.?]$/.test(shownText(text)) ? text : joined([text, "."], "");
}

function listed(part: Sentence | HiddenPart | number): readonly (string | HiddenPart)[] {
  if (typeof part === "number") return [String(part)];
  return typeof part === "string" || "shown" in part ? [part] : part;
}
