import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { evidenceIn, type LiveMessage, messageKeys, readLiveMessage } from "./gemini-live/frames.js";
import { ContentReader, googleContent } from "./google/content.js";
import { readGoogleTools } from "./google/declared.js";
import { given } from "./google/field.js";
import { oneKeyOf, wordsNeeded } from "./words-needed.js";

/**
 * Gemini's Live API: the messages of one websocket session, as a list or a line each.
 *
 * Calls may be answered at any time, those of functions that do not block several times or never, and the server takes back what the
 * user talked over.
 *
 * Source: Gemini API reference, "Live API - WebSockets API reference" (ai.google.dev, read 2026-11).
 */
export const geminiLive: Format = {
  id: "gemini-live",
  title: "Gemini Live",
  carries: ["calls", "results", "declarations"],
  source: "https://ai.google.dev/api/live (read 2026-11)",
  profile: "gemini-live",
  rootKeys: [
    ...["setup", "toolCall", "toolResponse", "toolCallCancellation", "serverContent", "clientContent", "setupComplete", "realtimeInput"],
    ...["tool_call", "tool_response", "tool_call_cancellation", "server_content", "client_content", "setup_complete", "realtime_input"],
    ...["goAway", "sessionResumptionUpdate", "usageMetadata", "data", "message", "interactions", "[]"],
  ],
  needs: wordsNeeded([oneKeyOf(...messageKeys)]),
  detect,
  adapt,
};

function detect({ body, at }: RecordingInput): Detection {
  const frames = framesIn(body);
  const evidence = evidenceIn(frames === undefined ? body : frames.first());
  if (evidence === undefined) return noMatch;
  const because = "has messages of a live session";
  return frames === undefined && body === at ? { match: evidence, because, unit: "message" } : { match: evidence, because };
}

/** A list of messages, or what a recorder of websockets keeps around one. */
function framesIn(body: JsonNode): JsonNode | undefined {
  if (body.kind === "array") return body;
  const list = body.get("interactions");
  return list?.kind === "array" ? list : undefined;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, tools: outside } = recording;
  const session = (framesIn(body)?.items() ?? [body]).flatMap(readLiveMessage);
  const setup = session.find(({ kind }) => kind === "setup")?.value;
  const cancelled = new Set(session.flatMap(({ kind, value }) => (kind === "cancellation" ? wordsIn(given(value, "ids")) : [])));
  const free = nonBlocking(setup);
  const draft = new ConversationDraft();
  const reader = new ContentReader(draft, { isFree: (id = "", name = "") => cancelled.has(id) || free.has(name) });
  for (const message of session) readMessage(message, reader);
  return [
    adaptedFrom(draft, recording, {
      format: "gemini-live",
      declared: readGoogleTools(outside ?? given(setup, "tools"), draft.messages),
      isRequest: true,
      model: given(setup, "model"),
      historyCut: given(given(setup, "sessionResumption", "session_resumption"), "handle") !== undefined,
      isFragment: false,
    }),
  ];
}

function readMessage({ kind, value, at }: LiveMessage, reader: ContentReader): void {
  const turn = given(value, "modelTurn", "model_turn");
  const called = listIn(given(value, "functionCalls", "function_calls"));
  const answered = listIn(given(value, "functionResponses", "function_responses"));
  if (kind === "client-content") for (const each of listIn(given(value, "turns"))) reader.read(each);
  if (kind === "server-content" && turn !== undefined) reader.read(turn, { fromResponse: true, role: "assistant" });
  if (kind === "tool-call") reader.read(googleContent("functionCall", called, at), { fromResponse: true, role: "assistant" });
  if (kind === "tool-response") reader.read(googleContent("functionResponse", answered, at), { fromResponse: false, role: "user" });
}

/** SDKs write a list of one as the item alone. */
function listIn(node: JsonNode | undefined): readonly JsonNode[] {
  return node === undefined ? [] : node.kind === "array" ? node.items() : [node];
}

function wordsIn(list: JsonNode | undefined): readonly string[] {
  return listIn(list).flatMap((word) => word.string() ?? []);
}

/** Names of the functions that the model does not wait for (`FunctionDeclaration.behavior`, Live API, read 2026-11). */
function nonBlocking(setup: JsonNode | undefined): ReadonlySet<string> {
  const declarations = listIn(given(setup, "tools")).flatMap((tool) =>
    listIn(given(tool, "functionDeclarations", "function_declarations")),
  );
  const free = declarations.filter((each) => given(each, "behavior")?.string() === "NON_BLOCKING");
  return new Set(free.flatMap((each) => given(each, "name")?.string() ?? []));
}
