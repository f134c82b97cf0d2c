import { composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { type Answer, noAnswer } from "../answer.js";
import { AnswerDraft, foldStream, joinedPieces, type StreamWire } from "../stream.js";

/** One answer while its events come in. */
class CohereDraft extends AnswerDraft {
  readonly events: JsonNode[] = [];

  override get isBegun(): boolean {
    return this.events.length > 0;
  }
}

const wire: StreamWire<JsonNode, CohereDraft> = {
  draft: (list) => new CohereDraft(list, { answer: "answer", end: "stream-end" }),
  eventOf: (data) => (data.get("event_type") === undefined ? undefined : data),
  begins: (_, draft) => draft.end !== undefined,
  read(event, draft) {
    draft.events.push(event);
    if (event.get("event_type")?.string() === "stream-end") draft.end = event;
  },
};

/** Puts the answers of a list of events together: each `stream-end` closes one, and holds it whole where recorders keep it. */
export function readCohereV1Stream(list: JsonNode): readonly Answer<JsonNode>[] {
  return foldStream(list, wire).map((draft) => ({
    ...noAnswer,
    body: draft.end?.get("response") ?? compose(draft),
    anomalies: draft.anomalies,
  }));
}

function compose({ events, end, last }: CohereDraft): JsonNode | undefined {
  const calls = events.find((event) => event.get("event_type")?.string() === "tool-calls-generation")?.get("tool_calls");
  const words = events.flatMap((event) => (event.get("event_type")?.string() === "text-generation" ? (event.get("text") ?? []) : []));
  if (calls === undefined && words.length === 0) return undefined;
  const members = [
    ["text", joinedPieces(words)],
    ["tool_calls", calls],
    ["finish_reason", end?.get("finish_reason")],
  ] as const;
  return composeObject(members, end ?? last);
}
