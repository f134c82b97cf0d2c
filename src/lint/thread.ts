import { Buffer, isAscii } from "node:buffer";
import { BACKSLASH } from "../json/bytes.js";
import type { JsonNode } from "../json/node.js";
import { orderedText } from "../json/same-value.js";
import type { AdaptedConversation, Message, MessagePart } from "../model/conversation.js";
import type { ToolArguments, ToolCall } from "../model/exchange.js";

/** What is said in a conversation, as numbers that tell whether another conversation begins alike. */
export interface Thread {
  /** For each text, call and result in order: the hash of the conversation up to it. */
  readonly chain: readonly number[];
  /** Place of each call in `chain`. */
  readonly calls: ReadonlyMap<ToolCall, number>;
  /** For each message the place in `chain` of its last part, -1 where nothing came so far. */
  readonly ends: readonly number[];
  /** The assistant said something in it: enough to know it again. */
  readonly hasAnswer: boolean;
}

/**
 * Hashes what is said in a conversation: who said it, texts without white space around them, calls by name, id and arguments, results by
 * id and content.
 *
 * Left out is what differs between the answer as it came and the same answer in the next request: thinking, citations, caching marks, how
 * parts are spread over messages, ids where the wire needs none (clients make up their own), the order of arguments; and system prompts,
 * which often tell the time.
 *
 * @param id tells conversations apart that say the same (lines of a batch job)
 */
export function threadOf({ messages }: Pick<AdaptedConversation, "messages">, id = ""): Thread {
  const chain: number[] = [];
  const calls = new Map<ToolCall, number>();
  const ends: number[] = [];
  let hasAnswer = false;
  let hash = hashText(id, 0);
  for (const message of messages) {
    for (const part of message.parts) {
      const words = message.role === "system" ? undefined : wordsOf(part, message);
      if (words === undefined) continue;
      hash = hashText(words, hash);
      if (part.kind === "call") calls.set(part.call, chain.length);
      if (message.role === "assistant") hasAnswer = true;
      chain.push(hash);
    }
    ends.push(chain.length - 1);
  }
  return { chain, calls, ends, hasAnswer };
}

/**
 * Whether a conversation may go on in a later request of the file: it ends with what the provider answered, or waits for an answer. A
 * finished history without a response (a row, a transcript) may not: it is whole.
 */
export function mayGoOn({ mode, messages, refusal }: AdaptedConversation): boolean {
  const last = messages.at(-1);
  if (mode === "dataset" || last === undefined || messages[0]?.fromResponse === true) return false;
  return last.fromResponse || last.role !== "assistant" || refusal !== undefined;
}

/** Longer texts are told apart by their length, beginning and end: a conversation is many of them, and all must agree. */
const longText = 512;

/** Bytes of a text that is sampled without being built. */
const veryLongText = 1 << 14;

function sampleOf(text: string): string {
  return text.length <= longText ? text : `${text.slice(0, longText / 2)} ${text.length} ${text.slice(-longText / 2)}`;
}

function wordsOf(part: MessagePart, { role }: Message): string | undefined {
  switch (part.kind) {
    case "text": {
      const text = part.at.string()?.trim();
      return text === "" ? undefined : `${role} says ${text === undefined ? contentOf(part.at) : sampleOf(text)}`;
    }
    case "call": {
      const { id, idOptional, function: called } = part.call;
      return `call ${idOptional ? null : id} ${called.name} ${argumentsOf(called.arguments)}`;
    }
    case "result": {
      const { content } = part.result.at;
      return `result ${part.result.idOptional ? null : part.result.callId} ${part.result.name} ${content === undefined ? "" : contentOf(content)}`;
    }
    case "thinking":
      return undefined;
    case "other":
      return role === "assistant" ? undefined : `${role} shows ${part.type} ${contentOf(part.at)}`;
  }
}

function argumentsOf(given: ToolArguments): string {
  switch (given.kind) {
    case "parsed":
      return orderedText(given.root.value());
    case "text":
    case "malformed":
      return contentOf(given.at);
    default:
      return "{}";
  }
}

/** What a value says, however it is spelt: escapes, white space and the order of keys differ from one writer to the next. */
function contentOf(node: JsonNode): string {
  switch (node.kind) {
    case "string":
      return sampleOfText(node);
    case "array":
      return `[${node.items().map(contentOf).join(",")}]`;
    case "object": {
      const members = node.entries().map(({ key, value }) => `${key.string()}:${contentOf(value)}`);
      return `{${members.sort().join(",")}}`;
    }
    default:
      return node.raw();
  }
}

/** Media are megabytes: of what is that long and has no escapes only the two ends are built. */
function sampleOfText(node: JsonNode): string {
  const bytes = node.bytes();
  if (bytes === undefined || bytes.length <= veryLongText || bytes.includes(BACKSLASH) || !isAscii(bytes)) {
    return sampleOf(node.string() ?? "");
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + 1, bytes.byteLength - 2);
  const end = text.length - longText / 2;
  return `${text.toString("latin1", 0, longText / 2)} ${text.length} ${text.toString("latin1", end)}`;
}

/** 53 bits of a text after another (two multiplicative hashes of 32 bits each): fast, spread well, no secret. */
export function hashText(text: string, behind: number): number {
  let low = 0x811c9dc5 ^ behind;
  let high = 0x41c6ce57 ^ (behind / 0x100000000);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return 0x100000000 * (high & 0x1fffff) + (low >>> 0);
}
