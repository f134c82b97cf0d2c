import { composeArray, composeObject, joinText } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { isChunk } from "./detect.js";

/** One answer: `{message, done_reason}`, put together from its pieces. */
export interface AssembledAnswer {
  readonly answer: JsonNode;
  readonly anomalies: readonly Anomaly[];
}

/** Puts answers together from their pieces, each of which brings some text or whole calls; `done` ends one. */
export function assemble(list: JsonNode): readonly AssembledAnswer[] {
  const answers: AssembledAnswer[] = [];
  let pieces: JsonNode[] = [];
  for (const item of list.items()) {
    if (!isChunk(item)) continue;
    pieces.push(item);
    if (item.get("done")?.boolean() !== true && item.get("done_reason")?.kind !== "string") continue;
    answers.push({ answer: compose(pieces, item), anomalies: [] });
    pieces = [];
  }
  const last = pieces.at(-1);
  if (last === undefined) return answers;
  const cut: Anomaly = {
    rule: "incomplete-stream",
    at: last,
    message: "The stream ends before the message does: nothing says that it is done",
    hint: "The connection or the recorder stopped early: calls that were still to come are missing",
  };
  return [...answers, { answer: compose(pieces, last), anomalies: [cut] }];
}

function compose(pieces: readonly JsonNode[], last: JsonNode): JsonNode {
  const [first, second] = pieces;
  // An answer that was not streamed keeps the places of its own.
  if (first === undefined || second === undefined) return last;
  const messages = pieces.flatMap((piece) => piece.get("message") ?? []);
  const calls = messages.flatMap((message) => message.get("tool_calls")?.items() ?? []);
  const members = [
    ["role", messages[0]?.get("role")],
    ["thinking", joined(messages, "thinking")],
    ["content", joined(messages, "content")],
    ["tool_calls", calls.length === 0 ? undefined : composeArray(calls, calls[0] ?? last)],
  ] as const;
  return composeObject(
    [
      ["message", composeObject(members, first)],
      ["done_reason", last.get("done_reason")],
    ],
    first,
  );
}

/** The texts of one member as one; the empty ones are left out. */
function joined(messages: readonly JsonNode[], key: string): JsonNode | undefined {
  const words = messages.flatMap((message) => {
    const text = message.get(key);
    return text?.kind === "string" && text.string() !== "" ? [text] : [];
  });
  const [first, second] = words;
  return first === undefined || second === undefined ? first : joinText(words, first);
}
