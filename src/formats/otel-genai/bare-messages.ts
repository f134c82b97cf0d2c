import type { JsonNode } from "../../json/node.js";
import { decoded } from "../decoded.js";
import type { RecordingInput } from "../format.js";

/** Messages of the conventions that an exporter kept without the span around them. */
export interface BareMessages {
  readonly input: readonly JsonNode[];
  readonly output: readonly JsonNode[];
  readonly tools: JsonNode | undefined;
  readonly model: JsonNode | undefined;
}

/** Parts that only the conventions write, and what each of them holds. */
const partKeys: Readonly<Record<string, readonly string[]>> = {
  text: ["content"],
  reasoning: ["content"],
  tool_call: ["name", "arguments", "id"],
  tool_call_response: ["response", "result", "id"],
  server_tool_call: ["server_tool_call"],
  server_tool_call_response: ["server_tool_call_response"],
};

/** A list of messages, the request around one, a message alone, or an answer to either; `undefined` where nothing is of the conventions. */
export function bareMessages({ body, response }: RecordingInput): BareMessages | undefined {
  const input = listOf(body.kind === "object" ? (body.get("messages") ?? body) : body);
  const output = response === undefined || response.kind === "null" ? [] : listOf(response);
  if (!input.some(hasTypedParts) && !output.some(hasTypedParts)) return undefined;
  return { input, output, tools: body.get("tools"), model: body.get("model") };
}

function hasTypedParts(message: JsonNode): boolean {
  return message.get("parts")?.items().some(isTypedPart) === true;
}

function isTypedPart(part: JsonNode): boolean {
  const type = part.get("type")?.string() ?? "";
  return Object.hasOwn(partKeys, type) && partKeys[type]?.some((key) => part.get(key) !== undefined) === true;
}

function listOf(node: JsonNode): readonly JsonNode[] {
  const value = decoded(node);
  const isMessage = value.kind === "object" && value.get("role")?.kind === "string";
  return isMessage ? [value] : value.items().filter(({ kind }) => kind === "object");
}
