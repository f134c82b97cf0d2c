import { escapeControls, quote, shorten } from "../text/quote.js";

/**
 * Foreign text, made fit for a line that people or a CI log read: control and bidi characters escaped, and nothing that a runner would
 * take for a command.
 *
 * GitHub and Azure obey `##[…]` and `##vso[…]` anywhere in a line (actions/runner `ActionCommand.cs`, read 2026-11), TeamCity
 * `##teamcity[…]`; the `::command::` of GitHub must lead its line, so what is first in a line goes through `safeLineStart`.
 */
export function safeText(text: string): string {
  return breakCommands(escapeControls(text));
}

/** As `safeText`, cut at 80 characters. */
export function safeValue(text: string): string {
  return breakCommands(shorten(text));
}

/** In double quotes, cut at 80 characters. */
export function safeQuote(text: string): string {
  return breakCommands(quote(text));
}

/** As `safeText`, for what leads a line: a path may be called `::error::`. */
export function safeLineStart(text: string): string {
  const safe = safeText(text);
  return safe.trimStart().startsWith("::") ? `./${safe}` : safe;
}

/** Text fit for HTML and XML, in elements and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return safeText(text).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text as a Markdown code span for a table cell: no link, image, mention, HTML or markup in it is ever live. */
export function codeSpan(text: string): string {
  const safe = safeText(text).replace(/\|/g, "\\|");
  if (safe.trim() === "") return "";
  const longest = Math.max(0, ...(safe.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${safe}${fence}` : `${fence} ${safe} ${fence}`;
}

/**
 * JSON whose text holds no raw control, bidi or line separator character and no command of a CI runner: each is written as an escape, so
 * that it parses back to the very same value.
 */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(hostileInJson, escapeUnits).replace(commandInJson, escapeLast);
}

/** The members of a JSON list, a line each, as pieces: a report of any length is never one string. `margin` is before `]`. */
export function* safeJsonList<T>(items: Iterable<T>, margin: string, toJson: (item: T) => unknown): Generator<string, void, undefined> {
  let separator = "[";
  for (const item of items) {
    yield `${separator}\n${margin}  ${safeJson(toJson(item))}`;
    separator = ",";
  }
  yield separator === "[" ? "[]" : `\n${margin}]`;
}

// What JSON.stringify leaves raw and a terminal or an editor obeys.
const hostileInJson =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;

/** `##[…]`, `##vso[…]` and `::command …::`; neither can be anything but text in JSON. */
const commandInJson = /##(?=[\w-]*\[)|::(?=[a-z][^:]*::)/gi;

function escapeUnits(text: string): string {
  return Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`).join("");
}

function escapeLast(command: string): string {
  return command.slice(0, -1) + escapeUnits(command.slice(-1));
}

/** For a line put together from parts that were made safe one by one: `##` and `[` may have met. */
export function breakCommands(text: string): string {
  return text.replace(/##(?=[\w-]*\[)/g, "#\\#");
}
