import type { Source } from "../json/node.js";
import type { Conversation } from "../model/conversation.js";
import type { FoundHere } from "../model/seen-conversation.js";
import type { Finding } from "../model/violation.js";
import type { ConversationSketch } from "../page/sketch.js";
import type { LintOptions } from "./options.js";
import { type DocumentPlace, type LocatedFinding, rootSource } from "./to-violation.js";

/** What the drawing of a conversation goes with. */
interface Sketched {
  sketch: ConversationSketch | undefined;
}

/** The conversations of one batch and all that was found in them: drawn when the batch is judged, while its nodes live. */
export class BatchSketches {
  readonly #sketch: NonNullable<LintOptions["sketch"]>;
  readonly #judged = new Map<number, { readonly event: Sketched; readonly conversation: Conversation }>();
  readonly #found = new Map<number, FoundHere[]>();

  constructor(sketch: NonNullable<LintOptions["sketch"]>) {
    this.#sketch = sketch;
  }

  /** @param at 0-based, in the batch. Judged anew for another profile it is the same drawing. */
  conversation(at: number, event: Sketched, conversation: Conversation): void {
    if (!this.#judged.has(at)) this.#judged.set(at, { event, conversation });
  }

  /** @param to end of the conversations that may hold it, excluded */
  find(finding: Finding, located: LocatedFinding, from: number, to = from + 1): void {
    if (!located.isInside) return;
    for (let at = from; at < to; at += 1) {
      const found = this.#found.get(at);
      if (found === undefined) this.#found.set(at, [{ finding, located }]);
      else found.push({ finding, located });
    }
  }

  draw(placeOf: (source: Source) => DocumentPlace): void {
    for (const [at, { event, conversation }] of this.#judged) {
      const { path, record } = placeOf(rootSource(conversation.at));
      event.sketch = this.#sketch({ path, record, conversation, found: this.#found.get(at) ?? [] });
    }
  }
}
