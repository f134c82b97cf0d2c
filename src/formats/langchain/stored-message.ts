import type { JsonNode } from "../../json/node.js";

/** What a LangChain message is, whatever language and serialiser wrote it. */
export type MessageKind = "ai" | "human" | "system" | "tool" | "function" | "chat" | "remove";

/** One message, freed of its spelling. */
export interface StoredMessage {
  readonly kind: MessageKind;
  /** A piece of a stream (`AIMessageChunk`), or what several of them add up to. */
  readonly isChunk: boolean;
  /** The object that holds `content`, `tool_calls` and the like. */
  readonly fields: JsonNode;
  readonly at: JsonNode;
  readonly roleAt: JsonNode | undefined;
}

/** `type` of a message, in dicts and flat dumps (langchain-core 1.4, `AnyMessage`). */
const kindByType: ReadonlyMap<string, MessageKind> = new Map([
  ["ai", "ai"],
  ["human", "human"],
  ["system", "system"],
  ["developer", "system"],
  ["tool", "tool"],
  ["function", "function"],
  ["chat", "chat"],
  ["generic", "chat"],
  ["remove", "remove"],
]);

/** Roles of OpenAI's, which LangChain takes as well. */
const kindByRole: ReadonlyMap<string, MessageKind> = new Map([...kindByType, ["assistant", "ai"], ["user", "human"]]);

const kindByClass: ReadonlyMap<string, MessageKind> = new Map([
  ["AIMessage", "ai"],
  ["HumanMessage", "human"],
  ["SystemMessage", "system"],
  ["ToolMessage", "tool"],
  ["FunctionMessage", "function"],
  ["ChatMessage", "chat"],
  ["RemoveMessage", "remove"],
]);

const chunk = "Chunk";

/**
 * Reads how a message is stored: as a serialised constructor `{lc: 1, type: "constructor", id, kwargs}`, as a dict `{type, data}`, or
 * flat.
 *
 * @returns `undefined` where it is none of these, or a class that is no message
 */
export function readStored(node: JsonNode): StoredMessage | undefined {
  if (node.kind !== "object") return undefined;
  if (isSerialised(node)) return readConstructor(node);
  const type = node.get("type");
  const data = node.get("data");
  const word = type?.string();
  const byType = word === undefined ? undefined : kindOf(word, kindByType);
  if (byType !== undefined) return { fields: data?.kind === "object" ? data : node, at: node, roleAt: type, ...byType };
  const role = node.get("role");
  const byRole = kindOf(role?.string() ?? "", kindByRole);
  return byRole === undefined ? undefined : { fields: node, at: node, roleAt: role, ...byRole };
}

/** Whether a value was written by LangChain's serialiser. */
export function isSerialised(node: JsonNode): boolean {
  return node.get("lc")?.number() !== undefined && node.get("id")?.kind === "array";
}

function readConstructor(node: JsonNode): StoredMessage | undefined {
  const name = node.get("id")?.items().at(-1);
  const fields = node.get("kwargs");
  const kind = kindOf(name?.string() ?? "", kindByClass);
  return kind === undefined || fields === undefined ? undefined : { fields, at: node, roleAt: name, ...kind };
}

/** The kind after a word: a type, or the name of a class, also of its chunk. */
function kindOf(word: string, kinds: ReadonlyMap<string, MessageKind>): Pick<StoredMessage, "kind" | "isChunk"> | undefined {
  const isChunk = word.endsWith(chunk);
  const name = isChunk ? word.slice(0, -chunk.length) : word;
  const kind = isChunk ? kindByClass.get(name) : kinds.get(name);
  return kind === undefined ? undefined : { kind, isChunk };
}
