import { composeObject, joinText, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { decoded } from "../decoded.js";

/** The events of one connection, put together. */
export interface RealtimeSession {
  /** Items in the order of the conversation; lists of tools are where the session was changed. */
  readonly items: readonly JsonNode[];
  /** Items that the model wrote. */
  readonly fromModel: ReadonlySet<JsonNode>;
  /** The call that was still being written when the recording stopped. */
  readonly open: JsonNode | undefined;
  readonly model: JsonNode | undefined;
  /** The session's beginning is in the file. */
  readonly hasBeginning: boolean;
  /** The first error that the server told. */
  readonly error: JsonNode | undefined;
}

/** Type of the item that stands for a change of the session's tools. */
export const sessionTools = "session.tools";

/** Events that bring an item of the conversation, and whether it is finished (openai-node 7.59, `RealtimeServerEvent`, `RealtimeClientEvent`). */
const itemEvents: ReadonlySet<string> = new Set([
  "conversation.item.create",
  "conversation.item.created",
  "conversation.item.added",
  "conversation.item.done",
  "conversation.item.retrieved",
  "response.output_item.added",
  "response.output_item.done",
]);

/**
 * The event that a record holds: itself, or under one of the keys that recorders keep it under, also as JSON text.
 */
export function realtimeEventOf(record: JsonNode): JsonNode | undefined {
  if (record.kind !== "object") return undefined;
  for (const key of ["data", "event", "message", "payload"]) {
    const event = decoded(record.get(key));
    if (event?.kind === "object" && event.get("type")?.kind === "string") return event;
  }
  return record.get("type")?.kind === "string" ? record : undefined;
}

/** An item of the conversation while events tell of it. */
interface ItemDraft {
  node: JsonNode;
  readonly isFromServer: boolean;
  readonly fragments: JsonNode[];
  /** The event that repeats the finished arguments. */
  arguments: JsonNode | undefined;
}

/** Reads events in order. One item is reported of by many events: the last that says something counts. */
export function readEvents(records: readonly JsonNode[]): RealtimeSession {
  const reader = new SessionReader();
  for (const record of records) {
    const event = realtimeEventOf(record);
    if (event !== undefined) reader.read(event);
  }
  return reader.finish();
}

class SessionReader {
  #items: ItemDraft[] = [];
  readonly #byId = new Map<string, ItemDraft>();
  /** Items that a client put in without an id, and that the server has not repeated yet. */
  readonly #unnamed = new Map<string, ItemDraft[]>();
  /** Lists of tools, and how many items stood before each. */
  readonly #tools: { readonly node: JsonNode; readonly at: number }[] = [];
  #isSetByClient = false;
  #model: JsonNode | undefined;
  #hasBeginning = false;
  #error: JsonNode | undefined;

  read(event: JsonNode): void {
    const type = event.get("type")?.string() ?? "";
    if (itemEvents.has(type)) {
      const item = event.get("item");
      if (item?.kind === "object") this.#tell(item, type !== "conversation.item.create", event.get("previous_item_id"));
      return;
    }
    switch (type) {
      case "session.created":
      case "session.update":
      case "session.updated":
      case "transcription_session.updated":
        this.#hasBeginning = true;
        this.#readSession(event.get("session"), type === "session.update");
        break;
      case "conversation.created":
        this.#hasBeginning = true;
        break;
      case "conversation.item.deleted":
        this.#delete(event.get("item_id")?.string());
        break;
      case "response.function_call_arguments.delta":
      case "response.mcp_call_arguments.delta": {
        const delta = event.get("delta");
        if (delta !== undefined) this.#draftOf(event)?.fragments.push(delta);
        break;
      }
      case "response.function_call_arguments.done":
      case "response.mcp_call_arguments.done":
        this.#end(event);
        break;
      case "response.done":
        for (const item of event.get("response")?.get("output")?.items() ?? [])
          if (item.kind === "object") this.#tell(item, true, undefined);
        break;
      case "error":
        this.#error ??= event;
        break;
    }
  }

  #readSession(session: JsonNode | undefined, isClient: boolean): void {
    this.#model ??= session?.get("model");
    const tools = session?.get("tools");
    // What a client sets the server only repeats.
    if (tools?.kind !== "array" || (this.#isSetByClient && !isClient)) return;
    this.#isSetByClient ||= isClient;
    this.#tools.push({ node: tools, at: this.#items.length });
  }

  #tell(item: JsonNode, isFromServer: boolean, previous: JsonNode | undefined): void {
    const id = item.get("id")?.string();
    let draft = id === undefined ? undefined : this.#byId.get(id);
    // A client's item has no id until the server repeats it.
    draft ??= isFromServer ? this.#takeRepeated(item) : undefined;
    if (draft === undefined) {
      draft = { node: item, isFromServer, fragments: [], arguments: undefined };
      this.#insert(draft, previous?.string());
      if (id === undefined) this.#keepUnnamed(draft);
    } else if (draft.isFromServer && saysMore(item, draft.node)) {
      // What a client sent stays at its own event although the server repeats it.
      draft.node = item;
    }
    if (id !== undefined) this.#byId.set(id, draft);
  }

  #takeRepeated(item: JsonNode): ItemDraft | undefined {
    return this.#unnamed.get(wordsOf(item))?.shift();
  }

  #keepUnnamed(draft: ItemDraft): void {
    const words = wordsOf(draft.node);
    const alike = this.#unnamed.get(words);
    if (alike === undefined) this.#unnamed.set(words, [draft]);
    else alike.push(draft);
  }

  /** Items may be put between others; `previous_item_id` is null where the event does not tell. */
  #insert(draft: ItemDraft, previous: string | undefined): void {
    const before = previous === undefined ? undefined : this.#byId.get(previous);
    const position = before === undefined ? -1 : this.#items.lastIndexOf(before);
    if (position < 0) this.#items.push(draft);
    else this.#items.splice(position + 1, 0, draft);
  }

  #delete(id: string | undefined): void {
    const draft = this.#byId.get(id ?? "");
    this.#items = this.#items.filter((each) => each !== draft);
  }

  #draftOf(event: JsonNode): ItemDraft | undefined {
    return this.#byId.get(event.get("item_id")?.string() ?? "");
  }

  /** The event that ends the arguments names the call as well: where the item was never told of, it is the call. */
  #end(event: JsonNode): void {
    const whole = event.get("arguments");
    const draft = this.#draftOf(event);
    if (draft !== undefined) {
      draft.arguments = whole;
      return;
    }
    if (event.get("name") === undefined && event.get("call_id") === undefined) return;
    const item = composeObject(
      [
        ["type", literal("function_call", event)],
        ["id", event.get("item_id")],
        ["call_id", event.get("call_id")],
        ["name", event.get("name")],
        ["arguments", whole],
      ],
      event,
    );
    this.#tell(item, true, undefined);
  }

  finish(): RealtimeSession {
    const fromModel = new Set<JsonNode>();
    let open: JsonNode | undefined;
    const items: JsonNode[] = [];
    const changes = [...this.#tools];
    for (const [position, draft] of this.#items.entries()) {
      while (changes[0] !== undefined && changes[0].at <= position) items.push(...toolsItem(changes.shift()?.node));
      const item = completed(draft);
      if (draft.isFromServer && isOfModel(item)) fromModel.add(item);
      if (draft.arguments === undefined && (item !== draft.node || isAnnounced(item))) open = item;
      items.push(item);
    }
    for (const { node } of changes) items.push(...toolsItem(node));
    return { items, fromModel, open, model: this.#model, hasBeginning: this.#hasBeginning, error: this.#error };
  }
}

/** The server also tells of what the client put in: outputs, approvals, the user's words. */
function isOfModel(item: JsonNode): boolean {
  const type = item.get("type")?.string() ?? "";
  const role = item.get("role")?.string();
  return !/_(?:output|response)$/.test(type) && (role === undefined || role === "assistant");
}

/** A call whose arguments had not begun to come when the recording stopped. */
function isAnnounced(item: JsonNode): boolean {
  return item.get("status")?.string() === "in_progress" && item.get("arguments")?.string() === "";
}

function toolsItem(tools: JsonNode | undefined): readonly JsonNode[] {
  if (tools === undefined) return [];
  return [
    composeObject(
      [
        ["type", literal(sessionTools, tools)],
        ["tools", tools],
      ],
      tools,
    ),
  ];
}

/** The item with the arguments that only its own events brought. */
function completed({ node, fragments, arguments: whole }: ItemDraft): JsonNode {
  const given = node.get("arguments");
  if (given === undefined || given.string() !== "") return node;
  const [first] = fragments;
  const made = whole ?? (first === undefined ? undefined : fragments.length === 1 ? first : joinText(fragments, first));
  if (made === undefined) return node;
  const kept = node.entries().map(({ key, value }) => [key.string() ?? "", value] as const);
  return composeObject([...kept.filter(([key]) => key !== "arguments"), ["arguments", made]], node);
}

/** Whether a later telling of an item adds to what is known: items are announced empty, and repeated whole. */
function saysMore(later: JsonNode, known: JsonNode): boolean {
  const isEmpty = later.get("arguments")?.string() === "" && known.get("arguments")?.string() !== "";
  const hasLessContent = later.get("content")?.first() === undefined && known.get("content")?.first() !== undefined;
  return !isEmpty && !hasLessContent;
}

/** What the server repeats of an item that a client put in without an id: the call id of an output or a call, the words of a message. */
function wordsOf(item: JsonNode): string {
  const callId = item.get("call_id")?.string();
  const part = item.get("content")?.first();
  const words = callId ?? [item.get("role")?.string(), part?.get("type")?.string(), part?.get("text")?.string()].join(" ");
  return `${item.get("type")?.string()} ${words}`;
}
