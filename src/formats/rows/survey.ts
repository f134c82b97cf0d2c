import type { JsonNode } from "../../json/node.js";
import { beginningOf } from "../../json/text-probe.js";
import { mayHoldCalls, readWrittenCalls } from "../written-calls/markup.js";
import { readTurn } from "./turn.js";

/** What messages of a row show about how they write calls. */
export type RowCallPlace =
  /** Messages of their own, whose text is JSON. */
  | "turns"
  /** Markup inside the assistant's texts. */
  | "texts"
  /** `tool_calls` and their like: an API's own messages. */
  | "fields"
  | "none";

/** Keys in which APIs keep calls apart from the text. */
const callFields = ["tool_calls", "toolCalls", "function_call", "parts", "toolInvocations"] as const;

/** Messages looked at: a longer conversation without a call is prose. */
const maxSeen = 400;

/** Where the messages keep their calls. Texts are only decoded where their bytes have the mark of a call. */
export function placeOfCalls(messages: readonly JsonNode[]): RowCallPlace {
  let place: RowCallPlace = "none";
  for (const node of messages.slice(0, maxSeen)) {
    const kind = readTurn(node)?.kind;
    if (kind === "calls" && (node.get("from") !== undefined || isJson(node.get("content")))) return "turns";
    if (callFields.some((key) => isGiven(node.get(key)))) return node.get("from") === undefined ? "fields" : "turns";
    const said = kind === "assistant" ? (node.get("value") ?? node.get("content")) : undefined;
    if (place === "texts" || said === undefined || !mayHoldCalls(said)) continue;
    const { calls } = readWrittenCalls(said, () => undefined);
    // In messages of an API's shape, a mark alone may be what they talk about.
    if (calls.some(({ name }) => name !== undefined || node.get("from") !== undefined)) place = "texts";
  }
  return place;
}

/** Whether a value is, or begins as, a call or a list of calls: logs use the same role for words about a call. */
function isJson(node: JsonNode | undefined): boolean {
  if (node?.kind !== "string") return (node?.first() ?? node)?.get("name") !== undefined;
  return /^\s*(?:<think>|\{\s*"|\[\s*\{)/.test(beginningOf(node, 20));
}

function isGiven(node: JsonNode | undefined): boolean {
  return node !== undefined && node.kind !== "null" && (node.kind !== "array" || node.first() !== undefined);
}
