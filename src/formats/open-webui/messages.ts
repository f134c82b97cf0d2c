import { composeArray, composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { sliceText } from "../../json/text-slice.js";
import { unescaped } from "./html.js";

/** All messages of a chat: its history is a tree, whose messages come in the order in which they were made. */
export function chatMessages(chat: JsonNode, listed: readonly JsonNode[] | undefined): readonly JsonNode[] | undefined {
  const tree = (chat.get("chat") ?? chat).get("history")?.get("messages");
  const messages = tree?.kind === "object" ? inOrder(tree) : listed;
  return messages?.map(withParts);
}

/** The order of keys says nothing: after the message that it answers, then by its time. */
function inOrder(tree: JsonNode): readonly JsonNode[] {
  const entries = tree.entries().map(({ key, value }) => ({ id: key.string() ?? "", value }));
  const parents = new Map(entries.map(({ id, value }) => [id, value.get("parentId")?.string()]));
  const depths = new Map<string, number>();
  const depthOf = (id: string): number => {
    const path: string[] = [];
    const seen = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && !depths.has(at) && parents.has(at) && !seen.has(at)) {
      seen.add(at);
      path.push(at);
      at = parents.get(at);
    }
    let depth = (at === undefined ? undefined : depths.get(at)) ?? 0;
    for (const each of path.reverse()) depths.set(each, ++depth);
    return depth;
  };
  return entries
    .map(({ id, value }) => ({ id, value, depth: depthOf(id), time: value.get("timestamp")?.number() ?? 0 }))
    .toSorted((one, other) => one.depth - other.depth || one.time - other.time || (one.id < other.id ? -1 : 1))
    .map(({ value }) => value);
}

/** A message with its content taken apart, where that holds calls. */
function withParts(message: JsonNode): JsonNode {
  const content = message.get("content");
  if (message.get("output")?.first() !== undefined || content?.kind !== "string") return message;
  const parts = partsOf(content);
  if (parts.length === 0) return message;
  return composeObject(
    [
      ["role", message.get("role")],
      ["parts", composeArray(parts, content)],
    ],
    message,
  );
}

/** Blocks that are no text; all that is in their attributes is escaped. */
const block = /<details type="(tool_calls|reasoning|code_interpreter)"([^>]*)>([\s\S]*?)(?:<\/details>|$)/g;

/** The texts and blocks of a content; none where it is text alone. */
function partsOf(content: JsonNode): readonly JsonNode[] {
  const text = content.string() ?? "";
  const parts: JsonNode[] = [];
  let end = 0;
  const addText = (to: number) => {
    if (text.slice(end, to).trim() !== "") parts.push(part("text", content, [["text", sliceText(content, end, to)]]));
  };
  for (const { 0: whole, 1: type = "", 2: attributes = "", 3: body = "", index } of text.matchAll(block)) {
    addText(index);
    end = index + whole.length;
    const at = sliceText(content, index, end);
    const opened = index + `<details type="${type}"`.length;
    const members =
      type === "tool_calls" ? callMembers(content, { attributes, from: opened }, { body, from: opened + attributes.length + 1 }) : [];
    parts.push(part(type, at, members));
  }
  if (parts.length > 0) addText(text.length);
  return parts;
}

type Member = readonly [string, JsonNode | undefined];

function part(type: string, at: JsonNode, members: readonly Member[]): JsonNode {
  return composeObject([["type", literal(type, at)], ...members], at);
}

/** Attributes of a call; its result is one of them, or newer versions write it into the body. */
function callMembers(
  content: JsonNode,
  { attributes, from }: { readonly attributes: string; readonly from: number },
  inside: { readonly body: string; readonly from: number },
): readonly Member[] {
  const values = new Map<string, JsonNode>();
  for (const found of attributes.matchAll(/(\w+)="([^"]*)"/g)) {
    const [, name = "", value = ""] = found;
    const start = from + found.index + name.length + 2;
    values.set(name, unescaped(sliceText(content, start, start + value.length)));
  }
  const isDone = values.get("done")?.string() === "true";
  const summary = /^\s*<summary>[\s\S]*?<\/summary>\s*/.exec(inside.body)?.[0].length ?? 0;
  const bodyFrom = inside.from + summary;
  const shown = inside.body.slice(summary).trimEnd();
  const result = values.get("result") ?? (shown === "" ? undefined : unescaped(sliceText(content, bodyFrom, bodyFrom + shown.length)));
  const given = values.get("arguments");
  return [
    ["id", values.get("id")],
    ["name", values.get("name")],
    ["arguments", given && textIn(given)],
    ["done", values.get("done")],
    ["result", isDone ? result : undefined],
  ];
}

/** The arguments are JSON text that is written as a JSON string; other writers leave that out. */
function textIn(given: JsonNode): JsonNode {
  const inside = given.nested();
  return inside?.kind === "json" && inside.document.root.kind === "string" ? inside.document.root : given;
}
