import { composeArray, composeObject, joinText, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { streamedInput } from "./ui-invocation.js";

/** A UI message put together from the chunks of its stream. */
export interface StreamedMessage {
  readonly message: JsonNode;
  readonly anomalies: readonly Anomaly[];
}

/** Chunks that only this protocol has (ai 6.0, `UIMessageChunk`; read 2026-11). */
const toolChunks: ReadonlySet<string> = new Set([
  "tool-input-start",
  "tool-input-delta",
  "tool-input-available",
  "tool-input-error",
  "tool-output-available",
  "tool-output-error",
  "tool-output-denied",
]);

const otherChunks: ReadonlySet<string> = new Set([
  "start",
  "start-step",
  "finish-step",
  "finish",
  "abort",
  "text-start",
  "text-delta",
  "text-end",
  "reasoning-start",
  "reasoning-delta",
  "reasoning-end",
  "tool-approval-request",
  "message-metadata",
]);

/** The types of all chunks that tell what they belong to. */
export const chunkTypes: readonly string[] = [...toolChunks, ...otherChunks];

/** What a chunk says of its list: it can be nothing else, or it fits. */
export function markOfChunk(item: JsonNode): "certain" | "possible" | undefined {
  const chunk = chunkOf(item);
  const type = chunk?.get("type")?.string();
  if (chunk === undefined || type === undefined || chunk.get("role") !== undefined) return undefined;
  if (toolChunks.has(type) && chunk.get("toolCallId") !== undefined) return "certain";
  return otherChunks.has(type) ? "possible" : undefined;
}

/** The chunk itself: recorders keep `{data}`, whose value may be text; `undefined` for the mark that ends a stream. */
function chunkOf(item: JsonNode): JsonNode | undefined {
  const data = item.kind === "object" ? (item.get("data") ?? item) : item;
  // A data part of the page's own has data too, under a type.
  const inner = item.get("type") === undefined ? data : item;
  if (inner.kind !== "string") return inner;
  const nested = inner.nested();
  return nested?.kind === "json" ? nested.document.root : undefined;
}

/** Puts the message of a stream together. */
export function assembleUiStream(list: JsonNode): StreamedMessage {
  const parts: Part[] = [];
  const byId = new Map<string, ToolPart | ProsePart>();
  let isEnded = false;
  let last = list;
  for (const item of list.items()) {
    const chunk = chunkOf(item);
    last = item;
    if (chunk === undefined) {
      isEnded ||= item.get("data")?.string()?.trim() === "[DONE]";
      continue;
    }
    const type = chunk.get("type")?.string() ?? "";
    if (type === "finish" || type === "abort") isEnded = true;
    else if (type === "start-step") parts.push({ kind: "step", at: chunk });
    else if (type.startsWith("tool-")) toolPart(chunk, parts, byId)?.chunks.push({ type, chunk });
    else if (/^(?:text|reasoning)-/.test(type)) prosePart(chunk, type, parts, byId).deltas.push(...deltaOf(chunk));
  }
  const message = composeObject(
    [
      ["role", literal("assistant", list)],
      ["parts", composeArray(parts.map(composePart), list)],
    ],
    list,
  );
  if (isEnded) return { message, anomalies: [] };
  const fix = "Record the stream to its end: its last call may be cut";
  return {
    message,
    anomalies: [{ rule: "incomplete-stream", at: last, message: "The stream ends without a finish chunk", fix }],
  };
}

type Part = { readonly kind: "step"; readonly at: JsonNode } | ProsePart | ToolPart;

interface ProsePart {
  readonly kind: "text" | "reasoning";
  readonly at: JsonNode;
  readonly deltas: JsonNode[];
}

interface ToolPart {
  readonly kind: "tool";
  readonly at: JsonNode;
  readonly chunks: { readonly type: string; readonly chunk: JsonNode }[];
}

function deltaOf(chunk: JsonNode): readonly JsonNode[] {
  const delta = chunk.get("delta");
  return delta?.kind === "string" ? [delta] : [];
}

function prosePart(chunk: JsonNode, type: string, parts: Part[], byId: Map<string, ToolPart | ProsePart>): ProsePart {
  const kind = type.startsWith("text") ? "text" : "reasoning";
  const key = `${kind} ${chunk.get("id")?.string() ?? ""}`;
  const known = type.endsWith("-start") ? undefined : byId.get(key);
  if (known !== undefined && known.kind !== "tool") return known;
  const part: ProsePart = { kind, at: chunk, deltas: [] };
  parts.push(part);
  byId.set(key, part);
  return part;
}

/** The part that a chunk goes on with; another `tool-input-start` of the same id begins a new one. */
function toolPart(chunk: JsonNode, parts: Part[], byId: Map<string, ToolPart | ProsePart>): ToolPart | undefined {
  const id = chunk.get("toolCallId")?.string();
  if (id === undefined) return undefined;
  const key = `tool ${id}`;
  const known = byId.get(key);
  if (known?.kind === "tool" && chunk.get("type")?.string() !== "tool-input-start") return known;
  const part: ToolPart = { kind: "tool", at: chunk, chunks: [] };
  parts.push(part);
  byId.set(key, part);
  return part;
}

function composePart(part: Part): JsonNode {
  switch (part.kind) {
    case "step":
      return composeObject([["type", literal("step-start", part.at)]], part.at);
    case "tool":
      return composeTool(part);
    default:
      return composeObject(
        [
          ["type", literal(part.kind, part.at)],
          ["text", joinText(part.deltas, part.deltas[0] ?? part.at)],
        ],
        part.at,
      );
  }
}

/** Which state a chunk puts its part into. */
const states: ReadonlyMap<string, string> = new Map([
  ["tool-input-start", "input-streaming"],
  ["tool-input-delta", "input-streaming"],
  ["tool-input-available", "input-available"],
  ["tool-input-error", "output-error"],
  ["tool-approval-request", "approval-requested"],
  ["tool-output-available", "output-available"],
  ["tool-output-error", "output-error"],
  ["tool-output-denied", "output-denied"],
]);

/** Each member as the last chunk that has it says it. */
function composeTool({ at, chunks }: ToolPart): JsonNode {
  const lastOf = (key: string) => chunks.findLast(({ chunk }) => chunk.get(key) !== undefined)?.chunk.get(key);
  const last = chunks.at(-1);
  const failed = chunks.find(({ type }) => type === "tool-input-error");
  const input = failed === undefined ? lastOf("input") : undefined;
  const pieces = input === undefined && failed === undefined ? chunks.flatMap(({ chunk }) => chunk.get("inputTextDelta") ?? []) : [];
  return composeObject(
    [
      ["type", literal("dynamic-tool", at)],
      ["toolName", lastOf("toolName")],
      ["toolCallId", lastOf("toolCallId")],
      ["state", literal(states.get(last?.type ?? "") ?? "input-streaming", last?.chunk ?? at)],
      // What did not validate is kept as it was, and is not judged.
      ["input", input],
      // Adapters of other frameworks leave the whole input out where they have sent its text.
      [streamedInput, pieces[0] && joinText(pieces, pieces[0])],
      ["output", lastOf("output")],
      ["errorText", lastOf("errorText")],
      ["providerExecuted", lastOf("providerExecuted")],
    ],
    at,
  );
}
