import { readTools } from "../declarations/index.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, Anomaly } from "../model/conversation.js";
import { type Tool, Toolset } from "../model/tool.js";
import { type Answer, conversationsOf, noAnswer } from "./answer.js";
import { AssistantsReader } from "./assistants/reader.js";
import { adaptedFrom } from "./conversation-draft.js";
import { decoded } from "./decoded.js";
import { asMessage, certain, type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { isErrorBody, readRefusal } from "./refusal.js";

/**
 * OpenAI's Assistants API (retired, still on disk): runs that require outputs, submitted outputs, run steps, messages of threads, and
 * their streams.
 *
 * Source: OpenAI API reference, Assistants (v2, deprecated), and the types of openai-node 7.59, read 2026-11.
 */
export const openaiAssistants: Format = {
  id: "openai-assistants",
  title: "OpenAI Assistants runs and steps",
  carries: ["calls", "results", "declarations", "finish reasons"],
  source: "OpenAI API reference, Assistants (read 2026-11)",
  profile: "openai-assistants",
  rootKeys: [
    "object",
    "tool_outputs",
    "required_action",
    "step_details",
    "assistant_id",
    "event",
    "[].object",
    "[].event",
    "[].tool_outputs",
  ],
  detect,
  adapt,
};

/** Endpoints below a thread. */
const endpoint = /\/threads\/(?:[^/]+\/)?runs\b/;

function detect({ body, response, url }: RecordingInput): Detection {
  const answered = response === undefined ? undefined : markOf(response);
  const own = markOf(body) ?? answered;
  if (own !== undefined) return isEvent(body) ? asMessage(certain(own)) : certain(own);
  if (body.kind !== "object") return noMatch;
  const submitted = body.get("tool_outputs")?.first()?.get("tool_call_id");
  if (submitted !== undefined) return certain("submits tool_outputs");
  if (url !== undefined && endpoint.test(url)) return certain("was sent to a thread's runs");
  return noMatch;
}

/** What marks a value as one of the API's objects, a list of such, or an event that brings one. */
function markOf(node: JsonNode): string | undefined {
  const first = node.kind === "array" ? node.first() : node.get("object")?.string() === "list" ? node.get("data")?.first() : undefined;
  if (first !== undefined) return first.kind === "object" && first.get("object")?.string() !== "list" ? markOf(first) : undefined;
  if (isEvent(node)) return "has events of a run";
  const object = objectOf(node).get("object")?.string();
  if (object === "thread.run" || object === "thread.run.step") return `holds a ${object}`;
  if (object === "thread.message" && node.get("thread_id") !== undefined) return "holds messages of a thread";
  return node.get("required_action")?.get("submit_tool_outputs") === undefined ? undefined : "requires tool outputs";
}

function isEvent(node: JsonNode): boolean {
  return node.get("event")?.string()?.startsWith("thread.") === true && node.get("data") !== undefined;
}

/** The object that an event brings, or the value itself. */
function objectOf(node: JsonNode): JsonNode {
  const data = node.get("event") === undefined ? undefined : node.get("data");
  return decoded(data) ?? node;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  return conversationsOf(recording, {
    history: objectsIn(recording.body),
    receive: (node, status) => [receive(node, status)],
    assemble: (sent, answer) => assemble(recording, sent, answer),
  });
}

function receive(node: JsonNode, status: number | undefined): Answer<readonly JsonNode[]> {
  const isRefused = (status !== undefined && status >= 400) || isErrorBody(node);
  return isRefused ? { ...noAnswer, refusal: readRefusal(node, status) } : objectsIn(node);
}

function assemble(
  recording: RecordingInput,
  sent: Answer<readonly JsonNode[]> | undefined,
  answer: Answer<readonly JsonNode[]>,
): AdaptedConversation {
  const { tools: given } = recording;
  const reader = new AssistantsReader();
  for (const node of sent?.body ?? []) reader.read(node, false);
  for (const node of answer.body ?? []) reader.read(node, true);
  const declared = given ?? reader.tools;
  reader.draft.anomalies.unshift(...(sent?.anomalies ?? []), ...answer.anomalies);
  return adaptedFrom(reader.draft, recording, {
    format: "openai-assistants",
    declared: {
      toolset: toolsetOf(declared, given === undefined && reader.isEcho),
      declarations: declared === undefined ? [] : [declared],
    },
    isRequest: true,
    model: reader.model,
    refusal: answer.refusal,
    historyCut: reader.hasSubmitted,
  });
}

function toolsetOf(declared: JsonNode | undefined, isEcho: boolean): Toolset {
  if (declared === undefined) return Toolset.absent;
  const toolset = readTools(declared);
  if (!isEcho) return toolset;
  const echoed = toolset.tools.map((tool): Tool => ({ ...tool, isEcho: true }));
  return new Toolset(echoed, toolset.completeness, toolset.faults);
}

/** Events that end a stream: the run stops, or waits for outputs. */
const ends = /^thread\.run\.(?:completed|incomplete|failed|cancelled|expired|requires_action)$|^done$/;

/** The API's objects in the order in which they came, of a list, a stream or one alone. Deltas are left out: the whole comes after them. */
function objectsIn(node: JsonNode): Answer<readonly JsonNode[]> {
  const listed = node.get("object")?.string() === "list" ? node.get("data") : undefined;
  if (listed?.kind === "array") return { ...noAnswer, body: inOrder(listed.items()) };
  if (node.kind !== "array") return { ...noAnswer, body: [objectOf(node)] };
  const items = node.items();
  const body = items.map(objectOf).filter((each) => each.get("object")?.string()?.endsWith(".delta") !== true && each.kind === "object");
  const events = items.filter((item) => item.get("event") !== undefined);
  const last = events.at(-1);
  if (last === undefined || events.some((event) => ends.test(event.get("event")?.string() ?? ""))) return { ...noAnswer, body };
  const cut: Anomaly = {
    rule: "incomplete-stream",
    at: last,
    message: "The stream ends before the run does: no event says that it is complete or waits for outputs",
    fix: "Record the stream to its end: its last call may be missing",
  };
  return { ...noAnswer, body, anomalies: [cut] };
}

/** The newest comes first in lists unless asked otherwise (OpenAI API reference, `order` defaults to `desc`). */
function inOrder(items: readonly JsonNode[]): readonly JsonNode[] {
  const first = items[0]?.get("created_at")?.number() ?? 0;
  const last = items.at(-1)?.get("created_at")?.number() ?? 0;
  return first > last ? items.toReversed() : items;
}
