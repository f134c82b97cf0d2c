import type { Conversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import { isVisible, type Tool } from "../model/tool.js";
import type { Severity } from "../model/violation.js";
import { isFromResponse } from "./calls.js";

/** A call whose tool the model could not see when it wrote it, and how much that weighs. */
export interface UndeclaredCall {
  readonly name: string;
  readonly severity: Severity;
  /** The declaration that comes later, or was taken away before. */
  readonly elsewhere: Tool | undefined;
}

/**
 * Whether a call names a tool that is not declared for its turn; `undefined` where it is declared, where
 * nothing is declared at all or its declaration is reported as invalid, and for calls that the provider runs with tools of its own.
 */
export function undeclaredCall(conversation: Conversation, call: ToolCall): UndeclaredCall | undefined {
  const { toolset } = conversation;
  const { name } = call.function;
  if (name === null || call.hosted || toolset.completeness === "absent" || declarationFor(conversation, call) !== undefined)
    return undefined;
  // Its entry is there and told of: what cannot be read of it is no reason to call it unknown.
  if (toolset.holdsInvalid(name)) return undefined;
  return { name, severity: weight(conversation, call), elsewhere: toolset.get(name) };
}

/** The declaration that the model saw when it wrote a call: by name, or by type for a hosted tool's call without one. */
export function declarationFor({ toolset }: Conversation, call: ToolCall): Tool | undefined {
  const key = call.function.name ?? call.type;
  const first = toolset.get(key);
  if (first === undefined || isVisible(first, call.message)) return first;
  for (const fault of toolset.faults) {
    if (fault.kind === "duplicate" && fault.tool.key === key && isVisible(fault.tool, call.message)) return fault.tool;
  }
  return undefined;
}

/** An error where the list is complete for that turn: it is beside the messages, or the call is the answer to this very request. */
function weight(conversation: Conversation, call: ToolCall): Severity {
  const { toolset, declarationOrigin } = conversation;
  if (toolset.completeness !== "declared" || declarationOrigin === "log") return "warning";
  if (toolset.faults.some(({ kind }) => kind === "invalid")) return "warning";
  return declarationOrigin === "list" || isFromResponse(conversation, call) ? "error" : "warning";
}
