import { composeArray, composeObject } from "../json/composed.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, Message } from "../model/conversation.js";
import { adaptedFrom } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { evidenceIn, type LiveMessage, readLiveMessage } from "./gemini-live/frames.js";
import { ContentReader } from "./google/content.js";
import { readGoogleTools } from "./google/declared.js";
import { given } from "./google/field.js";

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
  const session = new Session();
  for (const frame of framesIn(body)?.items() ?? [body]) {
    for (const message of readLiveMessage(frame)) session.read(message);
  }
  const { reader, setup } = session;
  const messages = session.messages();
  return [
    adaptedFrom({ messages, anomalies: reader.anomalies }, recording, {
      format: "gemini-live",
      declared: readGoogleTools(outside ?? given(setup, "tools"), messages),
      isRequest: true,
      model: given(setup, "model"),
      historyCut: given(given(setup, "sessionResumption", "session_resumption"), "handle") !== undefined,
      isFragment: false,
    }),
  ];
}

/** One session while its messages are read. */
class Session {
  readonly reader = new ContentReader({ isSent: false });
  readonly #cancelled = new Set<string>();
  setup: JsonNode | undefined;

  read({ kind, value, at }: LiveMessage): void {
    switch (kind) {
      case "setup":
        this.setup ??= value;
        break;
      case "client-content":
        for (const turn of listIn(given(value, "turns"))) this.reader.read(turn);
        break;
      case "server-content": {
        const turn = given(value, "modelTurn", "model_turn");
        if (turn !== undefined) this.reader.read(turn, { fromResponse: true, role: "assistant" });
        break;
      }
      case "tool-call":
        this.#readParts(listIn(given(value, "functionCalls", "function_calls")), "functionCall", at);
        break;
      case "tool-response":
        this.#readParts(listIn(given(value, "functionResponses", "function_responses")), "functionResponse", at);
        break;
      case "cancellation":
        for (const id of listIn(given(value, "ids"))) this.#cancelled.add(id.string() ?? "");
        break;
      case "other":
        break;
    }
  }

  /** The messages, with the calls that owe no result marked so. */
  messages(): readonly Message[] {
    const free = nonBlocking(this.setup);
    return this.reader.messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) => {
        if (part.kind !== "call") return part;
        const { id, function: called } = part.call;
        const isFree = this.#cancelled.has(id ?? "") || free.has(called.name ?? "");
        return isFree ? { kind: "call", call: { ...part.call, expectsNoResult: true } } : part;
      }),
    }));
  }

  #readParts(list: readonly JsonNode[], key: "functionCall" | "functionResponse", at: JsonNode): void {
    const isCall = key === "functionCall";
    const parts = list.map((item) => composeObject([[key, item]], item));
    const content = composeObject([["parts", composeArray(parts, at)]], at);
    this.reader.read(content, { fromResponse: isCall, role: isCall ? "assistant" : "user" });
  }
}

/** SDKs write a list of one as the item alone. */
function listIn(node: JsonNode | undefined): readonly JsonNode[] {
  return node === undefined ? [] : node.kind === "array" ? node.items() : [node];
}

/** Names of the functions that the model does not wait for (`FunctionDeclaration.behavior`, Live API, read 2026-11). */
function nonBlocking(setup: JsonNode | undefined): ReadonlySet<string> {
  const declarations = listIn(given(setup, "tools")).flatMap((tool) =>
    listIn(given(tool, "functionDeclarations", "function_declarations")),
  );
  const free = declarations.filter((each) => given(each, "behavior")?.string() === "NON_BLOCKING");
  return new Set(free.flatMap((each) => given(each, "name")?.string() ?? []));
}
