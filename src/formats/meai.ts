import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { contentsOf, kindOfContent } from "./meai/contents.js";
import { isUpdate, type OpenUpdate, readMeaiMessage, readMeaiUpdate } from "./meai/messages.js";
import { withDeclaredNames } from "./meai/plugin-names.js";
import { field, fieldList } from "./meai/spelling.js";

/**
 * Chat messages of Microsoft.Extensions.AI and of the agent frameworks built on it, in .NET (`$type`) and Python (`type`), and of Semantic
 * Kernel, which has words of its own.
 *
 * Source: Microsoft.Extensions.AI.Abstractions 10, `AIContent` and its derived types; Microsoft.SemanticKernel.Abstractions 1.6x,
 * `KernelContent`; agent-framework (Python) `_types` (read 2026-11).
 */
export const meai: Format = {
  id: "meai",
  title: "Microsoft.Extensions.AI and Semantic Kernel",
  carries: ["messages", "calls", "results", "hosted tools"],
  source: "Microsoft.Extensions.AI.Abstractions, AIContent (read 2026-11)",
  profile: "framework",
  rootKeys: [
    "messages",
    "Messages",
    "contents",
    "Contents",
    "Items",
    "stateBag",
    "[].contents",
    "[].Contents",
    "[].Items",
    "[].role",
    "[].Role",
  ],
  marks: ["contents", "Contents", "$type", "stateBag"],
  detect,
  adapt,
};

function detect({ body, response }: RecordingInput): Detection {
  const answered = response === undefined ? undefined : markOf(messagesIn(response) ?? []);
  if (answered !== undefined) return { match: "certain", because: answered };
  const messages = messagesIn(body);
  const mark = markOf(messages ?? []);
  if (mark === undefined) return noMatch;
  return { match: "certain", because: mark, ...(messages?.[0] === body && { unit: "message" }) };
}

function markOf(messages: readonly JsonNode[]): string | undefined {
  for (const message of messages) {
    if (message.kind !== "object") return undefined;
    const contents = contentsOf(message);
    if (contents === undefined) {
      // Messages of other wires have none at all; here a message without contents is rare.
      if (message.get("content") !== undefined || message.get("parts") !== undefined) return undefined;
      continue;
    }
    if (contents.items().some((content) => kindOfContent(content) !== undefined))
      return "has contents with types of Microsoft.Extensions.AI";
  }
  return undefined;
}

/** The messages of a list, a response, a session, or a message alone. */
function messagesIn(body: JsonNode): readonly JsonNode[] | undefined {
  if (body.kind === "array") return body.items();
  const list = fieldList(body, "messages");
  if (list !== undefined) return list.items();
  const kept = body
    .get("stateBag")
    ?.entries()
    .flatMap(({ value }) => fieldList(value, "messages")?.items() ?? []);
  if (kept !== undefined && kept.length > 0) return kept;
  return contentsOf(body) === undefined ? undefined : [body];
}

/** Messages, and updates of an answer between them. */
function readAll(messages: readonly JsonNode[], draft: ConversationDraft): void {
  let open: OpenUpdate | undefined;
  for (const message of messages) {
    if (isUpdate(message)) open = readMeaiUpdate(message, draft, open);
    else {
      open = undefined;
      readMeaiMessage(message, draft, false);
    }
  }
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, response } = recording;
  const history = messagesIn(body);
  const answer = response === undefined || response.kind === "null" ? undefined : messagesIn(response);
  const draft = new ConversationDraft();
  if (history === undefined && answer === undefined) {
    draft.report(body, `Unexpected ${body.kind} without messages, expected a list of messages`);
  }
  readAll(history ?? [], draft);
  for (const message of answer ?? []) readMeaiMessage(message, draft, true);
  const tools = field(body, "tools") ?? field(field(body, "options"), "tools");
  const recorded = adaptedFrom(draft, recording, {
    format: "meai",
    tools: [tools],
    isRequest: recording.url !== undefined || response !== undefined || field(body, "options") !== undefined,
    model: field(body, "modelId") ?? field(response, "modelId"),
  });
  return [withDeclaredNames(recorded)];
}
