import type { JsonValue } from "../json/value.js";
import type { PolicyCall } from "../policies/breaches.js";

/** What came back for a call. */
export interface RecordedResult {
  /** The text, or the blocks of content as JSON. */
  readonly content: JsonValue | undefined;
  readonly isError: boolean;
}

/** One call, as plain data. */
export interface RecordedCall extends PolicyCall {
  readonly tool: string | null;
  /** Decoded; the text of a tool that takes free text; `undefined` where they are malformed or were not recorded. */
  readonly arguments: JsonValue | undefined;
  /** Why the arguments are `undefined`. */
  readonly malformed: string | null;
  readonly id: string | null;
  /** The provider runs it. */
  readonly hosted: boolean;
  readonly result: RecordedResult | null;
  /** 0-based message of the conversation, and JSON pointer of the call. */
  readonly message: number;
  readonly pointer: string;
}

/** One message, as plain data. */
export interface RecordedMessage {
  readonly role: string;
  readonly text: string;
}

/** A conversation, as plain data: what matchers look at. */
export interface RecordedConversation {
  readonly format: string;
  readonly profile: string;
  readonly model: string | null;
  readonly messages: readonly RecordedMessage[];
  /** In the order in which they were made. */
  readonly calls: readonly RecordedCall[];
  /** Last words of the assistant; `null` where it said none. */
  readonly reply: string | null;
  readonly declaredTools: readonly string[];
  /** Nothing was cut off in front. */
  readonly isWhole: boolean;
}
