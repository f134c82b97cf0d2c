import { escapeControls, quote, shorten } from "../text/quote.js";

/**
 * Foreign text, made fit for a line that people or a CI log read: control and bidi characters escaped, and nothing that a runner would
 * take for a command.
 *
 * GitHub and Azure obey `##[…]` and `##vso[…]` anywhere in a line (actions/runner `ActionCommand.cs`, read 2026-11), TeamCity
 * `##teamcity[…]`; the `::command::` of GitHub must lead its line, so what stands first in a line goes through `safeLineStart`.
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

/** JSON on one line or several whose text holds no raw control, bidi or line separator character: each is written as its escape. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(hostileInJson, escapeUnit);
}

// What JSON.stringify leaves raw and a terminal or an editor obeys; line breaks of the indentation stay.
const hostileInJson =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g;

function escapeUnit(text: string): string {
  return Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`).join("");
}

/** For a line put together from parts that were made safe one by one: `##` and `[` may have met. */
export function breakCommands(text: string): string {
  return text.replace(/##(?=[\w-]*\[)/g, "#\\#");
}
