import type { JsonNode } from "../json/node.js";
import type { Anomaly, Recorded, Refusal } from "../model/conversation.js";
import type { Recording } from "./format.js";
import { readRefusal } from "./refusal.js";

/** What came back, taken apart. */
export interface Received<Answer> {
  readonly answer: Answer | undefined;
  readonly refusal: Refusal | undefined;
  readonly anomalies: readonly Anomaly[];
  /** The recording stopped inside the answer. */
  readonly isCut?: boolean;
}

/** Nothing came back. */
export const nothing: Received<never> = { answer: undefined, refusal: undefined, anomalies: [] };

/** How a format reads the two sides of a recording. */
export interface Sides<History, Answer> {
  /** What was sent; `undefined` where the body itself is what came back. */
  readonly history: History | undefined;
  /** Takes apart what came back: several answers where a recorder kept them in one list. */
  receive(node: JsonNode, status: number | undefined): readonly Received<Answer>[];
  /** @param history `undefined` for an answer that stands alone */
  assemble(history: History | undefined, received: Received<Answer>): Recorded;
}

/** The conversations of a recording: what was sent with the first answer to it, and each further answer alone, since its request was lost. */
export function conversationsOf<History, Answer>(recording: Recording, sides: Sides<History, Answer>): readonly Recorded[] {
  const { body, status } = recording;
  const response = recording.response?.kind === "null" ? undefined : recording.response;
  if (sides.history === undefined) return sides.receive(response ?? body, status).map((each) => sides.assemble(undefined, each));
  const [first = nothing, ...others] = response === undefined ? [] : sides.receive(response, status);
  return [sides.assemble(sides.history, first), ...others.map((each) => sides.assemble(undefined, each))];
}

/** An answer that is an object with a `sentence`, or the refusal in its place. */
export function receiveMessage(node: JsonNode, status: number | undefined): Received<JsonNode> {
  const refusal = readRefusal(node, status);
  if (refusal !== undefined) return { ...nothing, refusal };
  if (node.get("message")?.kind === "object") return { ...nothing, answer: node };
  return unreadable(node, "a request with messages, a list of messages, or an answer with a message");
}

/** What is neither answer nor refusal. @param expected finishes the sentence "expected …" */
export function unreadable(node: JsonNode, expected: string): Received<never> {
  return { ...nothing, anomalies: [{ rule: "invalid-message", at: node, message: `Unexpected ${node.kind}, expected ${expected}` }] };
}
