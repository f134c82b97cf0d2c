import { composeArray, composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";

/** The member under the first of several spellings that is set, see `spelt`. */
type Member = (node: JsonNode, ...names: readonly string[]) => JsonNode | undefined;

/**
 * The messages of a list with the updates of streamed answers between them put together: an update goes on with the one before it, unless
 * it names another message or role; one without a role is the model's (`ToChatResponse`, Microsoft.Extensions.AI 10).
 */
export function withoutUpdates(entries: readonly JsonNode[], member: Member): readonly JsonNode[] {
  const messages: JsonNode[][] = [];
  for (const entry of entries) {
    const open = messages.at(-1);
    const last = open?.at(-1);
    if (open !== undefined && last !== undefined && goesOn(entry, last, member)) open.push(entry);
    else messages.push([entry]);
  }
  return messages.flatMap((updates) => {
    const [first] = updates;
    return first === undefined ? [] : isUpdate(first, member) ? [composed(updates, first, member)] : [first];
  });
}

/** Whether an entry is an update of a streamed answer: it says of the answer what messages never say (`ChatResponseUpdate`). */
function isUpdate(entry: JsonNode, member: Member): boolean {
  const role = roleOf(entry, member);
  return (role === undefined || roles.has(role)) && member(entry, "contents") !== undefined && member(entry, ...updateKeys) !== undefined;
}

const roles: ReadonlySet<string> = new Set(["assistant", "system", "developer", "user", "tool"]);
const updateKeys = ["responseId", "conversationId", "modelId"] as const;

function goesOn(entry: JsonNode, last: JsonNode, member: Member): boolean {
  if (!isUpdate(entry, member) || !isUpdate(last, member)) return false;
  const role = roleOf(entry, member);
  const [id, other] = [entry, last].map((each) => member(each, "messageId")?.string() || undefined);
  return (
    (role === undefined || role === (roleOf(last, member) ?? "assistant")) && (id === undefined || other === undefined || id === other)
  );
}

function roleOf(entry: JsonNode, member: Member): string | undefined {
  const role = member(entry, "role");
  return (role?.string() ?? (role && member(role, "label", "value"))?.string())?.toLowerCase();
}

function composed(updates: readonly JsonNode[], first: JsonNode, member: Member): JsonNode {
  const contents = updates.flatMap((update) => member(update, "contents")?.items() ?? []);
  return composeObject(
    [
      ["role", member(first, "role") ?? literal("assistant", first)],
      ["contents", composeArray(contents, first)],
      ["finishReason", updates.map((update) => member(update, "finishReason")).findLast((reason) => reason !== undefined)],
    ],
    first,
  );
}
