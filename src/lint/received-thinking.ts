import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, Anomaly, Message } from "../model/conversation.js";

/** So many calls are remembered: agents in one log, not the whole log. */
const maxCalls = 4096;

/**
 * What models thought before their calls, in the answers of one file, so that a later request that replays an answer can be compared with
 * it: an id of a call is in one answer alone.
 */
export class ReceivedThinking {
  readonly #before = new Map<string, readonly string[]>();

  /** The conversation, with what it replays otherwise than it came; what came back in it is remembered. */
  compare(recorded: AdaptedConversation): AdaptedConversation {
    const { messages } = recorded;
    const latest = messages.findLast(({ role, fromResponse }) => role === "assistant" && !fromResponse);
    const altered = latest === undefined || this.#before.size === 0 ? undefined : this.#alteredIn(latest);
    for (const message of messages) if (message.fromResponse && message.role === "assistant") this.#note(message);
    if (altered === undefined) return recorded;
    const message = "The replayed thinking differs from the response that brought it";
    const anomaly: Anomaly = { rule: "altered-thinking", at: altered, message };
    return { ...recorded, anomalies: [...recorded.anomalies, anomaly] };
  }

  /** The first block that did not come back so. Where all are gone, nothing was altered: they were dropped. */
  #alteredIn(message: Message): JsonNode | undefined {
    const received = idsOf(message)
      .map((id) => this.#before.get(id))
      .find((each) => each !== undefined);
    if (received === undefined) return undefined;
    return thinkingOf(message).find((block) => !received.includes(wordsOf(block)));
  }

  #note(message: Message): void {
    const thinking = thinkingOf(message);
    if (thinking.length === 0) return;
    const words = thinking.map(wordsOf);
    for (const id of idsOf(message)) this.#before.set(id, words);
    while (this.#before.size > maxCalls) {
      const [oldest] = this.#before.keys();
      if (oldest === undefined) return;
      this.#before.delete(oldest);
    }
  }
}

function idsOf({ parts }: Message): readonly string[] {
  return parts.flatMap((part) => (part.kind === "call" && part.call.id !== null ? [part.call.id] : []));
}

/** Blocks of thinking: text under a key has nothing that proves it. */
function thinkingOf({ parts }: Message): readonly JsonNode[] {
  return parts.flatMap((part) => (part.kind === "thinking" && part.at.kind === "object" ? [part.at] : []));
}

/** What a block says and what proves it; how it is marked beside that is the client's affair. */
function wordsOf(block: JsonNode): string {
  return JSON.stringify(["thinking", "signature", "data"].map((key) => block.get(key)?.string() ?? ""));
}
