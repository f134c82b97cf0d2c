import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import type { Format, RecordingInput } from "./format.js";
import { detectPiSession } from "./pi-session/detect.js";
import { type PiThread, threadsIn } from "./pi-session/entries.js";
import { messages as read } from "./pi-session/messages.js";
import { piecesReader } from "./table/reader.js";

/**
 * Sessions of the coding agent pi, and of harnesses that write the same lines (OpenClaw, Factory's Droid): files whose entries are a tree,
 * the events of `--mode json`, and the messages and context of pi's own model library.
 *
 * Source: docs/session-format.md and docs/json.md of @mariozechner/pi-coding-agent 0.73.1, types of @mariozechner/pi-ai 0.73.1 (read 2026-11).
 */
export const piSession: Format = {
  id: "pi-session",
  title: "pi session (files, events, messages)",
  carries: ["calls", "results", "declarations", "branches"],
  source: "@mariozechner/pi-coding-agent 0.73.1, docs/session-format.md (read 2026-11)",
  profile: "session-log",
  rootKeys: ["type", "[].type", "role", "[].role", "messages"],
  marks: ["toolCallId", "timestamp", "arguments"],
  detect: detectPiSession,
  adapt,
};

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  const messages = body.get("messages");
  const isContext = messages?.kind === "array" && body.get("type") === undefined;
  const threads = threadsIn(isContext ? messages.items() : body.kind === "array" ? body.items() : [body]);
  return threads.map((thread) => recordedOf(thread, recording, threads.length));
}

const habits = { title: "pi session", idsOptional: false };
const readMessages = piecesReader(read, { ...habits, keepsNoResults: false });
/** In a branch that was left nothing is owed. */
const readAbandoned = piecesReader(read, { ...habits, keepsNoResults: true });

function recordedOf({ messages, isAbandoned, historyCut }: PiThread, recording: RecordingInput, count: number): AdaptedConversation {
  const { body } = recording;
  const draft = new ConversationDraft();
  (isAbandoned ? readAbandoned : readMessages)(draft, messages);
  const tools = body.kind === "object" ? body.get("tools") : undefined;
  const reading = isAbandoned ? { ...draft, finishes: [] } : draft;
  return adaptedFrom(reading, recording, {
    format: "pi-session",
    tools: [tools],
    // A context lists all that the model can call; a session file says nothing of the tools of its harness.
    isLog: tools === undefined,
    model: messages.map((message) => message.get("model")).find((model) => model?.kind === "string"),
    historyCut,
    at: count === 1 ? undefined : messages[0],
  });
}
