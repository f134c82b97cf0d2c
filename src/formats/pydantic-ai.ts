import type { JsonNode } from "../json/node.js";
import type { Recorded } from "../model/conversation.js";
import { ConversationDraft, recordedFrom } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type Recording } from "./format.js";
import { listIn } from "./message-list.js";
import { readExchange } from "./pydantic-ai/messages.js";

/**
 * Message histories of Pydantic AI, as `ModelMessagesTypeAdapter` dumps them: requests that bring results, responses that bring calls.
 *
 * Source: `pydantic_ai.messages`, Pydantic AI 1.x (read 2026-11).
 */
export const pydanticAi: Format = {
  id: "pydantic-ai",
  title: "Pydantic AI messages",
  carries: ["messages", "calls", "results", "builtin tools", "retry prompts", "finish reasons"],
  source: "Pydantic AI API reference, pydantic_ai.messages (read 2026-11)",
  profile: "pydantic-ai",
  rootKeys: ["kind", "parts", "messages", "message_history", "[].kind", "[].parts"],
  marks: ["parts"],
  detect,
  adapt,
};

/** Keys under which runs keep their history. */
const listKeys = ["messages", "message_history"] as const;

function detect({ body, response }: Recording): Detection {
  const list = listIn(body, listKeys);
  const first = list === undefined ? body : list.first();
  if (first !== undefined && isMessage(first)) {
    const because = "has requests and responses whose parts have a part_kind";
    return { match: "certain", because, ...(list === undefined && { unit: "message" }) };
  }
  return response !== undefined && isMessage(response) ? { match: "certain", because: "was answered with a response of parts" } : noMatch;
}

function isMessage(node: JsonNode): boolean {
  const kind = node.get("kind")?.string();
  const parts = node.get("parts");
  if ((kind !== undefined && kind !== "request" && kind !== "response") || parts?.kind !== "array") return false;
  const part = parts.first();
  return part === undefined ? kind !== undefined : part.get("part_kind") !== undefined;
}

function adapt(recording: Recording): readonly Recorded[] {
  const { body, response } = recording;
  const list = listIn(body, listKeys);
  const history = list?.items() ?? (isMessage(body) ? [body] : []);
  const answer = response === undefined || response.kind === "null" ? [] : (listIn(response, listKeys)?.items() ?? [response]);
  const draft = new ConversationDraft();
  if (list === undefined && history.length === 0 && answer.length === 0) {
    draft.report(body, `Unexpected ${body.kind} without messages, expected a list of requests and responses`);
  }
  readExchange(history, draft, false);
  readExchange(answer, draft, true);
  const responses = [...history, ...answer].filter((node) => node.get("model_name")?.kind === "string");
  const tools = body.kind === "object" ? body.get("tools") : undefined;
  return [
    recordedFrom(draft, recording, {
      format: "pydantic-ai",
      tools: tools === undefined ? [] : [tools],
      isRequest: recording.url !== undefined || response !== undefined,
      model: responses.at(-1)?.get("model_name"),
      historyCut: draft.messages.some(
        ({ parts }, index) => index < 2 && parts.some((part) => part.kind === "other" && part.type === "compaction"),
      ),
    }),
  ];
}
