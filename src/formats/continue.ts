import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { piecesReader } from "./table/reader.js";
import type { Condition, Piece, Pieces } from "./table/table.js";

/**
 * Sessions of Continue (`~/.continue/sessions/<id>.json`): a message with its context an item. Older versions keep results as messages of
 * their own, newer ones in the state of the call.
 */
export const continueSession: Format = {
  id: "continue",
  title: "Continue session",
  carries: ["messages", "calls", "results"],
  source: "continuedev/continue, gui/src/redux/util/constructMessages.ts and core/util/messageConversion.ts (read 2026-12)",
  profile: "session-log",
  rootKeys: ["history"],
  detect,
  adapt,
};

function detect({ body, response }: RecordingInput): Detection {
  const history = body.get("history");
  if (response !== undefined || history?.kind !== "array") return noMatch;
  const items = history.items();
  const isSession = body.get("sessionId")?.kind === "string" && body.get("workspaceDirectory") !== undefined;
  const isItem = (item: JsonNode) =>
    item.get("message")?.get("role")?.kind === "string" && (item.get("contextItems") ?? item.get("toolCallStates")) !== undefined;
  if (isSession && items.every((item) => item.get("message") !== undefined)) {
    return { match: "certain", because: "has the history of a session and the folder it was held in" };
  }
  return items.some(isItem) ? { match: "certain", because: "has messages with the items of their context" } : noMatch;
}

/** Continue tells the model on its own that the user cancelled a call. */
const isCancelled: Condition = {
  any: [
    { some: { "toolCallStates/*": { is: { status: ["canceled", "cancelled"] } } } },
    { is: { "toolCallState/status": ["canceled", "cancelled"] } },
  ],
};

const messages: Piece = {
  is: "pieces",
  at: "message",
  by: "role",
  kinds: {
    system: { is: "message", role: "system", content: "content" },
    user: { is: "message", role: "user", content: "content" },
    thinking: { is: "thinking", type: "thinking" },
    assistant: {
      is: "message",
      role: "assistant",
      opensTurn: {},
      content: "content",
      beside: [
        {
          is: "call",
          at: "toolCalls/*",
          id: "id",
          name: "function/name",
          arguments: "function/arguments",
          settledIn: isCancelled,
        },
      ],
    },
    tool: { is: "message", role: "tool", beside: [{ is: "result", id: "toolCallId", content: "content" }] },
  },
};

const result: Piece = {
  is: "result",
  if: { has: ["output", "toolCallId"] },
  id: "toolCallId",
  content: "output",
  isError: { is: { status: "errored" } },
};

const states: Piece = { is: "pieces", at: "toolCallStates/*", each: [result] };

/** Results that are only in the states of their calls. */
const withStates: Pieces = {
  each: [messages, { is: "message", role: "tool", if: { keys: ["toolCallStates/0/output"] }, beside: [states] }],
};

const habits = { title: "Continue session", idsOptional: false, keepsNoResults: false };
const readMessages = piecesReader({ each: [messages] }, habits);
const readStates = piecesReader(withStates, habits);

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, tools } = recording;
  const items = body.get("history")?.items() ?? [];
  const draft = new ConversationDraft();
  const hasToolMessages = items.some((item) => item.get("message")?.get("role")?.string() === "tool");
  (hasToolMessages ? readMessages : readStates)(draft, items);
  return [
    adaptedFrom(draft, recording, {
      format: "continue",
      isLog: tools === undefined,
      model: body.get("chatModelTitle"),
    }),
  ];
}
