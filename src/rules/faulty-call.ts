import type { JsonNode } from "../json/node.js";
import type { ToolArguments, ToolCall } from "../model/exchange.js";
import type { Tool } from "../model/tool.js";
import type { SchemaViolation } from "../schema/validator.js";

/** What is wrong with the arguments of a call: one kind only, so that one cause is reported once. */
export type FaultyArguments =
  | Extract<ToolArguments, { readonly kind: "malformed" }>
  /** Arguments for a tool that takes none. */
  | { readonly kind: "unexpected"; readonly tool: Tool; readonly names: readonly string[]; readonly at: JsonNode }
  /** Faults against the declared schema. `root` is what their pointers start from; absent for empty arguments. */
  | { readonly kind: "invalid"; readonly tool: Tool; readonly violations: readonly SchemaViolation[]; readonly root: JsonNode | undefined };

/** A call whose arguments are at fault. */
export interface FaultyCall {
  readonly call: ToolCall;
  readonly fault: FaultyArguments;
}
