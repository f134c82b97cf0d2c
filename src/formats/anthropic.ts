import { composeArray } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, Anomaly, RequestParameters, ToolChoice } from "../model/conversation.js";
import { Toolset } from "../model/tool.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { type Answer, conversationsOf, noAnswer, unreadable } from "./answer.js";
import { detectAnthropic, isBlockList } from "./anthropic/detect.js";
import { MessageReader } from "./anthropic/messages.js";
import { type AnsweredMessage, appliedEdits, readMessageStream, streamEvents } from "./anthropic/stream.js";
import { disambiguateTools, readDeclaredTools } from "./anthropic/toolset.js";
import { cacheBreakpoints } from "./cache-breakpoints.js";
import { adaptedFrom } from "./conversation-draft.js";
import type { Format, RecordingInput } from "./format.js";
import { readRefusal } from "./refusal.js";
import { eventDataOf } from "./stream.js";

/**
 * Anthropic's Messages API: requests, answers, pairs of both, event streams, and bare lists of messages; the same bodies on Bedrock
 * (InvokeModel) and Vertex AI.
 *
 * Source: Claude API reference, Messages (platform.claude.com, read 2026-10) and the types of @anthropic-ai/sdk 1.14 (read 2026-11).
 */
export const anthropic: Format = {
  id: "anthropic",
  title: "Anthropic Messages",
  carries: ["requests", "responses", "streams", "messages", "declarations", "hosted tools"],
  source: "https://platform.claude.com/docs/en/api/messages (read 2026-10)",
  profile: "anthropic",
  rootKeys: ["messages", "type", "content", "event", "data", "[].role", "[].type", "[].event", "[].data"],
  isCommonWire: true,
  detect: detectAnthropic,
  adapt,
};

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  return conversationsOf(recording, {
    history: isEvents(body) ? undefined : historyOf(body),
    receive,
    assemble: (history, answer) => assemble(recording, history, answer),
  });
}

/** The list of messages that was sent, or would be. */
function historyOf(body: JsonNode): JsonNode | undefined {
  if (body.kind === "array") return isAnswers(body) || isBlockList(body) ? undefined : body;
  const messages = body.get("messages");
  if (messages?.kind === "array") return messages;
  return !isAnswer(body) && body.get("role") !== undefined && body.get("content") !== undefined ? composeArray([body], body) : undefined;
}

function isAnswer(node: JsonNode): boolean {
  return node.get("type")?.string() === "message" && node.get("stop_reason") !== undefined;
}

/** Answers alone, without what was asked in between, are conversations of their own. */
function isAnswers(node: JsonNode): boolean {
  return node.kind === "array" && node.first() !== undefined && node.items().every(isAnswer);
}

function receive(node: JsonNode, status: number | undefined): readonly Answer<AnsweredMessage>[] {
  if (isEvents(node)) return readMessageStream(node);
  if (isAnswers(node)) return node.items().flatMap((item) => receive(item, status));
  const event = eventDataOf(node);
  if (event !== undefined && streamEvents.has(event.get("type")?.string() ?? "")) return readMessageStream(composeArray([node], node));
  const refusal = readRefusal(event ?? node, status);
  if (refusal !== undefined) return [{ ...noAnswer, refusal }];
  const content = isBlockList(node) ? node : node.get("content");
  if (content === undefined) return [unreadable(node, "a request with messages, a list of messages, or an answer with content")];
  const role = node.get("role");
  const stopReason = node.get("stop_reason");
  const body = { at: node, role, content, blocks: undefined, stopReason, model: node.get("model"), appliedEdits: appliedEdits(node) };
  return [{ ...noAnswer, body }];
}

function isEvents(node: JsonNode): boolean {
  return node.kind === "array" && node.first()?.get("role") === undefined && node.items().some(isEvent);
}

function isEvent(item: JsonNode): boolean {
  const type = eventDataOf(item)?.get("type")?.string();
  return type !== undefined && (streamEvents.has(type) || type === "error");
}

function assemble(recording: RecordingInput, history: JsonNode | undefined, answer: Answer<AnsweredMessage>): AdaptedConversation {
  const { body } = recording;
  const message = answer.body;
  const reader = new MessageReader(hasClearedCalls(message?.appliedEdits));
  if (history !== undefined) reader.readHistory(history);
  if (message !== undefined) reader.readAnswer(message);
  const declared = readDeclaredTools(body.get("tools"), recording.tools, reader);
  const toolset =
    recording.tools === undefined && body.get("mcp_servers")?.first() !== undefined ? asPart(declared.toolset) : declared.toolset;
  const choice = body.get("tool_choice");
  const single = choice?.get("disable_parallel_tool_use");
  const thinking = body.get("thinking");
  const reading = {
    messages: disambiguateTools(reader, declared),
    anomalies: [...reader.draft.anomalies, ...unknownReferences(reader.references, toolset, body), ...answer.anomalies],
    finishes: reader.draft.finishes,
  };
  return adaptedFrom(reading, recording, {
    format: "anthropic",
    declared: { toolset, declarations: declared.declarations },
    isRequest: !isList(recording),
    model: body.get("model") ?? message?.model,
    refusal: answer.refusal,
    toolChoice: choice === undefined ? undefined : readToolChoice(choice),
    singleCall: single?.boolean() === true ? single : undefined,
    thinking: thinking?.get("type")?.string() === "enabled" ? thinking : undefined,
    parameters: parametersOf(body, recording.tools),
    // An answer alone goes on with what was asked: a result of the provider's may belong to a call of an earlier answer.
    historyCut: reader.historyCut || history === undefined,
    isFragment: reader.historyCut,
    at: history === undefined ? (message?.at ?? body) : body,
  });
}

function parametersOf(body: JsonNode, tools = body.get("tools")): RequestParameters {
  const thinking = body.get("thinking");
  const container = body.get("container");
  return {
    mayThink: thinking?.get("type")?.string() === "adaptive" ? thinking : undefined,
    thinkingOff: thinking?.get("type")?.string() === "disabled" ? thinking : undefined,
    container: container === undefined || container.kind === "null" ? undefined : container,
    cacheBreakpoints: cacheBreakpoints([tools, body.get("system")], body.get("messages"), "cache_control"),
  };
}

/** What the servers of a request offer is not in its list (MCP connector, beta of 2025-04: without an `mcp_toolset`). */
function asPart(toolset: Toolset): Toolset {
  return toolset.completeness === "declared" ? new Toolset(toolset.tools, "partial", toolset.faults) : toolset;
}

/** Old calls were cleared before the model saw them; some recorders keep what was left. */
function hasClearedCalls(edits: JsonNode | undefined): boolean {
  return edits?.items().some((edit) => edit.get("type")?.string()?.startsWith("clear_tool_uses") === true) ?? false;
}

/** Whether the declarations are beside bare messages: then they claim to be all. */
function isList({ body, response, url }: RecordingInput): boolean {
  if (url !== undefined || response !== undefined || body.get("model") !== undefined) return false;
  return body.entries().every(({ key }) => ["messages", "tools"].includes(key.string() ?? ""));
}

function readToolChoice(at: JsonNode): ToolChoice | undefined {
  const name = at.get("name")?.string();
  switch (at.get("type")?.string()) {
    case "auto":
      return { mode: "auto", names: [], at };
    case "any":
      return { mode: "required", names: [], at };
    case "tool":
      return name === undefined ? undefined : { mode: "named", names: [name], at };
    case "none":
      return { mode: "none", names: [], at };
    default:
      return undefined;
  }
}

/** Refusal "Tool reference … not found in available tools", quoted in anthropics/claude-code issue 81863, 2026-07. What MCP servers offer is not in the list. */
function unknownReferences(references: readonly JsonNode[], toolset: Toolset, body: JsonNode): readonly Anomaly[] {
  if (references.length === 0 || toolset.completeness !== "declared") return [];
  if (body.get("mcp_servers") !== undefined || toolset.tools.some(({ type }) => type === "mcp_toolset")) return [];
  return references.flatMap((at): readonly Anomaly[] => {
    const name = at.string() ?? "";
    if (toolset.get(name) !== undefined) return [];
    const near = nearestName(
      name,
      toolset.tools.map(({ key }) => key),
    );
    const fix = near === undefined ? "Declare the tool that the search loads, with `defer_loading`" : `Did you mean ${quote(near)}?`;
    return [{ rule: "invalid-message", at, message: `A \`tool_reference\` names the tool ${quote(name)}, which is not declared`, fix }];
  });
}
