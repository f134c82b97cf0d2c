import { literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { quote } from "../../text/quote.js";
import { type Answer, brokenOff, noAnswer } from "../answer.js";
import type { Block } from "../blocks/calls.js";
import { readRefusal } from "../refusal.js";
import { AnswerDraft, foldStream, type PartDraft, PartDrafts, type StreamWire } from "../stream.js";
import type { WireMessage } from "./messages.js";

/** Events of a stream (BetaRawMessageStreamEvent, @anthropic-ai/sdk 1.14, 2026-11; `ping` and `error` from the reference, Streaming messages). */
export const streamEvents: ReadonlySet<string> = new Set([
  "message_start",
  "message_delta",
  "message_stop",
  "content_block_start",
  "content_block_delta",
  "content_block_stop",
]);

/** A message that came back, and what it says beside its content. */
export interface AnsweredMessage extends WireMessage {
  readonly model: JsonNode | undefined;
  readonly appliedEdits: JsonNode | undefined;
}

/** One message while its events come in. */
class MessageEvents extends AnswerDraft {
  readonly blocks = new PartDrafts();
  /** Blocks that came with the opening: events that start them again bring nothing new. */
  readonly opened = new Set<PartDraft>();
  stopReason: JsonNode | undefined;
  appliedEdits: JsonNode | undefined;

  override get isBegun(): boolean {
    return super.isBegun || this.blocks.all.length > 0;
  }

  override get isEnded(): boolean {
    return super.isEnded || this.stopReason?.kind === "string";
  }
}

const wire: StreamWire<JsonNode, MessageEvents> = {
  draft: (list) => new MessageEvents(list, { answer: "message", end: "message_stop and no stop reason" }),
  eventOf: (data) => data,
  // Nothing follows an error.
  begins(event, draft) {
    const type = event.get("type")?.string();
    return draft.error !== undefined ? type !== undefined && type !== "ping" : draft.isBegun && type === "message_start";
  },
  read(event, draft) {
    switch (event.get("type")?.string()) {
      case "message_start":
        draft.opening = event.get("message");
        draft.appliedEdits ??= appliedEdits(draft.opening);
        takeOpening(draft);
        break;
      case "content_block_start":
        start(event, draft);
        break;
      case "content_block_delta": {
        const delta = event.get("delta");
        const block = blockOf(event, draft);
        block?.add("text", delta?.get("text"));
        block?.add("input", delta?.get("partial_json"));
        break;
      }
      case "content_block_stop": {
        const block = blockOf(event, draft);
        if (block !== undefined) block.isClosed = true;
        break;
      }
      case "message_delta":
        draft.stopReason = event.get("delta")?.get("stop_reason") ?? draft.stopReason;
        draft.appliedEdits = appliedEdits(event) ?? draft.appliedEdits;
        break;
      case "message_stop":
        draft.end = event;
        break;
      case "error":
        draft.error ??= event;
        break;
    }
  },
};

/** Puts the messages of a list of events together; a new `message_start` begins the next one, and nothing follows an error. */
export function readMessageStream(list: JsonNode): readonly Answer<AnsweredMessage>[] {
  return foldStream(list, wire).map((draft) => {
    const { opening, blocks, error, anomalies } = draft;
    const isEmpty = opening === undefined && blocks.all.length === 0;
    const answer = { ...noAnswer, body: isEmpty ? undefined : messageOf(draft), anomalies };
    if (error === undefined) return answer;
    // An error in place of a message, or one that says that the request is wrong, is a refusal; any other broke a message off.
    const refusal = readRefusal(error, undefined);
    if (isEmpty || error.get("error")?.get("type")?.string() === "invalid_request_error") return { ...answer, refusal };
    return { ...answer, anomalies: [...anomalies, brokenOff(error, refusal?.message ?? "")] };
  });
}

function messageOf({ at, opening, blocks, isEnded, stopReason, appliedEdits: edits }: MessageEvents): AnsweredMessage {
  return {
    at,
    role: opening?.get("role"),
    content: undefined,
    blocks: blocks.all.map((block): Block => toBlock(block, !isEnded && block === blocks.last && !block.isClosed)),
    stopReason: stopReason ?? opening?.get("stop_reason"),
    model: opening?.get("model"),
    appliedEdits: edits,
  };
}

/** Blocks that the opening brings whole: an answer that goes on from a container's code begins with the calls that the code made. */
function takeOpening({ opening, blocks, opened }: MessageEvents): void {
  const content = opening?.get("content");
  for (const [index, node] of (content?.kind === "array" ? content.items() : []).entries()) {
    const block = blocks.open(literal(index, node), node, node);
    block.isClosed = true;
    opened.add(block);
  }
}

function start(event: JsonNode, draft: MessageEvents): void {
  const node = event.get("content_block");
  const index = event.get("index");
  if (node === undefined) {
    draft.contradict(event, "A `content_block_start` event has no `content_block`");
    return;
  }
  const repeated = draft.blocks.all.find((each) => draft.opened.has(each) && isSameBlock(each.start ?? each.at, node));
  if (repeated === undefined) {
    draft.blocks.open(index, event, node);
    return;
  }
  draft.opened.delete(repeated);
  repeated.start = node;
  repeated.isClosed = false;
  draft.blocks.name(index, repeated);
}

function blockOf(event: JsonNode, draft: MessageEvents): PartDraft | undefined {
  const index = event.get("index");
  const block = draft.blocks.get(index);
  if (block === undefined) {
    const which = index === undefined ? "no `index`" : `the index ${quote(index.raw())}, which no \`content_block_start\` opened`;
    draft.contradict(event, `An event of the stream has ${which}`);
  }
  return block;
}

/** Calls and results are known by their ids; text that comes again is not told apart. */
function isSameBlock(one: JsonNode, other: JsonNode): boolean {
  const id = one.get("id")?.string();
  return id !== undefined && id === other.get("id")?.string();
}

function toBlock(block: PartDraft, cut: boolean): Block {
  const node = block.start ?? block.at;
  const text = block.pieces("text").length === 0 ? undefined : block.text("text", node.get("text"));
  return { node, streamed: { text, input: joinedInput(node, block.text("input")), cut } };
}

/** The input of a start is a placeholder, unless nothing but empty text follows it and it holds something: then the whole came at once. */
function joinedInput(node: JsonNode, joined: JsonNode | undefined): JsonNode | undefined {
  const given = node.get("input");
  return joined?.string() === "" && given?.kind === "object" && given.entries().length > 0 ? undefined : joined;
}

/** Edits that the provider applied to the context before the model saw it (Context editing, platform.claude.com, 2026-10). */
export function appliedEdits(message: JsonNode | undefined): JsonNode | undefined {
  const edits = message?.get("context_management")?.get("applied_edits");
  return edits?.kind === "array" ? edits : undefined;
}
