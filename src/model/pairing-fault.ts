import type { JsonNode } from "../json/node.js";
import type { LinkedBy, OrphanReason, ToolCall, ToolResult } from "./exchange.js";

/** One fault of a pairing: one for one root cause. Each kind is reported by one rule. */
export type PairingFault =
  /** The conversation goes on without the results of these calls of one turn; one call, or all calls of the turn or of one of its messages. */
  | { readonly kind: "unanswered"; readonly calls: readonly [ToolCall, ...ToolCall[]]; readonly wholeTurn: boolean }
  /** `call` is the one most likely meant; `others` are orphans of the same cause. */
  | {
      readonly kind: "orphaned";
      readonly result: ToolResult;
      readonly because: OrphanReason;
      readonly call: ToolCall | undefined;
      readonly others: readonly ToolResult[];
    }
  | { readonly kind: "orphaned-hosted"; readonly result: ToolResult; readonly because: OrphanReason; readonly call: ToolCall | undefined }
  /** `blame` is what is in the way; `at` what is misplaced: a result, or the content after a call. */
  | {
      readonly kind: "misplaced";
      readonly because: "message-between" | "content-before" | "content-after-call";
      readonly at: JsonNode;
      readonly blame: JsonNode;
      readonly call: ToolCall | undefined;
      readonly others: number;
    }
  | {
      readonly kind: "split";
      readonly result: ToolResult;
      readonly first: ToolResult;
      readonly call: ToolCall | undefined;
    }
  /** `meant` is an open call of the same turn that the second result most likely answers. */
  | {
      readonly kind: "duplicate";
      readonly call: ToolCall;
      readonly result: ToolResult;
      readonly first: ToolResult;
      readonly meant: ToolCall | undefined;
    }
  /** `by` is what links the two all the same: an id, or their order alone. */
  | { readonly kind: "mismatched-name"; readonly call: ToolCall; readonly result: ToolResult; readonly by: LinkedBy }
  /** No verdict possible: the counterpart lies outside the file. Counted, not reported. */
  | { readonly kind: "unresolvable"; readonly result: ToolResult };
