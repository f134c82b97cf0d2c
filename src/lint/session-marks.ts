import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { Finding } from "../model/violation.js";
import { holds, MessagePlaces } from "./message-places.js";
import { hashText, type Thread } from "./thread.js";
import type { LocatedFinding } from "./to-violation.js";

/** What a finding is to the session that its conversation belongs to. */
export interface SessionMark {
  /** It is about the conversation as a whole. */
  readonly isOfWhole: boolean;
  /** What it says and what was said up to its place, as a hash: the same in all requests; `undefined` where it belongs to one request alone. */
  readonly key: number | undefined;
}

/** Says what the findings of one conversation are to its session. */
export class SessionMarks {
  readonly #recorded: AdaptedConversation;
  readonly #thread: Thread;
  #places: MessagePlaces | undefined;

  constructor(recorded: AdaptedConversation, thread: Thread) {
    this.#recorded = recorded;
    this.#thread = thread;
  }

  /** Whether a finding is in the conversation: in a message or a declaration. */
  covers({ at }: Finding): boolean {
    return this.#recorded.declarations.some((declaration) => holds(declaration, at)) || this.#messageOf(at) !== -1;
  }

  /** @param call the call that the finding is in, where the finding does not say it */
  of(finding: Finding, { ruleId, message, profile }: LocatedFinding, call = finding.call): SessionMark {
    const isOfWhole = finding.isOfWhole === true || finding.at === this.#recorded.at;
    const place = isOfWhole ? "whole" : this.#placeOf(finding, call);
    if (place === undefined) return { isOfWhole, key: undefined };
    // A message may say more where the answer itself is at hand (its finish reason): the key, where there is one, says the same.
    return { isOfWhole, key: hashText(JSON.stringify([ruleId, place, finding.argumentPointer, finding.key ?? message, profile]), 0) };
  }

  #messageOf(at: JsonNode): number {
    this.#places ??= new MessagePlaces(this.#recorded.messages);
    return this.#places.indexOf(at);
  }

  /** What was said up to the finding, or the declaration that it is in; `undefined` where it belongs to this request alone. */
  #placeOf({ at }: Finding, call: ToolCall | undefined): string | undefined {
    const { declarations } = this.#recorded;
    const { chain, calls, ends } = this.#thread;
    const position = call === undefined ? undefined : calls.get(call);
    if (position !== undefined) return `call ${chain[position]}`;
    for (const [index, declaration] of declarations.entries()) {
      if (holds(declaration, at)) return `declaration ${index} ${at.pointer.slice(declaration.pointer.length)}`;
    }
    const index = this.#messageOf(at);
    return index === -1 ? undefined : `message ${chain[ends[index] ?? -1] ?? 0}`;
  }
}
