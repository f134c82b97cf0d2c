import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, Anomaly, Message } from "../model/conversation.js";
import { hashText } from "./thread.js";

/** So many calls are remembered: agents in one log, not the whole log. */
const maxCalls = 4096;

/** A conversation, compared with what responses brought before it. */
export interface Compared {
  /** With what it replays otherwise than it came. */
  readonly recorded: AdaptedConversation;
  /** Present where that depends on a response that may be earlier in the file than what was read. */
  readonly undecided?: Undecided;
}

/** What is to be known before it shows whether a message replays what its response brought. */
interface Undecided {
  readonly ids: readonly string[];
  readonly blocks: readonly number[];
  /** For each of the blocks: what the conversation is where that one is the first that was altered. */
  readonly alternatives: readonly AdaptedConversation[];
}

/**
 * What models thought before their calls, in the answers of one file, so that a later request that replays an answer can be compared with
 * it: an id of a call is in one answer alone. Words are kept as hashes.
 */
export class ReceivedThinking {
  readonly #before = new Map<string, readonly number[]>();
  readonly #isPart: boolean;

  /** @param isPart the file is not read from its beginning: what is unknown may have been said before */
  constructor(isPart = false) {
    this.#isPart = isPart;
  }

  /** What was received before the calls of these ids. */
  get entries(): readonly (readonly [string, readonly number[]])[] {
    return [...this.#before];
  }

  learn(entries: Iterable<readonly [string, readonly number[]]>): void {
    for (const [id, words] of entries) this.#before.set(id, words);
    while (this.#before.size > maxCalls) {
      const [oldest] = this.#before.keys();
      if (oldest === undefined) return;
      this.#before.delete(oldest);
    }
  }

  compare(recorded: AdaptedConversation): Compared {
    const { messages } = recorded;
    const latest = messages.findLast(({ role, fromResponse }) => role === "assistant" && !fromResponse);
    const replayed = latest === undefined || (this.#before.size === 0 && !this.#isPart) ? [] : thinkingOf(latest);
    const compared = latest === undefined || replayed.length === 0 ? { recorded } : this.#compare(recorded, idsOf(latest), replayed);
    for (const message of messages) if (message.fromResponse && message.role === "assistant") this.#note(message);
    return compared;
  }

  /** The first block that did not come back so (0-based). Where all are gone, nothing was altered: they were dropped. */
  firstAltered(ids: readonly string[], blocks: readonly number[]): number | undefined {
    const received = this.#receivedBefore(ids);
    const index = received === undefined ? -1 : blocks.findIndex((block) => !received.includes(block));
    return index === -1 ? undefined : index;
  }

  #compare(recorded: AdaptedConversation, ids: readonly string[], replayed: readonly JsonNode[]): Compared {
    const blocks = replayed.map(wordsOf);
    if (this.#isPart && ids.length > 0 && this.#receivedBefore(ids) === undefined) {
      return { recorded, undecided: { ids, blocks, alternatives: replayed.map((at) => withAltered(recorded, at)) } };
    }
    const altered = replayed[this.firstAltered(ids, blocks) ?? -1];
    return { recorded: altered === undefined ? recorded : withAltered(recorded, altered) };
  }

  #receivedBefore(ids: readonly string[]): readonly number[] | undefined {
    for (const id of ids) {
      const received = this.#before.get(id);
      if (received !== undefined) return received;
    }
    return undefined;
  }

  #note(message: Message): void {
    const thinking = thinkingOf(message);
    if (thinking.length === 0) return;
    const words = thinking.map(wordsOf);
    this.learn(idsOf(message).map((id) => [id, words]));
  }
}

function withAltered(recorded: AdaptedConversation, at: JsonNode): AdaptedConversation {
  const message = "The thinking that was sent back differs from what the model returned";
  const anomaly: Anomaly = { rule: "altered-thinking", at, message };
  return { ...recorded, anomalies: [...recorded.anomalies, anomaly] };
}

function idsOf({ parts }: Message): readonly string[] {
  return parts.flatMap((part) => (part.kind === "call" && part.call.id !== null ? [part.call.id] : []));
}

/** Blocks of thinking: text under a key has nothing that proves it. */
function thinkingOf({ parts }: Message): readonly JsonNode[] {
  return parts.flatMap((part) => (part.kind === "thinking" && part.at.kind === "object" ? [part.at] : []));
}

/** What a block says and what proves it; how it is marked beside that is the client's affair. */
function wordsOf(block: JsonNode): number {
  return hashText(JSON.stringify(["thinking", "signature", "data"].map((key) => block.get(key)?.string() ?? "")), 0);
}
