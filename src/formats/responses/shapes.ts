import type { JsonNode } from "../../json/node.js";

/** What an item of a list of Responses items is to us, by its type. */
export type ItemShape =
  | { readonly kind: "message" }
  | { readonly kind: "thinking" }
  /** A call whose result is an item of its own. */
  | CallShape
  /** A call that the provider ran: its own item holds what came of it, under one of `output`. */
  | (Omit<CallShape, "kind" | "runs"> & { readonly kind: "record"; readonly output: readonly string[] })
  | {
      readonly kind: "result";
      /** Types of calls that it answers. */
      readonly answers: readonly string[];
      /** Key of the call's id, most telling first. */
      readonly callId: readonly string[];
      readonly output: string;
      /** Text or content blocks: any other result is the provider's own shape. */
      readonly isContent: boolean;
      /** Written by the provider, for a call that it ran. */
      readonly hosted: boolean;
    }
  /** A list of tools under `tools`. `replaces`: those declared before are gone. */
  | { readonly kind: "tools"; readonly by: "caller" | "server"; readonly replaces: boolean }
  /** Stands for items that are stored elsewhere. */
  | { readonly kind: "reference" }
  /** Stands for everything before it. */
  | { readonly kind: "compaction" }
  /** Says nothing to the model. */
  | { readonly kind: "skipped" };

interface CallShape {
  readonly kind: "call";
  /** The call's type; of a hosted tool the family of its declared types. */
  readonly tool: string;
  /** `either`: the item says who. */
  readonly runs: "client" | "provider" | "either";
  /** The item names the tool; otherwise its type does. */
  readonly isNamed: boolean;
  /** Keys of what goes in. */
  readonly input: readonly string[];
  /**
   * `json`: arguments as JSON text. `any`: text or object. `text`: free text. `own`: the provider's own shape. `given`:
   * whatever an SDK made of that shape.
   */
  readonly form: "json" | "any" | "text" | "own" | "given";
}

function call(tool: string, input: readonly string[], form: CallShape["form"], runs: CallShape["runs"] = "client"): ItemShape {
  return { kind: "call", tool, runs, isNamed: form === "json" || form === "text", input, form };
}

function record(tool: string, input: readonly string[], output: readonly string[], form: CallShape["form"] = "own"): ItemShape {
  return { kind: "record", tool, isNamed: form === "json", input, form, output };
}

function result(
  answers: readonly string[],
  output: string,
  more: Partial<Extract<ItemShape, { readonly kind: "result" }>> = {},
): ItemShape {
  return { kind: "result", answers, callId: ["call_id"], output, isContent: false, hosted: false, ...more };
}

const content = { isContent: true } as const;

/**
 * Items of the Responses API, of requests and of answers (openai-node 7.59, `ResponseInputItem` and `ResponseOutputItem`, read 2026-11),
 * of Codex (`codex_protocol::models::ResponseItem`, read 2026-11), and of the tools that xAI runs (the output items that vercel/ai's xAI
 * provider reads, read 2026-11).
 */
export const itemShapes: ReadonlyMap<string, ItemShape> = new Map<string, ItemShape>([
  ["message", { kind: "message" }],
  ["agent_message", { kind: "message" }],
  ["reasoning", { kind: "thinking" }],
  ["function_call", call("function", ["arguments"], "json")],
  ["custom_tool_call", call("custom", ["input"], "text")],
  ["tool_search_call", call("tool_search", ["arguments"], "any", "either")],
  ["computer_call", call("computer", ["actions", "action"], "own")],
  ["local_shell_call", call("local_shell", ["action"], "own")],
  ["shell_call", call("shell", ["action"], "own", "either")],
  ["apply_patch_call", call("apply_patch", ["operation"], "own")],
  ["program", call("programmatic_tool_calling", ["code"], "own", "provider")],
  ["mcp_approval_request", call("mcp_approval_request", ["arguments"], "json", "provider")],
  ["mcp_call", record("mcp", ["arguments"], ["error", "output"], "json")],
  ["web_search_call", record("web_search", ["action"], ["results"])],
  ["file_search_call", record("file_search", ["queries"], ["results"])],
  ["code_interpreter_call", record("code_interpreter", ["code"], ["outputs"])],
  ["image_generation_call", record("image_generation", ["revised_prompt"], ["result"])],
  ["x_search_call", record("x_search", ["arguments"], ["output"])],
  ["code_execution_call", record("code_interpreter", ["arguments"], ["output"])],
  ["view_image_call", record("view_image", ["arguments"], ["output"])],
  ["view_x_video_call", record("view_x_video", ["arguments"], ["output"])],
  // Codex answers shell calls and searches of its own with the output of a function.
  ["function_call_output", result(["function", "tool_search", "local_shell", "shell"], "output", content)],
  ["custom_tool_call_output", result(["custom"], "output", content)],
  ["computer_call_output", result(["computer", "computer_use", "computer_use_preview"], "output")],
  // The types name the call by the output's own `id`; recorders write `call_id`.
  ["local_shell_call_output", result(["local_shell"], "output", { callId: ["call_id", "id"] })],
  ["shell_call_output", result(["shell"], "output")],
  ["apply_patch_call_output", result(["apply_patch"], "output")],
  ["tool_search_output", result(["tool_search"], "tools")],
  ["mcp_approval_response", result(["mcp_approval_request"], "reason", { callId: ["approval_request_id"], hosted: true })],
  ["program_output", result(["programmatic_tool_calling"], "result", { hosted: true })],
  ["additional_tools", { kind: "tools", by: "caller", replaces: false }],
  ["mcp_list_tools", { kind: "tools", by: "server", replaces: false }],
  ["item_reference", { kind: "reference" }],
  ["compaction", { kind: "compaction" }],
  ["compaction_summary", { kind: "compaction" }],
  ["context_compaction", { kind: "compaction" }],
  ["compaction_trigger", { kind: "skipped" }],
  ["ghost_snapshot", { kind: "skipped" }],
]);

/** Whose items they are, and what is special about them. */
export interface ItemDialect {
  readonly shapes: ReadonlyMap<string, ItemShape>;
  /** Outputs without a call id owe no call, whatever else they lack (Codex injects them). */
  readonly standaloneOutputs: boolean;
  /** Whether a result that flags nothing tells of a failure all the same. */
  readonly isFailure: (output: JsonNode) => boolean;
}

/** The Responses API itself. */
export const responsesDialect: ItemDialect = { shapes: itemShapes, standaloneOutputs: false, isFailure: () => false };
