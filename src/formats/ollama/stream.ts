import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { type Answer, noAnswer } from "../answer.js";
import { AnswerDraft, foldStream, joinedPieces, type StreamWire } from "../stream.js";
import { isChunk } from "./detect.js";

/** One answer while its pieces come in. */
class OllamaDraft extends AnswerDraft {
  readonly pieces: JsonNode[] = [];

  override get isBegun(): boolean {
    return this.pieces.length > 0;
  }
}

const wire: StreamWire<JsonNode, OllamaDraft> = {
  draft: (list) => new OllamaDraft(list, { answer: "message", end: "piece with done" }),
  eventOf: (data) => (isChunk(data) ? data : undefined),
  begins: (_, draft) => draft.end !== undefined,
  read(piece, draft) {
    draft.pieces.push(piece);
    if (piece.get("done")?.boolean() === true || piece.get("done_reason")?.kind === "string") draft.end = piece;
  },
};

/** Puts answers `{message, done_reason}` together from their pieces, each of which brings some text or whole calls; `done` ends one. */
export function readOllamaStream(list: JsonNode): readonly Answer<JsonNode>[] {
  return foldStream(list, wire)
    .filter(({ isBegun }) => isBegun)
    .map((draft) => ({ ...noAnswer, body: compose(draft), anomalies: draft.anomalies }));
}

function compose({ pieces, end, last }: OllamaDraft): JsonNode {
  const [first, second] = pieces;
  // An answer that was not streamed keeps the places of its own.
  if (first === undefined || second === undefined) return first ?? last;
  const messages = pieces.flatMap((piece) => piece.get("message") ?? []);
  const calls = messages.flatMap((message) => message.get("tool_calls")?.items() ?? []);
  const texts = (key: string) => joinedPieces(messages.flatMap((message) => textOf(message, key)));
  const message = [
    ["role", messages[0]?.get("role")],
    ["thinking", texts("thinking")],
    ["content", texts("content")],
    ["tool_calls", calls.length === 0 ? undefined : composeArray(calls, calls[0] ?? last)],
  ] as const;
  const answer = [
    ["message", composeObject(message, first)],
    ["done_reason", end?.get("done_reason")],
  ] as const;
  return composeObject(answer, first);
}

/** The text of a member; empty ones say nothing. */
function textOf(message: JsonNode, key: string): readonly JsonNode[] {
  const text = message.get(key);
  return text?.kind === "string" && text.string() !== "" ? [text] : [];
}
