import { composeArray, composeObject, joinText } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { StoredMessage } from "./stored-message.js";

/** Chunks of one answer, or one whole message. */
export interface MessageGroup {
  readonly first: StoredMessage;
  readonly messages: readonly StoredMessage[];
}

/** A group that may go on. */
interface OpenGroup {
  readonly first: StoredMessage;
  readonly messages: StoredMessage[];
  /** The first id that one of its chunks gives. */
  id: string | undefined;
}

/** Gathers consecutive chunks of one answer: chunks repeat its id, or give none. */
export function groupChunks(messages: readonly StoredMessage[]): readonly MessageGroup[] {
  const groups: OpenGroup[] = [];
  for (const message of messages) {
    const open = groups.at(-1);
    const id = message.fields.get("id")?.string();
    if (open === undefined || !goesOn(open, message, id)) {
      groups.push({ first: message, messages: [message], id });
      continue;
    }
    open.messages.push(message);
    open.id ??= id;
  }
  return groups;
}

function goesOn({ messages, id: known }: OpenGroup, message: StoredMessage, id: string | undefined): boolean {
  const last = messages.at(-1);
  if (last === undefined || !last.isChunk || !message.isChunk || last.kind !== "ai" || message.kind !== "ai") return false;
  if (last.fields.get("chunk_position")?.string() === "last") return false;
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
  const slots = new Slots();
  for (const { fields } of messages) {
    for (const piece of fields.get("tool_call_chunks")?.items() ?? []) slots.add(piece);
  }
  const calls = slots.all.map(({ at, id, name, args: pieces }) => {
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

/** The calls while their pieces come in: an index names the newest call that has it. */
class Slots {
  readonly all: Slot[] = [];
  readonly #byIndex = new Map<number, Slot>();

  add(piece: JsonNode): void {
    const id = said(piece.get("id"));
    const name = said(piece.get("name"));
    const slot = this.#slotOf(piece, id, name);
    slot.id ??= id;
    slot.name ??= name;
    const args = piece.get("args");
    if (args?.kind === "string") slot.args.push(args);
  }

  #slotOf(piece: JsonNode, id: JsonNode | undefined, name: JsonNode | undefined): Slot {
    const index = piece.get("index")?.number();
    const isBare = index === undefined && id === undefined && name === undefined;
    const same = isBare ? this.all.at(-1) : index === undefined ? undefined : this.#byIndex.get(index);
    if (same !== undefined && (id === undefined || same.id === undefined || same.id.string() === id.string())) return same;
    const slot: Slot = { at: piece, args: [], id: undefined, name: undefined };
    this.all.push(slot);
    if (index !== undefined) this.#byIndex.set(index, slot);
    return slot;
  }
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
