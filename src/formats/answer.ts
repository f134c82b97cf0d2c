import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation, Anomaly, Refusal } from "../model/conversation.js";
import { quote } from "../text/quote.js";
import type { RecordingInput } from "./format.js";
import { readRefusal, refusalWithoutBody } from "./refusal.js";
import { mustBeKind } from "./shape-faults.js";

/** One thing that came back: a body, whole or put together from the events of a stream, a refusal, or nothing that was kept. */
export interface Answer<Body> {
  /** As the wire writes it whole, or what a format reads of it. */
  readonly body: Body | undefined;
  readonly refusal: Refusal | undefined;
  readonly anomalies: readonly Anomaly[];
  /** The recording stopped inside its last part. */
  readonly isCut?: boolean;
}

/** Nothing came back. */
export const noAnswer: Answer<never> = { body: undefined, refusal: undefined, anomalies: [] };

/** How a format reads the two sides of a recording. */
export interface Sides<History, Body> {
  /** What was sent; `undefined` where the body itself is what came back. */
  readonly history: History | undefined;
  /** Takes apart what came back: several answers where a recorder kept them in one list. */
  receive(node: JsonNode, status: number | undefined): readonly Answer<Body>[];
  /**
   * The conversations that an answer continues its history to: one for each choice.
   *
   * @param history `undefined` for an answer that is alone
   */
  assemble(history: History | undefined, answer: Answer<Body>): AdaptedConversation | readonly AdaptedConversation[];
}

/** The conversations of a recording: what was sent with the first answer to it, and each further answer alone, since its request was lost. */
export function conversationsOf<History, Body>(recording: RecordingInput, sides: Sides<History, Body>): readonly AdaptedConversation[] {
  const { history } = sides;
  const { body, status } = recording;
  const response = recording.response?.kind === "null" ? undefined : recording.response;
  if (history === undefined) return sides.receive(response ?? body, status).flatMap((each) => sides.assemble(undefined, each));
  const [first = noAnswer, ...others] = response === undefined ? [] : sides.receive(response, status);
  return [first, ...others].flatMap((each, index) => sides.assemble(index === 0 ? history : undefined, each));
}

/** Answers that go on with each other, as one. */
export function inSequence<Body>(answers: readonly Answer<Body>[]): Answer<readonly Body[]> {
  return {
    body: answers.flatMap(({ body }) => body ?? []),
    refusal: answers.find(({ refusal }) => refusal !== undefined)?.refusal,
    anomalies: answers.flatMap(({ anomalies }) => anomalies),
  };
}

/** The answer of a recording that kept no more of it than a status that rejects. */
export function statusAlone({ response, status, at }: RecordingInput): Answer<never> {
  const isKept = response !== undefined && response.kind !== "null";
  return isKept || status === undefined || status < 400 ? noAnswer : { ...noAnswer, refusal: refusalWithoutBody(status, at) };
}

/** An answer that is an object with a `sentence`, or the refusal in its place. */
export function receiveMessage(node: JsonNode, status: number | undefined): Answer<JsonNode> {
  const refusal = readRefusal(node, status);
  if (refusal !== undefined) return { ...noAnswer, refusal };
  if (node.get("message")?.kind === "object") return { ...noAnswer, body: node };
  return unreadable(node, "a request with messages, a list of messages, or an answer with a message");
}

/** What is neither answer nor refusal. @param expected finishes the sentence "The recording must be …" */
export function unreadable(node: JsonNode, expected: string): Answer<never> {
  return { ...noAnswer, anomalies: [{ rule: "invalid-message", at: node, message: mustBeKind("The recording", expected, node) }] };
}

/** What an error event in the middle does to an answer. */
export function brokenOff(at: JsonNode, words: string): Anomaly {
  return {
    rule: "incomplete-stream",
    at,
    message: `The stream broke off with an error: ${quote(words)}`,
    fix: "Do not run the calls of this answer: the provider gave up in the middle",
  };
}
