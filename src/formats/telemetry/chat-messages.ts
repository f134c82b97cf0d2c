import { composeArray, composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Role } from "../../model/conversation.js";
import { type ChatDialect, ChatReader, type MessageOrigin } from "../chat/reader.js";
import type { ConversationDraft } from "../conversation-draft.js";
import { decoded } from "../decoded.js";

const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["model", "assistant"],
  ["ai", "assistant"],
  ["system", "system"],
  ["developer", "system"],
  ["user", "user"],
  ["human", "user"],
  ["tool", "tool"],
  ["function", "tool"],
]);

/** Whatever a provider's messages looked like, instrumentation writes them in OpenAI's shape, with calls nested or flat. */
const dialect: ChatDialect = {
  roles,
  typeIsRole: false,
  container: "either",
  flatCalls: true,
  contentTypes: null,
  idsOptional: true,
};

/** The role that a word of telemetry means: instrumentation may write any. */
export function roleOf(word: string | undefined): Role {
  return (word === undefined ? undefined : roles.get(word)) ?? "user";
}

/** Reads messages of OpenAI's shape into a conversation. */
export function readChatMessages(
  nodes: readonly JsonNode[],
  draft: ConversationDraft,
  origin: MessageOrigin = { fromResponse: false },
): void {
  const reader = new ChatReader(draft, dialect);
  for (const node of nodes) {
    if (node.kind !== "object") continue;
    const results = resultBlocksIn(node);
    if (results.length > 0) readResults(node, results, draft);
    else reader.read(plainMessage(node, origin.fromResponse), origin);
  }
}

/** A message with a role that is known, calls that are a list, and content that is text or a list of parts: anything else says nothing to us. */
function plainMessage(node: JsonNode, fromResponse: boolean): JsonNode {
  const role = node.get("role");
  const word = role?.string();
  const isResult = word !== "assistant" && (node.get("tool_call_id") ?? node.get("toolCallId")) !== undefined;
  const meant = isResult
    ? "tool"
    : roles.has(word ?? "")
      ? word
      : fromResponse || node.get("tool_calls") !== undefined
        ? "assistant"
        : "user";
  const content = node.get("content");
  const parts = content?.kind === "array" ? composeArray(content.items().flatMap(plainPart), content) : content;
  const calls = node.get("tool_calls");
  const list = decoded(calls);
  const changed = new Set(["role", "content", "tool_calls"]);
  const kept = node.entries().flatMap(({ key, value }) => {
    const name = key.string() ?? "";
    return changed.has(name) ? [] : [[name, value] as const];
  });
  return composeObject(
    [
      ["role", word === meant ? role : literal(meant ?? "user", role ?? node)],
      ["content", meant === "tool" || parts?.kind === "string" || parts?.kind === "array" ? parts : undefined],
      [
        "tool_calls",
        list?.kind === "array"
          ? composeArray(
              list.items().filter(({ kind }) => kind === "object"),
              list,
            )
          : undefined,
      ],
      ...kept,
    ],
    node,
  );
}

/** Parts of one key (`{text}`) are reported by it. */
function plainPart(part: JsonNode): readonly JsonNode[] {
  if (part.kind === "string") return [textPart(part)];
  if (part.kind !== "object") return [];
  const text = part.get("text");
  return part.get("type") === undefined && text !== undefined ? [textPart(text)] : [part];
}

function textPart(text: JsonNode): JsonNode {
  return composeObject(
    [
      ["type", literal("text", text)],
      ["text", text],
    ],
    text,
  );
}

/** Anthropic's result blocks, which some instrumentation keeps as JSON text in the content of a user message. */
function resultBlocksIn(node: JsonNode): readonly JsonNode[] {
  const content = node.get("content");
  if (content === undefined || node.get("role")?.string() === "assistant") return [];
  if (content.kind === "string" && !/^\s*\[/.test(content.string() ?? "")) return [];
  const list = decoded(content);
  if (list.kind !== "array") return [];
  return list.items().filter((block) => block.get("type")?.string() === "tool_result" && block.get("tool_use_id") !== undefined);
}

function readResults(node: JsonNode, blocks: readonly JsonNode[], draft: ConversationDraft): void {
  const message = draft.open({ role: "tool", at: node, roleAt: node.get("role") });
  for (const block of blocks) {
    const isError = block.get("is_error")?.boolean() === true;
    message.result({ result: block, callId: block.get("tool_use_id"), content: block.get("content"), isError, idOptional: true });
  }
}
