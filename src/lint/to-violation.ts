import type { JsonNode, Range, Source } from "../json/node.js";
import { parsePointer } from "../json/pointer.js";
import type { Conversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { Finding, Redacted, RelatedRange, Severity, TextRange, Violation, ViolationCall } from "../model/violation.js";
import type { Rule } from "../rules/rule.js";
import { hideQuoted } from "../text/quote.js";
import { ended, redactedText, shownText } from "../text/sentence.js";
import { isWireWord } from "../text/wire-words.js";
import { declaredNames } from "./declared-names.js";
import type { FindingIdentity } from "./fingerprint.js";
import { shownPlace } from "./shown-place.js";

/** Which record of which file a document is. */
export interface DocumentPlace {
  readonly path: string;
  /** 0-based record of a JSON Lines file, else `null`. */
  readonly record: number | null;
}

/** What the engine knows about a finding beside the finding. */
export interface FindingContext {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly handled: boolean;
  /** Profile id, only where a history is judged for several. */
  readonly profile: string | null;
  readonly conversation: Conversation | undefined;
  /** Whether the finding is in a conversation, and not about a file or a record as a whole. */
  readonly isInside: boolean;
  placeOf(source: Source): DocumentPlace;
}

/** A violation that lacks what depends on those before it in the file: its fingerprint, and which conversation it is in. */
export interface LocatedFinding extends Omit<Violation, "fingerprint" | "conversation" | "call"> {
  readonly identity: Omit<FindingIdentity, "conversation">;
  readonly call: Omit<ViolationCall, "conversation"> | null;
  /** Whether it is in that conversation, and not about the file or the record as a whole. */
  readonly isInside: boolean;
  /** 0-based, in the file. */
  conversationIndex: number;
}

/** The published page of a rule. */
export function rulePage(ruleId: string): string {
  return `https://unpkg.com/tool-guardrails/docs/rules/${ruleId}.md`;
}

/** Turns a finding into plain data that outlives its document: place, pointer, call, identity. */
export function toViolation(finding: Finding, context: FindingContext): LocatedFinding {
  const { rule, conversation } = context;
  const place = context.placeOf(rootSource(finding.at));
  const range = finding.range ?? finding.at.range;
  const shown = shownPlace(finding.at, range);
  const argumentPointer = finding.argumentPointer ?? null;
  const pointer = reportedPointer(finding.at, argumentPointer !== null && isText(finding.call));
  const related = (finding.related ?? []).map((each): RelatedRange => {
    const { path } = context.placeOf(rootSource(each.at));
    return { message: each.message, path, pointer: reportedPointer(each.at, false), range: textRange(each.at.range) };
  });
  const names = conversation === undefined ? noNames : declaredNames(conversation.toolset);
  const identity = {
    ruleId: rule.id,
    path: place.path,
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
    redacted: redact(finding, (text) => names.has(text) || isWireWord(text)),
    declaredNames:
      names.size === 0 ? none : namesIn([pointer, argumentPointer ?? "", ...related.map((each) => each.pointer)], finding.call, names),
    path: place.path,
    record: place.record,
    pointer,
    range: textRange(range),
    excerpt: shown.excerpt,
    shown: textRange(shown.range),
    isInside: context.isInside,
    conversationIndex: 0,
    call: callOf(finding, argumentPointer),
    data: finding.data ?? {},
    related,
    fix: finding.fix === undefined ? null : shownText(ended(finding.fix)),
    provider: finding.provider ?? null,
    url: rule.url ?? rulePage(rule.id),
    identity,
    profile: context.profile,
  };
}

/** The violation, now that its conversation is known. Key by key: spreads would give each a shape of its own. */
export function reported(found: LocatedFinding, fingerprint: string): Violation {
  const { call, conversationIndex: conversation } = found;
  return {
    ruleId: found.ruleId,
    severity: found.severity,
    handled: found.handled,
    message: found.message,
    redacted: found.redacted,
    declaredNames: found.declaredNames,
    path: found.path,
    record: found.record,
    pointer: found.pointer,
    range: found.range,
    excerpt: found.excerpt,
    shown: found.shown,
    conversation: found.isInside ? conversation : null,
    call:
      call === null
        ? null
        : { conversation, message: call.message, index: call.index, id: call.id, tool: call.tool, argumentPointer: call.argumentPointer },
    data: found.data,
    related: found.related,
    fix: found.fix,
    provider: found.provider,
    url: found.url,
    fingerprint,
    profile: found.profile,
  };
}

/** Sentences without their hidden parts, and without quoted ids and names that only the transcript knows; a fix is worth nothing without them. */
function redact({ message, fix }: Finding, mayShow: (text: string) => boolean): Redacted {
  const safeFix = fix === undefined ? null : redactedText(ended(fix));
  return {
    message: hideQuoted(redactedText(message), mayShow),
    fix: safeFix === null || hideQuoted(safeFix, mayShow) !== safeFix ? null : safeFix,
  };
}

const noNames: ReadonlySet<string> = new Set();
const none: readonly string[] = [];

/** Those of the names that the places and the call of a finding hold. */
function namesIn(pointers: readonly string[], call: ToolCall | undefined, names: ReadonlySet<string>): readonly string[] {
  const found = new Set(pointers.flatMap((each) => parsePointer(each) ?? []).filter((step) => names.has(step)));
  const called = call?.function.name ?? null;
  if (called !== null && names.has(called)) found.add(called);
  return found.size === 0 ? none : [...found];
}

/** The source of the file's own document, around all nesting. */
export function rootSource(node: JsonNode): Source {
  let outer = node;
  while (outer.within !== undefined) outer = outer.within;
  return outer.range.source;
}

/**
 * The pointer as reported: where JSON sits inside a string, the string's own. A place inside arguments that are text is reported by
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

function callOf({ call }: Finding, argumentPointer: string | null): LocatedFinding["call"] {
  if (call === undefined) return null;
  return { message: call.message, index: call.index, id: call.id, tool: call.function.name, argumentPointer };
}

/** For the conversation whose findings are reported: each call's number among those of its tool. Counted once, not for each finding. */
const callNumbers = new WeakMap<Conversation, CallNumbers>();

interface CallNumbers {
  readonly ofCall: ReadonlyMap<ToolCall, number>;
  readonly ofTool: ReadonlyMap<string | null, number>;
}

function callOfTool(conversation: Conversation, call: ToolCall): number {
  const known = callNumbers.get(conversation) ?? numbersOfCalls(conversation);
  callNumbers.set(conversation, known);
  return known.ofCall.get(call) ?? known.ofTool.get(call.function.name) ?? 0;
}

function numbersOfCalls({ exchanges }: Conversation): CallNumbers {
  const numbers = new Map<ToolCall, number>();
  const counts = new Map<string | null, number>();
  for (const { calls } of exchanges) {
    for (const call of calls) {
      const { name } = call.function;
      const count = counts.get(name) ?? 0;
      if (!numbers.has(call)) numbers.set(call, count);
      counts.set(name, count + 1);
    }
  }
  return { ofCall: numbers, ofTool: counts };
}
