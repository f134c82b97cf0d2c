import type { Conversation } from "./conversation.js";
import type { Finding, Violation } from "./violation.js";

/** A finding while its document can be read, and the violation that may come of it. */
export interface FoundHere {
  readonly finding: Finding;
  readonly located: Pick<Violation, "ruleId" | "severity" | "message" | "redacted" | "range">;
}

/**
 * A conversation that was judged, for those who draw it. Its nodes live until the next record is read: what is kept of them has to be
 * taken at once.
 */
export interface SeenConversation {
  readonly path: string;
  readonly record: number | null;
  readonly conversation: Conversation;
  readonly found: readonly FoundHere[];
}
