import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { isAgUiEvent, readAgUiEvents, tellingTypes } from "./ag-ui/events.js";
import { isRunInput, MessageLists } from "./ag-ui/messages.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { dataOf } from "./stream.js";
import { oneKeyOf, oneValueOf, wordsNeeded } from "./words-needed.js";

/**
 * Runs of an agent as its user interface sees them: what it sends (the messages so far, the tools that it offers, the state), and the
 * events that come back, in which calls are in pieces, each known by its id, and results are events of their own.
 *
 * Source: ag-ui-protocol/ag-ui, docs/concepts/events.mdx and the types of @ag-ui/core (read 2026-12).
 */
export const agUi: Format = {
  id: "ag-ui",
  title: "AG-UI runs and events",
  carries: ["requests", "messages", "calls", "results", "declarations", "streams"],
  source: "ag-ui-protocol/ag-ui, docs/concepts/events.mdx and packages/core/src/types.ts (read 2026-12)",
  profile: "framework",
  rootKeys: ["type", "data", "threadId", "[].type", "[].data"],
  needs: wordsNeeded([oneValueOf(tellingTypes)], [oneKeyOf("threadId"), oneKeyOf("runId")]),
  detect,
  adapt,
};

function detect({ body, response }: RecordingInput): Detection {
  const because = "has events of AG-UI";
  if (response !== undefined && response.kind !== "null") {
    const isAnswered = isRunInput(body) && response.items().some(isAgUiEvent);
    return isAnswered ? { match: "certain", because: "is the input of an AG-UI run with its events" } : noMatch;
  }
  if (isRunInput(body)) return { match: "certain", because: "is the input of an AG-UI run" };
  if (body.kind === "array") return body.items().some(isAgUiEvent) ? { match: "certain", because } : noMatch;
  return isAgUiEvent(body) ? { match: "certain", because, unit: "message" } : noMatch;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, response } = recording;
  const draft = new ConversationDraft();
  const lists = new MessageLists(draft);
  const events = eventsOf(isRunInput(body) ? response : body);
  const started = events.find((event) => event.get("type")?.string() === "RUN_STARTED")?.get("input");
  const input = isRunInput(body) ? body : started;
  if (input !== undefined) lists.read(input);
  readAgUiEvents(events, draft, lists);
  return [
    adaptedFrom(draft, recording, {
      format: "ag-ui",
      tools: [input?.get("tools")],
      isRequest: recording.url !== undefined || isRunInput(body),
    }),
  ];
}

function eventsOf(node: JsonNode | undefined): readonly JsonNode[] {
  if (node === undefined || node.kind === "null") return [];
  return (node.kind === "array" ? node.items() : [node]).map(dataOf);
}
