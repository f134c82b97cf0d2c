import { joinText } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import type { Block } from "../blocks/calls.js";
import type { Answer } from "./messages.js";

/** Events of a stream (BetaRawMessageStreamEvent, @anthropic-ai/sdk 1.14, 2026-11; `ping` and `error` from the reference, Streaming messages). */
export const streamEvents: ReadonlySet<string> = new Set([
  "message_start",
  "message_delta",
  "message_stop",
  "content_block_start",
  "content_block_delta",
  "content_block_stop",
]);

/** One message put together from its events. */
export interface StreamedAnswer {
  readonly answer: Answer;
  /** The message as it was opened: its model. */
  readonly opening: JsonNode | undefined;
  readonly appliedEdits: JsonNode | undefined;
  /** An error event in place of the rest. */
  readonly error: JsonNode | undefined;
  readonly anomalies: readonly Anomaly[];
}

/**
 * The event itself: recorders keep `{event, data}`, where `data` may be JSON text, or the bare data.
 *
 * @returns `undefined` where the text is no JSON
 */
export function eventOf(item: JsonNode): JsonNode | undefined {
  const data = item.get("data");
  if (data === undefined) return item;
  if (data.kind !== "string") return data;
  const nested = data.nested();
  return nested?.kind === "json" ? nested.document.root : undefined;
}

/** Puts the messages of a list of events together; a new `message_start` begins the next one, and nothing follows an error. */
export function readStream(list: JsonNode): readonly StreamedAnswer[] {
  const answers: StreamedAnswer[] = [];
  let assembly = new Assembly(list);
  for (const item of list.items()) {
    const event = eventOf(item);
    const type = event?.get("type")?.string();
    if (assembly.hasError ? type !== undefined && type !== "ping" : assembly.isOpened && type === "message_start") {
      answers.push(assembly.finish());
      assembly = new Assembly(list);
    }
    assembly.read(item, event);
  }
  answers.push(assembly.finish());
  return answers;
}

/** A block that is still being written. */
interface OpenBlock {
  readonly node: JsonNode;
  readonly texts: JsonNode[];
  readonly inputs: JsonNode[];
  isClosed: boolean;
}

/** The state of one message while its events are read. */
class Assembly {
  readonly #list: JsonNode;
  readonly #anomalies: Anomaly[] = [];
  readonly #blocks: OpenBlock[] = [];
  /** The stream numbers its blocks; some gateways start at another number, or give none. */
  readonly #byIndex = new Map<number, OpenBlock>();
  /** Blocks that came with the opening: events that start them again bring nothing new. */
  readonly #opened = new Set<OpenBlock>();
  #opening: JsonNode | undefined;
  #stopReason: JsonNode | undefined;
  #appliedEdits: JsonNode | undefined;
  #error: JsonNode | undefined;
  #isStopped = false;
  #isContradictory = false;
  #last: JsonNode;

  constructor(list: JsonNode) {
    this.#list = list;
    this.#last = list;
  }

  get isOpened(): boolean {
    return this.#opening !== undefined || this.#blocks.length > 0;
  }

  get hasError(): boolean {
    return this.#error !== undefined;
  }

  read(item: JsonNode, event: JsonNode | undefined): void {
    if (event === undefined) {
      // The end mark of other vendors' streams, written by gateways.
      if (item.get("data")?.string()?.trim() !== "[DONE]") this.#contradict(item.get("data") ?? item, "An event of the stream is not JSON");
      return;
    }
    this.#last = item;
    switch (event.get("type")?.string()) {
      case "message_start":
        this.#opening = event.get("message");
        this.#appliedEdits ??= appliedEdits(this.#opening);
        this.#takeOpening();
        break;
      case "content_block_start":
        this.#start(event);
        break;
      case "content_block_delta":
        this.#add(event);
        break;
      case "content_block_stop": {
        const block = this.#blockOf(event);
        if (block !== undefined) block.isClosed = true;
        break;
      }
      case "message_delta":
        this.#stopReason = event.get("delta")?.get("stop_reason") ?? this.#stopReason;
        this.#appliedEdits = appliedEdits(event) ?? this.#appliedEdits;
        break;
      case "message_stop":
        this.#isStopped = true;
        break;
      case "error":
        this.#error ??= event;
        break;
    }
  }

  finish(): StreamedAnswer {
    const isEnded = this.#isStopped || this.#stopReason?.kind === "string";
    if (!isEnded && this.#error === undefined) {
      const message = this.isOpened ? "The stream ends before the message does" : "The stream holds no message";
      this.#anomalies.push({
        rule: "incomplete-stream",
        at: this.#last,
        message: `${message}: no message_stop and no stop reason came`,
        hint: "The connection or the recorder stopped early: do not run the calls of this answer",
      });
    }
    const last = this.#blocks.at(-1);
    const opening = this.#opening;
    return {
      answer: {
        at: opening ?? this.#list,
        role: opening?.get("role"),
        content: undefined,
        blocks: this.#blocks.map((block): Block => toBlock(block, !isEnded && block === last && !block.isClosed)),
        stopReason: this.#stopReason ?? opening?.get("stop_reason"),
      },
      opening,
      appliedEdits: this.#appliedEdits,
      error: this.#error,
      anomalies: this.#anomalies,
    };
  }

  /** Blocks that the opening brings whole: an answer that goes on from a container's code begins with the calls that the code made. */
  #takeOpening(): void {
    const content = this.#opening?.get("content");
    for (const [index, node] of (content?.kind === "array" ? content.items() : []).entries()) {
      const block: OpenBlock = { node, texts: [], inputs: [], isClosed: true };
      this.#blocks.push(block);
      this.#byIndex.set(index, block);
      this.#opened.add(block);
    }
  }

  #start(event: JsonNode): void {
    const node = event.get("content_block");
    if (node === undefined) {
      this.#contradict(event, "A content_block_start brings no content_block");
      return;
    }
    const block: OpenBlock = { node, texts: [], inputs: [], isClosed: false };
    const index = event.get("index")?.number();
    const repeated = this.#blocks.findIndex((each) => this.#opened.has(each) && isSameBlock(each.node, node));
    if (repeated < 0) this.#blocks.push(block);
    else this.#blocks[repeated] = block;
    if (index !== undefined) this.#byIndex.set(index, block);
  }

  #add(event: JsonNode): void {
    const block = this.#blockOf(event);
    if (block === undefined) return;
    const delta = event.get("delta");
    switch (delta?.get("type")?.string()) {
      case "text_delta": {
        const text = delta.get("text");
        if (text !== undefined) block.texts.push(text);
        break;
      }
      case "input_json_delta": {
        const json = delta.get("partial_json");
        if (json !== undefined) block.inputs.push(json);
        break;
      }
    }
  }

  #blockOf(event: JsonNode): OpenBlock | undefined {
    const index = event.get("index")?.number();
    const block = index === undefined ? this.#blocks.at(-1) : this.#byIndex.get(index);
    if (block === undefined) {
      const which = index === undefined ? "no block" : `block ${quote(String(index))}, which no content_block_start opened`;
      this.#contradict(event, `The stream goes on with ${which}`);
    }
    return block;
  }

  /** One contradiction is told: the others follow from it. */
  #contradict(at: JsonNode, message: string): void {
    if (this.#isContradictory) return;
    this.#isContradictory = true;
    this.#anomalies.push({ rule: "incomplete-stream", at, message });
  }
}

/** Calls and results are known by their ids; text that comes again is not told apart. */
function isSameBlock(one: JsonNode, other: JsonNode): boolean {
  const id = one.get("id")?.string();
  return id !== undefined && id === other.get("id")?.string();
}

function toBlock({ node, texts, inputs }: OpenBlock, cut: boolean): Block {
  const start = node.get("text");
  const text = texts.length === 0 ? undefined : joinText(start === undefined ? texts : [start, ...texts], texts[0] ?? node);
  return { node, streamed: { text, input: joinedInput(node, inputs), cut } };
}

/** The input of a start is a placeholder, unless nothing but empty text follows it and it holds something: then the whole came at once. */
function joinedInput(node: JsonNode, inputs: readonly JsonNode[]): JsonNode | undefined {
  const [first] = inputs;
  if (first === undefined) return undefined;
  const joined = joinText(inputs, first);
  const start = node.get("input");
  return joined.string() === "" && start?.kind === "object" && start.entries().length > 0 ? undefined : joined;
}

/** Edits that the provider applied to the context before the model saw it (Context editing, platform.claude.com, 2026-10). */
export function appliedEdits(message: JsonNode | undefined): JsonNode | undefined {
  const edits = message?.get("context_management")?.get("applied_edits");
  return edits?.kind === "array" ? edits : undefined;
}
