import type { JsonDocument, JsonNode, Range } from "../json/node.js";
import type { Sentence } from "../text/sentence.js";

/** Why the arguments of a call are not a JSON object. Each kind has its own repair. */
export type ArgumentsFault =
  | "not-json"
  | "truncated"
  | "glued"
  | "fenced"
  | "python-literal"
  | "double-encoded"
  | "not-an-object"
  | "wrong-container";

/** The arguments of a call: decoded, or a decoding fault, never guessed. */
export type ToolArguments =
  /** A JSON object. `document` where it was text inside the recording: its defects are the arguments' own. */
  | { readonly kind: "parsed"; readonly root: JsonNode; readonly document: JsonDocument | null }
  /** Empty string, JSON null, the string `null`, absent key: the empty object. */
  | { readonly kind: "empty" }
  /** Free text of a custom tool: nothing to decode. */
  | { readonly kind: "text"; readonly at: JsonNode }
  /** Cleared, redacted or withheld by the recorder: nothing to judge. */
  | { readonly kind: "unknown"; readonly because: string }
  /** `sentence` is a finished sentence; `range` the spot where decoding stopped, if narrower than `at`. */
  | {
      readonly kind: "malformed";
      readonly fault: ArgumentsFault;
      readonly at: JsonNode;
      readonly range?: Range;
      readonly message: Sentence;
      readonly fix?: Sentence;
    };

/** Where the parts of a call are. A part that is absent has no place of its own: blame `call`. */
export interface ToolCallPlaces {
  readonly call: JsonNode;
  readonly id: JsonNode | undefined;
  readonly name: JsonNode | undefined;
  readonly arguments: JsonNode | undefined;
}

/** One call of an assistant turn. */
export interface ToolCall {
  /** `null` where absent, empty, or the placeholder that the format writes for none. */
  readonly id: string | null;
  /** `function`, `custom`, or the hosted tool's type. */
  readonly type: string;
  readonly function: { readonly name: string | null; readonly arguments: ToolArguments };
  /** The provider runs it: no client result is owed. */
  readonly hosted: boolean;
  /** The format needs no id on this call (legacy function calls, Gemini, Ollama). */
  readonly idOptional: boolean;
  /** Needs no answer: answered by an enclosing server result, cancelled, denied, handed to an approval. */
  readonly expectsNoResult: boolean;
  /** The call was still being written when the recording stopped: its arguments may be cut. */
  readonly partial: boolean;
  /** What proves the thought after the call, where the wire has it (Gemini's `thoughtSignature`). */
  readonly signature?: JsonNode | undefined;
  /** Index of its message in the conversation, and its own among the calls of that message. */
  readonly message: number;
  readonly index: number;
  readonly at: ToolCallPlaces;
}

/** Where the parts of a result are. */
export interface ToolResultPlaces {
  readonly result: JsonNode;
  readonly callId: JsonNode | undefined;
  readonly name: JsonNode | undefined;
  readonly content: JsonNode | undefined;
}

/** One result, as it came back to the model. */
export interface ToolResult {
  readonly callId: string | null;
  /** The tool's name where the wire repeats it. */
  readonly name: string | null;
  readonly isError: boolean;
  /** Structured content where the wire has it (MCP, Gemini, Bedrock). */
  readonly structured: JsonNode | undefined;
  /** Written by the provider, for a hosted call. */
  readonly hosted: boolean;
  /** Types of calls that this kind of result can answer (`custom_tool_call_output`: `custom` alone); absent: any. */
  readonly answers?: readonly string[] | undefined;
  /** The format needs no id on this result. */
  readonly idOptional: boolean;
  /** Part of the call's own record: answers exactly that call. */
  readonly inlineCall: ToolCall | undefined;
  /** An injected output without a call (Responses items without `call_id`): owes no call. */
  readonly standalone: boolean;
  /** Index of its message in the conversation, and its own among the results of that message. */
  readonly message: number;
  readonly index: number;
  readonly at: ToolResultPlaces;
}

/** How a result found its call. */
export type LinkedBy = "id" | "name-order" | "order" | "inline";

/** Why a result found no call. */
export type OrphanReason =
  /** No call in the whole conversation has this id. */
  | "unknown-id"
  /** The call belongs to a turn that an assistant message closed before the result came. */
  | "earlier-turn"
  /** The call comes only later. */
  | "before-call"
  /** Nothing before the result could hold its call: most likely the history was cut. */
  | "cut-history"
  /** The turn has a call with this id, but results of this kind do not answer calls of its type. */
  | "other-type"
  /** All calls of the turn have their result already, and nothing tells which one this answers. */
  | "surplus";

/** Which result answers which call. */
export type ToolLink =
  | { readonly kind: "answered"; readonly call: ToolCall; readonly result: ToolResult; readonly by: LinkedBy }
  | { readonly kind: "unanswered"; readonly call: ToolCall }
  /** A second result for one call; `first` is the one that counts, `meant` an open call of the turn that this one most likely answers. */
  | {
      readonly kind: "duplicate";
      readonly call: ToolCall;
      readonly result: ToolResult;
      readonly first: ToolResult;
      readonly meant: ToolCall | undefined;
    }
  /**
   * `call` is the one it most likely meant: the very one in another turn, a near id, or what is left open in its own turn. That call is
   * then not reported as unanswered.
   */
  | { readonly kind: "orphaned"; readonly result: ToolResult; readonly because: OrphanReason; readonly call: ToolCall | undefined };

/** The calls of one assistant turn and the results that answer them; `links` says which answers which. */
export interface ToolExchange {
  readonly calls: readonly ToolCall[];
  readonly results: readonly ToolResult[];
  readonly links: readonly ToolLink[];
}
