import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { answersIn, holdsToolPart, isCallList, isParts, isToolPart } from "./ai-sdk/answers.js";
import { ModelMessageReader } from "./ai-sdk/model-messages.js";
import { withTextInputs } from "./ai-sdk/text-inputs.js";
import { markOfChunk } from "./ai-sdk/ui-stream.js";
import { isCallOfSdk, modelOf, readToolChoice, toolsOf } from "./ai-sdk/words.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { decoded } from "./decoded.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { readRefusal } from "./refusal.js";
import { noList } from "./shape-faults.js";

/**
 * Model messages of the Vercel AI SDK, of version 4 (`args`, `result`) and from 5 on (`input`, `output`): prompts, dumps of a call with its
 * tools, results of `generateText` and their steps, answers and streamed parts of providers.
 *
 * Source: types of ai 6.0 and 4.3, `ModelMessage`, `CoreMessage`, `GenerateTextResult`, `LanguageModelV2` (read 2026-11).
 */
export const aiSdkModel: Format = {
  id: "ai-sdk-model",
  title: "Vercel AI SDK model messages",
  carries: ["messages", "calls", "results", "declarations", "provider-executed calls", "approvals", "steps", "finish reasons"],
  source: "ai 6.0 and 4.3, types of messages and results (read 2026-11)",
  profile: "ai-sdk",
  rootKeys: [
    "messages",
    "prompt",
    "steps",
    "content",
    "toolCalls",
    "response",
    "role",
    "[].role",
    "[].content",
    "toolCallId",
    "[].type",
    "[].toolCalls",
  ],
  marks: ["toolCallId", "toolName", "approvalId", "inputSchema"],
  detect,
  adapt,
};

function detect({ body, response }: RecordingInput): Detection {
  const answered = response === undefined ? undefined : answerMark(response);
  const messages = promptOf(body);
  const mark = messages === undefined ? (answerMark(body) ?? answered) : (promptMark(messages, body) ?? answered ?? answerMark(body));
  if (mark === undefined) return noMatch;
  const isMessage = body.kind === "object" && messages === undefined && (body.get("role") !== undefined || isToolPart(body));
  return { match: "certain", because: mark, ...(isMessage && { unit: "message" }) };
}

function promptMark(messages: JsonNode, body: JsonNode): string | undefined {
  for (const message of messages.items()) {
    const content = message.get("content");
    if (message.get("role")?.kind !== "string") return undefined;
    if (content?.kind === "array" && holdsToolPart(content)) return "has tool-call and tool-result parts with a toolCallId";
    // A wire that calls elsewhere is another one.
    if ((message.get("tool_calls") ?? message.get("parts")) !== undefined) return undefined;
  }
  return isOwnTools(toolsOf(body)) ? "declares tools by an inputSchema, as the AI SDK does" : undefined;
}

/** A map of names to tools, or the list that providers of the SDK get. */
function isOwnTools(tools: JsonNode | undefined): boolean {
  if (tools?.kind === "array") {
    const first = tools.first();
    return first?.get("type")?.string() === "function" && first.get("inputSchema") !== undefined;
  }
  return tools?.entries().some(({ value }) => value.get("inputSchema") !== undefined) === true;
}

function answerMark(node: JsonNode): string | undefined {
  if (node.kind === "array") {
    // The chunks that are sent to a page have approvals of the same shape among calls of another.
    if (isParts(node)) {
      const isForPage = node.items().some((part) => markOfChunk(part) === "certain");
      return holdsToolPart(node) && !isForPage ? "is a list of parts that the AI SDK streams" : undefined;
    }
    if (isCallList(node)) return "is a list of calls with toolCallId and toolName";
    const first = node.first();
    return first === undefined || first.kind === "array" ? undefined : answerMark(first);
  }
  if (isToolPart(node)) return "is a part that the AI SDK streams";
  const steps = node.get("steps");
  if (steps?.kind === "array") return answerMark(steps);
  if (holdsToolPart(node.get("content"))) return "has tool-call and tool-result parts with a toolCallId";
  if (holdsToolPart(node.get("toolCalls"))) return "lists toolCalls with a toolCallId";
  const messages = node.get("response")?.get("messages");
  return messages?.items().some((message) => holdsToolPart(message.get("content"))) === true ? "holds messages of a response" : undefined;
}

/** The messages of a prompt: a bare list, or what the SDK or a provider was called with. */
function promptOf(body: JsonNode): JsonNode | undefined {
  if (body.kind === "array") return body.first()?.get("role") === undefined ? undefined : body;
  for (const key of ["messages", "prompt"]) {
    const member = body.get(key);
    const list = member === undefined ? undefined : decoded(member);
    if (list?.kind === "array") return list;
  }
  return undefined;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, response } = recording;
  const draft = new ConversationDraft();
  const reader = new ModelMessageReader(draft);
  const history = promptOf(body)?.items() ?? [];
  const refusal = response === undefined ? undefined : readRefusal(response, recording.status);
  const answered =
    refusal === undefined && response !== undefined && response.kind !== "null" ? answersIn(response.get("messages") ?? response) : [];
  const answers = answered.length > 0 ? answered : hasAnswer(body, history) ? answersIn(body) : [];
  if (history.length === 0 && answers.length === 0 && refusal === undefined && promptOf(body) === undefined) {
    draft.report(body, noList("list of messages or steps", body));
  }
  reader.noteApprovals(history);
  for (const message of history) reader.readMessage(message, false);
  const isAnswered = history.length > 0;
  for (const answer of answers) {
    if (answer.kind === "parts") reader.readAnswer(answer.at, answer.parts);
    else for (const message of answer.messages) reader.readMessage(message, isAnswered);
  }
  return [
    withTextInputs(
      adaptedFrom(draft, recording, {
        format: "ai-sdk-model",
        tools: [toolsOf(body)],
        isRequest: recording.url !== undefined || response !== undefined || isCallOfSdk(body),
        model: modelOf(body),
        toolChoice: readToolChoice(body.get("toolChoice") ?? body.get("mode")?.get("toolChoice")),
        refusal,
      }),
    ),
  ];
}

/** Whether a body holds what came back, alone or beside its prompt. */
function hasAnswer(body: JsonNode, history: readonly JsonNode[]): boolean {
  if (history.length === 0) return true;
  return body.kind === "object" && ["steps", "content", "toolCalls", "response"].some((key) => body.get(key) !== undefined);
}
