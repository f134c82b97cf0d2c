import type { Format } from "../formats/format.js";
import type { JsonNode, Source } from "../json/node.js";
import type { Mode } from "../model/conversation.js";
import type { SeenConversation } from "../model/seen-conversation.js";
import type { Toolset } from "../model/tool.js";
import type { FileSummary, NotChecked, Notice, Severity, Violation } from "../model/violation.js";
import type { ConversationSketch } from "../page/sketch.js";
import type { ConfiguredPolicy } from "../policies/policy.js";
import type { Profile } from "../profiles/profile.js";
import type { ConversationRule } from "../rules/rule.js";

/** Declarations given from outside (`--tools`): they replace those inside a recording. Their documents stay alive for the whole run. */
export interface ExternalTools {
  readonly toolset: Toolset;
  readonly declarations: readonly JsonNode[];
  /** The file of each document, for places inside it. */
  readonly paths: ReadonlyMap<Source, string>;
  /** What each file holds, byte by byte; absent where they came from no file. */
  readonly contents?: readonly Uint8Array[];
}

/** How recordings are read and judged. */
export interface LintOptions {
  /** Instead of the detected format. */
  readonly format?: Format;
  /** Formats of one's own: of those that are equally certain, the first of these is taken. */
  readonly formats?: readonly Format[];
  /** Rules of one's own, which run after all others. */
  readonly rules?: readonly ConversationRule[];
  /** Judged for each of these instead of the recognised one; empty: recognised. */
  readonly profiles?: readonly Profile[];
  readonly mode?: Mode;
  readonly tools?: ExternalTools;
  /** Levels that win over those of rules, findings and profiles. By rule id. */
  readonly severities?: ReadonlyMap<string, Severity | "off">;
  /** How the agent may use its tools. */
  readonly policies?: readonly ConfiguredPolicy[];
  readonly assertFormats?: boolean;
  /** Lowers faults of calls that were answered with an error result to `info`. */
  readonly allowHandled?: boolean;
  /** Bytes; a larger document is a finding, not read. Default 512 MiB. */
  readonly maxBytes?: number;
  /** Draws a conversation, for reports that show them: called while its nodes live. */
  readonly sketch?: (seen: SeenConversation) => ConversationSketch;
}

/** One file, as bytes in blocks. A block may be reused once the next one is asked for. */
export interface LintInput {
  /** As reports show it, with `/`. */
  readonly path: string;
  /** A folder or a pattern brought it, nobody named it: it need not hold a conversation. */
  readonly isFound?: boolean;
  chunks(): Iterable<Uint8Array>;
  /** What fingerprints call a file that reports show so: its path from the repository's root. Default: the same. */
  stablePath?(path: string): string;
}

/** Receives violations in order of place, as soon as their record is judged. */
export interface LintSink {
  /** Hears of every violation of the file, also of one in declarations that was reported with another file. */
  seen?(violation: Violation): void;
  /** @returns whether it is reported: one that the configuration suppresses does not count */
  violation(violation: Violation): boolean;
  /**
   * Receives the drawing of each conversation before the violations in it, where `LintOptions.sketch` asks for drawings; again with more
   * in it where a later request goes on from it. `index`: 0-based, in the file.
   */
  conversation?(index: number, sketch: ConversationSketch): void;
}

/** What a file held. Its violations went to the sink. */
export interface FileOutcome {
  readonly summary: FileSummary;
  readonly notChecked: NotChecked;
  /** What was recorded in it and is no conversation. */
  readonly traffic: number;
  readonly handled: number;
  readonly byRule: ReadonlyMap<string, number>;
  /** Faults of the program itself: a rule that crashed. */
  readonly notices: readonly Notice[];
}
