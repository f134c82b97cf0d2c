import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import type { ToolArguments } from "../model/exchange.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { certain, type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { type ChatTurn, requestsIn } from "./vscode-copilot/requests.js";

/**
 * Chats of VS Code with Copilot: session files (`chatSessions/<id>.json`, newer ones as a log of changes), and exported chats. The calls
 * are in the rounds of a request; what the response shows repeats them.
 *
 * Source: microsoft/vscode, contrib/chat/common/model, and microsoft/vscode-copilot-chat, `toolCallRound.ts` (read 2026-12).
 */
export const vscodeCopilot: Format = {
  id: "vscode-copilot",
  title: "VS Code Copilot chat session",
  carries: ["messages", "calls", "results"],
  source:
    "microsoft/vscode, contrib/chat/common/model/chatSessionOperationLog.ts; microsoft/vscode-copilot-chat, toolCallRound.ts (read 2026-12)",
  profile: "session-log",
  rootKeys: ["requests", "kind", "[].kind", "[].requests"],
  detect,
  adapt,
};

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined) return noMatch;
  if (body.kind === "array") return judge(body.first());
  const found = judge(body);
  return body.get("kind") === undefined ? found : { ...found, unit: "message" };
}

function judge(line: JsonNode | undefined): Detection {
  if (line?.kind !== "object") return noMatch;
  if (isSession(line)) return certain("has the requests of a chat in VS Code");
  const kind = line.get("kind")?.number();
  if (kind === 0) return isSession(line.get("v")) ? certain("begins the log of a chat in VS Code") : noMatch;
  const path = line.get("k");
  if ((kind !== 1 && kind !== 2 && kind !== 3) || path?.kind !== "array") return noMatch;
  return path.first()?.string() === "requests"
    ? certain("changes the requests of a chat in VS Code")
    : { match: "possible", because: "is a change that a log tells" };
}

function isSession(node: JsonNode | undefined): boolean {
  const requests = node?.get("requests");
  if (node === undefined || requests?.kind !== "array") return false;
  const isNamed = (node.get("responderUsername") ?? node.get("requesterUsername") ?? node.get("initialLocation")) !== undefined;
  const first = requests.first();
  return isNamed || (first?.get("requestId") !== undefined && first.get("message") !== undefined);
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { requests, takenBack } = requestsIn(recording.body);
  const draft = new ConversationDraft();
  draft.leftOut.push(...takenBack);
  for (const request of requests) readRequest(request, draft);
  const model = requests.map((request) => request.model).findLast((each) => each?.kind === "string");
  return [adaptedFrom(draft, recording, { format: "vscode-copilot", isLog: recording.tools === undefined, model })];
}

function readRequest(request: ChatTurn, draft: ConversationDraft): void {
  const { at, message, result, shown } = request;
  const user = draft.open({ role: "user", at });
  const text = message?.kind === "object" ? message.get("text") : message;
  if (text?.kind === "string") user.text(text);
  const metadata = result?.get("metadata");
  const rounds = metadata?.get("toolCallRounds")?.items() ?? [];
  if (rounds.length === 0) {
    readShown(request, draft);
    return;
  }
  draft.leftOut.push(...shown);
  const results = new Map(
    (metadata?.get("toolCallResults")?.entries() ?? []).map(({ key, value }) => [key.string() ?? "", { key, value }]),
  );
  const called = new Set(rounds.flatMap((round) => (round.get("toolCalls")?.items() ?? []).map((call) => call.get("id")?.string() ?? "")));
  for (const round of rounds) {
    const ids = readRound(round, request, draft);
    const answered = ids.flatMap((id) => results.get(id) ?? []);
    for (const id of ids) results.delete(id);
    // What answers no call of any round stands in for the result that is missing.
    const strays = answered.length < ids.length ? [...results].filter(([id]) => !called.has(id)) : [];
    for (const [id] of strays) results.delete(id);
    readResults([...answered, ...strays.map(([, stray]) => stray)], draft);
  }
  readResults([...results.values()], draft);
}

/** Reads what the model answered at once; gives the ids of its calls. */
function readRound(round: JsonNode, { isCancelled }: ChatTurn, draft: ConversationDraft): readonly string[] {
  const message = draft.open({ role: "assistant", at: round, opensTurn: true });
  const thinking = round.get("thinking");
  if (thinking !== undefined && thinking.kind !== "null") message.thinking("thinking", thinking);
  const response = round.get("response");
  for (const text of response?.kind === "array" ? response.items() : [response]) if (text?.kind === "string") message.text(text);
  return (round.get("toolCalls")?.items() ?? []).flatMap((call) => {
    const id = call.get("id");
    message.call({ call, id, name: call.get("name"), arguments: call.get("arguments"), expectsNoResult: isCancelled });
    return id?.string() ?? [];
  });
}

function readResults(results: readonly { readonly key: JsonNode; readonly value: JsonNode }[], draft: ConversationDraft): void {
  const [first] = results;
  if (first === undefined) return;
  const message = draft.open({ role: "tool", at: first.value });
  for (const { key, value } of results) {
    const isError = value.get("isError")?.boolean() === true || value.get("hasError")?.boolean() === true;
    message.result({ result: value, callId: key, content: value.get("content") ?? value, isError });
  }
}

/** Requests of older versions, and of other agents, keep only what was shown. */
function readShown({ shown, at }: ChatTurn, draft: ConversationDraft): void {
  if (shown.length === 0) return;
  const message = draft.open({ role: "assistant", at: shown[0] ?? at });
  for (const part of shown) {
    const kind = part.get("kind")?.string();
    if (kind === "toolInvocationSerialized" || kind === "toolInvocation") {
      const details = part.get("resultDetails");
      const given = details?.get("input") ?? part.get("toolSpecificData")?.get("rawInput");
      const content = details?.get("output");
      const call = message.call({
        call: part,
        id: part.get("toolCallId"),
        name: part.get("toolId"),
        arguments: given,
        ...(given === undefined && { decoded: notKept }),
        idOptional: true,
        expectsNoResult: true,
      });
      const isError = details?.get("isError")?.boolean() === true;
      if (content !== undefined) message.result({ result: part, callId: undefined, content, isError, inlineCall: call });
    } else if (kind === undefined && part.get("value")?.kind === "string") {
      message.text(part.get("value") ?? part);
    } else {
      message.other(kind ?? "", part);
    }
  }
}

const notKept: ToolArguments = { kind: "unknown", because: "VS Code kept only what it showed of the call" };
