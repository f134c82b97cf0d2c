import type { JsonDocument, JsonFault, JsonNode } from "../json/node.js";
import type { DocumentNeeds } from "../json/seen-words.js";
import type { AdaptedConversation, Mode } from "../model/conversation.js";

/** Why a body could not be read: it is broken, or its recorder left it out. */
export type Unread = JsonFault | "withheld";

/**
 * One recording, freed of its envelopes: what a format reads.
 *
 * `body` is a request, a bare list of messages, or a response; `response` is what came back where the recording keeps both.
 */
export interface RecordingInput {
  readonly body: JsonNode;
  /** A response body, or the list of its stream events (`{event?, data}` or bare events). */
  readonly response: JsonNode | undefined;
  /** Declarations of our own envelope, which replace those inside. */
  readonly tools: JsonNode | undefined;
  readonly url: string | undefined;
  readonly status: number | undefined;
  /** What the envelope states; flags win over it. */
  readonly stated: { readonly format: string | undefined; readonly profile: string | undefined; readonly mode: Mode | undefined };
  /** A row of a training or benchmark set. */
  readonly dataset: boolean;
  /** The outermost value, for findings about the whole. */
  readonly at: JsonNode;
  /** Documents that envelopes found inside strings on the way to `body` and `response`. */
  readonly documents?: readonly JsonDocument[];
  /** It comes from recorded traffic or an export that holds all kinds of things: what no format reads is passed over. */
  readonly isTraffic?: boolean;
  /** Why the other half of the exchange is missing, where it was recorded and could not be read. */
  readonly unread?: Unread;
  /** It is what a log line holds: messages of consecutive lines are one conversation. */
  readonly isLogged?: boolean;
  /** Half of an exchange whose other half is in another record with the same id (batch jobs). */
  readonly half?: { readonly id: string; readonly side: "request" | "response" };
}

/** Whether a recording speaks a format. `because` finishes the sentence "read as X because it …". */
export interface Detection {
  readonly match: "certain" | "possible" | "none";
  readonly because: string;
  /**
   * The value is one message or log entry of a conversation, not a conversation: consecutive records of a file that say so are joined
   * into a list and read as one.
   */
  readonly unit?: "message";
}

/** The answer of a format that a recording does not speak. */
export const noMatch: Detection = { match: "none", because: "" };

/** The answer of a format that is sure. */
export function certain(because: string): Detection {
  return { match: "certain", because };
}

/** The same of one message or entry alone. Key by key: a spread would give each record's answer a hidden class of its own. */
export function asMessage({ match, because }: Detection): Detection {
  return { match, because, unit: "message" };
}

/** One wire format: how it is recognised and what it says. Both functions are total: any JSON value gives an answer, never a throw. */
export interface Format {
  readonly id: string;
  readonly title: string;
  /** What the format can carry, for `guardrails formats`. */
  readonly carries: readonly string[];
  /** The vendor's reference page and the date read. */
  readonly source: string;
  /** Profile of a recording that names neither host nor model. */
  readonly profile: string;
  /**
   * Root keys that this format can be found under; `detect` is asked only if the body (or the response) has one of them. `[]` is in
   * front of the keys of the first item of a list: `messages`, `[].role`. `[]` alone: any list.
   */
  readonly rootKeys: readonly string[];
  /**
   * Keys of which one is, at any depth, beside or inside the messages that this format writes. They tell messages with roles apart
   * that come alone, as a bare list or under `messages`: where neither response nor URL says more and the scan saw none of these keys,
   * `detect` is not asked, and the format claims nothing. Absent: always asked. A key too many costs time, one too few claims.
   */
  readonly marks?: readonly string[];
  /** Words that a recording must have, for `detect` to be asked where many recordings are read. Absent: always asked. */
  readonly needs?: DocumentNeeds;
  /**
   * A vendor's wire that many products write with keys of their own added: where one of those is certain as well, this claim does not
   * count.
   */
  readonly isCommonWire?: true;
  detect(recording: RecordingInput): Detection;
  /** One conversation each for choices, branches and sub-agents. */
  adapt(recording: RecordingInput): readonly AdaptedConversation[];
}

/** Declares a format that is code, for plugins. */
export function defineFormat(format: Format): Format {
  return format;
}
