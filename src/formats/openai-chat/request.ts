import type { JsonNode } from "../../json/node.js";
import { noParameters, type RequestParameters, type ToolChoice } from "../../model/conversation.js";
import { decoded } from "../decoded.js";
import { readThinking } from "./thinking.js";

/** What a request body, a dataset row or a bare list of messages says beside its messages. */
export interface ChatRequest {
  /** The list, decoded where a row keeps it as JSON text; `undefined` where there is none. */
  readonly messages: JsonNode | undefined;
  readonly tools: JsonNode | undefined;
  /** Legacy declarations. */
  readonly functions: JsonNode | undefined;
  readonly model: JsonNode | undefined;
  readonly toolChoice: ToolChoice | undefined;
  /** `parallel_tool_calls: false`. */
  readonly singleCall: JsonNode | undefined;
  /** Thinking is asked for. */
  readonly thinking: JsonNode | undefined;
  readonly parameters: RequestParameters;
  /** It has a parameter that only requests have: most bodies name no model where the URL does. */
  readonly hasParameters: boolean;
  /** Nothing beside messages, declarations and `parallel_tool_calls`, as in a row for fine-tuning. */
  readonly isRowShaped: boolean;
}

/**
 * Parameters that only a request has (openai-node 7.59, `ChatCompletionCreateParams`; Mistral, vLLM and OpenRouter add some). Words that
 * rows and exports use for something else, such as `user`, `metadata` and `usage`, are left out.
 */
const parameters: ReadonlySet<string> = new Set([
  "temperature",
  "top_p",
  "top_k",
  "min_p",
  "n",
  "stream",
  "stream_options",
  "stop",
  "max_tokens",
  "max_completion_tokens",
  "presence_penalty",
  "frequency_penalty",
  "repetition_penalty",
  "logit_bias",
  "logprobs",
  "top_logprobs",
  "seed",
  "random_seed",
  "response_format",
  "tool_choice",
  "parallel_tool_calls",
  "function_call",
  "service_tier",
  "store",
  "reasoning_effort",
  "modalities",
  "prediction",
  "web_search_options",
  "prompt_cache_key",
  "safety_identifier",
  "safe_prompt",
  "chat_template_kwargs",
]);

/** Nothing was sent, or it was not recorded. */
export const noRequest: ChatRequest = {
  messages: undefined,
  tools: undefined,
  functions: undefined,
  model: undefined,
  toolChoice: undefined,
  singleCall: undefined,
  thinking: undefined,
  parameters: noParameters,
  hasParameters: false,
  isRowShaped: false,
};

/** Reads what a body says beside its messages, and where those are. */
export function readRequest(body: JsonNode): ChatRequest {
  const model = body.get("model");
  const parallel = body.get("parallel_tool_calls");
  const { on, off } = readThinking(body);
  return {
    messages: decodedList(body.kind === "object" ? body.get("messages") : body),
    tools: body.get("tools"),
    functions: body.get("functions"),
    model,
    toolChoice: readToolChoice(body.get("tool_choice")) ?? readToolChoice(body.get("function_call")),
    singleCall: parallel?.boolean() === false ? parallel : undefined,
    thinking: on,
    parameters: { thinkingOff: off, parallelCalls: parallel?.boolean() === undefined ? undefined : parallel },
    hasParameters: model !== undefined || body.entries().some(({ key }) => parameters.has(key.string() ?? "")),
    isRowShaped: parallel !== undefined && body.entries().every(({ key }) => rowKeys.has(key.string() ?? "")),
  };
}

const rowKeys: ReadonlySet<string> = new Set(["messages", "tools", "functions", "parallel_tool_calls"]);

/** A list, also as JSON in a string; anything else stays what it is. */
function decodedList(node: JsonNode | undefined): JsonNode | undefined {
  return node?.kind === "null" ? undefined : decoded(node);
}

/**
 * What the caller demanded: `tool_choice` (openai-node 7.59, `ChatCompletionToolChoiceOption`; Mistral says `any` for `required`), or
 * the legacy `function_call`. `undefined` where it is absent or unknown: an unknown demand is not judged.
 */
function readToolChoice(at: JsonNode | undefined): ToolChoice | undefined {
  if (at === undefined) return undefined;
  const word = at.string() ?? at.get("type")?.string();
  switch (word) {
    case "auto":
    case "none":
    case "required":
      return { mode: word, names: [], at };
    case "any":
      return { mode: "required", names: [], at };
    case "allowed_tools": {
      const allowed = at.get("allowed_tools")?.get("tools") ?? at.get("tools");
      const names = allowed?.items().flatMap((tool) => nameOf(tool) ?? tool.get("type")?.string() ?? []) ?? [];
      return { mode: "allowed", names, at };
    }
    default: {
      const name = at.kind === "object" ? nameOf(at) : undefined;
      return name === undefined ? undefined : { mode: "named", names: [name], at };
    }
  }
}

function nameOf(choice: JsonNode): string | undefined {
  return (choice.get("function")?.get("name") ?? choice.get("custom")?.get("name") ?? choice.get("name"))?.string();
}
