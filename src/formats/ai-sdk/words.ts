import type { JsonNode } from "../../json/node.js";
import type { FinishReason, ToolChoice } from "../../model/conversation.js";

/** Finish reasons of the AI SDK (ai 6.0, `FinishReason`; read 2026-11). */
export const finishReasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["content-filter", "content_filter"],
  ["tool-calls", "tool_calls"],
  ["error", "error"],
  ["other", "other"],
  ["unknown", "other"],
]);

/** The finish reason of a step or an answer; providers of ai 6.0 give `{unified, raw}`. */
export function finishInWords(answer: JsonNode): JsonNode | undefined {
  const reason = answer.get("finishReason");
  return reason?.kind === "object" ? reason.get("unified") : reason;
}

/** `toolChoice`: `auto`, `none`, `required`, the same as `{type}`, or `{type: "tool", toolName}`. */
export function readToolChoice(at: JsonNode | undefined): ToolChoice | undefined {
  const word = at?.string() ?? at?.get("type")?.string();
  if (at === undefined) return undefined;
  switch (word) {
    case "auto":
    case "none":
    case "required":
      return { mode: word, names: [], at };
    case "tool": {
      const name = at.get("toolName")?.string();
      return name === undefined ? undefined : { mode: "named", names: [name], at };
    }
    default:
      return undefined;
  }
}

/** Parameters that only a call of the SDK has beside its messages and tools (ai 6.0, `CallSettings` and `generateText`; read 2026-11). */
const parameters = [
  "model",
  "system",
  "instructions",
  "maxTokens",
  "maxOutputTokens",
  "temperature",
  "topP",
  "toolChoice",
  "activeTools",
  "providerOptions",
  "stopWhen",
  "maxSteps",
  "mode",
  "responseFormat",
] as const;

/** Whether a body is what the SDK was called with, not a list of messages beside its tools. */
export function isCallOfSdk(body: JsonNode): boolean {
  return parameters.some((key) => body.get(key) !== undefined);
}

/** Where a body declares tools: a map of names, the list that a provider gets, or `mode.tools` of ai 4. */
export function toolsOf(body: JsonNode): JsonNode | undefined {
  return body.get("tools") ?? body.get("mode")?.get("tools");
}

/** The model's id: text, or the `modelId` of an object. */
export function modelOf(body: JsonNode): JsonNode | undefined {
  const model = body.get("model");
  return model?.kind === "string" ? model : (model?.get("modelId") ?? body.get("response")?.get("modelId"));
}
