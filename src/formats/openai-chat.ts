import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, Anomaly, Role } from "../model/conversation.js";
import { type Answer, conversationsOf, noAnswer, statusAlone } from "./answer.js";
import { chatReasons, cutBy } from "./chat/finish.js";
import { type ChatDialect, ChatReader } from "./chat/reader.js";
import { haveNoIds, saysTraining, surveyOf } from "./chat/survey.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import type { Format, RecordingInput } from "./format.js";
import { type Choice, type Completion, readChatAnswer } from "./openai-chat/answer.js";
import { detectChat } from "./openai-chat/detect.js";
import { type ChatRequest, noRequest, readRequest } from "./openai-chat/request.js";
import { isChatStream } from "./openai-chat/stream.js";
import { mustBeKind, noList } from "./shape-faults.js";
import { oneKeyOf, oneValueOf, wordsNeeded } from "./words-needed.js";

/**
 * OpenAI's chat completions, and what the servers that copy them add (Azure, Mistral, Groq, DeepSeek, vLLM, OpenRouter, …):
 * requests, responses, stored streams, bare lists of messages, rows for fine-tuning.
 *
 * Source: OpenAI API reference, "Chat Completions" and "Fine-tuning", and the types of openai-node 7.59, read 2026-11.
 */
export const openaiChat: Format = {
  id: "openai-chat",
  title: "OpenAI Chat Completions",
  carries: ["calls", "results", "declarations", "finish reasons", "tool choice", "streams", "legacy functions", "custom tools"],
  source: "OpenAI API reference, Chat Completions (read 2026-11)",
  profile: "openai-chat",
  rootKeys: ["messages", "choices", "role", "preferred_output", "data", "error", "[]"],
  isCommonWire: true,
  needs: wordsNeeded(
    [oneKeyOf("messages", "role", "choices", "tool_calls", "toolCalls", "function_call", "tool_call_id", "preferred_output", "error")],
    [oneValueOf(["chat.completion", "chat.completion.chunk", "[DONE]"])],
  ),
  detect: detectChat,
  adapt,
};

const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["system", "system"],
  ["developer", "system"],
  ["user", "user"],
  ["tool", "tool"],
  ["function", "tool"],
]);

/** Parts of OpenAI's own (openai-node 7.59, `ChatCompletionContentPart`) and those that compatible servers take. */
const contentTypes: ReadonlySet<string> = new Set([
  "image_url",
  "input_audio",
  "file",
  "refusal",
  "input_image",
  "input_file",
  "image",
  "audio",
  "audio_url",
  "video",
  "video_url",
  "document",
  "document_url",
  "image_file",
  "media",
  "thinking",
  "redacted_thinking",
  "reasoning",
  "reference",
]);

/** Endpoints that take objects as well say so in their profile (Mistral). */
const wireDialect: ChatDialect = { roles, typeIsRole: false, container: "string", flatCalls: false, contentTypes };
const rowDialect: ChatDialect = { ...wireDialect, container: "either" };
/** Rows for chat templates: templates take a call flat, too (Qwen's: "if tool_call.function is defined"; read 2026-11). */
const templateDialect: ChatDialect = { ...rowDialect, flatCalls: true, idsOptional: true };

/** A recording taken apart: what was sent, and how it goes on. */
interface Parts {
  readonly request: ChatRequest;
  readonly history: readonly JsonNode[];
  readonly answer: Answer<Completion>;
  /** The answers came back from the endpoint, not from a data set. */
  readonly isRecorded: boolean;
  readonly isRow: boolean;
  /** A row whose calls and results have no ids, and need none. */
  readonly isTemplateRow: boolean;
  readonly anomalies: readonly Anomaly[];
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, response } = recording;
  const preferred = readPreference(body);
  if (preferred !== undefined) return assemble(recording, preferred);
  const isEvents = isChatStream(body);
  const request = isEvents ? noRequest : readRequest(body);
  const isAnswer = isEvents || body.get("choices") !== undefined || (request.messages === undefined && body.get("error") !== undefined);
  const isMessage = request.messages === undefined && body.get("role") !== undefined;
  const history = isMessage ? [body] : (request.messages?.items() ?? []);
  // What an export keeps beside an answer may be anything: a request that was sent is held to its form.
  const isOther = response !== undefined && recording.url === undefined && request.messages === undefined;
  const anomalies = isMessage || isAnswer || isOther ? [] : missingMessages(request.messages, body);
  const answered = response ?? (isAnswer ? body : undefined);
  const isBare = recording.url === undefined && answered === undefined;
  const isRow = recording.dataset || (isBare && isTrainingRow(request, history));
  const sent = answered === response ? recording : { ...recording, response: answered };
  return conversationsOf(sent, {
    history,
    receive: (node, status) => [readChatAnswer(node, status)],
    assemble(_, received) {
      const answer = received === noAnswer ? statusAlone(sent) : received;
      const messages = [...history, ...(answer.body?.choices ?? []).flatMap((choice) => choice.messages)];
      const isTemplate = isTemplateRow(recording, request, isBare, messages);
      return assemble(recording, { request, history, answer, isRecorded: true, isRow, isTemplateRow: isTemplate, anomalies });
    },
  });
}

/** A row for preference tuning: two answers to one request. */
function readPreference(body: JsonNode): Parts | undefined {
  const lists = [body.get("preferred_output"), body.get("non_preferred_output")].filter((list) => list !== undefined);
  if (lists.length === 0) return undefined;
  const request = readRequest(body.get("input") ?? body);
  const choices = lists.map((list): Choice => ({ messages: list.items(), finish: undefined, partial: false }));
  const answer = { ...noAnswer, body: { choices, model: undefined } };
  const history = request.messages?.items() ?? [];
  return { request, history, answer, isRecorded: false, isRow: true, isTemplateRow: false, anomalies: [] };
}

function assemble(recording: RecordingInput, parts: Parts): readonly AdaptedConversation[] {
  const { request, answer, isTemplateRow } = parts;
  const dataset = parts.isRow || isTemplateRow;
  const dialect = isTemplateRow ? templateDialect : dataset ? rowDialect : wireDialect;
  const draft = new ConversationDraft();
  draft.anomalies.push(...parts.anomalies);
  new ChatReader(draft, dialect, request.messages ?? recording.body).readAll(parts.history);
  draft.anomalies.push(...answer.anomalies);
  const facts = {
    format: "openai-chat",
    tools: [request.tools, request.functions],
    isRequest: isRequest(recording, request),
    model: request.model?.string() ?? answer.body?.model,
    toolChoice: request.toolChoice,
    singleCall: request.singleCall,
    thinking: request.thinking,
    parameters: request.parameters,
    profile: isTemplateRow ? "dataset" : undefined,
    refusal: answer.refusal,
  };
  const choices = answer.body?.choices ?? [];
  return (choices.length === 0 ? [undefined] : choices).map((choice, position) => {
    const branch = choice === undefined ? draft : draft.fork();
    if (choice !== undefined) readChoice(choice, branch, dialect, parts.isRecorded);
    const row = recording.dataset === dataset ? recording : { ...recording, dataset };
    return adaptedFrom(branch, row, position === 0 ? facts : { ...facts, refusal: undefined });
  });
}

/** Reads one answer, whose messages follow the history. */
function readChoice({ messages, finish, partial }: Choice, draft: ConversationDraft, dialect: ChatDialect, fromResponse: boolean): void {
  const before = draft.messages.length;
  new ChatReader(draft, dialect).readAll(messages, { fromResponse, cutBy: cutBy(finish), partial });
  if (draft.messages.length > before) draft.finish(finish, chatReasons);
}

/** A row for fine-tuning ends with the answer to learn, or weighs its answers (OpenAI, "Supervised fine-tuning", read 2026-11). */
function isTrainingRow(request: ChatRequest, history: readonly JsonNode[]): boolean {
  if (request.isRowShaped) return history.at(-1)?.get("role")?.string() === "assistant";
  if (request.hasParameters) return false;
  return history.some((message) => message.get("weight")?.kind === "number" && message.get("role")?.string() === "assistant");
}

/** A row of a data set that keeps no ids; of bare messages, one that keeps arguments as objects. Beside a model they are a request's. */
function isTemplateRow(
  { body, dataset }: RecordingInput,
  { hasParameters }: ChatRequest,
  isBare: boolean,
  messages: readonly JsonNode[],
): boolean {
  if (hasParameters || (!dataset && (!isBare || surveyOf(body).calls !== "object"))) return false;
  return haveNoIds(messages) || saysTraining(body);
}

function missingMessages(messages: JsonNode | undefined, body: JsonNode): readonly Anomaly[] {
  if (messages?.kind === "array") return [];
  const message = messages === undefined ? noList("list of messages", body) : mustBeKind("`messages`", "a list", messages);
  return [{ rule: "invalid-message", at: messages ?? body, message }];
}

/** Whether the declarations are in a recorded request, not beside bare messages. */
function isRequest({ url, response }: RecordingInput, { hasParameters }: ChatRequest): boolean {
  return url !== undefined || response !== undefined || hasParameters;
}
