import type { JsonNode } from "../../json/node.js";
import { KeyNames } from "../../json/seen-words.js";
import { isDistinctive } from "../blocks/kinds.js";
import { asMessage, certain, type Detection, noMatch, type RecordingInput } from "../format.js";
import { messagesIn } from "../message-list.js";
import { eventDataOf } from "../stream.js";
import { streamEvents } from "./stream.js";

/** Types of tools that only Anthropic runs or defines, `bash_20250124`; OpenAI writes its dates with separators. */
const ownToolType = /^(?:[a-z][a-z0-9_]*_20\d{6}|mcp_toolset)$/;

/** Path of the endpoint, also where a gateway puts a prefix before it. */
const endpoint = /\/v1\/messages(?:\/count_tokens)?\/?(?:[?#]|$)/;

/** Keys of an MCP sampling request, whose blocks look like ours. */
const samplingKeys = ["systemPrompt", "modelPreferences", "maxTokens"] as const;

const decidingKeys = new KeyNames(["anthropic_version", ...samplingKeys]);

/** Recognises a recording by what only the Messages API writes: roles, text blocks, names and ids alone tell nothing. */
export function detectAnthropic(recording: RecordingInput): Detection {
  const { body, response } = recording;
  const answered = response === undefined ? undefined : answerEvidence(response);
  if (body.kind === "array") return orByTools(detectList(body, answered), recording);
  if (body.kind !== "object") return noMatch;
  const messages = messagesIn(body);
  if (messages === undefined) return detectSingle(body, answered);
  return orByTools(detectRequest(recording, body, messages, answered), recording);
}

/** Where the messages are prose that any chat format writes, the dialect of the declarations that our envelope gives them decides. */
function orByTools(detection: Detection, { body, tools }: RecordingInput): Detection {
  if (detection.match !== "none" || tools?.first()?.get("input_schema") === undefined) return detection;
  const model = body.get("model")?.string();
  if (model !== undefined && !model.includes("claude")) return detection;
  const messages = messagesIn(body) ?? [];
  return messages.length > 0 && messages.every(isProse) ? certain("is prose beside tools with an input_schema") : detection;
}

function isProse(message: JsonNode): boolean {
  const role = message.get("role")?.string();
  if ((role !== "user" && role !== "assistant") || message.get("tool_calls") !== undefined) return false;
  const content = message.get("content");
  return (
    content?.kind === "string" || (content?.kind === "array" && content.items().every((part) => part.get("type")?.string() === "text"))
  );
}

function detectRequest({ url }: RecordingInput, body: JsonNode, messages: readonly JsonNode[], answered: string | undefined): Detection {
  if (body.mayHaveOneOf?.(decidingKeys) !== false) {
    if (body.get("anthropic_version")?.kind === "string") return certain("names an anthropic_version");
    if (samplingKeys.some((key) => body.get(key) !== undefined)) return noMatch;
  }
  const found = survey(messages);
  if (found.evidence !== undefined) return { match: found.isForeign ? "possible" : "certain", because: found.evidence };
  if (found.isForeign) return noMatch;
  const tools = body.get("tools");
  if (tools?.first()?.get("input_schema") !== undefined) return certain("declares tools with an input_schema");
  for (const tool of tools?.items() ?? []) {
    const type = tool.get("type")?.string();
    if (type !== undefined && ownToolType.test(type)) return certain("declares a tool that only this endpoint has");
  }
  if (answered !== undefined) return certain(answered);
  if (url !== undefined && endpoint.test(url)) return certain("was sent to /v1/messages");
  if (body.get("system") !== undefined && body.get("max_tokens") !== undefined && !found.hasUntypedParts)
    return certain("has a system prompt of its own and max_tokens");
  return noMatch;
}

/** One value without messages: an answer, an event of a stream, a message of a list, an error. */
function detectSingle(body: JsonNode, answered: string | undefined): Detection {
  const event = eventDataOf(body);
  if (event !== undefined && isEvent(event)) return asMessage(certain("is an event of a stream of messages"));
  const type = event?.get("type")?.string();
  if (event !== undefined && type === "ping" && event.entries().length === 1)
    return { match: "possible", because: "is a ping of a stream", unit: "message" };
  const own = answerEvidence(body) ?? answered;
  // A stream may end with an error instead of a message's end.
  if (own !== undefined) return type === "error" ? asMessage(certain(own)) : certain(own);
  const found = survey([body]);
  if (found.evidence === undefined) return noMatch;
  return { match: found.isForeign ? "possible" : "certain", because: found.evidence, unit: "message" };
}

function detectList(list: JsonNode, answered: string | undefined): Detection {
  const first = list.first();
  if (first?.kind !== "object") return noMatch;
  const event = eventDataOf(first);
  if (event !== undefined && isEvent(event)) return certain("is a list of the events of a stream of messages");
  const own = answerEvidence(first);
  if (own !== undefined) return certain(own);
  if (isBlockList(list)) return certain("is a list of blocks that only this endpoint has");
  const found = survey(messagesIn(list) ?? []);
  if (found.evidence !== undefined) return { match: found.isForeign ? "possible" : "certain", because: found.evidence };
  return found.isForeign || answered === undefined ? noMatch : certain(answered);
}

/** Whether a list is the content of one message, without the message: blocks of which one tells. */
export function isBlockList(list: JsonNode): boolean {
  if (list.kind !== "array" || list.first()?.get("type") === undefined || list.first()?.get("role") !== undefined) return false;
  return list.items().some((block) => block.get("role") === undefined && isDistinctive(block));
}

/** What came back: a message, the events of its stream, or a refusal. */
function answerEvidence(node: JsonNode): string | undefined {
  if (node.kind === "array") {
    const first = node.first();
    const isPing = first !== undefined && eventDataOf(first)?.get("type")?.string() === "ping";
    const event = isPing
      ? node
          .items()
          .map(eventDataOf)
          .find((each) => each?.get("type")?.string() !== "ping")
      : first && eventDataOf(first);
    return event !== undefined && isEvent(event) ? "was answered with a stream of message events" : undefined;
  }
  const event = eventDataOf(node) ?? node;
  const type = event.get("type")?.string();
  if (
    type === "message" &&
    node.get("role")?.kind === "string" &&
    node.get("content")?.kind === "array" &&
    node.get("stop_reason") !== undefined
  )
    return "holds a message with a stop_reason";
  // Realtime events of OpenAI are errors of the same shape, with an id of their own.
  if (type === "error" && event.get("error")?.get("type")?.kind === "string" && event.get("event_id") === undefined)
    return "was answered with an error of this endpoint";
  return undefined;
}

function isEvent(event: JsonNode): boolean {
  const type = event.get("type")?.string();
  return type !== undefined && streamEvents.has(type);
}

interface Survey {
  /** Finishes the sentence "read so because it …". */
  evidence: string | undefined;
  /** Calls or results are written as another wire writes them. */
  isForeign: boolean;
  /** Parts without a type, as Bedrock's Converse API has them. */
  hasUntypedParts: boolean;
}

/** Looks at messages until one tells; most lists with calls tell early. */
function survey(messages: readonly JsonNode[]): Survey {
  const found: Survey = { evidence: undefined, isForeign: false, hasUntypedParts: false };
  for (const message of messages) {
    const role = message.get("role")?.string();
    if (role === undefined) continue;
    if (role === "tool" || role === "function" || message.get("tool_calls")?.first() !== undefined) found.isForeign = true;
    const content = message.get("content");
    if (content?.kind !== "array") {
      if (found.isForeign) break;
      continue;
    }
    for (const block of content.items()) {
      if (block.kind === "object" && block.get("type") === undefined) found.hasUntypedParts = true;
      else if (isDistinctive(block)) {
        found.evidence = `has ${block.get("type")?.string() ?? ""} blocks`;
        break;
      }
    }
    if (found.evidence !== undefined || found.isForeign) break;
  }
  return found;
}
