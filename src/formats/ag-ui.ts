import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft, type MessageDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { dataOf, PartDrafts } from "./stream.js";

/**
 * Events that an agent streams to its user interface: calls in pieces, each known by its id, and results as events of their own.
 *
 * Source: ag-ui-protocol/ag-ui, docs/concepts/events.mdx and the types of @ag-ui/core (read 2026-12).
 */
export const agUi: Format = {
  id: "ag-ui",
  title: "AG-UI events",
  carries: ["messages", "calls", "results", "streams"],
  source: "ag-ui-protocol/ag-ui, docs/concepts/events.mdx (read 2026-12)",
  profile: "framework",
  rootKeys: ["type", "data", "[].type", "[].data"],
  detect,
  adapt,
};

/** Types that other protocols may have as well, and the key that is beside each here. */
const ownTypes: ReadonlyMap<string, string> = new Map([
  ["RUN_STARTED", "threadId"],
  ["RUN_FINISHED", "threadId"],
  ["TEXT_MESSAGE_START", "messageId"],
  ["TEXT_MESSAGE_CONTENT", "messageId"],
  ["TEXT_MESSAGE_END", "messageId"],
  ["STEP_STARTED", "stepName"],
  ["STEP_FINISHED", "stepName"],
  ["STATE_SNAPSHOT", "snapshot"],
  ["STATE_DELTA", "delta"],
  // Repeats what its events told.
  ["MESSAGES_SNAPSHOT", "messages"],
]);

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  const because = "has events of AG-UI";
  if (body.kind === "array") return body.items().some(isOwn) ? { match: "certain", because } : noMatch;
  return isOwn(body) ? { match: "certain", because, unit: "message" } : noMatch;
}

/** Types that no other protocol has, also of a call whose id was lost. */
const callTypes: ReadonlySet<string> = new Set(["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_RESULT"]);

function isOwn(item: JsonNode): boolean {
  const event = dataOf(item);
  const type = event.get("type")?.string() ?? "";
  if (callTypes.has(type)) return true;
  const key = ownTypes.get(type);
  return key !== undefined && event.get(key) !== undefined;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  const draft = new ConversationDraft();
  readEvents((body.kind === "array" ? body.items() : [body]).map(dataOf), draft);
  return [adaptedFrom(draft, recording, { format: "ag-ui", isRequest: recording.url !== undefined })];
}

/** Texts and calls by their ids, whose pieces may be interleaved; each is where it began. */
function readEvents(events: readonly JsonNode[], draft: ConversationDraft): void {
  const texts = new PartDrafts();
  const calls = new PartDrafts();
  for (const event of events) collect(event, texts, calls);
  let turn: MessageDraft | undefined;
  for (const event of events) {
    switch (event.get("type")?.string()) {
      case "TEXT_MESSAGE_START": {
        const role = event.get("role")?.string() === "user" ? "user" : "assistant";
        const message = draft.open({ role, at: event, roleAt: event.get("role") });
        message.text(texts.get(event.get("messageId"))?.text("delta") ?? event);
        turn = role === "assistant" ? message : undefined;
        break;
      }
      case "TOOL_CALL_START": {
        const part = calls.get(event.get("toolCallId"));
        turn ??= draft.open({ role: "assistant", at: event });
        turn.call({
          call: event,
          id: event.get("toolCallId"),
          name: event.get("toolCallName"),
          arguments: part?.text("delta"),
          container: "string",
        });
        break;
      }
      case "TOOL_CALL_RESULT":
        turn = undefined;
        draft.open({ role: "tool", at: event }).result({
          result: event,
          callId: event.get("toolCallId"),
          content: event.get("content"),
        });
        break;
    }
  }
}

function collect(event: JsonNode, texts: PartDrafts, calls: PartDrafts): void {
  switch (event.get("type")?.string()) {
    case "TEXT_MESSAGE_START":
      texts.open(event.get("messageId"), event, event);
      break;
    case "TEXT_MESSAGE_CONTENT":
      texts.get(event.get("messageId"))?.add("delta", event.get("delta"));
      break;
    case "TOOL_CALL_START":
      calls.open(event.get("toolCallId"), event, event);
      break;
    case "TOOL_CALL_ARGS":
      calls.get(event.get("toolCallId"))?.add("delta", event.get("delta"));
      break;
  }
}
