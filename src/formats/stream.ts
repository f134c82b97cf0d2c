import { composeObject, joinText } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import { isSameNode } from "../json/same-value.js";
import type { Anomaly } from "../model/conversation.js";
import { decoded } from "./decoded.js";

/**
 * How a wire streams an answer: which events it has, and what each of them does to the draft of the answer. What all wires share is
 * the fold's: data as JSON text, `[DONE]`, events that are no JSON, several answers in one list, an end that never comes.
 */
export interface StreamWire<Event, Draft extends AnswerDraft> {
  /** The draft of an answer that is about to begin. */
  draft(list: JsonNode): Draft;
  /** The wire's event in an item's data; `undefined` for what recorders and gateways put in between. */
  eventOf(data: JsonNode, item: JsonNode): Event | undefined;
  /** Whether an event begins the next answer, where the draft at hand has begun. */
  begins(event: Event, draft: Draft): boolean;
  /** Adds what an event brings. */
  read(event: Event, draft: Draft): void;
}

/** What a stream is put together from, in the words of its wire. */
export interface StreamWords {
  /** What comes in pieces: `sentence`. */
  readonly answer: string;
  /** What ends it: `message_stop`. */
  readonly end: string;
}

/** The data of an item of a stream: recorders keep `{event?, data}`, where `data` may be JSON text, or the bare data. */
export function dataOf(item: JsonNode): JsonNode {
  return decoded(item.kind === "string" ? item : item.get("data")) ?? item;
}

/** The event in an item of a stream; `undefined` where its text is no JSON. */
export function eventDataOf(item: JsonNode): JsonNode | undefined {
  const data = dataOf(item);
  return data.kind === "string" ? undefined : data;
}

/** Puts the answers of a stream together, one after the other; a list without events gives one that is empty. */
export function foldStream<Event, Draft extends AnswerDraft>(list: JsonNode, wire: StreamWire<Event, Draft>): readonly Draft[] {
  let draft = wire.draft(list);
  const drafts = [draft];
  for (const item of list.items()) {
    const data = dataOf(item);
    if (data.kind === "string") {
      // What vendors end their streams with, and gateways those of others.
      if (data.string()?.trim() === "[DONE]") draft.isDone = true;
      else draft.contradict(data, "An event of the stream is not JSON");
      continue;
    }
    const event = wire.eventOf(data, item);
    if (event === undefined) continue;
    if (wire.begins(event, draft)) {
      draft = wire.draft(list);
      drafts.push(draft);
    }
    draft.last = item;
    wire.read(event, draft);
  }
  return drafts;
}

/** One answer while its events are read. */
export class AnswerDraft {
  readonly list: JsonNode;
  /** What the answer was opened with, what ended it, and what broke it off. */
  opening: JsonNode | undefined;
  end: JsonNode | undefined;
  error: JsonNode | undefined;
  /** `[DONE]` came. */
  isDone = false;
  /** The last item that belongs to it. */
  last: JsonNode;
  readonly #words: StreamWords;
  #contradiction: Anomaly | undefined;
  #difference: Anomaly | undefined;

  constructor(list: JsonNode, words: StreamWords) {
    this.list = list;
    this.last = list;
    this.#words = words;
  }

  /** Something of the answer came. */
  get isBegun(): boolean {
    return this.opening !== undefined;
  }

  /** Nothing more is to come. */
  get isEnded(): boolean {
    return this.end !== undefined || this.isDone;
  }

  /** Where the answer is as a whole. */
  get at(): JsonNode {
    return this.opening ?? this.list;
  }

  /** Notes events that cannot follow each other. One contradiction is reported: the others follow from it. */
  contradict(at: JsonNode, message: string): void {
    this.#contradiction ??= { rule: "incomplete-stream", at, message };
  }

  /**
   * Holds a whole that the stream repeats against the pieces that it streamed before. Where no pieces were recorded there is nothing to
   * compare. One difference is reported.
   *
   * @param what names it in the sentence: `arguments of the call to "f"`
   */
  compare(pieces: JsonNode | undefined, whole: JsonNode | undefined, what: string): void {
    if (pieces === undefined || whole === undefined || saysTheSame(pieces, whole)) return;
    const message = `The ${what} differ between the streamed pieces and the finished answer`;
    this.#difference ??= { rule: "contradictory-recording", at: whole, message };
  }

  /** What is wrong with the stream. An error event says why it ends where it does. */
  get anomalies(): readonly Anomaly[] {
    // Events that cannot follow each other leave pieces out: that is why the whole differs.
    const anomaly = this.#contradiction ?? this.#difference;
    const found = anomaly === undefined ? [] : [anomaly];
    if (this.isEnded || this.error !== undefined) return found;
    const { answer, end } = this.#words;
    const message = this.isBegun ? `The stream ends before the ${answer} does: no ${end} came` : `The stream holds no ${answer}`;
    return [...found, { rule: "incomplete-stream", at: this.last, message, fix: stoppedEarly }];
  }
}

/** What to do about an answer that was cut off. */
export const stoppedEarly = "Do not run the calls of this answer: the connection or the recorder stopped early";

/** A part of an answer (a block, a call, an item) while its pieces come in. */
export class PartDraft {
  readonly at: JsonNode;
  /** What its first event said of it. */
  start: JsonNode | undefined;
  isClosed = false;
  readonly #pieces = new Map<string, JsonNode[]>();

  constructor(at: JsonNode, start: JsonNode | undefined) {
    this.at = at;
    this.start = start;
  }

  /** Adds a piece of one of its fields. */
  add(field: string, piece: JsonNode | undefined): void {
    if (piece !== undefined && !this.#pieces.get(field)?.push(piece)) this.#pieces.set(field, [piece]);
  }

  pieces(field: string): readonly JsonNode[] {
    return this.#pieces.get(field) ?? [];
  }

  /** The fields that pieces came for, in the order in which they began. */
  get fields(): readonly string[] {
    return [...this.#pieces.keys()];
  }

  /** The pieces of a field as one text, after what its start says of it. It is where the first of them does, empty or not. */
  text(field: string, opening?: JsonNode): JsonNode | undefined {
    const pieces = opening?.kind === "string" ? [opening, ...this.pieces(field)] : this.pieces(field);
    const [first, second] = pieces;
    return first === undefined || second === undefined ? first : joinText(pieces, first);
  }
}

/** The parts of an answer, by the number or the id that the stream gives them; without one, the last is meant. */
export class PartDrafts {
  readonly all: PartDraft[] = [];
  readonly #byKey = new Map<string, PartDraft>();

  open(key: JsonNode | undefined, at: JsonNode, start: JsonNode | undefined): PartDraft {
    const part = new PartDraft(at, start);
    this.all.push(part);
    this.name(key, part);
    return part;
  }

  /** Lets a key stand for a part, whatever it stood for. */
  name(key: JsonNode | undefined, part: PartDraft): void {
    if (key !== undefined) this.#byKey.set(nameOf(key), part);
  }

  get(key: JsonNode | undefined): PartDraft | undefined {
    return key === undefined ? this.all.at(-1) : this.#byKey.get(nameOf(key));
  }

  get last(): PartDraft | undefined {
    return this.all.at(-1);
  }
}

/** Texts that are JSON say the same however they are spelt. What is no text cannot be compared with pieces of one. */
function saysTheSame(pieces: JsonNode, whole: JsonNode): boolean {
  if (pieces.kind !== "string" || whole.kind !== "string" || pieces.string() === whole.string()) return true;
  const [streamed, finished] = [pieces.nested(), whole.nested()];
  return streamed?.kind === "json" && finished?.kind === "json" && isSameNode(streamed.document.root, finished.document.root);
}

/** However it is spelt: `\u0061` is `a`, and `1.0` is `1`. */
function nameOf(key: JsonNode): string {
  return key.string() ?? String(key.number() ?? key.raw());
}

/** Pieces as one text; a single one stays itself, empty ones are left out where others say something. */
export function joinedPieces(pieces: readonly JsonNode[]): JsonNode | undefined {
  const words = pieces.filter((piece) => piece.kind !== "null" && piece.string() !== "");
  const [first, second] = words.length > 0 ? words : pieces.slice(0, 1);
  return first === undefined || second === undefined ? first : joinText(words, first);
}

/** An object with some of its members replaced, in their own order, and others added. */
export function withMembers(node: JsonNode, members: readonly (readonly [string, JsonNode | undefined])[], place = node): JsonNode {
  const replaced = new Set(members.map(([key]) => key));
  const kept = node.entries().map(({ key, value }) => [key.string() ?? "", value] as const);
  return composeObject([...kept.filter(([key]) => !replaced.has(key)), ...members], place);
}
