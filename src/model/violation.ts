import type { Excerpt, JsonNode, Position, Range } from "../json/node.js";
import type { JsonValue } from "../json/value.js";
import type { Sentence } from "../text/sentence.js";
import type { ToolCall } from "./exchange.js";

/** How much a finding weighs. Without a word about it, errors fail a run. */
export type Severity = "error" | "warning" | "info";

/** Another place that belongs to a finding: "First used here", "Declared here". */
export interface RelatedPlace {
  /** Words of ours alone. */
  readonly message: string;
  readonly at: JsonNode;
}

/** What an endpoint answers to a fault, and how that is known. */
export interface ProviderVerdict {
  /** Title of the profile: `OpenAI Chat Completions`. */
  readonly name: string;
  /** HTTP status; `null` where it is not known, or the endpoint is no server. */
  readonly status: number | null;
  /** Its own error code and the gist of its words; `null` where no more is known than that it rejects the fault. */
  readonly says: string | null;
  /** Evidence: where that was read or recorded, and when; `null` where the recording itself holds the answer. */
  readonly source: string | null;
}

/** What a rule yields: one fault, at one place. The engine adds rule, severity, line and fingerprint. */
export interface Finding {
  readonly at: JsonNode;
  /** Narrower or other characters than those of `at`, where the fault is no JSON value (a spot inside a broken string). */
  readonly range?: Range;
  /** One sentence, no final period. */
  readonly message: Sentence;
  /** What to do about it, imperative: only where it says more than the message. Reports end it with a period. */
  readonly fix?: Sentence;
  /** Which endpoint rejects it; absent where none is known to, or none is sure to. */
  readonly provider?: ProviderVerdict;
  /** Where this finding weighs other than its rule's default. */
  readonly severity?: Severity;
  readonly related?: readonly RelatedPlace[];
  /** It says something of the conversation as a whole, wherever it is: what comes later may take it back. */
  readonly isOfWhole?: boolean;
  /** The call that the finding is about, also when it is at a result. */
  readonly call?: ToolCall;
  /** RFC 6901 from the root of the call's arguments. */
  readonly argumentPointer?: string;
  /** Facts for machines, beside the sentence. */
  readonly data?: Readonly<Record<string, JsonValue>>;
  /** Tells apart two findings of one rule about one thing (a keyword, a property); part of the fingerprint. */
  readonly key?: string;
}

/** A place in a file, end excluded. */
export interface TextRange {
  readonly start: Position;
  readonly end: Position;
}

/** Which call a violation is about. */
export interface ViolationCall {
  /** 0-based, in the file. */
  readonly conversation: number;
  /** 0-based, in the conversation; `null` where the finding is not inside a message. */
  readonly message: number | null;
  /** 0-based, among the calls of its message. */
  readonly index: number | null;
  readonly id: string | null;
  readonly tool: string | null;
  readonly argumentPointer: string | null;
}

/** Another place that belongs to a violation, as reported. `path` and `pointer` as in a violation. */
export interface RelatedRange {
  readonly message: string;
  readonly path: string;
  readonly pointer: string;
  readonly range: TextRange | null;
}

/** What a violation says under `--redact`. */
export interface Redacted {
  readonly message: string;
  readonly fix: string | null;
}

/** A finding as reported: plain data, no longer bound to the document that it was found in. */
export interface Violation {
  readonly ruleId: string;
  readonly severity: Severity;
  /** The faulty call was answered with an error result: the agent saw its mistake. */
  readonly handled: boolean;
  readonly message: string;
  /** The same without any value of the transcript. */
  readonly redacted: Redacted;
  /** Names of tools and parameters that the conversation declares and that its call or its places hold: `--redact` leaves them. */
  readonly declaredNames: readonly string[];
  /** As given to the program, with `/`; reporters make it relative. */
  readonly path: string;
  /** 0-based record of a JSON Lines file, else `null`. */
  readonly record: number | null;
  /** RFC 6901 inside the record; for JSON inside a string it names the string. */
  readonly pointer: string;
  /** `null` where the source has no text. */
  readonly range: TextRange | null;
  /** A line for a code frame: that of its start, or for an object that of its first telling member. */
  readonly excerpt: Excerpt | null;
  /** What is marked in that line. */
  readonly shown: TextRange | null;
  /** 0-based, in the file: the conversation that the finding is in; `null` where it is about the file or the record as a whole. */
  readonly conversation: number | null;
  readonly call: ViolationCall | null;
  readonly data: Readonly<Record<string, JsonValue>>;
  readonly related: readonly RelatedRange[];
  readonly fix: string | null;
  readonly provider: ProviderVerdict | null;
  readonly url: string;
  /** 32 hex digits that survive reformatting and rewording. */
  readonly fingerprint: string;
  /** Profile it was judged for: told when a history is checked for several. */
  readonly profile: string | null;
}

/** Something about the run itself, not about a transcript. Level `error` makes the run incomplete (exit 2). */
export interface Notice {
  readonly code: string;
  readonly level: "error" | "warning" | "info";
  readonly message: string;
}

/** What was understood and counted of one conversation. */
export interface ConversationSummary {
  readonly format: string;
  readonly profile: string;
  readonly mode: string;
  readonly exchanges: number;
  readonly calls: number;
  readonly results: number;
}

/** What was read and found in one file; violations are counted by severity, suppressed ones left out. */
export interface FileSummary {
  readonly path: string;
  readonly conversations: readonly ConversationSummary[];
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}

/** Calls whose arguments were not judged, and why. */
export interface NotChecked {
  readonly noDeclaration: number;
  readonly hostedTool: number;
  readonly unresolvable: number;
  /** The declared schema gave no verdict: it is at fault itself, or judging by it took too long. */
  readonly undecided: number;
}

/** What was read and left aside, since nothing in it is a conversation. */
export interface PassedOver {
  readonly files: number;
  /** Exchanges, log entries and the like beside the conversations of recordings. */
  readonly traffic: number;
}

/** The counts of the whole run. `byRule` counts violations by rule id. */
export interface Summary {
  readonly files: number;
  readonly conversations: number;
  readonly exchanges: number;
  readonly calls: number;
  readonly results: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly suppressed: number;
  readonly handled: number;
  readonly notChecked: NotChecked;
  readonly passedOver: PassedOver;
  readonly byRule: Readonly<Record<string, number>>;
}

/** How the run ended; `durationMs` is wall time. */
export interface RunResult {
  readonly status: "pass" | "fail" | "incomplete";
  readonly exitCode: 0 | 1 | 2;
  readonly failOn: Severity | "never";
  readonly durationMs: number;
}

/** Everything that a reporter may tell. Same input, same report, but for `run.durationMs`. */
export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  readonly run: RunResult;
  readonly summary: Summary;
  readonly files: readonly FileSummary[];
  readonly violations: readonly Violation[];
  readonly notices: readonly Notice[];
}
