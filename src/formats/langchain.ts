import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import type { Format, RecordingInput } from "./format.js";
import { detectLangchain, findMessages } from "./langchain/detect.js";
import { modelOfRun, readLangchainMessages } from "./langchain/reader.js";
import { noList } from "./shape-faults.js";

/**
 * Messages of LangChain and LangGraph, in Python and JavaScript: serialised constructors, dicts of `type` and `data`, and flat dumps, also
 * as the state of a graph. Calls that a message keeps twice are read once.
 *
 * Source: langchain-core 1.4 (`messages`, `load/serializable`) and @langchain/core 1.4, read 2026-11.
 */
export const langchain: Format = {
  id: "langchain",
  title: "LangChain and LangGraph messages",
  carries: ["messages", "calls", "invalid calls", "results", "chunks", "streams", "finish reasons"],
  source: "langchain-core 1.4, messages and load/serializable (read 2026-11)",
  profile: "framework",
  rootKeys: [
    "messages",
    "values",
    "output",
    "state",
    "channel_values",
    "lc",
    "type",
    "tool_calls",
    "event",
    "agent",
    "model",
    "tools",
    "call_model",
    "chatbot",
    "[]",
  ],
  marks: ["lc", "args", "data", "kwargs", "additional_kwargs", "response_metadata", "tool_call_chunks", "invalid_tool_calls"],
  detect: detectLangchain,
  adapt,
};

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, response } = recording;
  const found = findMessages(body);
  const history = found.kind === "list" || found.kind === "event" ? found.messages : found.kind === "message" ? [found.message] : [];
  const answer = response === undefined || response.kind === "null" ? [] : response.kind === "array" ? response.items() : [response];
  const draft = new ConversationDraft();
  if (found.kind === "none" && answer.length === 0) {
    draft.report(body, noList("list of messages", body));
  }
  readLangchainMessages(history, draft);
  readLangchainMessages(answer, draft, true);
  return [
    adaptedFrom(draft, recording, {
      format: "langchain",
      tools: [body.get("tools")],
      isRequest: recording.response !== undefined || recording.url !== undefined || body.get("model") !== undefined,
      model: modelOfRun([...history, ...answer]) ?? modelOfBody(body),
    }),
  ];
}

function modelOfBody(body: JsonNode): JsonNode | undefined {
  const model = body.get("model") ?? body.get("model_name");
  return model?.kind === "string" ? model : undefined;
}
