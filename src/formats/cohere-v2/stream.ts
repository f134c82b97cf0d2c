import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import { type Answer, noAnswer } from "../answer.js";
import { AnswerDraft, dataOf, foldStream, joinedPieces, type PartDraft, PartDrafts, type StreamWire, stoppedEarly } from "../stream.js";

/** Events of a stream (`V2ChatStreamResponse`, cohere-ai 8.1, read 2026-11) that no other vendor names so. */
const tellingEvents: ReadonlySet<string> = new Set([
  "message-start",
  "content-start",
  "content-delta",
  "content-end",
  "tool-plan-delta",
  "tool-call-start",
  "tool-call-delta",
  "tool-call-end",
  "citation-start",
  "citation-end",
  "message-end",
]);

/** The event in an item of a stream. */
export function cohereV2EventOf(item: JsonNode): JsonNode | undefined {
  const event = dataOf(item);
  return event.kind === "object" ? event : undefined;
}

/** Whether an item is an event of such a stream. `content-start` and the like are beside a delta, whatever else is called so. */
export function isCohereV2Event(item: JsonNode): boolean {
  const event = cohereV2EventOf(item);
  const type = event?.get("type")?.string();
  if (event === undefined || type === undefined || !tellingEvents.has(type)) return false;
  return event.get("delta") !== undefined || event.get("index") !== undefined || type === "message-start" || type === "message-end";
}

/** One answer while its events come in. */
class CohereDraft extends AnswerDraft {
  readonly plan: JsonNode[] = [];
  readonly blocks = new PartDrafts();
  readonly calls = new PartDrafts();

  override get isBegun(): boolean {
    return super.isBegun || [this.plan, this.blocks.all, this.calls.all].some(({ length }) => length > 0);
  }
}

const wire: StreamWire<JsonNode, CohereDraft> = {
  draft: (list) => new CohereDraft(list, { answer: "message", end: "message-end" }),
  eventOf: (data) => (tellingEvents.has(data.get("type")?.string() ?? "") ? data : undefined),
  begins: (event, draft) => draft.isBegun && event.get("type")?.string() === "message-start",
  read(event, draft) {
    const message = event.get("delta")?.get("message");
    const index = event.get("index");
    switch (event.get("type")?.string()) {
      case "message-start":
        draft.opening = message ?? event;
        // Content and calls that the opening brings whole: events begin those that follow.
        for (const block of listed(draft.opening.get("content"))) draft.blocks.open(undefined, block, block).isClosed = true;
        for (const call of listed(draft.opening.get("tool_calls"))) draft.calls.open(undefined, call, call).isClosed = true;
        break;
      case "content-start":
        draft.blocks.open(index, event, message?.get("content"));
        break;
      case "content-delta": {
        const content = message?.get("content");
        partOf(draft.blocks, event).add("text", content?.get("text") ?? content?.get("thinking"));
        break;
      }
      case "content-end":
        close(draft.blocks, index);
        break;
      case "tool-plan-delta": {
        const plan = message?.get("tool_plan");
        if (plan !== undefined) draft.plan.push(plan);
        break;
      }
      case "tool-call-start":
        draft.calls.open(index, event, soleOf(message?.get("tool_calls")));
        break;
      case "tool-call-delta":
        partOf(draft.calls, event).add("arguments", soleOf(message?.get("tool_calls"))?.get("function")?.get("arguments"));
        break;
      case "tool-call-end":
        close(draft.calls, index);
        break;
      case "message-end":
        draft.end = event;
        break;
    }
  },
};

/** Puts the answers of a list of events together; a new `message-start` begins the next one. */
export function readCohereV2Stream(list: JsonNode): readonly Answer<JsonNode>[] {
  return foldStream(list, wire).map((draft) => ({
    ...noAnswer,
    // As the endpoint answers without streaming: `{message, finish_reason}`, each leaf at its event.
    body: draft.isBegun ? compose(draft) : undefined,
    isCut: !draft.isEnded && draft.calls.last?.isClosed === false,
    anomalies: [...draft.anomalies, ...failure(draft)],
  }));
}

/** Blocks and calls have a start; where a recorder lost it, their pieces still say something. */
function partOf(parts: PartDrafts, event: JsonNode): PartDraft {
  const index = event.get("index");
  return parts.get(index) ?? parts.open(index, event, undefined);
}

function close(parts: PartDrafts, index: JsonNode | undefined): void {
  const part = parts.get(index);
  if (part !== undefined) part.isClosed = true;
}

function failure({ end }: CohereDraft): readonly Anomaly[] {
  const at = end?.get("delta")?.get("error");
  if (at?.kind !== "string") return [];
  const message = `The stream broke off with an error: ${quote(at.string() ?? "")}`;
  return [{ rule: "incomplete-stream", at, message, fix: stoppedEarly }];
}

function compose({ at, opening, plan, blocks, calls, end }: CohereDraft): JsonNode {
  const list = (nodes: readonly JsonNode[]) => (nodes.length === 0 ? undefined : composeArray(nodes, nodes[0] ?? at));
  const message = [
    ["role", opening?.get("role")],
    ["tool_plan", joinedPieces(plan)],
    ["content", list(blocks.all.map(composeBlock))],
    ["tool_calls", list(calls.all.map(composeCall))],
  ] as const;
  const response = [
    ["message", composeObject(message, at)],
    ["finish_reason", end?.get("delta")?.get("finish_reason")],
  ] as const;
  return composeObject(response, at);
}

function listed(list: JsonNode | undefined): readonly JsonNode[] {
  return list?.kind === "array" ? list.items().filter(({ kind }) => kind === "object") : [];
}

/** The stream writes one call where the message has a list of them; some gateways write the list. */
function soleOf(calls: JsonNode | undefined): JsonNode | undefined {
  return calls?.kind === "array" ? calls.first() : calls;
}

function composeCall(part: PartDraft): JsonNode {
  const { at, start } = part;
  const called = start?.get("function");
  const members = [
    ["name", called?.get("name")],
    ["arguments", part.text("arguments", called?.get("arguments"))],
  ] as const;
  const call = [
    ["id", start?.get("id")],
    ["type", start?.get("type")],
    ["function", composeObject(members, called ?? at)],
  ] as const;
  return composeObject(call, start ?? at);
}

function composeBlock(part: PartDraft): JsonNode {
  const { at, start } = part;
  const key = start?.get("thinking") === undefined ? "text" : "thinking";
  const members = [
    ["type", start?.get("type")],
    [key, part.text("text", start?.get(key))],
  ] as const;
  return composeObject(members, start ?? at);
}
