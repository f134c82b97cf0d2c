import { literal } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import { adaptedFrom, ConversationDraft, type MessageDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { type AnswerStep, type CallStep, Connection, type Step } from "./mcp-jsonrpc/connection.js";
import { holdsRpc, idText, messagesInLog, type RpcMessage, wrapperKeys } from "./mcp-jsonrpc/log.js";
import { readSampling, readSamplingChoice } from "./mcp-jsonrpc/sampling.js";
import { ServerTools } from "./mcp-jsonrpc/toolset.js";
import { withoutRepeated } from "./repeated-history.js";
import { hasNo, mustBeKind } from "./shape-faults.js";
import { oneKeyOf, wordsNeeded } from "./words-needed.js";

/**
 * Logs of the Model Context Protocol: JSON-RPC messages, bare, in log lines, or beside each other in a recorded HTTP exchange.
 *
 * One conversation for each connection, whose calls and answers are linked by their JSON-RPC id, and one for each sampling request.
 *
 * Source: MCP specification, revisions 2024-11-05 to 2026-07-28 (Tools, Sampling, Tasks, Cancellation, round trips), read 2026-11.
 */
export const mcpJsonrpc: Format = {
  id: "mcp-jsonrpc",
  title: "MCP JSON-RPC log",
  carries: ["calls", "results", "declarations", "result schemas", "sampling", "tasks"],
  source: "MCP specification 2026-07-28 (read 2026-11)",
  profile: "mcp",
  rootKeys: ["jsonrpc", "messages", ...wrapperKeys, "[]"],
  marks: ["jsonrpc"],
  needs: wordsNeeded([oneKeyOf("jsonrpc")]),
  detect,
  adapt,
};

function detect({ body, response }: RecordingInput): Detection {
  const because = "speaks JSON-RPC 2.0";
  if (body.kind === "object" && holdsRpc(body)) return { match: "certain", because, unit: "message" };
  const list = body.kind === "object" ? body.get("messages") : body;
  const holds = (list !== undefined && holdsRpc(list)) || (response !== undefined && holdsRpc(response));
  return holds ? { match: "certain", because } : noMatch;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, response } = recording;
  const messages = body.kind === "object" && !holdsRpc(body) ? body.get("messages") : undefined;
  const log = [...messagesInLog(messages ?? body), ...(response === undefined ? [] : messagesInLog(response))];
  const connections = connect(log);
  const talks = connections.map((connection) => readConnection(connection, recording));
  const samplings = withoutRepeated(connections.flatMap(({ steps }) => steps.flatMap((step) => samplingOf(step, recording))));
  // A connection that only samples has no conversation of its own.
  const spoken = talks.filter(({ messages: read }) => read.length > 0);
  const found = [...spoken, ...samplings];
  const [first] = talks;
  if (found.length > 0 || first === undefined) return found.length > 0 ? found : [readConnection(new Connection(), recording)];
  return [first];
}

/** Who spoke to whom: the log tells, or a client introduces itself to the next server. */
function connect(log: readonly RpcMessage[]): readonly Connection[] {
  const connections: Connection[] = [];
  const current = new Map<string, { readonly connection: Connection; isFresh: boolean }>();
  for (const message of log) {
    let speakers = current.get(message.connection);
    const isIntroduction = message.node.get("method")?.string() === "initialize";
    if (speakers === undefined || (isIntroduction && !speakers.isFresh)) {
      speakers = { connection: new Connection(), isFresh: true };
      connections.push(speakers.connection);
      current.set(message.connection, speakers);
    }
    speakers.isFresh = false;
    speakers.connection.read(message);
  }
  return connections;
}

function readConnection({ steps, protocol }: Connection, recording: RecordingInput): AdaptedConversation {
  const draft = new ConversationDraft();
  const tools = new ServerTools();
  const calls = new Map<CallStep, ToolCall>();
  // Calls that are made before any answer comes are one turn: nobody waited in between.
  let turn: MessageDraft | undefined;
  for (const step of steps) {
    switch (step.kind) {
      case "call":
        tools.called();
        turn ??= draft.open({ role: "assistant", at: step.node });
        calls.set(step, readCall(step, turn));
        break;
      case "answer":
        turn = undefined;
        readAnswer(step, step.call && calls.get(step.call), draft);
        break;
      case "page":
        turn = undefined;
        tools.page(step.result, step.isFirst, draft.messages.length);
        break;
      case "list-changed":
        tools.changed();
        break;
      case "sampling":
        break;
    }
  }
  const declared = { toolset: tools.toolset(draft.messages.length), declarations: tools.declarations };
  return adaptedFrom(draft, recording, { format: "mcp-jsonrpc", declared: recording.tools === undefined ? declared : undefined, protocol });
}

function readCall({ node, expectsNoResult }: CallStep, turn: MessageDraft): ToolCall {
  const params = node.get("params");
  return turn.call({
    call: node,
    id: idNode(node.get("id")),
    name: params?.get("name"),
    arguments: params?.get("arguments"),
    container: "object",
    expectsNoResult,
  });
}

function readAnswer({ node, outcome }: AnswerStep, call: ToolCall | undefined, draft: ConversationDraft): void {
  const result = outcome.get("result");
  const error = outcome.get("error");
  const callId = idNode(node.get("id"));
  const message = draft.open({ role: "tool", at: node });
  const linked = { result: node, callId, ...(call !== undefined && { inlineCall: call }) };
  if (error !== undefined && result === undefined) {
    message.result({ content: error.get("message"), isError: true, ...linked });
    return;
  }
  const content = result?.get("content") ?? result?.get("toolResult");
  if (error !== undefined) draft.report(error, "A response has both `result` and `error`; it may have only one of them");
  else if (result === undefined) draft.report(node, hasNo("A response", "result", "error"));
  else if (result.kind !== "object") draft.report(result, mustBeKind("`result`", "an object", result));
  else if (content === undefined) draft.report(result, "A tool result has no `content`; without blocks it is an empty list");
  else if (result.get("toolResult") === undefined && content.kind !== "array")
    draft.report(content, mustBeKind("`content` of a tool result", "a list of content blocks", content));
  message.result({
    content,
    structured: result?.get("structuredContent"),
    isError: result?.get("isError")?.boolean() === true,
    ...linked,
  });
}

/** An id as the text that links: numbers keep their place. */
function idNode(id: JsonNode | undefined): JsonNode | undefined {
  const text = idText(id);
  if (id === undefined || text === undefined || id.string() === text) return id;
  return literal(text, id);
}

function samplingOf(step: Step, recording: RecordingInput): readonly AdaptedConversation[] {
  if (step.kind !== "sampling") return [];
  const { params, response } = step;
  const draft = readSampling(params, response);
  if (draft.messages.length === 0) return [];
  // Tools of our own envelope stand for those of the server, not for what a model is offered here.
  const sampled = { ...recording, tools: undefined, at: params };
  return [
    adaptedFrom(draft, sampled, {
      format: "mcp-jsonrpc",
      tools: [params.get("tools")],
      isRequest: true,
      model: response?.get("result")?.get("model"),
      toolChoice: readSamplingChoice(params.get("toolChoice")),
    }),
  ];
}
