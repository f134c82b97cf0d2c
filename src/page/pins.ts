import type { JsonNode, Range, Source } from "../json/node.js";
import type { Conversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { Finding } from "../model/violation.js";
import type { PartPlace, Pin } from "./page-data.js";

/** A part of a message, or one of its pieces, with the place that it has in the file. */
interface Slot {
  readonly pin: Pin;
  readonly from: number;
  readonly to: number;
}

/** Finds what a finding is pinned to: the smallest piece of the conversation that holds its place. */
export class Pins {
  readonly #slots = new Map<Source, Slot[]>();
  readonly #calls = new Map<ToolCall, PartPlace>();

  constructor({ messages }: Conversation) {
    for (const [message, { at, roleAt, parts }] of messages.entries()) {
      this.#add(at, { at: "message", message });
      if (roleAt !== undefined) this.#add(roleAt, { at: "message", message });
      for (const [part, each] of parts.entries()) {
        const pin = (slot: "whole" | "id" | "name" | "text"): Pin => ({ at: "part", message, part, slot, range: null });
        switch (each.kind) {
          case "call": {
            const { call, id, name, arguments: given } = each.call.at;
            this.#calls.set(each.call, { message, part });
            this.#add(call, pin("whole"));
            this.#add(given, pin("text"));
            this.#add(id, pin("id"));
            this.#add(name, pin("name"));
            break;
          }
          case "result": {
            const { result, callId, name, content } = each.result.at;
            this.#add(result, pin("whole"));
            this.#add(content, pin("text"));
            this.#add(callId, pin("id"));
            this.#add(name, pin("name"));
            break;
          }
          default:
            if (each.kind === "text") this.#add(each.item, pin("whole"));
            this.#add(each.at, pin(each.kind === "other" ? "whole" : "text"));
        }
      }
    }
    // The smallest of those that begin at one place comes last.
    for (const slots of this.#slots.values()) slots.sort((one, other) => one.from - other.from || other.to - one.to);
  }

  of({ at, range = at.range, call }: Finding): Pin {
    const slot = range.source.position(range.from) === undefined ? undefined : this.#around(range);
    if (slot !== undefined) return slot.pin;
    const place = call && this.#calls.get(call);
    return place === undefined ? { at: "conversation" } : { at: "part", ...place, slot: "whole", range: null };
  }

  #add(node: JsonNode | undefined, pin: Pin): void {
    if (node === undefined) return;
    const { source, from, to } = node.range;
    const slots = this.#slots.get(source);
    if (slots === undefined) this.#slots.set(source, [{ pin, from, to }]);
    else slots.push({ pin, from, to });
  }

  #around({ source, from, to }: Range): Slot | undefined {
    const slots = this.#slots.get(source) ?? [];
    let low = 0;
    for (let high = slots.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((slots[middle]?.from ?? 0) <= from) low = middle + 1;
      else high = middle;
    }
    for (let index = low - 1; index >= 0; index -= 1) {
      const slot = slots[index];
      if (slot !== undefined && slot.to >= to) return slot;
    }
    return undefined;
  }
}
