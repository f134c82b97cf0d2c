import { script, style } from "page-bundle";
import { sha256 } from "../text/sha256.js";
import { pageContent } from "./page-report.js";
import type { Reporter } from "./reporter.js";
import { escapeMarkup, safeJson } from "./safe-text.js";
import { foundInWords, summaryLine } from "./summary.js";

/** One page to look at, which needs no other file and no network. */
export const html: Reporter = {
  id: "html",
  summary: "One self-contained page: charts, filters, and each conversation as a timeline with its findings",
  forCi: false,
  *report(report, options) {
    const { data, details } = pageContent(report, options.drawings, options);
    const policy = [
      "default-src 'none'",
      `script-src '${hashOf(script)}'`,
      `style-src '${hashOf(style)}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
    ].join("; ");
    yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="guardrails">
<title>${escapeMarkup(`guardrails: ${foundInWords(report.summary)}`)}</title>
<style>${style}</style>
</head>
<body>
<div id="app"><noscript><p>${escapeMarkup(summaryLine(report, options))}</p><p>This page draws the conversations with a script of its own.</p></noscript></div>
`;
    yield inertJson("page-data", safeJson(data));
    for (const [number, detail] of details.entries()) yield inertJson(`detail-${number}`, safeJson(JSON.parse(detail)));
    yield `<script>${script}</script>\n</body>\n</html>\n`;
  },
};

/** Data in an element that no browser runs, and in which no text can end the element. */
function inertJson(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replace(/[<>&]/g, escapeUnit)}</script>\n`;
}

function escapeUnit(character: string): string {
  return `\\u00${character.charCodeAt(0).toString(16)}`;
}

function hashOf(text: string): string {
  return `sha256-${sha256(text, "base64")}`;
}
