import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { readIdentifier } from "./call-draft.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { kindOfRecord, messagesOf } from "./gemini-cli-session/records.js";
import { addCallRecord } from "./gemini-cli-session/tool-calls.js";
import { ContentReader } from "./google/content.js";
import { readGoogleTools } from "./google/declared.js";
import { given } from "./google/field.js";

/**
 * Session files of Gemini CLI: one JSON document, or a line for each change of a message. Its checkpoints are saved chats of `gemini`.
 *
 * Source: google-gemini/gemini-cli, packages/core, `chatRecordingService.ts` and `chatRecordingTypes.ts` (read 2026-11).
 */
export const geminiCliSession: Format = {
  id: "gemini-cli-session",
  title: "Gemini CLI session",
  carries: ["calls", "results", "rewinds"],
  source: "google-gemini/gemini-cli, packages/core/src/services/chatRecordingTypes.ts (read 2026-11)",
  profile: "session-log",
  rootKeys: ["projectHash", "$set", "$rewindTo", "timestamp", "[].projectHash", "[].$set", "[].timestamp"],
  detect,
  adapt,
};

function detect({ body, at }: RecordingInput): Detection {
  if (body.kind === "array") {
    const kind = kindOfRecord(body.first());
    return kind === undefined || kind === "set" ? noMatch : { match: "certain", because: "is a list of the records of a session" };
  }
  const unit = body === at ? { unit: "message" as const } : {};
  switch (kindOfRecord(body)) {
    case "metadata":
      // Newer files begin with a line of metadata alone.
      return given(body, "messages")?.first() === undefined
        ? { match: "certain", because: "begins a session with the hash of its project", ...unit }
        : { match: "certain", because: "has the hash of its project beside the messages" };
    case "message": {
      const isSpoken = ["user", "gemini"].includes(body.get("type")?.string() ?? "");
      return { match: isSpoken ? "certain" : "possible", because: "is a message as a session records it", ...unit };
    }
    case "rewind":
      return { match: "certain", because: "takes messages of a session back", ...unit };
    case "set":
      return { match: "possible", because: "sets fields of a session", ...unit };
    default:
      return noMatch;
  }
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, tools } = recording;
  const { messages, takenBack } = messagesOf(body.kind === "array" ? body.items() : [body]);
  const draft = new ConversationDraft();
  draft.leftOut.push(...takenBack);
  const reader = new ContentReader(draft);
  const recorded = recordedIds(messages);
  for (const message of messages) readMessage(message, recorded, draft, reader);
  return [
    adaptedFrom(draft, recording, {
      format: "gemini-cli-session",
      declared: readGoogleTools(tools, draft.messages),
      isLog: tools === undefined,
      model: messages.map((message) => given(message, "model")).find((model) => model?.string() !== undefined),
    }),
  ];
}

/** Ids of the calls that have a record of their own: what was sent to the model repeats them as parts. */
function recordedIds(messages: readonly JsonNode[]): ReadonlySet<string> {
  return new Set(messages.flatMap((message) => callRecords(message).flatMap((record) => readIdentifier(given(record, "id")) ?? [])));
}

function callRecords(message: JsonNode): readonly JsonNode[] {
  return (given(message, "toolCalls")?.items() ?? []).filter(({ kind }) => kind === "object");
}

function readMessage(node: JsonNode, recorded: ReadonlySet<string>, draft: ConversationDraft, reader: ContentReader): void {
  const roleAt = node.get("type");
  const role = roleAt?.string() === "gemini" ? "assistant" : roleAt?.string() === "user" ? "user" : undefined;
  if (role === undefined) return;
  const all = partsOf(given(node, "content"));
  const parts = all.filter((part) => !recorded.has(repeatedId(part) ?? ""));
  const records = callRecords(node);
  const isRepetition = parts.length === 0 && records.length === 0 && all.length > 0;
  if (isRepetition) return;
  const message = draft.open({ role, at: node, roleAt });
  for (const thought of given(node, "thoughts")?.items() ?? []) message.thinking("thought", thought);
  reader.readParts(parts, message);
  for (const record of records) addCallRecord(record, message);
}

/** What the CLI keeps as content: a text, a part, or a list of both. */
function partsOf(content: JsonNode | undefined): readonly JsonNode[] {
  if (content === undefined || content.string() === "") return [];
  return content.kind === "array" ? content.items() : [content];
}

/** The id of the call that a part makes or answers. */
function repeatedId(part: JsonNode): string | null {
  return readIdentifier(given(given(part, "functionCall", "function_call", "functionResponse", "function_response"), "id"));
}
