import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { decoded } from "../decoded.js";
import { ChoiceDraft, isSaid, said } from "./stream-choice.js";

/** A recorded stream, put together. */
export interface AssembledStream {
  /** What the endpoint would have answered without streaming: `{model, choices: [{message, finish_reason}]}`, each leaf at its event. */
  readonly response: JsonNode;
  /** The event that broke the stream off with an error. */
  readonly error: JsonNode | undefined;
  /** Choices, by position, that neither a finish reason nor the end of the stream closes: their last call may be cut. */
  readonly open: ReadonlySet<number>;
  readonly anomalies: readonly Anomaly[];
}

/** Whether a value is a list of stream events: `{event?, data}`, bare chunks, or the terminator. */
export function isStream(node: JsonNode): boolean {
  const first = node.first();
  if (first === undefined) return false;
  if (first.kind === "string") return isTerminator(first) || first.nested()?.kind === "json";
  return first.get("role") === undefined && (first.get("data") ?? first.get("choices") ?? first.get("error")) !== undefined;
}

/**
 * Assembles the events of recorded `chat.completion.chunk` streams (OpenAI API reference, "The chat completion chunk object",
 * read 2026-11; the servers that copy it differ in what they repeat, see the comments).
 *
 * @returns one stream for each response that the list holds, in order
 */
export function assembleStreams(events: readonly JsonNode[]): readonly AssembledStream[] {
  const streams: StreamDraft[] = [];
  let open: StreamDraft | undefined;
  for (const event of events) {
    const wrapped = event.kind === "object" ? event.get("data") : undefined;
    const data = wrapped ?? event;
    if (data.kind === "string" && isTerminator(data)) {
      open?.end();
      continue;
    }
    const chunk = decoded(data);
    if (open?.isOver(chunk) === true) open = undefined;
    if (open === undefined) {
      open = new StreamDraft(chunk);
      streams.push(open);
    }
    open.add(chunk, event);
  }
  return streams.map((stream) => stream.finish());
}

/** `data: [DONE]` ends a stream. */
function isTerminator(node: JsonNode): boolean {
  return node.string()?.trim() === "[DONE]";
}

/** One response while its chunks come in. */
class StreamDraft {
  readonly #at: JsonNode;
  readonly #choices = new Map<number, ChoiceDraft>();
  readonly #anomalies: Anomaly[] = [];
  #last: JsonNode;
  #id: string | undefined;
  #model: JsonNode | undefined;
  #whole: JsonNode | undefined;
  #error: JsonNode | undefined;
  #ended = false;
  #hasChoices = false;

  constructor(at: JsonNode) {
    this.#at = at;
    this.#last = at;
  }

  end(): void {
    this.#ended = true;
  }

  /** Whether a chunk begins the next response: this one has ended, and the chunk brings choices, under another id if no terminator came. */
  isOver(chunk: JsonNode): boolean {
    if (!this.#ended && !this.isFinished()) return false;
    if (chunk.get("choices")?.first() === undefined) return false;
    const id = chunk.get("id")?.string() ?? "";
    return this.#ended || (id !== "" && this.#id !== undefined && id !== this.#id);
  }

  private isFinished(): boolean {
    if (this.#choices.size === 0) return false;
    for (const choice of this.#choices.values()) if (choice.finish === undefined) return false;
    return true;
  }

  add(chunk: JsonNode, event: JsonNode): void {
    this.#last = event;
    if (chunk.kind !== "object") {
      this.warn(event, `Unexpected ${chunk.kind} as stream event, expected a chunk`);
      return;
    }
    if (isSaid(chunk.get("error"))) this.#error ??= chunk;
    this.#id ??= chunk.get("id")?.string() || undefined;
    this.#model ??= said(chunk.get("model"));
    const choices = chunk.get("choices");
    if (choices === undefined) return;
    this.#hasChoices = true;
    // The stream and what came of it in one recording: the finished answer wins.
    if (choices.first()?.get("delta") === undefined && chunk.get("object")?.string() === "chat.completion") this.#whole = chunk;
    for (const choice of choices.items()) {
      const index = choice.get("index")?.number() ?? 0;
      let draft = this.#choices.get(index);
      if (draft === undefined) {
        draft = new ChoiceDraft(choice);
        this.#choices.set(index, draft);
      }
      draft.add(choice);
    }
  }

  finish(): AssembledStream {
    if (this.#whole !== undefined) return { response: this.#whole, error: this.#error, open: new Set(), anomalies: this.#anomalies };
    if (!this.#hasChoices && this.#error === undefined)
      this.warn(this.#at, "Unexpected stream without choices, expected chat completion chunks");
    const drafts = [...this.#choices].sort(([one], [other]) => one - other).map(([, draft]) => draft);
    const open = new Set<number>();
    if (!this.#ended) for (const [position, draft] of drafts.entries()) if (draft.finish === undefined) open.add(position);
    // An error event says why the stream ends where it does.
    if (open.size > 0 && this.#error === undefined) {
      this.warn(
        this.#last,
        "Unexpected end of the stream, expected a finish reason or [DONE]",
        "Record the stream to its end: its last call may be cut",
      );
    }
    const choices = composeArray(
      drafts.map((draft) => draft.compose()),
      this.#at,
    );
    const response = composeObject(
      [
        ["model", this.#model],
        ["choices", choices],
      ],
      this.#at,
    );
    return { response, error: this.#error, open, anomalies: this.#anomalies };
  }

  private warn(at: JsonNode, message: string, hint?: string): void {
    this.#anomalies.push({ rule: "incomplete-stream", at, message, ...(hint !== undefined && { hint }) });
  }
}
