import type { JsonNode } from "../../json/node.js";
import { decoded } from "../decoded.js";

/**
 * The messages that the events of a graph's stream bring, `undefined` where a list is none.
 *
 * Events of mode `values` hold the whole state, so the last one is the whole conversation; `messages` pairs each message or chunk with
 * what is known about it, `updates` holds the messages that each node added (LangGraph documentation, "Streaming", read 2026-11).
 */
export function messagesInStream(list: JsonNode): readonly JsonNode[] | undefined {
  const first = list.first();
  if (first === undefined || !(isPair(first) || isEvent(first) || isUpdate(first))) return undefined;
  return messagesOfEvents(list.items());
}

/** The messages of an event that comes alone, as the line of a log. */
export function messagesInEvent(node: JsonNode): readonly JsonNode[] | undefined {
  return isEvent(node) || isUpdate(node) ? messagesOfEvents([node]) : undefined;
}

/** Whether an event says by itself that a graph or a runnable of LangChain sends it (`StandardStreamEvent`). */
export function isOwnEvent(node: JsonNode): boolean {
  if (!isEvent(node)) return false;
  const word = node.get("event")?.string() ?? "";
  return isRunEvent(node) || (word === "metadata" && dataOf(node).get("run_id") !== undefined);
}

function isRunEvent(node: JsonNode): boolean {
  return isEvent(node) && node.get("event")?.string()?.startsWith("on_") === true && node.get("run_id") !== undefined;
}

/** What models and tools of a run gave back; of what they were given, the first holds what was said before. */
function messagesOfRun(events: readonly JsonNode[]): readonly JsonNode[] {
  const said: JsonNode[] = [];
  for (const event of events) {
    const word = event.get("event")?.string() ?? "";
    const data = dataOf(event);
    if (word.startsWith("on_chat_model_") && said.length === 0) said.push(...givenTo(data));
    if (word !== "on_chat_model_end" && word !== "on_tool_end") continue;
    const output = data.get("output");
    const message = output?.get("generations")?.first()?.first()?.get("message") ?? output;
    if (message !== undefined && (message.get("type") ?? message.get("lc")) !== undefined) said.push(message);
  }
  return said;
}

function givenTo(data: JsonNode): readonly JsonNode[] {
  const lists = data.get("input")?.get("messages");
  return (lists?.first()?.kind === "array" ? lists.first() : lists)?.items() ?? [];
}

/** The messages that each node of a graph added, by the node's name. */
function isUpdate(item: JsonNode): boolean {
  const values = item.kind === "object" ? item.entries().map(({ value }) => value) : [];
  return values.every(({ kind }) => kind === "object" || kind === "null") && values.some((value) => value.get("messages") !== undefined);
}

function messagesOfEvents(items: readonly JsonNode[]): readonly JsonNode[] {
  if (items.some(isRunEvent)) return messagesOfRun(items);
  let state: readonly JsonNode[] | undefined;
  const said: JsonNode[] = [];
  const placeById = new Map<string, number>();
  for (const item of items) {
    const data = dataOf(item);
    const whole = data.get("messages");
    if (whole?.kind === "array") state = whole.items();
    for (const message of whole === undefined ? messagesIn(data) : []) {
      // Events of mode `messages/partial` repeat the message as far as it is written.
      const id = isChunk(message) ? undefined : message.get("id")?.string();
      const known = id === undefined ? undefined : placeById.get(id);
      if (known !== undefined) said[known] = message;
      else said.push(message);
      if (id !== undefined && known === undefined) placeById.set(id, said.length - 1);
    }
  }
  return state ?? said;
}

/** A message, and what the graph knows about it. */
function isPair(item: JsonNode): boolean {
  if (item.kind !== "array") return false;
  const [message, about, more] = item.items();
  return more === undefined && message?.get("type") !== undefined && isAbout(about);
}

function isAbout(node: JsonNode | undefined): boolean {
  return node?.kind === "object" && (node.get("langgraph_node") ?? node.get("langgraph_step") ?? node.get("ls_provider")) !== undefined;
}

function isEvent(item: JsonNode): boolean {
  return item.kind === "object" && item.get("event")?.kind === "string" && item.get("data") !== undefined && item.get("role") === undefined;
}

function dataOf(item: JsonNode): JsonNode {
  return isEvent(item) ? decoded(item.get("data") ?? item) : item;
}

function messagesIn(data: JsonNode): readonly JsonNode[] {
  if (data.kind === "array")
    return data.items().filter((each) => each.kind === "object" && each.get("type") !== undefined && !isAbout(each));
  return data.entries().flatMap(({ value }) => {
    const added = value.kind === "object" ? value.get("messages") : undefined;
    return added === undefined ? [] : added.kind === "array" ? added.items() : [added];
  });
}

function isChunk(message: JsonNode): boolean {
  return message.get("type")?.string()?.endsWith("Chunk") === true;
}
