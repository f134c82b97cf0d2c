import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { asMessage, certain, type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { gooseMessages, isGooseBlock } from "./goose/messages.js";
import { judgeLines } from "./judge-lines.js";
import { piecesReader } from "./table/reader.js";

/**
 * Sessions of the agent Goose: files of older versions (a line of metadata, then a message a line), exports, the events of
 * `goose run --output-format stream-json`, and bare lists of messages.
 *
 * Source: block/goose, crates/goose, `conversation/message.rs` and `conversation/tool_result_serde.rs` (read 2026-11).
 */
export const goose: Format = {
  id: "goose",
  title: "Goose session",
  carries: ["calls", "results"],
  source: "block/goose, crates/goose/src/conversation/message.rs (read 2026-11)",
  profile: "session-log",
  rootKeys: ["role", "message", "messages", "conversation", "working_dir", "extension_id", "total_tokens"].flatMap((key) => [
    key,
    `[].${key}`,
  ]),
  marks: ["toolCall", "toolResult", "agentVisible", "created", "working_dir"],
  detect,
  adapt,
};

/** Events of a run beside messages (block/goose, crates/goose-cli, `session/mod.rs`, read 2026-11). */
const eventTypes: ReadonlyMap<string, string> = new Map([
  ["message", "message"],
  ["Message", "message"],
  ["notification", "extension_id"],
  ["complete", "total_tokens"],
]);

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined) return noMatch;
  if (body.kind === "array") return judgeLines(body, judgeLine);
  const list = body.get("conversation") ?? body.get("messages");
  if (list?.kind === "array") {
    const isSession = body.get("working_dir")?.kind === "string" && body.get("conversation") !== undefined;
    return isSession ? certain("holds a conversation beside the folder it was held in") : judgeLines(list, judgeLine);
  }
  const line = judgeLine(body);
  return line.match === "none" ? line : asMessage(line);
}

function judgeLine(line: JsonNode): Detection {
  if (line.kind !== "object") return noMatch;
  if (line.get("role") !== undefined) return judgeMessage(line);
  // An export holds its messages itself: a list of exports is no session of lines.
  if (line.get("working_dir")?.kind === "string" && line.get("message_count") !== undefined && line.get("conversation") === undefined)
    return certain("begins with the metadata of a session");
  const type = line.get("type")?.string() ?? "";
  const key = eventTypes.get(type);
  if (key === undefined || line.get(key) === undefined || line.get("parentId") !== undefined) return noMatch;
  if (key !== "message") return { match: "possible", because: "has the events of a run" };
  return judgeMessage(line.get("message") ?? line);
}

function judgeMessage(message: JsonNode): Detection {
  const content = message.get("content");
  if (content?.kind !== "array") return noMatch;
  if (message.get("metadata")?.get("agentVisible") !== undefined) return certain("has messages that say who may see them");
  if (content.items().some(isGooseBlock)) return certain("has toolRequest and toolResponse blocks");
  const isTimed = message.get("created")?.kind === "number" && message.get("object") === undefined;
  return isTimed ? { match: "possible", because: "has messages with the time of their creation" } : noMatch;
}

const readMessages = piecesReader(gooseMessages, { title: "Goose session", idsOptional: false, keepsNoResults: false });

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  const draft = new ConversationDraft();
  readMessages(draft, messagesIn(body));
  return [adaptedFrom(draft, recording, { format: "goose", isLog: true, model: body.get("model_config")?.get("model_name") })];
}

function messagesIn(body: JsonNode): readonly JsonNode[] {
  const list = body.kind === "array" ? body : (body.get("conversation") ?? body.get("messages"));
  const lines = list?.kind === "array" ? list.items() : [body];
  return lines
    .flatMap((line) => (line.get("role") === undefined ? (line.get("message") ?? []) : line))
    .filter(({ kind }) => kind === "object");
}
