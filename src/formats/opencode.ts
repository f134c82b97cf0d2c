import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, FinishReason, Role } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import type { Format, RecordingInput } from "./format.js";
import { detectOpencode } from "./opencode/detect.js";
import { readSessions, type Session, type SessionMessage } from "./opencode/sessions.js";
import { addRecord } from "./opencode/tool-record.js";

/**
 * Sessions of OpenCode: exports, parts and messages as they are stored, the events of its server and those of `opencode run --format
 * json`. One record is a call and its result.
 *
 * Source: types of @opencode-ai/sdk 1.19.3, both versions (read 2026-11).
 */
export const opencode: Format = {
  id: "opencode",
  title: "OpenCode session",
  carries: ["calls", "results", "hosted tools", "sub-agents"],
  source: "types of @opencode-ai/sdk 1.19.3 (read 2026-11)",
  profile: "session-log",
  rootKeys: ["sessionID", "info", "payload", "properties", "syncEvent", "data", "callID", "time"].flatMap((key) => [key, `[].${key}`]),
  detect: detectOpencode,
  adapt,
};

/** `finish` of a message: the words of the AI SDK. */
const finishes: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["tool-calls", "tool_calls"],
  ["content-filter", "content_filter"],
  ["error", "error"],
]);

const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["system", "system"],
]);

/** Parts that only answers of the model have: parts that are stored without their message do not name its role. */
const answerParts: ReadonlySet<string> = new Set(["step-start", "step-finish", "reasoning"]);

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const sessions = readSessions(recording.body);
  const told = sessions.length === 0 ? [new Map<string, SessionMessage>()] : sessions;
  return told.map((session) => recordedOf(session, recording, told.length));
}

function recordedOf(session: Session, recording: RecordingInput, count: number): AdaptedConversation {
  const draft = new ConversationDraft();
  for (const message of session.values()) readMessage(message, draft);
  const [first] = session.values();
  const at = count === 1 ? recording.at : first?.at;
  return adaptedFrom(draft, recording, { format: "opencode", isLog: true, model: modelOf(session), at });
}

function modelOf(session: Session): JsonNode | undefined {
  for (const { info } of session.values()) {
    const model = info?.get("modelID") ?? info?.get("model")?.get("modelID") ?? info?.get("model")?.get("id");
    if (model?.kind === "string") return model;
  }
  return undefined;
}

function readMessage({ info, items, at }: SessionMessage, draft: ConversationDraft): void {
  // The file of a message whose parts are stored elsewhere.
  if (items.size === 0) return;
  const roleAt = info?.get("role") ?? info?.get("type");
  const isAnswer = [...items.values()].some((item) => item.kind === "tool" || answerParts.has(item.type));
  const role = roleAt === undefined ? (isAnswer ? "assistant" : "user") : (roles.get(roleAt.string() ?? "") ?? "user");
  const message = draft.open({ role, at: info ?? at, roleAt, opensTurn: role === "assistant" });
  const isStopped = info?.get("error")?.kind === "object";
  for (const item of items.values()) {
    switch (item.kind) {
      case "tool":
        addRecord(message, item.record, isStopped);
        break;
      case "text":
        message.text(item.at);
        break;
      case "thinking":
        message.thinking(item.type, item.at);
        break;
      case "other":
        message.other(item.type, item.at);
        break;
    }
  }
  draft.finish(info?.get("finish"), finishes);
}
