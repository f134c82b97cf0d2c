import { composeArray, composeObject, joinText } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import { decoded } from "../decoded.js";

/** Events of a stream (`V2ChatStreamResponse`, cohere-ai 8.1, read 2026-11) that no other vendor names so. */
const tellingEvents: ReadonlySet<string> = new Set([
  "message-start",
  "content-start",
  "content-delta",
  "content-end",
  "tool-plan-delta",
  "tool-call-start",
  "tool-call-delta",
  "tool-call-end",
  "citation-start",
  "citation-end",
  "message-end",
]);

/** One answer put together from its events. */
export interface StreamedAnswer {
  /** As the endpoint answers without streaming: `{message, finish_reason}`, each leaf at its event. */
  readonly response: JsonNode;
  readonly isEmpty: boolean;
  /** The stream stopped inside the last call. */
  readonly isCut: boolean;
  readonly anomalies: readonly Anomaly[];
}

/** The event itself: recorders keep `{event, data}`, where `data` may be JSON text, or the bare data. */
export function eventOf(item: JsonNode): JsonNode | undefined {
  const event = decoded(item.get("data")) ?? item;
  return event.kind === "object" ? event : undefined;
}

/** Whether an item is an event of such a stream. `content-start` and the like stand beside a delta, whatever else is called so. */
export function isTellingEvent(item: JsonNode): boolean {
  const event = eventOf(item);
  const type = event?.get("type")?.string();
  if (event === undefined || type === undefined || !tellingEvents.has(type)) return false;
  return event.get("delta") !== undefined || event.get("index") !== undefined || type === "message-start" || type === "message-end";
}

/** Puts the answers of a list of events together; a new `message-start` begins the next one. */
export function readStream(list: JsonNode): readonly StreamedAnswer[] {
  const answers: StreamedAnswer[] = [];
  let assembly = new Assembly(list);
  for (const item of list.items()) {
    const event = eventOf(item);
    if (event?.get("type")?.string() === "message-start" && assembly.isBegun) {
      answers.push(assembly.finish());
      assembly = new Assembly(list);
    }
    if (event !== undefined) assembly.read(item, event);
  }
  answers.push(assembly.finish());
  return answers;
}

/** A block of content or a call while its events come in. */
interface PartDraft {
  readonly at: JsonNode;
  readonly start: JsonNode | undefined;
  readonly pieces: JsonNode[];
  isClosed: boolean;
}

/** The state of one answer while its events are read. */
class Assembly {
  readonly #list: JsonNode;
  readonly #anomalies: Anomaly[] = [];
  readonly #plan: JsonNode[] = [];
  readonly #blocks = new Parts();
  readonly #calls = new Parts();
  #opening: JsonNode | undefined;
  #end: JsonNode | undefined;
  #last: JsonNode;

  constructor(list: JsonNode) {
    this.#list = list;
    this.#last = list;
  }

  get isBegun(): boolean {
    return this.#opening !== undefined || this.#blocks.all.length > 0 || this.#calls.all.length > 0;
  }

  read(item: JsonNode, event: JsonNode): void {
    const message = event.get("delta")?.get("message");
    switch (event.get("type")?.string()) {
      case "message-start":
        this.#opening = message ?? event;
        this.#takeOpening();
        break;
      case "content-start":
        this.#blocks.open(event, message?.get("content"));
        break;
      case "content-delta": {
        const content = message?.get("content");
        this.#blocks.add(event, content?.get("text") ?? content?.get("thinking"));
        break;
      }
      case "content-end":
        this.#blocks.close(event);
        break;
      case "tool-plan-delta": {
        const plan = message?.get("tool_plan");
        if (plan !== undefined) this.#plan.push(plan);
        break;
      }
      case "tool-call-start":
        this.#calls.open(event, soleOf(message?.get("tool_calls")));
        break;
      case "tool-call-delta":
        this.#calls.add(event, soleOf(message?.get("tool_calls"))?.get("function")?.get("arguments"));
        break;
      case "tool-call-end":
        this.#calls.close(event);
        break;
      case "message-end":
        this.#end = event;
        break;
      default:
        return;
    }
    this.#last = item;
  }

  /** Content and calls that the opening brings whole: events begin those that follow. */
  #takeOpening(): void {
    for (const block of listed(this.#opening?.get("content"))) this.#blocks.open(block, block).isClosed = true;
    for (const call of listed(this.#opening?.get("tool_calls"))) this.#calls.open(call, call).isClosed = true;
  }

  finish(): StreamedAnswer {
    const failure = this.#end?.get("delta")?.get("error");
    if (failure?.kind === "string") {
      this.#warn(failure, `The stream broke off with an error: ${quote(failure.string() ?? "")}`);
    } else if (this.#end === undefined) {
      this.#warn(this.#last, this.isBegun ? "The stream ends before the message does: no message-end came" : "The stream holds no message");
    }
    const place = this.#opening ?? this.#list;
    const calls = this.#calls.all.map(composeCall);
    const blocks = this.#blocks.all.map(composeBlock);
    const message = composeObject(
      [
        ["role", this.#opening?.get("role")],
        ["tool_plan", joined(this.#plan)],
        ["content", blocks.length === 0 ? undefined : composeArray(blocks, blocks[0] ?? place)],
        ["tool_calls", calls.length === 0 ? undefined : composeArray(calls, calls[0] ?? place)],
      ],
      place,
    );
    const response = composeObject(
      [
        ["message", message],
        ["finish_reason", this.#end?.get("delta")?.get("finish_reason")],
      ],
      place,
    );
    const isCut = this.#end === undefined && this.#calls.all.at(-1)?.isClosed === false;
    return { response, isEmpty: !this.isBegun && this.#plan.length === 0, isCut, anomalies: this.#anomalies };
  }

  #warn(at: JsonNode, message: string): void {
    const hint = "The connection or the recorder stopped early: do not run the calls of this answer";
    this.#anomalies.push({ rule: "incomplete-stream", at, message, hint });
  }
}

/** Parts by the index that the stream gives them; without one, the last that was opened. */
class Parts {
  readonly all: PartDraft[] = [];
  readonly #byIndex = new Map<number, PartDraft>();

  open(event: JsonNode, start: JsonNode | undefined): PartDraft {
    const part: PartDraft = { at: event, start, pieces: [], isClosed: false };
    this.all.push(part);
    const index = event.get("index")?.number();
    if (index !== undefined) this.#byIndex.set(index, part);
    return part;
  }

  add(event: JsonNode, piece: JsonNode | undefined): void {
    const part = this.#of(event) ?? this.open(event, undefined);
    if (piece !== undefined) part.pieces.push(piece);
  }

  close(event: JsonNode): void {
    const part = this.#of(event);
    if (part !== undefined) part.isClosed = true;
  }

  #of(event: JsonNode): PartDraft | undefined {
    const index = event.get("index")?.number();
    return index === undefined ? this.all.at(-1) : this.#byIndex.get(index);
  }
}

function listed(list: JsonNode | undefined): readonly JsonNode[] {
  return list?.kind === "array" ? list.items().filter(({ kind }) => kind === "object") : [];
}

/** The stream writes one call where the message has a list of them; some gateways write the list. */
function soleOf(calls: JsonNode | undefined): JsonNode | undefined {
  return calls?.kind === "array" ? calls.first() : calls;
}

function composeCall({ at, start, pieces }: PartDraft): JsonNode {
  const called = start?.get("function");
  const opening = called?.get("arguments");
  const given = joined(opening?.kind === "string" ? [opening, ...pieces] : pieces);
  return composeObject(
    [
      ["id", start?.get("id")],
      ["type", start?.get("type")],
      [
        "function",
        composeObject(
          [
            ["name", called?.get("name")],
            ["arguments", given],
          ],
          called ?? at,
        ),
      ],
    ],
    start ?? at,
  );
}

function composeBlock({ at, start, pieces }: PartDraft): JsonNode {
  const isThinking = start?.get("thinking") !== undefined;
  const key = isThinking ? "thinking" : "text";
  const opening = start?.get(key);
  const text = joined(opening?.kind === "string" ? [opening, ...pieces] : pieces);
  const members: (readonly [string, JsonNode | undefined])[] = [
    ["type", start?.get("type")],
    [key, text],
  ];
  return composeObject(members, start ?? at);
}

/** Pieces as one text; empty ones are left out where others say something. */
function joined(pieces: readonly JsonNode[]): JsonNode | undefined {
  const words = pieces.filter((piece) => piece.string() !== "");
  const [first, second] = words.length > 0 ? words : pieces.slice(0, 1);
  return first === undefined || second === undefined ? first : joinText(words, first);
}
