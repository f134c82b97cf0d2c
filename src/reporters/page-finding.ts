import type { Violation } from "../model/violation.js";
import type { PageExcerpt, PageFinding, Pin } from "../page/page-data.js";
import type { Anchor } from "../page/sketch.js";
import type { ReporterOptions } from "./reporter.js";
import { safeText } from "./safe-text.js";
import { messageOf, placeInWords, providerInWords } from "./summary.js";

/** A violation as the page shows it. `numbers`: those of its rule and its tool in the page's lists. */
export function pageFinding(
  violation: Violation,
  pin: Pin,
  options: ReporterOptions,
  numbers: { readonly rule: number; readonly tool: number | null },
): PageFinding {
  const { severity, handled, call, fix, fingerprint, path, related } = violation;
  return {
    id: fingerprint.slice(0, 12),
    rule: numbers.rule,
    severity,
    handled,
    message: messageOf(violation),
    fix: fix === null ? null : safeText(fix),
    provider: providerInWords(violation) ?? null,
    place: placeInWords(violation, safeText(options.path(path))),
    tool: numbers.tool,
    argument: call?.argumentPointer ?? null,
    related: related.map((each) => ({ message: safeText(each.message), place: placeInWords(each, safeText(options.path(each.path))) })),
    excerpt: options.snippets ? excerptOf(violation) : null,
    pin,
  };
}

function excerptOf({ excerpt, shown }: Violation): PageExcerpt | null {
  if (excerpt === null) return null;
  const { text, column } = excerpt;
  if (shown === null) return { text, range: null };
  const from = Math.max(0, shown.start.column - column);
  const to = shown.end.line === shown.start.line ? shown.end.column - column : text.length;
  return { text, range: from < to && from < text.length ? [from, Math.min(to, text.length)] : null };
}

/**
 * Finds where violations are pinned: at the anchor of the same rule and place, each once; where a later request of a session has taken the
 * conversation over, at one of the same rule and sentence.
 */
export function pinFinder(anchors: readonly Anchor[]): (violation: Violation) => Pin {
  const free = new Map<string, Anchor[]>();
  const taken = new Set<Anchor>();
  const enter = (key: string, anchor: Anchor) => {
    const same = free.get(key);
    if (same === undefined) free.set(key, [anchor]);
    else same.push(anchor);
  };
  for (const anchor of anchors) {
    enter(placeKey(anchor.ruleId, anchor.from, anchor.to), anchor);
    enter(sentenceKey(anchor.ruleId, anchor.message), anchor);
  }
  return ({ ruleId, range, message }) => {
    const keys = [placeKey(ruleId, range?.start.offset ?? null, range?.end.offset ?? null), sentenceKey(ruleId, message)];
    for (const key of keys) {
      const anchor = free.get(key)?.find((each) => !taken.has(each));
      if (anchor === undefined) continue;
      taken.add(anchor);
      return anchor.pin;
    }
    return { at: "conversation" };
  };
}

function placeKey(ruleId: string, from: number | null, to: number | null): string {
  return `${ruleId} ${from} ${to}`;
}

function sentenceKey(ruleId: string, message: string): string {
  return `${ruleId} says ${message}`;
}
