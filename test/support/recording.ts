import type { RecordingInput } from "../../src/formats/format.js";
import type { JsonNode } from "../../src/json/node.js";
import { parseJson } from "../../src/json/read.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation, Message } from "../../src/model/conversation.js";
import type { ToolCall, ToolResult } from "../../src/model/exchange.js";

/** The root of a JSON text. */
export function rootOf(text: string): JsonNode {
  const result = parseJson(text);
  if (result.kind === "fault") throw new Error(`no JSON: ${result.fault.message}`);
  return result.document.root;
}

/** A recording as it leaves its envelopes: body, and what an HTTP recorder keeps beside it. A string is JSON text. */
export function recordingOf(
  body: string | JsonValue,
  around: Partial<Omit<RecordingInput, "body" | "at" | "response" | "tools">> & {
    readonly response?: string | JsonValue;
    readonly tools?: JsonValue;
  } = {},
): RecordingInput {
  const { response, tools, ...rest } = around;
  const members = {
    body: jsonOf(body),
    ...(response !== undefined && { response: jsonOf(response) }),
    ...(tools !== undefined && { tools: jsonOf(tools) }),
  };
  const at = rootOf(
    `{${Object.entries(members)
      .map(([key, text]) => `"${key}":${text}`)
      .join(",")}}`,
  );
  const sent = at.get("body");
  if (sent === undefined) throw new Error("no body");
  return {
    url: undefined,
    status: undefined,
    stated: { format: undefined, profile: undefined, mode: undefined },
    dataset: false,
    ...rest,
    body: sent,
    response: at.get("response"),
    tools: at.get("tools"),
    at,
  };
}

/** JSON text is taken as it stands, a value is encoded. */
function jsonOf(value: string | JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function callsIn(messages: readonly Message[]): readonly ToolCall[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "call" ? [part.call] : [])));
}

export function resultsIn(messages: readonly Message[]): readonly ToolResult[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "result" ? [part.result] : [])));
}

/** A conversation in few words: what each message holds, in order. */
export function outline({ messages }: AdaptedConversation): readonly string[] {
  return messages.map(({ role, parts, fromResponse }) => {
    const words = parts.map((part) => {
      switch (part.kind) {
        case "call":
          return `call ${part.call.function.name}#${part.call.id}(${argumentsOf(part.call)})`;
        case "result":
          return `result ${part.result.name ?? ""}#${part.result.callId}`;
        case "text":
          return "text";
        default:
          return `${part.kind} ${part.type}`;
      }
    });
    return `${role}${fromResponse ? "*" : ""}: ${words.join(", ")}`;
  });
}

/** The arguments of a call as JSON, or what they are instead. */
export function argumentsOf(call: ToolCall): string {
  const { arguments: given } = call.function;
  switch (given.kind) {
    case "parsed":
      return JSON.stringify(given.root.value());
    case "text":
      return JSON.stringify(given.at.string());
    case "malformed":
      return given.fault;
    default:
      return given.kind;
  }
}

/** The characters of a text that a range covers. */
export function textAt(
  text: string,
  range: { readonly source: JsonNode["range"]["source"]; readonly from: number; readonly to: number },
): string {
  const from = range.source.position(range.from)?.offset ?? 0;
  const to = range.source.position(range.to)?.offset ?? 0;
  return text.slice(from, to);
}
