import type { JsonNode, Source } from "../json/node.js";
import type { Message } from "../model/conversation.js";

/** Where a message is in its source. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly index: number;
}

/** Finds the message that a node is in, however many there are: made once for a conversation, at its first finding. */
export class MessagePlaces {
  readonly #messages: readonly Message[];
  /** By source, in order of place; `undefined` where messages lie in each other or out of order. */
  readonly #stretches = new Map<Source, Stretch[] | undefined>();
  readonly #parts = new Map<JsonNode, number>();

  constructor(messages: readonly Message[]) {
    this.#messages = messages;
    for (const [index, { at, parts }] of messages.entries()) {
      const { source, from, to } = at.range;
      const before = this.#stretches.get(source);
      const isInOrder = before === undefined ? !this.#stretches.has(source) : (before.at(-1)?.to ?? 0) <= from;
      if (isInOrder)
        this.#stretches
          .set(source, before ?? [])
          .get(source)
          ?.push({ from, to, index });
      else this.#stretches.set(source, undefined);
      for (const part of parts) if ("at" in part && !this.#parts.has(part.at)) this.#parts.set(part.at, index);
    }
  }

  /** The first message that holds a node or has it as a part; -1 for none. */
  indexOf(node: JsonNode): number {
    const part = this.#parts.get(node) ?? -1;
    const around = this.#around(node);
    if (part === -1 || around === -1) return Math.max(part, around);
    return Math.min(part, around);
  }

  #around(node: JsonNode): number {
    const { source, from, to } = node.range;
    if (!this.#stretches.has(source)) return -1;
    const stretches = this.#stretches.get(source);
    if (stretches === undefined) return this.#messages.findIndex((message) => holds(message.at, node));
    let low = 0;
    for (let high = stretches.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((stretches[middle]?.to ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    const found = stretches[low];
    return found !== undefined && found.from <= from && to <= found.to ? found.index : -1;
  }
}

/** Whether a node is inside another one, by their places in the file. */
export function holds(outer: JsonNode, inner: JsonNode): boolean {
  const around = outer.range;
  const range = inner.range;
  return around.source === range.source && around.from <= range.from && range.to <= around.to;
}
