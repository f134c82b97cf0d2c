import { composeArray, composeObject, joinText } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { StoredMessage } from "./stored-message.js";

/** Chunks of one answer, or one whole message. */
export interface MessageGroup {
  readonly first: StoredMessage;
  readonly messages: readonly StoredMessage[];
}

/** Gathers consecutive chunks of one answer: chunks repeat its id, or give none. */
export function groupChunks(messages: readonly StoredMessage[]): readonly MessageGroup[] {
  const groups: { readonly first: StoredMessage; readonly messages: StoredMessage[] }[] = [];
  for (const message of messages) {
    const open = groups.at(-1);
    if (open !== undefined && isContinued(open.messages, message)) open.messages.push(message);
    else groups.push({ first: message, messages: [message] });
  }
  return groups;
}

function isContinued(before: readonly StoredMessage[], message: StoredMessage): boolean {
  const last = before.at(-1);
  if (last === undefined || !last.isChunk || !message.isChunk || last.kind !== message.kind || message.kind !== "ai") return false;
  if (last.fields.get("chunk_position")?.string() === "last") return false;
  const id = message.fields.get("id")?.string();
  const known = before.map(({ fields }) => fields.get("id")?.string()).find((each) => each !== undefined);
  return id === undefined || known === undefined || id === known;
}

/** Calls that chunks add up to: one composed entry `{name, args, id}` each, whose args are the joined text. */
export interface ChunkedCalls {
  readonly calls: readonly JsonNode[];
  /** Nothing says that the answer ended: its last call may be cut. */
  readonly isOpen: boolean;
}

/** Pieces of one call. */
interface Slot {
  readonly index: number | undefined;
  readonly at: JsonNode;
  readonly args: JsonNode[];
  id: JsonNode | undefined;
  name: JsonNode | undefined;
}

/**
 * Merges `tool_call_chunks` by their index; the `tool_calls` of chunks are guesses from repaired JSON and are left aside
 * (langchain-core 1.4, `AIMessageChunk.init_tool_calls`).
 */
export function mergeCallChunks(messages: readonly StoredMessage[]): ChunkedCalls {
  const slots: Slot[] = [];
  for (const { fields } of messages) {
    for (const piece of fields.get("tool_call_chunks")?.items() ?? []) addTo(slots, piece);
  }
  const calls = slots.map(({ at, id, name, args: pieces }) => {
    const [first, second] = pieces;
    const args = first === undefined || second === undefined ? first : joinText(pieces, first);
    return composeObject(
      [
        ["name", name],
        ["args", args],
        ["id", id],
      ],
      at,
    );
  });
  return { calls, isOpen: !messages.some(({ fields }) => saysEnd(fields)) };
}

function addTo(slots: Slot[], piece: JsonNode): void {
  const index = piece.get("index")?.number();
  const id = said(piece.get("id"));
  const isBare = index === undefined && id === undefined && said(piece.get("name")) === undefined;
  const same = isBare ? slots.at(-1) : index === undefined ? undefined : slots.findLast((slot) => slot.index === index);
  let slot = same !== undefined && (id === undefined || same.id === undefined || same.id.string() === id.string()) ? same : undefined;
  if (slot === undefined) {
    slot = { index, at: piece, args: [], id: undefined, name: undefined };
    slots.push(slot);
  }
  slot.id ??= id;
  slot.name ??= said(piece.get("name"));
  const args = piece.get("args");
  if (args?.kind === "string") slot.args.push(args);
}

function saysEnd(fields: JsonNode): boolean {
  if (fields.get("chunk_position")?.string() === "last") return true;
  const metadata = fields.get("response_metadata");
  return ["finish_reason", "stop_reason", "stopReason", "done_reason"].some((key) => said(metadata?.get(key)) !== undefined);
}

function said(node: JsonNode | undefined): JsonNode | undefined {
  return node?.kind === "string" && node.string() !== "" ? node : undefined;
}

/** The content of an answer: that of its only message, or of all its chunks in a row. */
export function contentOf({ first, messages }: MessageGroup): JsonNode | undefined {
  const contents = messages.flatMap(({ fields }) => fields.get("content") ?? []);
  if (contents.length <= 1) return contents[0];
  const texts = contents.filter(({ kind }) => kind === "string");
  const blocks = contents.flatMap((content) => content.items());
  if (blocks.length === 0) return joinText(texts, texts[0] ?? first.at);
  return composeArray([...texts.filter((text) => text.string() !== ""), ...blocks], first.at);
}
