import { composeArray } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, ToolChoice } from "../model/conversation.js";
import { type Answer, conversationsOf, noAnswer, unreadable } from "./answer.js";
import { converseMessageOf, converseMessagesOf, detectConverse, isConverseStream } from "./bedrock-converse/detect.js";
import { type ConverseMessage, ConverseReader } from "./bedrock-converse/messages.js";
import { converseEventOf, eventNames, readConverseStream } from "./bedrock-converse/stream.js";
import { cacheBreakpoints } from "./cache-breakpoints.js";
import { adaptedFrom } from "./conversation-draft.js";
import type { Format, RecordingInput } from "./format.js";
import { saysMoreThan } from "./message-list.js";
import { readRefusal } from "./refusal.js";

/**
 * Amazon Bedrock's Converse API: requests, answers, pairs of both, event streams, bare lists of messages (Strands Agents keeps those);
 * also the bodies that InvokeModel exchanges with Amazon's Nova models, which have the same shape.
 *
 * Source: AWS API reference, Converse and ConverseStream (docs.aws.amazon.com), and the types of @aws-sdk/client-bedrock-runtime 3.1164;
 * read 2026-11.
 */
export const bedrockConverse: Format = {
  id: "bedrock-converse",
  title: "Amazon Bedrock Converse",
  carries: ["requests", "responses", "streams", "messages", "declarations", "hosted tools"],
  source: "AWS API reference, Bedrock Runtime, Converse (read 2026-11)",
  profile: "bedrock",
  rootKeys: [
    ...["messages", "toolConfig", "output", "role", "message_id", "event", "data", ...eventNames],
    ...["role", "message_id", "event", "data", ...eventNames].map((key) => `[].${key}`),
  ],
  marks: ["text", "toolUse", "toolResult", "toolConfig", "inferenceConfig", "reasoningContent", "image", "document", "video", "message_id"],
  detect: detectConverse,
  adapt,
};

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  return conversationsOf(recording, {
    history: isConverseStream(body) ? undefined : historyOf(body),
    receive,
    assemble: (history, answer) => assemble(recording, history, answer),
  });
}

/** The messages that were sent, or would be. */
interface History {
  readonly messages: readonly JsonNode[];
  /** Strands Agents keeps them, each with an id of its own. */
  readonly isStored: boolean;
}

function historyOf(body: JsonNode): History | undefined {
  const single = converseMessageOf(body);
  if (single !== undefined) return { messages: [single], isStored: body.get("message_id") !== undefined };
  const list = converseMessagesOf(body);
  if (list === undefined) return undefined;
  const messages = list.items().map((message) => converseMessageOf(message) ?? message);
  return { messages, isStored: list.first()?.get("message_id") !== undefined };
}

function receive(node: JsonNode, status: number | undefined): readonly Answer<ConverseMessage>[] {
  if (isConverseStream(node)) return readConverseStream(node);
  if (converseEventOf(node) !== undefined && node.get("output") === undefined) return readConverseStream(composeArray([node], node));
  const refusal = readRefusal(node, status);
  if (refusal !== undefined) return [{ ...noAnswer, refusal }];
  const message = node.get("output")?.get("message") ?? node.get("message") ?? node;
  if (message.get("content") !== undefined) {
    return [{ ...noAnswer, body: { message, stopReason: node.get("stopReason"), isStreamed: false, isCut: false } }];
  }
  return [unreadable(node, "a request with messages, a list of messages, or an answer with an output message")];
}

function assemble(recording: RecordingInput, history: History | undefined, answer: Answer<ConverseMessage>): AdaptedConversation {
  const { body, url, response } = recording;
  const reader = new ConverseReader();
  if (history !== undefined) reader.readHistory(history.messages, history.isStored);
  if (answer.body !== undefined) reader.readAnswer(answer.body);
  reader.draft.anomalies.push(...answer.anomalies);
  const config = body.get("toolConfig");
  return adaptedFrom(reader.draft, recording, {
    format: "bedrock-converse",
    tools: [config?.get("tools")],
    isRequest: saysMoreThan(body, bareKeys) || url !== undefined || response !== undefined,
    model: body.get("modelId")?.string() ?? modelIn(url),
    toolChoice: readToolChoice(config?.get("toolChoice")),
    singleCall: singleCallIn(body),
    thinking: thinkingIn(body),
    parameters: {
      mayThink: thinkingOf(body)?.get("type")?.string() === "adaptive" ? thinkingOf(body) : undefined,
      cacheBreakpoints: cacheBreakpoints([recording.tools ?? config?.get("tools"), body.get("system")], body.get("messages"), "cachePoint"),
    },
    refusal: answer.refusal,
  });
}

const bareKeys: ReadonlySet<string> = new Set(["messages", "toolConfig", "system"]);

/** Claude's thinking is asked for among the fields that are the model's own (AWS, Bedrock user guide, Extended thinking, read 2026-11). */
function thinkingOf(body: JsonNode): JsonNode | undefined {
  const fields = body.get("additionalModelRequestFields");
  return fields?.get("thinking") ?? fields?.get("reasoning_config");
}

function thinkingIn(body: JsonNode): JsonNode | undefined {
  const thinking = thinkingOf(body);
  return thinking?.get("type")?.string() === "enabled" ? thinking : undefined;
}

/** So is Claude's choice of tools where it says more than `toolChoice` can. */
function singleCallIn(body: JsonNode): JsonNode | undefined {
  const flag = body.get("additionalModelRequestFields")?.get("tool_choice")?.get("disable_parallel_tool_use");
  return flag?.boolean() === true ? flag : undefined;
}

/** The model that the path names: `/model/us.anthropic.claude-sonnet-4-6/converse`. */
function modelIn(url: string | undefined): string | undefined {
  const named = url === undefined ? undefined : /\/model\/([^/?#]+)/.exec(url)?.[1];
  // Colons are written as %3A by some clients; nothing else in a model's id needs it.
  return named?.replace(/%3A/gi, ":").replace(/%2F/gi, "/");
}

function readToolChoice(at: JsonNode | undefined): ToolChoice | undefined {
  if (at?.kind !== "object") return undefined;
  const name = at.get("tool")?.get("name")?.string();
  if (name !== undefined) return { mode: "named", names: [name], at };
  if (at.get("any") !== undefined) return { mode: "required", names: [], at };
  return at.get("auto") === undefined ? undefined : { mode: "auto", names: [], at };
}
