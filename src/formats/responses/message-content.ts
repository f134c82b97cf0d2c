import type { JsonNode } from "../../json/node.js";
import type { MessagePart } from "../../model/conversation.js";
import type { ConversationDraft } from "../conversation-draft.js";
import { hasNo, mustBeKind, unknownRole, unknownType } from "../shape-faults.js";
import { roleOfItem, type TurnEntry } from "./turns.js";

/** Parts that are text, and the key of their words (openai-node 7.59, `ResponseInputContent`, `ResponseOutputMessage`, `RealtimeConversationItem…Message`). */
const textTypes: ReadonlyMap<string, string> = new Map([
  ["input_text", "text"],
  ["output_text", "text"],
  ["text", "text"],
  ["summary_text", "text"],
  ["input_audio", "transcript"],
  ["output_audio", "transcript"],
  ["audio", "transcript"],
]);

const otherTypes: ReadonlySet<string> = new Set([
  "refusal",
  "input_image",
  "input_file",
  "input_video",
  "image",
  "file",
  "computer_screenshot",
  "reasoning_text",
  "encrypted_content",
]);

type ContentPart = Exclude<MessagePart, { readonly kind: "call" | "result" }>;

/** The parts of a message item; at least one, so that an empty message is still something that the model said. */
export function readContent({ item, type }: TurnEntry, fromResponse: boolean, draft: ConversationDraft): readonly ContentPart[] {
  if (type === "message") checkMessage(item, draft);
  const content = item.get("content");
  const empty: ContentPart = { kind: "other", type, at: item };
  switch (content?.kind) {
    case "string":
      return [{ kind: "text", at: content, item }];
    case "array": {
      const parts = content.items().map((part) => readPart(part, item, draft));
      return parts.length === 0 ? [empty] : parts;
    }
    default: {
      if (!fromResponse) draft.report(content ?? item, mustBeKind("`content`", "text or a list of parts", content));
      return [empty];
    }
  }
}

/** Roles and calls as the chat API writes them are rejected here. */
function checkMessage(item: JsonNode, { report }: ConversationDraft): void {
  const role = item.get("role");
  if (roleOfItem(item) === undefined) {
    const word = role?.string();
    const fix = word === "tool" ? "Write the result as an item of type `function_call_output`, with `call_id` and `output`" : undefined;
    report(role ?? item, unknownRole(role, ["user", "assistant", "system", "developer"]), fix);
  }
  const calls = item.get("tool_calls");
  if (calls?.first() !== undefined) {
    report(
      calls,
      "A message has `tool_calls`; this API takes items of type `function_call` instead",
      "Write each call as an item of type `function_call`, with `call_id`, `name` and `arguments`",
    );
  }
}

function readPart(part: JsonNode, item: JsonNode, draft: ConversationDraft): ContentPart {
  if (part.kind !== "object") {
    draft.report(part, mustBeKind("A content part", "an object with `type`", part));
    return { kind: "other", type: "", at: part };
  }
  const typeAt = part.get("type");
  const type = typeAt?.string();
  if (typeAt === undefined || type === undefined) {
    draft.report(part, hasNo("A content part", "type"));
    return { kind: "other", type: "", at: part };
  }
  const words = part.get(textTypes.get(type) ?? "");
  if (words?.kind === "string") {
    const isInput = type === "input_text" && item.get("role")?.string() === "assistant";
    return isInput ? { kind: "text", at: words, item, inputAt: typeAt } : { kind: "text", at: words, item };
  }
  if (!textTypes.has(type) && !otherTypes.has(type)) {
    draft.warn(part, unknownType("Content parts", type));
  }
  return { kind: "other", type, at: part };
}
