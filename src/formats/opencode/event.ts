import type { JsonNode } from "../../json/node.js";

/** What a line tells: an event alone, as the data of a stream, in the envelope of all folders, or as the log of a session keeps it. */
export function opencodeEventIn(line: JsonNode): JsonNode {
  const data = line.get("type") === undefined && line.get("properties") === undefined ? line.get("data") : undefined;
  const event = data?.kind === "object" ? data : line;
  return event.get("payload") ?? event.get("syncEvent") ?? event;
}

/** The page of messages that the second version of the server answers with, `undefined` where a value is none. */
export function pageIn(body: JsonNode): JsonNode | undefined {
  const data = body.get("type") === undefined ? body.get("data") : undefined;
  return data?.kind === "array" ? data : undefined;
}
