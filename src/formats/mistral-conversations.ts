import { composeArray } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { type Answer, conversationsOf, inSequence, noAnswer } from "./answer.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { asMessage, certain, type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { EntryReader } from "./mistral-conversations/entries.js";
import { type EntryList, eventTypes, isEntryEvent, isEntryStream, readEntryStream } from "./mistral-conversations/stream.js";
import { readRefusal } from "./refusal.js";
import { noList } from "./shape-faults.js";
import { dataOf } from "./stream.js";
import { oneValueOf, wordsNeeded } from "./words-needed.js";

/** Types of entries (`Entry`, @mistralai/mistralai 2.7). */
const entryTypes: ReadonlySet<string> = new Set([
  "message.input",
  "message.output",
  "function.call",
  "function.result",
  "tool.execution",
  "agent.handoff",
]);

/**
 * Mistral's Conversations API (agents and connectors): entries in place of messages, in requests, responses, histories and streams.
 *
 * Source: the types of @mistralai/mistralai 2.7 (`ConversationRequest`, `ConversationResponse`, `ConversationHistory`), read 2026-11.
 */
export const mistralConversations: Format = {
  id: "mistral-conversations",
  title: "Mistral Conversations",
  carries: ["requests", "responses", "streams", "entries", "declarations", "hosted tools"],
  source: "@mistralai/mistralai 2.7, ConversationRequest and ConversationHistory (read 2026-11)",
  profile: "mistral-conversations",
  rootKeys: ["inputs", "outputs", "entries", "type", "event", "data", "[].type", "[].event", "[].data"],
  needs: wordsNeeded([oneValueOf([...entryTypes, ...eventTypes.keys()])]),
  detect,
  adapt,
};

/** Its endpoint; after an id, what is sent goes on with what the service keeps. */
const endpoint = /\/v1\/conversations(\/[^/?#]+)?(?:[/?#]|$)/;

function detect({ body, response, url }: RecordingInput): Detection {
  if (body.kind === "object" && (isEntry(body) || isEntryEvent(body))) return asMessage(certain("is an entry of a conversation"));
  const holds = [body, response].some(
    (node) => node !== undefined && (isEntryStream(node) || entriesIn(node)?.items().some(isEntry) === true),
  );
  if (holds) return certain("has entries in place of messages");
  const isSent = url !== undefined && endpoint.test(url) && body.get("inputs") !== undefined;
  return isSent ? certain("was sent to /v1/conversations") : noMatch;
}

/** The entries of a list, a request, a response, or a history. */
function entriesIn(node: JsonNode): JsonNode | undefined {
  if (node.kind === "array") return node;
  const lists = [node.get("inputs"), node.get("outputs"), node.get("entries")];
  return lists.find((list) => list?.kind === "array");
}

function isEntry(node: JsonNode): boolean {
  const type = node.get("type")?.string();
  return type !== undefined && entryTypes.has(type);
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  return conversationsOf(isAnswer(body) ? { ...recording, response: body } : recording, {
    history: isAnswer(body) ? undefined : body,
    receive: (node, status) => [receive(node, status)],
    assemble: (sent, answer) => assemble(recording, sent, answer),
  });
}

function assemble(recording: RecordingInput, sent: JsonNode | undefined, answer: Answer<readonly EntryList[]>): AdaptedConversation {
  const { body, url, response } = recording;
  const draft = new ConversationDraft();
  const reader = new EntryReader(draft);
  if (sent !== undefined) readSent(sent, reader);
  for (const { entries, cut } of answer.body ?? []) for (const entry of entries) reader.read(entry, true, entry === cut);
  draft.anomalies.push(...answer.anomalies);
  const tools = body.get("tools");
  return adaptedFrom(draft, recording, {
    format: "mistral-conversations",
    tools: tools?.kind === "null" ? [] : [tools],
    isRequest: url !== undefined || (response !== undefined && response.kind !== "null") || body.get("inputs") !== undefined,
    model: body.get("model"),
    refusal: answer.refusal,
    historyCut: sent !== undefined && isContinuation(body, url),
  });
}

/** What only comes back: a response or its events. A history is what was sent and what came back. */
function isAnswer(body: JsonNode): boolean {
  return body.get("outputs") !== undefined || isEntryStream(body) || (body.kind === "object" && isEntryEvent(body));
}

function readSent(body: JsonNode, reader: EntryReader): void {
  const inputs = body.get("inputs");
  if (inputs?.kind === "string") reader.readUserText(inputs);
  const entries = entriesIn(body);
  if (entries !== undefined) for (const entry of entries.items()) reader.read(entry, false);
  else if (isEntry(body)) reader.read(body, false);
  else if (inputs?.kind !== "string") reader.draft.report(body, noList("list of entries", body));
}

/** The responses of one stream go on with each other. */
function receive(node: JsonNode, status: number | undefined): Answer<readonly EntryList[]> {
  if (isEntryStream(node) || isEntryEvent(node))
    return inSequence(readEntryStream(node.kind === "array" ? node : composeArray([node], node)));
  const refusal = readRefusal(dataOf(node), status);
  if (refusal !== undefined) return { ...noAnswer, refusal };
  return { ...noAnswer, body: [{ entries: node.get("outputs")?.items() ?? [], cut: undefined }] };
}

/** A request that starts a conversation names who answers; one that does not goes on with a stored one. */
function isContinuation(body: JsonNode, url: string | undefined): boolean {
  const isStored = url !== undefined && endpoint.exec(url)?.[1] !== undefined;
  return isStored || (body.get("inputs") !== undefined && body.get("model") === undefined && body.get("agent_id") === undefined);
}
