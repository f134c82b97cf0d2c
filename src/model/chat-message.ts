import { isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";
import { withArticle } from "../text/article.js";
import { listing } from "../text/listing.js";
import { quote } from "../text/quote.js";
import type { Role } from "./conversation.js";

/** A call as a message carries it: arguments decoded, never text. Follows `nemoguardrails.types.ToolCall` (NVIDIA API reference, read 2026-11). */
export interface MessageToolCall {
  /** Empty where the message gives none. */
  readonly id: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: JsonObject };
}

/** Text, content blocks, or nothing. */
export type MessageContent = string | readonly JsonObject[] | null;

/** What a message may hold beside its role. */
export interface ChatMessageFields {
  readonly content?: MessageContent;
  readonly toolCalls?: readonly MessageToolCall[] | null;
  readonly toolCallId?: string | null;
  readonly name?: string | null;
  readonly providerMetadata?: JsonObject;
}

/** Everything that `from` takes for a role. */
const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["bot", "assistant"],
  ["user", "user"],
  ["human", "user"],
  ["system", "system"],
  ["developer", "system"],
  ["tool", "tool"],
]);

const standardKeys = new Set(["role", "content", "tool_calls", "tool_call_id", "name", "provider_metadata"]);

/**
 * A message of a conversation, free of any provider's habits.
 *
 * Follows `nemoguardrails.types.ChatMessage` (NVIDIA NeMo Guardrails API reference, read 2026-11), in camelCase.
 */
export class ChatMessage {
  readonly role: Role;
  readonly content: MessageContent;
  /** `null` where the message has no list of calls. */
  readonly toolCalls: readonly MessageToolCall[] | null;
  /** Which call a tool message answers. */
  readonly toolCallId: string | null;
  readonly name: string | null;
  /** What the message holds beside the fields above, under the keys of its wire. */
  readonly providerMetadata: JsonObject;

  constructor(role: Role, fields: ChatMessageFields = {}) {
    this.role = role;
    this.content = fields.content ?? null;
    this.toolCalls = fields.toolCalls ?? null;
    this.toolCallId = fields.toolCallId ?? null;
    this.name = fields.name ?? null;
    this.providerMetadata = fields.providerMetadata ?? {};
  }

  /**
   * Reads a message in the wire's spelling.
   *
   * Calls are nested (`function: {name, arguments}`) or flat (`name`, `args`); arguments are an object or its JSON text, and an empty
   * text, `null`, the text `null` or no key at all is the empty object. `type` may stand for `role`. Keys of no meaning here go into
   * `providerMetadata`, where an entry of `provider_metadata` wins over a key of the same name. An id of a call that is no string
   * counts as none.
   *
   * @throws TypeError for a missing or unknown role, malformed arguments, and any part of the wrong kind; no sentence quotes arguments
   */
  static from(value: JsonValue): ChatMessage {
    if (!isObject(value)) throw wrongKind(value, "message", "an object");
    const role = ownValue(value, "role");
    const metadata = ownValue(value, "provider_metadata") ?? null;
    if (metadata !== null && !isObject(metadata)) throw wrongKind(metadata, "provider metadata of a message", "an object");
    const strays = Object.entries(value).filter(([key]) => !standardKeys.has(key) && !(key === "type" && role === undefined));
    return new ChatMessage(readRole(role ?? ownValue(value, "type")), {
      content: readContent(ownValue(value, "content") ?? null),
      toolCalls: readCalls(ownValue(value, "tool_calls") ?? null),
      toolCallId: readText(ownValue(value, "tool_call_id"), "tool_call_id of a message"),
      name: readText(ownValue(value, "name"), "name of a message"),
      providerMetadata: { ...Object.fromEntries(strays), ...metadata },
    });
  }

  static fromAssistant(content: MessageContent, fields: Omit<ChatMessageFields, "content"> = {}): ChatMessage {
    return new ChatMessage("assistant", { ...fields, content });
  }

  static fromSystem(content: MessageContent, fields: Omit<ChatMessageFields, "content"> = {}): ChatMessage {
    return new ChatMessage("system", { ...fields, content });
  }

  /** The result of the call with the id `toolCallId`. */
  static fromTool(
    content: MessageContent,
    toolCallId: string,
    fields: Omit<ChatMessageFields, "content" | "toolCallId"> = {},
  ): ChatMessage {
    return new ChatMessage("tool", { ...fields, content, toolCallId });
  }

  static fromUser(content: MessageContent, fields: Omit<ChatMessageFields, "content"> = {}): ChatMessage {
    return new ChatMessage("user", { ...fields, content });
  }

  /** The message in the wire's spelling, arguments as objects; `ChatMessage.from` reads it back. What is `null` is left out, but for the content. */
  toJSON(): JsonObject {
    return {
      role: this.role,
      content: this.content,
      ...(this.toolCalls !== null && { tool_calls: this.toolCalls.map(writeCall) }),
      ...(this.toolCallId !== null && { tool_call_id: this.toolCallId }),
      ...(this.name !== null && { name: this.name }),
      ...(Object.keys(this.providerMetadata).length > 0 && { provider_metadata: this.providerMetadata }),
    };
  }
}

function writeCall({ id, type, function: { name, arguments: given } }: MessageToolCall): JsonObject {
  return { id, type, function: { name, arguments: given } };
}

function readRole(value: JsonValue | undefined): Role {
  const expected = listing([...roles.keys()].map(quote), "or");
  if (value === undefined || value === null) throw new TypeError(`The message has no role; it must be ${expected}`);
  const role = typeof value === "string" ? roles.get(value) : undefined;
  if (role === undefined)
    throw new TypeError(
      `The role of a message must be ${expected}, got ${typeof value === "string" ? quote(value) : withArticle(kindOf(value))}`,
    );
  return role;
}

function readContent(value: JsonValue): MessageContent {
  if (value === null || typeof value === "string") return value;
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw wrongKind(value, "content of a message", "text, a list of objects, or null");
}

function readCalls(value: JsonValue): readonly MessageToolCall[] | null {
  if (value === null) return null;
  if (!Array.isArray(value)) throw wrongKind(value, "tool_calls of a message", "a list");
  return value.map(readCall);
}

function readCall(value: JsonValue): MessageToolCall {
  if (!isObject(value)) throw wrongKind(value, "tool call", "an object");
  const block = ownValue(value, "function");
  if (block !== undefined && !isObject(block)) throw wrongKind(block, "function of a tool call", "an object");
  const id = ownValue(value, "id");
  const name = readText(ownValue(block ?? value, "name"), "name of a tool call") ?? "";
  const given = block === undefined ? ownValue(value, "args") : ownValue(block, "arguments");
  return {
    id: typeof id === "string" ? id : "",
    type: readText(ownValue(value, "type"), "type of a tool call") ?? "function",
    function: { name, arguments: readArguments(given ?? null, name) },
  };
}

function readArguments(value: JsonValue, name: string): JsonObject {
  if (value === "") return {};
  const what = `arguments of ${quote(name)}`;
  const decoded = typeof value === "string" ? parse(value, what) : value;
  if (decoded === null) return {};
  if (!isObject(decoded)) throw wrongKind(decoded, what, "an object");
  return decoded;
}

function parse(text: string, what: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`The ${what} must be JSON, got other text`, { cause });
  }
}

function readText(value: JsonValue | undefined, what: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw wrongKind(value, what, "a string");
  return value;
}

/** Kinds, not values: arguments and contents may hold secrets. */
function wrongKind(value: JsonValue, what: string, expected: string): TypeError {
  return new TypeError(`The ${what} must be ${expected}, got ${withArticle(kindOf(value))}`);
}

function kindOf(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
