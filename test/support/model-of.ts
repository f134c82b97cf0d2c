import type { JsonValue } from "../../src/json/value.js";
import type { Conversation, MessagePart } from "../../src/model/conversation.js";
import type { ToolArguments, ToolCall, ToolLink } from "../../src/model/exchange.js";

/** A conversation as plain data without places: what two wires that carry the same talk must agree on. */
export function modelOf(conversation: Conversation): JsonValue {
  const { format, profile, mode, toolset, messages, exchanges, finishes, anomalies } = conversation;
  return {
    format,
    profile,
    mode,
    tools: { completeness: toolset.completeness, keys: toolset.tools.map(({ key, hosted }) => (hosted ? `${key} (hosted)` : key)) },
    messages: messages.map(({ role, parts, fromResponse }) => ({ role, ...(fromResponse && { fromResponse }), parts: parts.map(partOf) })),
    exchanges: exchanges.map(({ links }) => links.map(linkOf)),
    ...(finishes.length > 0 && { finishes: finishes.map(({ message, reason, raw }) => `${message}: ${reason} (${raw})`) }),
    ...(anomalies.length > 0 && { anomalies: anomalies.map(({ rule, message }) => `${rule}: ${message}`) }),
  };
}

function partOf(part: MessagePart): JsonValue {
  switch (part.kind) {
    case "call":
      return { call: nameOf(part.call), id: part.call.id, arguments: argumentsOf(part.call.function.arguments) };
    case "result":
      return { result: part.result.callId, ...(part.result.isError && { isError: true }) };
    case "text":
      return "text";
    default:
      return part.type;
  }
}

function linkOf(link: ToolLink): string {
  switch (link.kind) {
    case "answered":
      return `${nameOf(link.call)} answered by ${link.by}${link.result.isError ? ", with an error" : ""}`;
    case "unanswered":
      return `${nameOf(link.call)} unanswered`;
    case "duplicate":
      return `${nameOf(link.call)} answered again`;
    case "orphaned":
      return `orphaned: ${link.because}`;
  }
}

function nameOf({ function: { name }, type, hosted }: ToolCall): string {
  return `${name ?? `(${type})`}${hosted ? " (hosted)" : ""}`;
}

function argumentsOf(args: ToolArguments): JsonValue {
  switch (args.kind) {
    case "parsed":
      return args.root.value();
    case "malformed":
      return `malformed: ${args.fault}`;
    default:
      return args.kind;
  }
}
