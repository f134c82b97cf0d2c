import type { AdaptedConversation, Message, MessagePart } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import { type Tool, Toolset } from "../model/tool.js";
import { recordingOf } from "./envelope.js";
import type { Format, RecordingInput } from "./format.js";
import { isErrorBody } from "./refusal.js";

/** Formats of endpoints: what a model answers in one of them is known for itself, whatever wire the request was kept in. */
const answering: ReadonlySet<string> = new Set([
  "anthropic",
  "bedrock-converse",
  "cohere-v2",
  "gemini",
  "mistral-conversations",
  "openai-chat",
  "openai-responses",
]);

/** Whether an answer in this format may belong to a request of any wire. */
export function mayAnswerOthers({ id }: Format): boolean {
  return answering.has(id);
}

/** Formats whose messages look like nobody else's: neutral ones are not read as theirs. */
const ownMessages: ReadonlySet<string> = new Set(["bedrock-converse", "gemini"]);

/** Whether messages as any chat format writes them are none in this format. */
export function hasWireOfItsOwn({ id }: Format): boolean {
  return ownMessages.has(id);
}

/** The request of a recording, as one that was not answered. */
export function requestAlone(recording: RecordingInput): RecordingInput {
  return { ...recording, response: undefined, status: undefined };
}

/** The answer of a recording, as one that is alone; a refusal is none. */
export function answerAlone(recording: RecordingInput): RecordingInput | undefined {
  const { response, status } = recording;
  if (response === undefined || (response.kind !== "object" && response.kind !== "array")) return undefined;
  const isRefusal = (status !== undefined && status >= 400) || isErrorBody(response);
  return isRefusal ? undefined : recordingOf(response);
}

/**
 * A recording whose request is in one wire, or in none that is known, and whose answer is in another: exporters write what was sent as
 * neutral messages and what came back as the provider wrote it. Each half is read by its own format; the conversation is the answer's.
 *
 * @param sent `undefined` where no format reads the request: then the answer alone is read
 */
export function mixedWires(sent: Format | undefined, received: Format): Format {
  return {
    ...received,
    adapt(recording) {
      const alone = answerAlone(recording);
      const { tools, stated, dataset, at, url } = recording;
      const answers =
        alone === undefined ? [] : received.adapt({ ...alone, tools, stated, dataset, at, ...(sent === undefined && { url }) });
      const [history] = sent === undefined ? [] : sent.adapt(requestAlone(recording));
      if (history !== undefined) return answers.map((answer) => joined(history, answer, recording));
      return answers.map((answer) => ({ ...answer, messages: moved(answer.messages, 0), historyCut: true }));
    },
  };
}

function joined(
  history: AdaptedConversation,
  answer: AdaptedConversation,
  { tools, dataset, url, at }: RecordingInput,
): AdaptedConversation {
  const offset = history.messages.length;
  const declared = history.toolset.completeness === "absent" ? answer : history;
  // An endpoint's order and ids are those of its own wire: calls of another one were translated on the way.
  const isTranslated = history.messages.some(({ parts }) => parts.some(({ kind }) => kind === "call" || kind === "result"));
  return {
    ...history,
    format: answer.format,
    messages: [...history.messages, ...moved(answer.messages, offset)],
    toolset: declared === history ? history.toolset : later(answer.toolset, offset),
    declarations: declared.declarations,
    declarationOrigin: tools !== undefined || dataset ? "list" : "request",
    finishes: answer.finishes.map((finish) => ({ ...finish, message: finish.message + offset })),
    anomalies: [...history.anomalies, ...answer.anomalies],
    refusal: answer.refusal,
    provider: isTranslated
      ? { url: undefined, model: undefined, profile: "framework" }
      : { url, model: history.provider.model ?? answer.provider.model },
    at,
  };
}

/** The messages of an answer, after those that it answers. */
function moved(messages: readonly Message[], offset: number): readonly Message[] {
  const calls = new Map<ToolCall, ToolCall>();
  const movedCall = (call: ToolCall): ToolCall => {
    const known = calls.get(call) ?? { ...call, message: call.message + offset };
    calls.set(call, known);
    return known;
  };
  const movedPart = (part: MessagePart): MessagePart => {
    if (part.kind === "call") return { ...part, call: movedCall(part.call) };
    if (part.kind !== "result") return part;
    const { result } = part;
    const inlineCall = result.inlineCall && movedCall(result.inlineCall);
    return { ...part, result: { ...result, inlineCall, message: result.message + offset } };
  };
  return messages.map((message) => ({ ...message, fromResponse: true, parts: message.parts.map(movedPart) }));
}

/** Tools that an answer brings: what it repeats of the request was there from the first message on. */
function later(toolset: Toolset, offset: number): Toolset {
  if (toolset.tools.every(({ availableFrom, removedAt }) => availableFrom === 0 && removedAt === null)) return toolset;
  const tools = toolset.tools.map(
    (tool): Tool => ({
      ...tool,
      availableFrom: tool.availableFrom === 0 ? 0 : tool.availableFrom + offset,
      removedAt: tool.removedAt === null ? null : tool.removedAt + offset,
    }),
  );
  return new Toolset(tools, toolset.completeness, toolset.faults);
}
