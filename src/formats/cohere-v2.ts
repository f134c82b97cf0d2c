import { composeArray } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, Anomaly, FinishReason, Message, Role, ToolChoice } from "../model/conversation.js";
import { type Answer, conversationsOf, receiveMessage } from "./answer.js";
import { ownParameters } from "./chat/cohere-marks.js";
import { readChat } from "./chat/reader.js";
import { detectCohereV2, isCohereV2Answer, isCohereV2Stream } from "./cohere-v2/detect.js";
import { isCohereV2Event, readCohereV2Stream } from "./cohere-v2/stream.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import type { Format, RecordingInput } from "./format.js";
import { historyIn, saysMoreThan } from "./message-list.js";

/**
 * Cohere's v2 chat: OpenAI's messages with a `tool_plan`, answers without choices, and a stream of its own.
 *
 * Source: Cohere API reference, Chat (v2), and the types of cohere-ai 8.1; read 2026-11.
 */
export const cohereV2: Format = {
  id: "cohere-v2",
  title: "Cohere Chat v2",
  carries: ["requests", "responses", "streams", "messages", "declarations"],
  source: "Cohere API reference, Chat v2 (read 2026-11)",
  profile: "cohere-v2",
  rootKeys: ["messages", "message", "role", "type", "event", "data", "[].role", "[].type", "[].event", "[].data"],
  marks: ["model", "tool_plan", "document", "finish_reason", ...ownParameters],
  detect: detectCohereV2,
  adapt,
};

const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["system", "system"],
  // The reference takes it as another word for system.
  ["developer", "system"],
  ["user", "user"],
  ["tool", "tool"],
]);

const dialect = {
  roles,
  typeIsRole: false,
  container: "string",
  flatCalls: false,
  contentTypes: new Set(["image_url", "document", "thinking"]),
  thinkingKeys: ["tool_plan"],
  /** `finish_reason` (`ChatFinishReason`, cohere-ai 8.1, read 2026-11). */
  reasons: new Map<string, FinishReason>([
    ["COMPLETE", "stop"],
    ["STOP_SEQUENCE", "stop"],
    ["TOOL_CALL", "tool_calls"],
    ["MAX_TOKENS", "length"],
    ["ERROR", "error"],
    ["TIMEOUT", "error"],
  ]),
} as const;

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  return conversationsOf(recording, {
    history: isCohereV2Stream(body) || isCohereV2Answer(body) ? undefined : historyIn(body),
    receive,
    assemble: (history = [], answer) => assemble(recording, history, answer),
  });
}

function receive(node: JsonNode, status: number | undefined): readonly Answer<JsonNode>[] {
  const events = isCohereV2Stream(node) ? node : isCohereV2Event(node) ? composeArray([node], node) : undefined;
  return events === undefined ? [receiveMessage(node, status)] : readCohereV2Stream(events);
}

/** `answer`: `{message, finish_reason}`. */
function assemble(
  recording: RecordingInput,
  history: readonly JsonNode[],
  { body: answer, isCut, refusal, anomalies }: Answer<JsonNode>,
): AdaptedConversation {
  const { body, url, response, dataset } = recording;
  const draft = new ConversationDraft();
  readChat(draft, dialect, history, { message: answer?.get("message"), finish: answer?.get("finish_reason"), isCut });
  draft.anomalies.push(...anomalies, ...(dataset ? [] : draft.messages.flatMap(textBesideCalls)));
  return adaptedFrom(draft, recording, {
    format: "cohere-v2",
    tools: [body.get("tools")],
    isRequest: url !== undefined || response !== undefined || saysMoreThan(body, bareKeys),
    model: body.get("model"),
    toolChoice: readToolChoice(body.get("tool_choice")),
    refusal,
  });
}

/** Refusal "text content is not allowed when tool_calls are provided", at messages[2].content[0], quoted in vercel/ai issue 5794, 2025-04. */
function textBesideCalls({ role, parts, fromResponse, at }: Message): readonly Anomaly[] {
  if (role !== "assistant" || fromResponse || !parts.some(({ kind }) => kind === "call")) return [];
  const isText = parts.some((part) => part.kind === "text" && part.at.kind === "string" && part.at.string() !== "");
  if (!isText) return [];
  return [
    {
      rule: "invalid-message",
      at: at.get("content") ?? at,
      message: "An assistant message has both text and tool calls",
      fix: "Move the text to `tool_plan`, or leave it out: Cohere returns 400 otherwise",
    },
  ];
}

const bareKeys: ReadonlySet<string> = new Set(["messages", "tools"]);

/** `V2ChatRequestToolChoice`: in capitals, and never one tool alone (cohere-ai 8.1, read 2026-11). */
function readToolChoice(at: JsonNode | undefined): ToolChoice | undefined {
  const word = at?.string();
  if (at === undefined || (word !== "REQUIRED" && word !== "NONE")) return undefined;
  return { mode: word === "REQUIRED" ? "required" : "none", names: [], at };
}
