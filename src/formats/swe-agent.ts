import type { JsonNode } from "../json/node.js";
import type { Recorded, Role } from "../model/conversation.js";
import { quote } from "../text/quote.js";
import { readToolCall } from "./chat/call.js";
import { ConversationDraft, type MessageDraft, recordedFrom } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type Recording } from "./format.js";

/**
 * Trajectories of SWE-agent (`.traj`: messages of OpenAI's shape under `history`, results that name their calls in a list) and of
 * mini-swe-agent (`.traj.json`: messages of OpenAI's chat API or items of its Responses API). Each agent of a run is a conversation.
 *
 * Source: SWE-agent, `sweagent/types.py` (`HistoryItem`) and `trajectories/demonstrations`; mini-swe-agent 2.3, `minisweagent/models`; read
 * 2026-11.
 */
export const sweAgent: Format = {
  id: "swe-agent",
  title: "SWE-agent trajectories",
  carries: ["calls", "results"],
  source: "SWE-agent, sweagent/types.py; mini-swe-agent 2.3 (read 2026-11)",
  profile: "benchmark",
  rootKeys: ["history", "trajectory_format", "info", "[].message_type"],
  detect,
  adapt,
};

const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["system", "system"],
  ["user", "user"],
  ["tool", "tool"],
]);

function detect({ body, response }: Recording): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  const history = body.kind === "array" ? body : body.get("history");
  const first = history?.first();
  if (first?.get("message_type") !== undefined && first.get("role") !== undefined) {
    return { match: "certain", because: "has a history whose messages have a message_type" };
  }
  if (first?.get("role") !== undefined && body.get("trajectory")?.kind === "array") {
    return { match: "certain", because: "has a trajectory and its history" };
  }
  const isMini = body.get("trajectory_format") !== undefined || body.get("info")?.get("mini_version") !== undefined;
  return isMini && body.get("messages")?.kind === "array" ? { match: "certain", because: "is a trajectory of mini-swe-agent" } : noMatch;
}

function adapt(recording: Recording): readonly Recorded[] {
  const { body } = recording;
  const list = body.kind === "array" ? body : (body.get("history") ?? body.get("messages"));
  const drafts = new Map<string, ConversationDraft>();
  const draftOf = (agent: string) => {
    const draft = drafts.get(agent) ?? new ConversationDraft();
    drafts.set(agent, draft);
    return draft;
  };
  for (const node of list?.items() ?? []) readMessage(node, draftOf(node.get("agent")?.string() ?? ""));
  if (list?.kind !== "array") draftOf("").report(list ?? body, "Unexpected trajectory without history, expected a list of messages");
  if (drafts.size === 0) draftOf("");
  return [...drafts.values()].map((draft) => {
    const recorded = recordedFrom(draft, recording, { format: "swe-agent", tools: [], isRequest: false, model: undefined });
    return recording.tools === undefined ? { ...recorded, declarationOrigin: "log" } : recorded;
  });
}

function readMessage(node: JsonNode, draft: ConversationDraft): void {
  if (node.kind !== "object") {
    draft.report(node, `Unexpected ${node.kind} as message, expected an object with a role`);
    return;
  }
  if (node.get("object")?.string() === "response" || node.get("type")?.string() === "function_call_output") {
    readItem(node, draft);
    return;
  }
  const roleAt = node.get("role");
  const word = roleAt?.string();
  // How a run ended is noted as a message, in place of the result of the call that ended it.
  if (word === "exit") return;
  const role = word === undefined ? undefined : roles.get(word);
  if (role === undefined) {
    const what = roleAt === undefined ? "message without role" : `${word === undefined ? roleAt.kind : quote(word)} as role`;
    draft.report(roleAt ?? node, `Unexpected ${what}, expected one of ${[...roles.keys()].join(", ")}`);
  }
  const message = draft.open({ role: role ?? "user", at: node, roleAt });
  if (role === "tool") {
    addResults(node, message);
    return;
  }
  message.content(node.get("content"));
  if (role === "assistant") addCalls(node.get("tool_calls"), message, draft);
}

function addCalls(calls: JsonNode | undefined, message: MessageDraft, draft: ConversationDraft): void {
  const report = (at: JsonNode, text: string, fix?: string) => draft.report(at, text, fix);
  let index = 0;
  for (const node of calls?.items() ?? []) {
    const call = readToolCall(node, { message: message.index, index, container: "either", idOptional: false }, report);
    if (call === undefined) continue;
    message.add(call);
    index += 1;
  }
}

/** One observation may answer several calls. */
function addResults(node: JsonNode, message: MessageDraft): void {
  const content = node.get("content");
  const ids = node.get("tool_call_ids")?.items() ?? [];
  if (ids.length === 0) message.result({ result: node, callId: node.get("tool_call_id"), name: node.get("name"), content });
  for (const callId of ids) message.result({ result: node, callId, content });
}

/** A response of the Responses API, or an output that is sent back to it. */
function readItem(node: JsonNode, draft: ConversationDraft): void {
  if (node.get("object") === undefined) {
    draft.open({ role: "tool", at: node }).result({ result: node, callId: node.get("call_id"), content: node.get("output") });
    return;
  }
  const message = draft.open({ role: "assistant", at: node });
  for (const item of node.get("output")?.items() ?? []) {
    const type = item.get("type")?.string() ?? "";
    if (type === "function_call") {
      message.call({ call: item, type: "function", id: item.get("call_id"), name: item.get("name"), arguments: item.get("arguments") });
    } else if (type === "reasoning") message.thinking(type, item);
    else message.other(type, item);
  }
}
