import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { readItems } from "./responses/items.js";
import { type ItemDialect, type ItemShape, itemShapes } from "./responses/shapes.js";
import { evidenceOf } from "./responses/telling.js";
import { textItem } from "./responses/text-item.js";

/**
 * Items of the OpenAI Agents SDK for JavaScript: session items in camelCase, and the run items and run states that hold them. The
 * Python SDK stores items of the Responses API as they are, but writes run states of the same build in snake_case.
 *
 * Source: openai/openai-agents-js, `packages/agents-core/src/types/protocol.ts`, and openai/openai-agents-python, `src/agents/run_state.py`,
 * read 2026-11.
 */
export const openaiAgents: Format = {
  id: "openai-agents",
  title: "OpenAI Agents SDK items and run states",
  carries: ["calls", "results", "hosted tools"],
  source: "openai/openai-agents-js, agents-core protocol (read 2026-11)",
  profile: "session-log",
  rootKeys: ["callId", "rawItem", "$schemaVersion", "generatedItems", "generated_items", "items", "[]"],
  marks: ["callId", "rawItem", "raw_item", "providerData"],
  detect,
  adapt,
};

/** Types that only this SDK has. */
const ownTypes: ReadonlySet<string> = new Set(["function_call_result", "computer_call_result", "hosted_tool_call"]);

const output = { callId: ["callId", "call_id"], output: "output", isContent: true, hosted: false } as const;

/** The SDK's items are those of the Responses API under other names. */
const shapes: ReadonlyMap<string, ItemShape> = new Map<string, ItemShape>([
  ...[...itemShapes].map(
    ([type, shape]) => [type, shape.kind === "result" ? { ...shape, callId: ["callId", ...shape.callId] } : shape] as const,
  ),
  ["function_call_result", { ...output, kind: "result", answers: ["function", "tool_search"] }],
  ["computer_call_result", { ...output, kind: "result", answers: ["computer", "computer_use", "computer_use_preview"], isContent: false }],
  [
    "hosted_tool_call",
    { kind: "record", tool: "hosted_tool_call", isNamed: true, input: ["arguments"], form: "given", output: ["output"] },
  ],
  ["program_output", { ...output, kind: "result", answers: ["programmatic_tool_calling"], isContent: false, hosted: true }],
  ["unknown", { kind: "skipped" }],
]);

const dialect: ItemDialect = { shapes, standaloneOutputs: false, isFailure: () => false };

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined) return noMatch;
  if (body.kind === "object" && itemsIn(body) === undefined) {
    return isOwn(itemOf(body)) ? { match: "certain", because: "is an item with a callId", unit: "message" } : noMatch;
  }
  if (body.get("$schemaVersion") !== undefined && (body.get("generatedItems") ?? body.get("generated_items"))?.kind === "array") {
    return { match: "certain", because: "is the state of a run" };
  }
  const first = itemsIn(body)?.first();
  if (first?.kind !== "object") return noMatch;
  const item = itemOf(first);
  if (item.get("type") === undefined && item.get("role") === undefined) return noMatch;
  return hasOwn(itemsIn(body)?.items() ?? []) ? { match: "certain", because: "has items with a callId" } : noMatch;
}

/** The first item that only one wire writes decides. */
function hasOwn(nodes: readonly JsonNode[]): boolean {
  for (const node of nodes) {
    const item = itemOf(node);
    if (isOwn(item)) return true;
    const evidence = evidenceOf(item);
    if (evidence !== "plain" && evidence !== "likely") return false;
  }
  return false;
}

/** Whether only this SDK writes such an item. */
function isOwn(item: JsonNode): boolean {
  const type = item.get("type")?.string();
  if (type === undefined) return false;
  return ownTypes.has(type) || (item.get("callId")?.kind === "string" && itemShapes.has(type));
}

/** The item that a run item wraps, or itself. */
function itemOf(node: JsonNode): JsonNode {
  return node.get("rawItem") ?? node.get("raw_item") ?? node;
}

/** Whether a run item was said: a request for approval repeats the call that it is about. */
function isSaid(node: JsonNode): boolean {
  return node.get("type")?.string() !== "tool_approval_item";
}

/** The list of items: bare, of a session, or of a run's state. */
function itemsIn(body: JsonNode): JsonNode | undefined {
  const list = body.kind === "array" ? body : (body.get("generatedItems") ?? body.get("generated_items") ?? body.get("items"));
  return list?.kind === "array" ? list : undefined;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, tools } = recording;
  const asked = body.get("originalInput") ?? body.get("original_input");
  const made = itemsIn(body)?.items() ?? [body];
  const items = [...(asked?.kind === "string" ? [textItem(asked)] : (asked?.items() ?? [])), ...made.filter(isSaid)].map(itemOf);
  const read = readItems([{ items, fromResponse: false }], { dialect, given: tools });
  return [
    adaptedFrom(read.draft, recording, {
      format: "openai-agents",
      declared: read,
      isLog: tools === undefined,
      historyCut: read.historyCut,
    }),
  ];
}
