import { composeObject, joinText } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { eventOf } from "./detect.js";

/** An answer put together from its events, as the endpoint gives it without streaming; `undefined` where none came. */
export interface StreamedAnswer {
  readonly response: JsonNode | undefined;
  readonly anomalies: readonly Anomaly[];
}

/** Puts the answers of a list of events together: each `stream-end` closes one, and holds it whole where recorders keep it. */
export function readStream(list: JsonNode): readonly StreamedAnswer[] {
  const answers: StreamedAnswer[] = [];
  let events: JsonNode[] = [];
  for (const item of list.items()) {
    const event = eventOf(item);
    events.push(event);
    if (event.get("event_type")?.string() !== "stream-end") continue;
    answers.push({ response: event.get("response") ?? compose(events, event), anomalies: [] });
    events = [];
  }
  const last = events.findLast((event) => event.get("event_type") !== undefined);
  if (last === undefined) return answers;
  const hint = "The connection or the recorder stopped early: do not run the calls of this answer";
  const message = "The stream ends before the answer does: no stream-end came";
  return [...answers, { response: compose(events, last), anomalies: [{ rule: "incomplete-stream", at: last, message, hint }] }];
}

function compose(events: readonly JsonNode[], end: JsonNode): JsonNode | undefined {
  const calls = events.find((event) => event.get("event_type")?.string() === "tool-calls-generation")?.get("tool_calls");
  const words = events.flatMap((event) => (event.get("event_type")?.string() === "text-generation" ? (event.get("text") ?? []) : []));
  const [first] = words;
  if (calls === undefined && first === undefined) return undefined;
  return composeObject(
    [
      ["text", first === undefined ? undefined : joinText(words, first)],
      ["tool_calls", calls],
      ["finish_reason", end.get("finish_reason")],
    ],
    end,
  );
}
