import { composeArray } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { Anomaly, Recorded, Refusal, ToolChoice } from "../model/conversation.js";
import { Toolset } from "../model/tool.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { detectAnthropic, isContent } from "./anthropic/detect.js";
import { type Answer, MessageReader } from "./anthropic/messages.js";
import { appliedEdits, eventOf, readStream, type StreamedAnswer, streamEvents } from "./anthropic/stream.js";
import { apartFromNamesakes, readDeclared } from "./anthropic/toolset.js";
import { recordedFrom } from "./conversation-draft.js";
import type { Format, Recording } from "./format.js";
import { readRefusal } from "./refusal.js";

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

/** What came back, taken apart. */
interface Received {
  readonly answer: Answer | undefined;
  readonly model: JsonNode | undefined;
  readonly appliedEdits: JsonNode | undefined;
  readonly refusal: Refusal | undefined;
  readonly anomalies: readonly Anomaly[];
}

const nothing: Received = { answer: undefined, model: undefined, appliedEdits: undefined, refusal: undefined, anomalies: [] };

function adapt(recording: Recording): readonly Recorded[] {
  const { body } = recording;
  const response = recording.response?.kind === "null" ? undefined : recording.response;
  if (isEvents(body)) return receive(body, undefined).map((received) => assemble(recording, undefined, received));
  const history = historyOf(body);
  if (history === undefined) {
    const received = receive(response ?? body, recording.status);
    return received.map((each) => assemble(recording, undefined, each));
  }
  if (response === undefined) return [assemble(recording, history, nothing)];
  const [first, ...others] = receive(response, recording.status);
  // A recorder that kept several answers in one list lost the requests in between: each of the rest stands alone.
  return [assemble(recording, history, first ?? nothing), ...others.map((each) => assemble(recording, undefined, each))];
}

/** The list of messages that was sent, or would be. */
function historyOf(body: JsonNode): JsonNode | undefined {
  if (body.kind === "array") return isAnswers(body) || isContent(body) ? undefined : body;
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

function receive(node: JsonNode, status: number | undefined): readonly Received[] {
  if (isEvents(node)) return readStream(node).map(fromStream);
  if (isAnswers(node)) return node.items().flatMap((item) => receive(item, status));
  const event = eventOf(node);
  if (event !== undefined && streamEvents.has(event.get("type")?.string() ?? ""))
    return readStream(composeArray([node], node)).map(fromStream);
  const refusal = readRefusal(event ?? node, status);
  if (refusal !== undefined) return [{ ...nothing, refusal }];
  const content = isContent(node) ? node : node.get("content");
  if (content !== undefined) {
    const answer = {
      at: node,
      role: node.get("role"),
      content,
      blocks: undefined,
      stopReason: node.get("stop_reason"),
    };
    return [{ ...nothing, answer, model: node.get("model"), appliedEdits: appliedEdits(node) }];
  }
  const message = `Unexpected ${node.kind}, expected a request with messages, a list of messages, or an answer with content`;
  return [{ ...nothing, anomalies: [{ rule: "invalid-message", at: node, message }] }];
}

function isEvents(node: JsonNode): boolean {
  return node.kind === "array" && node.first()?.get("role") === undefined && node.items().some(isEvent);
}

function isEvent(item: JsonNode): boolean {
  const type = eventOf(item)?.get("type")?.string();
  return type !== undefined && (streamEvents.has(type) || type === "error");
}

/** An error in place of a message, or one that says that the request is wrong, is a refusal; any other broke a message off. */
function fromStream({ answer, opening, appliedEdits: edits, error, anomalies }: StreamedAnswer): Received {
  const isEmpty = opening === undefined && answer.blocks?.length === 0;
  const refusal = error === undefined ? undefined : readRefusal(error, undefined);
  const isRefused = isEmpty || error?.get("error")?.get("type")?.string() === "invalid_request_error";
  const read = { ...nothing, answer: isEmpty ? undefined : answer, model: opening?.get("model"), appliedEdits: edits };
  if (error === undefined || isRefused) return { ...read, refusal, anomalies };
  const cut: Anomaly = {
    rule: "incomplete-stream",
    at: error,
    message: `The stream broke off with an error: ${quote(refusal?.message ?? "")}`,
    fix: "The provider gave up in the middle: do not run the calls of this answer",
  };
  return { ...read, anomalies: [...anomalies, cut] };
}

function assemble(recording: Recording, history: JsonNode | undefined, received: Received): Recorded {
  const { body } = recording;
  const reader = new MessageReader(hasClearedCalls(received.appliedEdits));
  if (history !== undefined) reader.readHistory(history);
  if (received.answer !== undefined) reader.readAnswer(received.answer);
  const declared = readDeclared(body.get("tools"), recording.tools, reader);
  const toolset =
    recording.tools === undefined && body.get("mcp_servers")?.first() !== undefined ? asPart(declared.toolset) : declared.toolset;
  const choice = body.get("tool_choice");
  const single = choice?.get("disable_parallel_tool_use");
  const thinking = body.get("thinking");
  const reading = {
    messages: apartFromNamesakes(reader, declared),
    anomalies: [...reader.anomalies, ...unknownReferences(reader.references, toolset, body), ...received.anomalies],
    finishes: reader.finishes,
  };
  return recordedFrom(reading, recording, {
    format: "anthropic",
    declared: { toolset, declarations: declared.declarations },
    isRequest: !isList(recording),
    model: body.get("model") ?? received.model,
    refusal: received.refusal,
    toolChoice: choice === undefined ? undefined : readToolChoice(choice),
    singleCall: single?.boolean() === true ? single : undefined,
    thinking: thinking?.get("type")?.string() === "enabled" ? thinking : undefined,
    // An answer alone goes on with what was asked: a result of the provider's may belong to a call of an earlier answer.
    historyCut: reader.historyCut || history === undefined,
    isFragment: reader.historyCut,
    at: history === undefined ? (received.answer?.at ?? body) : body,
  });
}

/** What the servers of a request offer is not in its list (MCP connector, beta of 2025-04: without an `mcp_toolset`). */
function asPart(toolset: Toolset): Toolset {
  return toolset.completeness === "declared" ? new Toolset(toolset.tools, "partial", toolset.faults) : toolset;
}

/** Old calls were cleared before the model saw them; some recorders keep what was left. */
function hasClearedCalls(edits: JsonNode | undefined): boolean {
  return edits?.items().some((edit) => edit.get("type")?.string()?.startsWith("clear_tool_uses") === true) ?? false;
}

/** Whether the declarations stand beside bare messages: then they claim to be all. */
function isList({ body, response, url }: Recording): boolean {
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
    const fix = near === undefined ? "A tool that a search loads must be declared, with defer_loading" : `Did you mean ${quote(near)}?`;
    return [{ rule: "invalid-message", at, message: `Unexpected tool_reference to ${quote(name)}, expected a declared tool`, fix }];
  });
}
