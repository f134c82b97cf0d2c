import { composeArray, composeObject } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import type { Format, RecordingInput } from "./format.js";
import { detectOpencode } from "./opencode/detect.js";
import { opencodeMessages } from "./opencode/messages.js";
import { readSessions, type Session, type SessionMessage } from "./opencode/sessions.js";
import { piecesReader } from "./table/reader.js";

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

const readMessages = piecesReader(opencodeMessages, { title: "OpenCode session", idsOptional: false, keepsNoResults: false });

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const sessions = readSessions(recording.body);
  const told = sessions.length === 0 ? [new Map<string, SessionMessage>()] : sessions;
  return told.map((session) => recordedOf(session, recording, told.length));
}

function recordedOf(session: Session, recording: RecordingInput, count: number): AdaptedConversation {
  const draft = new ConversationDraft();
  const [first] = session.values();
  // The file of a message whose parts are stored elsewhere says nothing.
  readMessages(draft, [...session.values()].filter(({ parts }) => parts.size > 0).map(wholeMessage));
  const at = count === 1 ? recording.at : first?.at;
  return adaptedFrom(draft, recording, { format: "opencode", isLog: true, model: modelOf(session), at });
}

function wholeMessage({ info, parts, at }: SessionMessage): JsonNode {
  const members = [
    ["info", info],
    ["parts", composeArray([...parts.values()], at)],
  ] as const;
  return composeObject(members, info ?? at);
}

function modelOf(session: Session): JsonNode | undefined {
  for (const { info } of session.values()) {
    const model = info?.get("modelID") ?? info?.get("model")?.get("modelID") ?? info?.get("model")?.get("id");
    if (model?.kind === "string") return model;
  }
  return undefined;
}
