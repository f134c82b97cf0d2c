import type { Excerpt, JsonNode, Range, Source } from "../json/node.js";
import type { Conversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { Finding, RelatedRange, Severity, TextRange, Violation, ViolationCall } from "../model/violation.js";
import type { Rule } from "../rules/rule.js";
import { redactedText, shownText } from "../text/sentence.js";
import type { Identity } from "./fingerprint.js";

/** Which record of which file a document is. */
export interface DocumentPlace {
  readonly path: string;
  /** 0-based record of a JSON Lines file, else `null`. */
  readonly record: number | null;
}

/** What the engine knows about a finding beside the finding. */
export interface StampContext {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly handled: boolean;
  /** Profile id, only where a history is judged for several. */
  readonly profile: string | null;
  readonly conversation: Conversation | undefined;
  /** Whether the finding is in a conversation, and not about a file or a record as a whole. */
  readonly isInside: boolean;
  /** 0-based, in the file. */
  readonly conversationIndex: number;
  placeOf(source: Source): DocumentPlace;
}

/** A violation that lacks only its fingerprint, which depends on those in front of it. */
export interface Stamped extends Omit<Violation, "fingerprint"> {
  readonly identity: Identity;
}

/** The published page of a rule. */
export function rulePage(ruleId: string): string {
  return `https://unpkg.com/tool-guardrails/docs/rules/${ruleId}.md`;
}

/** Turns a finding into plain data that outlives its document: place, pointer, call, identity. */
export function stamp(finding: Finding, context: StampContext): Stamped {
  const { rule, conversation } = context;
  const place = context.placeOf(rootSource(finding.at));
  const range = finding.range ?? finding.at.range;
  const argumentPointer = finding.argumentPointer ?? null;
  const identity = {
    ruleId: rule.id,
    path: place.path,
    conversation: context.conversationIndex,
    tool: finding.call?.function.name ?? null,
    callOfTool: finding.call && conversation ? callOfTool(conversation, finding.call) : null,
    argumentPointer,
    key: finding.key ?? "",
  };
  return {
    ruleId: rule.id,
    severity: context.severity,
    handled: context.handled,
    message: shownText(finding.message),
    redacted: { message: redactedText(finding.message), fix: finding.fix === undefined ? null : redactedText(finding.fix) },
    path: place.path,
    record: place.record,
    pointer: reportedPointer(finding.at, argumentPointer !== null && isText(finding.call)),
    range: textRange(range),
    excerpt: excerptOf(range),
    conversation: context.isInside ? context.conversationIndex : null,
    call: callOf(finding, context.conversationIndex, argumentPointer),
    data: finding.data ?? {},
    related: (finding.related ?? []).map((related): RelatedRange => {
      const { path } = context.placeOf(rootSource(related.at));
      return { message: related.message, path, pointer: reportedPointer(related.at, false), range: textRange(related.at.range) };
    }),
    fix: finding.fix === undefined ? null : shownText(finding.fix),
    provider: finding.provider ?? null,
    url: rulePage(rule.id),
    identity,
    profile: context.profile,
  };
}

/** The source of the file's own document, around all nesting. */
export function rootSource(node: JsonNode): Source {
  let outer = node;
  while (outer.within !== undefined) outer = outer.within;
  return outer.range.source;
}

/**
 * The pointer as reported: where JSON sits inside a string, the string's own. A place inside arguments that are text is told by
 * `argumentPointer`, so that level is left out; bodies that a proxy wrote as text are walked through.
 */
function reportedPointer(node: JsonNode, isInText: boolean): string {
  if (node.within === undefined) return node.pointer;
  const outer = reportedPointer(node.within, false);
  return isInText ? outer : outer + node.pointer;
}

/** Whether the arguments of a call are JSON text: a document of their own. */
function isText(call: ToolCall | undefined): boolean {
  return call?.at.arguments?.kind !== "object";
}

function textRange(range: Range): TextRange | null {
  const start = range.source.position(range.from);
  const end = range.source.position(range.to);
  return start === undefined || end === undefined ? null : { start, end };
}

function excerptOf(range: Range): Excerpt | null {
  return range.source.excerpt?.(range.from) ?? null;
}

function callOf(finding: Finding, conversation: number, argumentPointer: string | null): ViolationCall | null {
  const { call } = finding;
  if (call === undefined) return null;
  return { conversation, message: call.message, index: call.index, id: call.id, tool: call.function.name, argumentPointer };
}

function callOfTool(conversation: Conversation, call: ToolCall): number {
  let count = 0;
  for (const exchange of conversation.exchanges) {
    for (const each of exchange.calls) {
      if (each === call) return count;
      if (each.function.name === call.function.name) count += 1;
    }
  }
  return count;
}
