/**
 * What the page shows, as plain JSON: the contract between who makes a page (the reporter, a playground) and the app that draws it.
 *
 * Text of a transcript is in here as it was recorded: whoever draws it makes it a text node and nothing else. Lists are referred to by
 * index, so that a page of 10,000 conversations stays small.
 */
export interface PageData {
  readonly tool: { readonly name: string; readonly version: string };
  readonly status: "pass" | "fail" | "incomplete";
  readonly summary: PageSummary;
  /** Values and text of the transcripts are hidden. */
  readonly redacted: boolean;
  readonly notices: readonly { readonly level: PageSeverity; readonly message: string }[];
  readonly rules: readonly PageRule[];
  /** Names of all tools that are called or found at fault. */
  readonly tools: readonly string[];
  /** By tool; without those of which no call was read. */
  readonly validCalls: readonly ValidCalls[];
  /** Arguments at fault, the most frequent first. */
  readonly failingArguments: readonly FailingArgument[];
  /** On which something was recorded, `2026-11-30`, in order; empty where no recording says when it was made. */
  readonly days: readonly string[];
  readonly rows: readonly PageRow[];
  /** Declarations of the tools that the conversations call: many share theirs. */
  readonly declarations: readonly PageDeclaration[];
  readonly leftOut: LeftOut;
}

/** As a violation has it; the app knows nothing of the rest of the program. */
export type PageSeverity = "error" | "warning" | "info";

export interface PageSummary {
  readonly files: number;
  readonly conversations: number;
  readonly calls: number;
  readonly results: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Whole sentences: what was checked, and what was not. */
  readonly remarks: readonly string[];
}

export interface PageRule {
  readonly id: string;
  /** `null` where the catalogue does not know it. */
  readonly summary: string | null;
  /** `https:` alone. */
  readonly url: string | null;
}

/** How many calls of a tool were judged, and in how many no error was found. */
export interface ValidCalls {
  readonly tool: number;
  readonly calls: number;
  /** Calls whose arguments were judged. */
  readonly checked: number;
  readonly valid: number;
}

export interface FailingArgument {
  readonly tool: number;
  /** A JSON pointer with `*` for any index; `null`: the whole call. */
  readonly argument: string | null;
  readonly count: number;
}

/** One conversation, or what was found in a file outside all conversations. */
export interface PageRow {
  /** Names it in links: the same in every run over the same files. */
  readonly id: string;
  readonly path: string;
  /** 1-based, in the file; `null` where the row is about the file itself. */
  readonly number: number | null;
  readonly format: string | null;
  readonly messages: number;
  readonly calls: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly found: readonly FoundKind[];
  /** Tools that it calls. */
  readonly tools: readonly number[];
  /** Its worst finding. */
  readonly headline: { readonly rule: number; readonly message: string } | null;
  /** Index into `days`. */
  readonly day: number | null;
  /** Number of its detail; `null` where the page leaves it out. */
  readonly detail: number | null;
}

/** Findings of one row that share rule, severity and tool. */
export interface FoundKind {
  readonly rule: number;
  readonly severity: PageSeverity;
  readonly tool: number | null;
  readonly count: number;
}

/** What the page does not hold, for want of room. */
export interface LeftOut {
  /** Conversations without a line in the list, and those with a line but no timeline. */
  readonly rows: number;
  readonly details: number;
  /** Findings of conversations with very many. */
  readonly findings: number;
  /** Characters of details that the page holds at most, for the sentence that says so. */
  readonly bound: number;
}

export interface PageDeclaration {
  readonly name: string;
  readonly description: string | null;
  /** JSON text of the schema; `null`: none is declared, or it is too long for the page. */
  readonly schema: string | null;
  readonly isLeftOut: boolean;
}

/** A conversation as a timeline. */
export interface PageDetail {
  readonly facts: readonly PageFact[];
  readonly findings: readonly PageFinding[];
  readonly moreFindings: number;
  /** Numbers among `PageData.declarations`. */
  readonly declarations: readonly number[];
  readonly messages: readonly PageMessage[];
  /** Messages after the last one shown. */
  readonly moreMessages: number;
}

/** `Format`: `openai-chat`. */
export interface PageFact {
  readonly name: string;
  readonly value: string;
}

export interface PageMessage {
  readonly role: "assistant" | "system" | "tool" | "user";
  readonly fromResponse: boolean;
  readonly parts: readonly PagePart[];
}

/** A part of a message, by both indices. */
export interface PartPlace {
  readonly message: number;
  readonly part: number;
}

export type PagePart =
  | { readonly kind: "text" | "thinking"; readonly text: PageText }
  | { readonly kind: "other"; readonly type: string }
  | PageCall
  | PageResult;

export interface PageCall {
  readonly kind: "call";
  readonly id: string | null;
  /** `null` where the call names none. */
  readonly tool: string | null;
  readonly type: string;
  readonly arguments: PageText;
  /** `pending`: open at the end, as a recording may be; `unanswered`: the conversation goes on without its result. */
  readonly state: "answered" | "pending" | "unanswered" | "owes-none";
  readonly results: readonly PartPlace[];
  /** Index into `PageDetail.declarations`. */
  readonly declaration: number | null;
  /** Why its arguments were not judged. */
  readonly notChecked: string | null;
}

export interface PageResult {
  readonly kind: "result";
  readonly id: string | null;
  readonly tool: string | null;
  readonly isError: boolean;
  readonly content: PageText;
  readonly state: "answers" | "misplaced" | "duplicate" | "orphaned" | "standalone";
  /** The call that it answers, or most likely meant. */
  readonly call: PartPlace | null;
  /** What links the two, or why nothing does: a part of a sentence. */
  readonly because: string | null;
}

/** A text, and how many characters in front of it and after it the page leaves out. */
export interface PageText {
  readonly text: string;
  readonly before: number;
  readonly after: number;
}

/** What a finding is pinned to. */
export type Pin =
  /** `range`: characters of the part's text, end excluded; `null`: all of it. */
  | {
      readonly at: "part";
      readonly message: number;
      readonly part: number;
      readonly slot: "whole" | "id" | "name" | "text";
      readonly range: readonly [number, number] | null;
    }
  | { readonly at: "message"; readonly message: number }
  | { readonly at: "conversation" };

export interface PageFinding {
  /** The first digits of its fingerprint: names it in links. */
  readonly id: string;
  readonly rule: number;
  readonly severity: PageSeverity;
  readonly handled: boolean;
  readonly message: string;
  readonly fix: string | null;
  readonly provider: string | null;
  /** `transcripts/refund.json:41:24`. */
  readonly place: string;
  readonly tool: number | null;
  /** RFC 6901 from the root of the call's arguments. */
  readonly argument: string | null;
  readonly related: readonly { readonly message: string; readonly place: string }[];
  /** The line of the file, for what is pinned to no part. */
  readonly excerpt: PageExcerpt | null;
  readonly pin: Pin;
}

export interface PageExcerpt {
  readonly text: string;
  /** The marked characters of `text`, end excluded; `null`: none. */
  readonly range: readonly [number, number] | null;
}

/** Where an app finds the details of the rows: parsed when a conversation is opened, not before. */
export type DetailSource = (detail: number) => PageDetail | undefined;
