import { composeArray, composeObject, joinText } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import { decoded } from "../decoded.js";
import type { Answer } from "./messages.js";

/** Members of the stream (`ConverseStreamOutput`, @aws-sdk/client-bedrock-runtime 3.1164, read 2026-11). */
export const eventNames = [
  "messageStart",
  "contentBlockStart",
  "contentBlockDelta",
  "contentBlockStop",
  "messageStop",
  "metadata",
  "validationException",
  "throttlingException",
  "internalServerException",
  "modelStreamErrorException",
  "serviceUnavailableException",
] as const;

const knownEvents: ReadonlySet<string> = new Set(eventNames);

/** One event: which it is, and what it says. */
interface StreamEvent {
  readonly name: string;
  readonly data: JsonNode;
}

/** One answer put together from its events. */
export interface StreamedAnswer {
  readonly answer: Answer;
  /** Nothing of a message came. */
  readonly isEmpty: boolean;
  /** The exception that broke the stream off, and its name. */
  readonly exception: { readonly name: string; readonly data: JsonNode } | undefined;
  readonly anomalies: readonly Anomaly[];
}

/**
 * The event that a recorder kept: `{messageStart: …}`, `{event: "messageStart", data: …}`, or either as the data (JSON text, too) of a
 * `chunk`, as InvokeModel streams them.
 */
export function eventOf(item: JsonNode): StreamEvent | undefined {
  if (item.kind !== "object") return undefined;
  const data = decoded(item.get("data")) ?? item;
  const name = item.get("event")?.string();
  if (name !== undefined && knownEvents.has(name)) return { name, data };
  for (const { key, value } of data.entries()) {
    const inner = key.string() ?? "";
    if (knownEvents.has(inner) && value.kind === "object") return { name: inner, data: value };
  }
  return undefined;
}

/** Whether an event says for sure that it belongs to such a stream: other things have metadata, too. */
export function isTellingEvent(item: JsonNode): boolean {
  const event = eventOf(item);
  return event !== undefined && (event.name !== "metadata" || event.data.get("usage")?.get("inputTokens") !== undefined);
}

/** Whether an event brings something of a message, or its end. */
export function isEventOfMessage(item: JsonNode): boolean {
  return isTellingEvent(item) && eventOf(item)?.name.endsWith("Exception") === false;
}

/** Puts the answers of a list of events together; a new `messageStart` begins the next one. */
export function readStream(list: JsonNode): readonly StreamedAnswer[] {
  const answers: StreamedAnswer[] = [];
  let assembly = new Assembly(list);
  for (const item of list.items()) {
    const event = eventOf(item);
    if (event?.name === "messageStart" && assembly.isBegun) {
      answers.push(assembly.finish());
      assembly = new Assembly(list);
    }
    assembly.read(item, event);
  }
  answers.push(assembly.finish());
  return answers;
}

/** A block while its events come in. */
interface BlockDraft {
  readonly at: JsonNode;
  /** What its start said of it: `{toolUse: …}` or `{toolResult: …}`. */
  readonly start: JsonNode | undefined;
  readonly texts: JsonNode[];
  readonly inputs: JsonNode[];
  readonly results: JsonNode[];
  reasoning: JsonNode | undefined;
  isClosed: boolean;
}

/** The state of one answer while its events are read. */
class Assembly {
  readonly #list: JsonNode;
  readonly #anomalies: Anomaly[] = [];
  readonly #blocks: BlockDraft[] = [];
  readonly #byIndex = new Map<number, BlockDraft>();
  #opening: JsonNode | undefined;
  #stopReason: JsonNode | undefined;
  #exception: StreamEvent | undefined;
  #isContradictory = false;
  #last: JsonNode;

  constructor(list: JsonNode) {
    this.#list = list;
    this.#last = list;
  }

  get isBegun(): boolean {
    return this.#opening !== undefined || this.#blocks.length > 0;
  }

  read(item: JsonNode, event: StreamEvent | undefined): void {
    // Recorders keep events of their own in between, InvokeModel adds its metrics.
    if (event === undefined) return;
    this.#last = item;
    const { name, data } = event;
    switch (name) {
      case "messageStart":
        this.#opening = data;
        break;
      case "contentBlockStart":
        this.#add(data, data.get("start"));
        break;
      case "contentBlockDelta":
        this.#addDelta(data);
        break;
      case "contentBlockStop": {
        const block = this.#blockOf(data);
        if (block !== undefined) block.isClosed = true;
        break;
      }
      case "messageStop":
        this.#stopReason = data.get("stopReason");
        break;
      case "metadata":
        break;
      default:
        this.#exception ??= event;
    }
  }

  finish(): StreamedAnswer {
    const isEnded = this.#stopReason !== undefined;
    if (!isEnded && this.#exception === undefined) {
      this.#anomalies.push({
        rule: "incomplete-stream",
        at: this.#last,
        message: this.isBegun ? "The stream ends before the message does: no messageStop came" : "The stream holds no message",
        hint: "The connection or the recorder stopped early: do not run the calls of this answer",
      });
    }
    const opening = this.#opening ?? this.#list;
    const message = composeObject(
      [
        ["role", this.#opening?.get("role")],
        ["content", composeArray(this.#blocks.map(composeBlock), opening)],
      ],
      opening,
    );
    const last = this.#blocks.at(-1);
    return {
      answer: { message, stopReason: this.#stopReason, isStreamed: true, isCut: !isEnded && last?.isClosed === false },
      isEmpty: !this.isBegun,
      exception: this.#exception,
      anomalies: this.#anomalies,
    };
  }

  #add(data: JsonNode, start: JsonNode | undefined): BlockDraft {
    const block: BlockDraft = { at: data, start, texts: [], inputs: [], results: [], reasoning: undefined, isClosed: false };
    this.#blocks.push(block);
    const index = data.get("contentBlockIndex")?.number();
    if (index !== undefined) this.#byIndex.set(index, block);
    return block;
  }

  #addDelta(data: JsonNode): void {
    const delta = data.get("delta");
    const input = delta?.get("toolUse")?.get("input");
    if (input !== undefined) {
      const block = this.#blockOf(data);
      if (block?.start?.get("toolUse") === undefined) this.#contradict(data, "The stream brings the input of a call that it did not start");
      block?.inputs.push(input);
      return;
    }
    // Blocks of text have no start.
    const block = this.#blockOf(data) ?? this.#add(data, undefined);
    const text = delta?.get("text");
    if (text !== undefined) block.texts.push(text);
    block.reasoning ??= delta?.get("reasoningContent");
    const result = delta?.get("toolResult");
    if (result !== undefined) block.results.push(...(result.kind === "array" ? result.items() : [result]));
  }

  #blockOf(data: JsonNode): BlockDraft | undefined {
    const index = data.get("contentBlockIndex")?.number();
    return index === undefined ? this.#blocks.at(-1) : this.#byIndex.get(index);
  }

  /** One contradiction is told: the others follow from it. */
  #contradict(at: JsonNode, message: string): void {
    if (this.#isContradictory) return;
    this.#isContradictory = true;
    this.#anomalies.push({ rule: "incomplete-stream", at, message });
  }
}

function composeBlock({ at, start, texts, inputs, results, reasoning }: BlockDraft): JsonNode {
  const call = start?.get("toolUse");
  if (call !== undefined) return composeObject([["toolUse", withMember(call, "input", joined(inputs) ?? call.get("input"))]], at);
  const result = start?.get("toolResult");
  if (result !== undefined) {
    const content = results.length === 0 ? undefined : composeArray(results, results[0] ?? at);
    return composeObject([["toolResult", withMember(result, "content", content ?? result.get("content"))]], at);
  }
  const text = joined(texts);
  // A start of a kind that is not known here speaks for itself.
  if (text === undefined && reasoning === undefined) return start ?? at;
  return composeObject([text === undefined ? ["reasoningContent", reasoning] : ["text", text]], at);
}

function withMember(node: JsonNode, name: string, value: JsonNode | undefined): JsonNode {
  const members = node.entries().map(({ key, value: own }) => [key.string() ?? "", own] as const);
  return composeObject([...members.filter(([key]) => key !== name), [name, value]], node);
}

/** Pieces as one text; a single one stays itself. */
function joined(pieces: readonly JsonNode[]): JsonNode | undefined {
  const [first] = pieces;
  return first === undefined || pieces.length === 1 ? first : joinText(pieces, first);
}

/** What an exception says, in words for people. */
export function exceptionText({ name, data }: StreamEvent): string {
  const message = data.get("message")?.string();
  return message === undefined ? quote(name) : message;
}
