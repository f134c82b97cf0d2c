import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, MessagePart } from "../model/conversation.js";
import { readIdentifier } from "./call-draft.js";
import { adaptedFrom } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { kindOfRecord, messagesOf } from "./gemini-cli-session/records.js";
import { readToolCalls } from "./gemini-cli-session/tool-calls.js";
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
  const reader = new ContentReader({ isSent: false });
  const recorded = recordedIds(messages);
  for (const message of messages) readMessage(message, recorded, reader);
  const reading = { messages: reader.messages, anomalies: reader.anomalies, leftOut: takenBack };
  return [
    adaptedFrom(reading, recording, {
      format: "gemini-cli-session",
      declared: readGoogleTools(tools, reader.messages),
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

function readMessage(message: JsonNode, recorded: ReadonlySet<string>, reader: ContentReader): void {
  const type = message.get("type");
  const role = type?.string() === "gemini" ? "assistant" : type?.string() === "user" ? "user" : undefined;
  if (role === undefined) return;
  const nodes = partsOf(given(message, "content")).filter((part) => !recorded.has(repeatedId(part) ?? ""));
  const records = callRecords(message);
  const isRepetition = nodes.length === 0 && records.length === 0 && partsOf(given(message, "content")).length > 0;
  if (isRepetition) return;
  const thoughts = (given(message, "thoughts")?.items() ?? []).map((at): MessagePart => ({ kind: "thinking", type: "thought", at }));
  const parts = reader.readParts(nodes);
  const count = (kind: MessagePart["kind"]) => parts.filter((part) => part.kind === kind).length;
  const place = { message: reader.next, calls: count("call"), results: count("result") };
  reader.push(role, [...thoughts, ...parts, ...readToolCalls(records, place)], { fromResponse: false, at: message, roleAt: type });
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
