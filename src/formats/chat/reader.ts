import type { JsonNode } from "../../json/node.js";
import { KeyNames } from "../../json/seen-words.js";
import type { FinishReason, Role } from "../../model/conversation.js";
import { type CallDraft, type CallTraits, cutOffBy } from "../call-draft.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { decoded } from "../decoded.js";
import { hasNo, misplaced, mustBeKind, unknownRole, unknownType } from "../shape-faults.js";
import { addFunctionCall, addToolCall, signatureBeside, signatureIn } from "./call.js";

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
const rareKeys = new KeyNames([...thinkingKeys, "toolCalls", "function_call", "reasoning_details"]);

/** Where messages came from. */
export interface MessageOrigin {
  readonly fromResponse: boolean;
  /** Finish reason that cut the message off. */
  readonly cutBy?: string | undefined;
  /** The recording stopped inside the message. */
  readonly partial?: boolean | undefined;
}

const history: MessageOrigin = { fromResponse: false };

/** A message whose calls are read. */
interface CallingMessage {
  readonly node: JsonNode;
  readonly message: MessageDraft;
  readonly role: Role;
  readonly origin: MessageOrigin;
}

/** Reads messages of the chat family: `{role, content, tool_calls | function_call}` and `{role: "tool", tool_call_id, content}`. */
export class ChatReader {
  readonly #draft: ConversationDraft;
  readonly #dialect: ChatDialect;
  readonly #mayHaveRare: boolean;
  /** The turn that results answer has calls with ids: a message of role `function` answers only the legacy call, which has none. */
  #callsHaveIds = false;

  /** @param list holds all messages that are read, or is the only one: what its document has none of is not looked for */
  constructor(draft: ConversationDraft, dialect: ChatDialect, list?: JsonNode) {
    this.#draft = draft;
    this.#dialect = dialect;
    this.#mayHaveRare = dialect.thinkingKeys !== undefined || list?.mayHaveOneOf?.(rareKeys) !== false;
  }

  /**
   * Reads a list of messages. An entry that is no object is reported and left out, but for a list of messages: what it holds may be the
   * partners of others.
   */
  readAll(nodes: readonly JsonNode[], origin: MessageOrigin = history): void {
    for (const node of nodes) {
      if (node.kind === "object") {
        this.read(node, origin);
        continue;
      }
      this.#draft.report(node, mustBeKind("A message", "an object with `role` and `content`", node));
      for (const inner of node.kind === "array" ? node.items() : []) if (inner.kind === "object") this.read(inner, origin);
    }
  }

  /** Reads one message. */
  read(node: JsonNode, origin: MessageOrigin = history): void {
    const roleAt = node.get("role") ?? (this.#dialect.typeIsRole ? node.get("type") : undefined);
    const word = roleAt?.string();
    const role = (word === undefined ? undefined : this.#dialect.roles.get(word)) ?? this.#guessRole(node, roleAt, origin);
    const message = this.#draft.open({ role, at: node, roleAt, fromResponse: origin.fromResponse });
    if (role === "tool") this.#addResult(node, message, word === "function");
    else this.#readParts(node, message, role, origin);
  }

  /** The role that a message without a known one plays, by what it holds: so that one wrong word does not tear a call from its result. */
  #guessRole(node: JsonNode, roleAt: JsonNode | undefined, { fromResponse }: MessageOrigin): Role {
    // Streams say the role in their first event only, and some not at all.
    if (roleAt === undefined && fromResponse) return "assistant";
    this.#draft.report(roleAt ?? node, unknownRole(roleAt, this.#dialect.roles.keys()));
    if (node.get("tool_calls")?.first() !== undefined) return "assistant";
    return node.get("tool_call_id") === undefined ? "user" : "tool";
  }

  #addResult(node: JsonNode, message: MessageDraft, isFunction: boolean): void {
    const callId = node.get("tool_call_id") ?? node.get("toolCallId");
    const { resultNameKeys: nameKeys = resultNameKeys, idsOptional = false } = this.#dialect;
    let name: JsonNode | undefined;
    for (const key of nameKeys) name ??= node.get(key);
    const idOptional = idsOptional || (isFunction && !this.#callsHaveIds);
    message.result({ result: node, callId, name, content: node.get("content"), idOptional });
  }

  #readParts(node: JsonNode, message: MessageDraft, role: Role, origin: MessageOrigin): void {
    const mayHaveRare = role === "assistant" && this.#mayHaveRare;
    if (role === "assistant") this.#callsHaveIds = false;
    if (mayHaveRare) this.#readThinking(node, message);
    const content = node.get("content");
    if (content !== undefined) this.#readContent(content, message, origin.fromResponse);
    const calls = node.get("tool_calls") ?? (mayHaveRare ? node.get("toolCalls") : undefined);
    if (calls !== undefined && calls.kind !== "null") this.#readCalls(calls, { node, message, role, origin });
    if (!mayHaveRare || calls?.first() !== undefined) return;
    const legacy = node.get("function_call");
    if (legacy !== undefined) addFunctionCall(legacy, this.#traits(origin, true), { message, report: this.#draft.report });
  }

  #readThinking(node: JsonNode, message: MessageDraft): void {
    for (const type of this.#dialect.thinkingKeys ?? thinkingKeys) {
      const at = node.get(type);
      if (at?.kind === "string") message.thinking(type, at);
    }
  }

  #readCalls(list: JsonNode, { node: at, message, role, origin }: CallingMessage): void {
    const { report } = this.#draft;
    const isList = list.kind === "array";
    if (!isList) report(list, mustBeKind("`tool_calls`", "a list", list));
    const calls = isList ? list.items() : meantCalls(list);
    if (isList && calls.length > 0 && role !== "assistant") {
      report(list, misplaced("`tool_calls`", role, "assistant"));
    }
    for (const [index, node] of calls.entries()) {
      const signature = this.#mayHaveRare ? signatureIn(at, { id: node.get("id")?.string(), index }) : undefined;
      const traits = this.#traits(origin, index === calls.length - 1, signature);
      const isFlat = this.#dialect.flatCalls && node.kind === "object" && node.get("function") === undefined;
      const call = isFlat ? message.call(flatCall(node), traits) : addToolCall(node, traits, { message, report });
      if (call !== undefined && call.id !== null) this.#callsHaveIds = true;
    }
  }

  #traits({ cutBy, partial }: MessageOrigin, isLast: boolean, signature?: JsonNode): CallTraits {
    const { container, idsOptional = false } = this.#dialect;
    return { container, idOptional: idsOptional, cutBy, partial: isLast && partial === true, signature };
  }

  #readContent(content: JsonNode, message: MessageDraft, fromResponse: boolean): void {
    if (content.kind === "string") message.text(content);
    else if (content.kind === "array") for (const part of content.items()) this.#readPart(part, message);
    else if (content.kind !== "null") {
      const what = mustBeKind("`content`", "text or a list of parts", content);
      // Cloudflare's Workers AI answers with the value itself where a schema was asked for: nobody rejects an answer.
      if (fromResponse) this.#draft.warn(content, what);
      else this.#draft.report(content, what);
    }
  }

  #readPart(part: JsonNode, message: MessageDraft): void {
    if (part.kind !== "object") {
      this.#draft.report(part, mustBeKind("A content part", "an object with `type`", part));
      return;
    }
    const { contentTypes } = this.#dialect;
    const type = part.get("type")?.string();
    if (type !== undefined && textTypes.has(type)) message.text(part.get("text") ?? part);
    else if (type === undefined && contentTypes !== null) this.#draft.report(part, hasNo("A content part", "type"));
    else if (type !== undefined && thinkingTypes.has(type)) message.thinking(type, part);
    else message.other(type ?? "", part);
    if (type === undefined || contentTypes === null || textTypes.has(type) || contentTypes.has(type)) return;
    this.#draft.warn(part, unknownType("Content parts", type));
  }
}

/** What came back for the messages that were sent: a message, and why the model stopped. */
export interface ChatAnswer {
  readonly message: JsonNode | undefined;
  readonly finish: JsonNode | undefined;
  /** The stream stopped inside its last call. */
  readonly isCut?: boolean | undefined;
}

/** Reads the messages that were sent to an endpoint with one answer, and that answer. */
export function readChat(
  draft: ConversationDraft,
  dialect: ChatDialect & { readonly reasons: ReadonlyMap<string, FinishReason> },
  sent: readonly JsonNode[],
  { message, finish, isCut }: ChatAnswer,
): void {
  const reader = new ChatReader(draft, dialect);
  reader.readAll(sent);
  if (message === undefined) return;
  const before = draft.messages.length;
  reader.readAll([message], { fromResponse: true, cutBy: cutOffBy(finish, dialect.reasons), partial: isCut });
  if (draft.messages.length > before) draft.finish(finish, dialect.reasons);
}

/** A flat call `{name, args, id}`, as NeMo Guardrails and LangChain keep them. */
function flatCall(call: JsonNode): CallDraft {
  return {
    call,
    type: call.get("type")?.string() ?? "function",
    id: call.get("id"),
    name: call.get("name"),
    arguments: call.get("args") ?? call.get("arguments"),
    signature: signatureBeside(call),
  };
}

/** The calls that were written as JSON text, or as one object: so that their results find them. */
function meantCalls(given: JsonNode): readonly JsonNode[] {
  const meant = decoded(given);
  if (meant.kind === "array") return meant.items().filter(({ kind }) => kind === "object");
  return (meant.get("function") ?? meant.get("custom") ?? meant.get("name")) === undefined ? [] : [meant];
}

const textTypes: ReadonlySet<string> = new Set(["text", "input_text", "output_text"]);
const thinkingTypes: ReadonlySet<string> = new Set(["thinking", "reasoning", "redacted_thinking"]);
