import type { JsonNode } from "../../json/node.js";
import { given } from "../google/field.js";

/** What one message of a session says: its kind, and what is under its key. */
export interface LiveMessage {
  readonly kind: LiveKind;
  readonly value: JsonNode;
  readonly at: JsonNode;
}

type LiveKind = "setup" | "client-content" | "server-content" | "tool-call" | "tool-response" | "cancellation" | "other";

/** Keys of `BidiGenerateContent` messages of client and server (Gemini API reference, Live API, read 2026-11), in both spellings. */
const kinds: readonly (readonly [camel: string, snake: string, kind: LiveKind])[] = [
  ["setup", "setup", "setup"],
  ["toolCall", "tool_call", "tool-call"],
  ["toolResponse", "tool_response", "tool-response"],
  ["toolCallCancellation", "tool_call_cancellation", "cancellation"],
  ["serverContent", "server_content", "server-content"],
  ["clientContent", "client_content", "client-content"],
  ["setupComplete", "setup_complete", "other"],
  ["realtimeInput", "realtime_input", "other"],
  ["goAway", "go_away", "other"],
  ["sessionResumptionUpdate", "session_resumption_update", "other"],
  ["voiceActivity", "voice_activity", "other"],
  ["usageMetadata", "usage_metadata", "other"],
];

/** All keys under which a message of a session may be. */
export const messageKeys: readonly string[] = [...kinds.map(([camel]) => camel), ...kinds.map(([, snake]) => snake)];

/** The message in a frame: recorders keep its direction beside it, and the message itself as `data`, which may be JSON text. */
export function messageIn(frame: JsonNode): JsonNode {
  const data = frame.get("data") ?? frame.get("message");
  const nested = data?.kind === "string" ? data.nested() : undefined;
  if (nested?.kind === "json" && nested.document.root.kind === "object") return nested.document.root;
  return data?.kind === "object" && frame.get("realtimeInput") === undefined ? data : frame;
}

/** All that a message says: calls and content may come in one. */
export function readLiveMessage(frame: JsonNode): readonly LiveMessage[] {
  const message = messageIn(frame);
  return kinds.flatMap(([camel, snake, kind]): readonly LiveMessage[] => {
    const value = given(message, camel, snake);
    return value?.kind === "object" ? [{ kind, value, at: message }] : [];
  });
}

/** Whether a frame is one of a session, for sure or by a key that other wires may have as well. */
export function evidenceIn(frame: JsonNode | undefined): "certain" | "possible" | undefined {
  if (frame?.kind !== "object") return undefined;
  const message = messageIn(frame);
  const list = (camel: string, snake: string, inner: readonly string[]) => given(given(message, camel, snake), ...inner)?.kind === "array";
  if (list("toolCall", "tool_call", ["functionCalls", "function_calls"])) return "certain";
  if (list("toolResponse", "tool_response", ["functionResponses", "function_responses"])) return "certain";
  if (list("toolCallCancellation", "tool_call_cancellation", ["ids"])) return "certain";
  if (list("clientContent", "client_content", ["turns"])) return "certain";
  if (given(given(message, "setup"), "model", "generationConfig", "generation_config")?.kind !== undefined) return "certain";
  const content = given(message, "serverContent", "server_content", "setupComplete", "setup_complete", "realtimeInput", "realtime_input");
  if (content?.kind === "object") return "certain";
  const others = kinds.filter(([, , kind]) => kind === "other");
  const isBare = message.entries().every(({ key }) => others.some(([camel, snake]) => key.string() === camel || key.string() === snake));
  return isBare && readLiveMessage(frame).length > 0 ? "possible" : undefined;
}
