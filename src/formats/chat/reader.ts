import type { JsonNode } from "../../json/node.js";
import { KeyNames } from "../../json/seen-keys.js";
import type { Anomaly, Message, MessagePart, Role } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import { toolResult } from "../call-draft.js";
import { decoded } from "../decoded.js";
import { type CallContext, readFlatCall, readFunctionCall, readToolCall } from "./call.js";

/** How a wire of the chat family writes its messages. */
export interface ChatDialect {
  /** Roles as written, mapped to ours. */
  readonly roles: ReadonlyMap<string, Role>;
  /** A message without `role` may name its role as `type`. */
  readonly typeIsRole: boolean;
  readonly container: "string" | "object" | "either";
  /** Calls may be flat: `{name, args, id}` without `function`. */
  readonly flatCalls: boolean;
  /** Types of content parts that are reported as unknown where they are missing here; `null`: any. */
  readonly contentTypes: ReadonlySet<string> | null;
  /** Members of an assistant message that hold what the model thought; default those of OpenAI-compatible servers. */
  readonly thinkingKeys?: readonly string[];
  /** Calls and results need no ids. */
  readonly idsOptional?: boolean;
  /** Members of a result that may name its tool, the first that is there counts; default `name`. */
  readonly resultNameKeys?: readonly string[];
}

const thinkingKeys = ["reasoning_content", "reasoning"] as const;
const resultNameKeys = ["name"] as const;

/** Members of assistant messages that few recordings have: where a document has none of them, they are not looked for in each message. */
const rareKeys = new KeyNames([...thinkingKeys, "toolCalls", "function_call"]);

/** Where messages came from. */
export interface MessageOrigin {
  readonly fromResponse: boolean;
  /** Finish reason that cut the message off. */
  readonly cutBy?: string | undefined;
  /** The recording stopped inside the message. */
  readonly partial?: boolean;
}

const history: MessageOrigin = { fromResponse: false };

/**
 * Reads messages of the chat family: `{role, content, tool_calls | function_call}` and `{role: "tool", tool_call_id, content}`.
 *
 * One reader reads one conversation: what does not fit becomes an anomaly, an unknown type of content one for all its places.
 */
export class ChatReader {
  readonly anomalies: Anomaly[] = [];
  readonly #dialect: ChatDialect;
  readonly #mayHaveRare: boolean;
  #unknownTypes: Set<string> | undefined;
  /** The turn that results answer has calls with ids: a message of role `function` answers only the legacy call, which has none. */
  #callsHaveIds = false;

  /** @param list holds all messages that are read, or is the only one: what its document has none of is not looked for */
  constructor(dialect: ChatDialect, list?: JsonNode) {
    this.#dialect = dialect;
    this.#mayHaveRare = dialect.thinkingKeys !== undefined || list?.mayHaveOneOf?.(rareKeys) !== false;
  }

  /**
   * Reads a list of messages that follow `before` others. An entry that is no object is reported and left out, but for a list of
   * messages: what it holds may be the partners of others.
   */
  readAll(nodes: readonly JsonNode[], before = 0, origin: MessageOrigin = history): readonly Message[] {
    const messages: Message[] = [];
    for (const node of nodes) {
      const message = this.read(node, before + messages.length, origin);
      if (message !== undefined) {
        messages.push(message);
        continue;
      }
      for (const inner of node.kind === "array" ? node.items() : []) {
        const meant = inner.kind === "object" ? this.read(inner, before + messages.length, origin) : undefined;
        if (meant !== undefined) messages.push(meant);
      }
    }
    return messages;
  }

  /** Reads one message, which will be number `index` of its conversation. */
  read(node: JsonNode, index: number, origin: MessageOrigin = history): Message | undefined {
    if (node.kind !== "object") {
      this.report(node, `Unexpected ${node.kind} as message, expected an object with role and content`);
      return undefined;
    }
    const roleAt = node.get("role") ?? (this.#dialect.typeIsRole ? node.get("type") : undefined);
    const word = roleAt?.string();
    const role = (word === undefined ? undefined : this.#dialect.roles.get(word)) ?? this.#guessRole(node, roleAt, origin);
    const parts: MessagePart[] = [];
    if (role === "tool") parts.push(this.#result(node, index, word === "function"));
    else this.#readParts(node, index, role, origin, parts);
    return { role, parts, fromResponse: origin.fromResponse, at: node, roleAt };
  }

  /** Reports what does not fit the wire. */
  readonly report = (at: JsonNode, message: string, fix?: string, severity?: "warning"): void => {
    this.anomalies.push({
      rule: "invalid-message",
      at,
      message,
      ...(fix !== undefined && { fix }),
      ...(severity !== undefined && { severity }),
    });
  };

  /** The role that a message without a known one plays, by what it holds: so that one wrong word does not tear a call from its result. */
  #guessRole(node: JsonNode, roleAt: JsonNode | undefined, { fromResponse }: MessageOrigin): Role {
    const known = [...this.#dialect.roles.keys()].join(", ");
    // Streams say the role in their first event only, and some not at all.
    if (roleAt === undefined && fromResponse) return "assistant";
    const word = roleAt?.string();
    if (roleAt === undefined) this.report(node, `Unexpected message without role, expected one of ${known}`);
    else this.report(roleAt, `Unexpected ${word === undefined ? roleAt.kind : quote(word)} as role, expected one of ${known}`);
    if (node.get("tool_calls")?.first() !== undefined) return "assistant";
    return node.get("tool_call_id") === undefined ? "user" : "tool";
  }

  #result(node: JsonNode, message: number, isFunction: boolean): MessagePart {
    const callId = node.get("tool_call_id") ?? node.get("toolCallId");
    const { resultNameKeys: nameKeys = resultNameKeys, idsOptional = false } = this.#dialect;
    let name: JsonNode | undefined;
    for (const key of nameKeys) name ??= node.get(key);
    const idOptional = idsOptional || (isFunction && !this.#callsHaveIds);
    const result = toolResult({ result: node, callId, name, content: node.get("content"), idOptional }, { message, index: 0 });
    return { kind: "result", result };
  }

  #readParts(node: JsonNode, index: number, role: Role, origin: MessageOrigin, parts: MessagePart[]): void {
    const mayHaveRare = role === "assistant" && this.#mayHaveRare;
    if (role === "assistant") this.#callsHaveIds = false;
    if (mayHaveRare) this.#readThinking(node, parts);
    const content = node.get("content");
    if (content !== undefined) this.#readContent(content, role, origin.fromResponse, parts);
    const calls = node.get("tool_calls") ?? (mayHaveRare ? node.get("toolCalls") : undefined);
    if (calls !== undefined && calls.kind !== "null") this.#readCalls(calls, index, role, origin, parts);
    if (!mayHaveRare || calls?.first() !== undefined) return;
    const legacy = node.get("function_call");
    if (legacy === undefined) return;
    const call = readFunctionCall(legacy, this.#context(index, 0, origin, true), this.report);
    if (call !== undefined) parts.push({ kind: "call", call });
  }

  #readThinking(node: JsonNode, parts: MessagePart[]): void {
    for (const type of this.#dialect.thinkingKeys ?? thinkingKeys) {
      const at = node.get(type);
      if (at?.kind === "string") parts.push({ kind: "thinking", type, at });
    }
  }

  #readCalls(list: JsonNode, message: number, role: Role, origin: MessageOrigin, parts: MessagePart[]): void {
    const isList = list.kind === "array";
    if (!isList) this.report(list, `Unexpected ${list.kind} as tool_calls, expected a list`);
    const calls = isList ? list.items() : meantCalls(list);
    if (isList && calls.length > 0 && role !== "assistant") {
      this.report(list, `Unexpected tool calls in a message of role ${role}, expected them in an assistant message`);
    }
    let index = 0;
    for (const node of calls) {
      const context = this.#context(message, index, origin, node === calls.at(-1));
      const isFlat = this.#dialect.flatCalls && node.kind === "object" && node.get("function") === undefined;
      const call = isFlat ? readFlatCall(node, context) : readToolCall(node, context, this.report);
      if (call === undefined) continue;
      parts.push({ kind: "call", call });
      if (call.id !== null) this.#callsHaveIds = true;
      index += 1;
    }
  }

  #context(message: number, index: number, { cutBy, partial }: MessageOrigin, isLast: boolean): CallContext {
    const { container, idsOptional = false } = this.#dialect;
    return { message, index, container, idOptional: idsOptional, cutBy, partial: isLast && partial === true };
  }

  #readContent(content: JsonNode, role: Role, fromResponse: boolean, parts: MessagePart[]): void {
    switch (content.kind) {
      case "string":
        parts.push({ kind: "text", at: content });
        return;
      case "null":
        return;
      case "array":
        for (const part of content.items()) this.#readPart(part, parts);
        return;
      default:
        // Cloudflare's Workers AI answers with the value itself where a schema was asked for: nobody rejects an answer.
        this.report(
          content,
          `Unexpected ${content.kind} as content of a message of role ${role}, expected text or a list of parts`,
          undefined,
          fromResponse ? "warning" : undefined,
        );
    }
  }

  #readPart(part: JsonNode, parts: MessagePart[]): void {
    if (part.kind !== "object") {
      this.report(part, `Unexpected ${part.kind} as content part, expected an object with a type`);
      return;
    }
    const type = part.get("type")?.string();
    if (type === "text" || type === "input_text" || type === "output_text") {
      parts.push({ kind: "text", at: part.get("text") ?? part });
    } else if (type !== undefined) {
      parts.push(thinkingTypes.has(type) ? { kind: "thinking", type, at: part } : { kind: "other", type, at: part });
      this.#noteType(type, part);
    } else if (this.#dialect.contentTypes === null) {
      parts.push({ kind: "other", type: "", at: part });
    } else {
      this.report(part, "Unexpected content part without type, expected one");
    }
  }

  #noteType(type: string, at: JsonNode): void {
    const known = this.#dialect.contentTypes;
    if (known === null || known.has(type) || this.#unknownTypes?.has(type) === true) return;
    this.#unknownTypes ??= new Set();
    this.#unknownTypes.add(type);
    this.report(at, `Unexpected content part of type ${quote(type)}, expected a known one`, undefined, "warning");
  }
}

/** The calls that were written as JSON text, or as one object: so that their results find them. */
function meantCalls(given: JsonNode): readonly JsonNode[] {
  const meant = decoded(given);
  if (meant.kind === "array") return meant.items().filter(({ kind }) => kind === "object");
  return (meant.get("function") ?? meant.get("custom") ?? meant.get("name")) === undefined ? [] : [meant];
}

const thinkingTypes: ReadonlySet<string> = new Set(["thinking", "reasoning", "redacted_thinking"]);
