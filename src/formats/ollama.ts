import { composeArray } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, FinishReason, Role } from "../model/conversation.js";
import { type Answer, conversationsOf, receiveMessage } from "./answer.js";
import { readChat } from "./chat/reader.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import type { Format, RecordingInput } from "./format.js";
import { historyIn, saysMoreThan } from "./message-list.js";
import { detectOllama, isChunk, isOllamaStream } from "./ollama/detect.js";
import { readOllamaStream } from "./ollama/stream.js";

/**
 * Ollama's native chat: OpenAI's nesting with arguments as objects, no ids, results that name their tool; streams are JSON Lines. Its
 * compatible endpoint speaks OpenAI's wire.
 *
 * Source: Ollama API documentation, "Generate a chat completion", and the types of ollama 0.6; read 2026-11. Newer servers add
 * an id to each call and a number to its function.
 */
export const ollama: Format = {
  id: "ollama",
  title: "Ollama chat",
  carries: ["requests", "responses", "streams", "messages", "declarations"],
  source: "Ollama API documentation, Generate a chat completion (read 2026-11)",
  profile: "ollama",
  rootKeys: ["messages", "message", "role", "done", "[].role", "[].message"],
  marks: ["done", "done_reason", "options", "keep_alive", "tool_name", "arguments"],
  detect: detectOllama,
  adapt,
};

const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["system", "system"],
  ["user", "user"],
  ["tool", "tool"],
]);

const dialect = {
  roles,
  typeIsRole: false,
  container: "object",
  flatCalls: false,
  contentTypes: null,
  thinkingKeys: ["thinking"],
  idsOptional: true,
  resultNameKeys: ["tool_name", "name"],
  /** `done_reason`; a message with calls says `stop` like any other. */
  reasons: new Map<string, FinishReason>([
    ["stop", "stop"],
    ["length", "length"],
  ]),
} as const;

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  return conversationsOf(recording, {
    history: isOllamaStream(body) || isChunk(body) ? undefined : historyIn(body),
    receive,
    assemble: (history = [], answer) => assemble(recording, history, answer),
  });
}

function receive(node: JsonNode, status: number | undefined): readonly Answer<JsonNode>[] {
  const pieces = isOllamaStream(node) ? node : isChunk(node) ? composeArray([node], node) : undefined;
  return pieces === undefined ? [receiveMessage(node, status)] : readOllamaStream(pieces);
}

/** `answer`: `{message, done_reason}`. */
function assemble(
  recording: RecordingInput,
  history: readonly JsonNode[],
  { body: answer, refusal, anomalies }: Answer<JsonNode>,
): AdaptedConversation {
  const { body, url, response } = recording;
  const draft = new ConversationDraft();
  readChat(draft, dialect, history, { message: answer?.get("message"), finish: answer?.get("done_reason") });
  draft.anomalies.push(...anomalies);
  return adaptedFrom(draft, recording, {
    format: "ollama",
    tools: [body.get("tools")],
    isRequest: url !== undefined || response !== undefined || saysMoreThan(body, bareKeys),
    model: body.get("model") ?? response?.get("model"),
    refusal,
  });
}

const bareKeys: ReadonlySet<string> = new Set(["messages", "tools"]);
