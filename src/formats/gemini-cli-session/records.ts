import type { JsonNode } from "../../json/node.js";
import { given } from "../google/field.js";

/** Types of messages; all but the first two tell the user something and never reach the model. */
const messageTypes: ReadonlySet<string> = new Set(["user", "gemini", "info", "error", "warning"]);

/** What one line of a session file is. */
export type SessionRecord = "metadata" | "message" | "set" | "rewind";

/** What a record is; `undefined` where it is none of a session. */
export function kindOfRecord(node: JsonNode | undefined): SessionRecord | undefined {
  if (node?.kind !== "object") return undefined;
  if (node.get("$rewindTo")?.kind === "string") return "rewind";
  if (node.get("$set")?.kind === "object") return "set";
  if (node.get("projectHash")?.kind === "string" && node.get("sessionId") !== undefined) return "metadata";
  const isMessage =
    messageTypes.has(node.get("type")?.string() ?? "") && node.get("id")?.kind === "string" && node.get("timestamp") !== undefined;
  // Other harnesses keep the message under a key of its own, or link it to the one before.
  const isForeign = ["message", "role", "uuid", "parentId", "payload"].some((key) => node.get(key) !== undefined);
  return isMessage && !isForeign && (node.get("content") ?? node.get("toolCalls")) !== undefined ? "message" : undefined;
}

/**
 * The messages of a session as its records leave them: a message that changes is written again as a whole, and a rewind takes back the
 * named message and all after it, or everything where it names none.
 *
 * `$set` replaces what the model sees, as a compression does: what was said before was said all the same, and stays.
 */
export function messagesOf(records: readonly JsonNode[]): {
  readonly messages: readonly JsonNode[];
  readonly takenBack: readonly JsonNode[];
} {
  const takenBack: JsonNode[] = [];
  const messages = new Map<string, JsonNode>();
  const nameless: JsonNode[] = [];
  const write = (node: JsonNode) => {
    const id = node.get("id")?.string();
    if (id === undefined) nameless.push(node);
    else messages.set(id, node);
  };
  for (const record of records) {
    switch (kindOfRecord(record)) {
      case "message":
        write(record);
        break;
      case "set":
        for (const message of given(record.get("$set"), "messages")?.items() ?? []) write(message);
        break;
      case "rewind": {
        const ids = [...messages.keys()];
        const from = ids.indexOf(record.get("$rewindTo")?.string() ?? "");
        for (const id of ids.slice(Math.max(from, 0))) {
          const message = messages.get(id);
          if (message !== undefined) takenBack.push(message);
          messages.delete(id);
        }
        break;
      }
      case "metadata":
        for (const message of given(record, "messages")?.items() ?? []) write(message);
        break;
      default:
        break;
    }
  }
  return { messages: [...messages.values(), ...nameless], takenBack };
}
