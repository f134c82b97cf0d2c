import type { JsonNode } from "../../json/node.js";
import { asMessage, certain, type Detection, noMatch, type RecordingInput } from "../format.js";
import { judgeLines } from "../judge-lines.js";
import { entryTypes, eventTypes, ownRoles } from "./entries.js";

/** Recognises a line by its type and its place in the tree, messages by the roles and blocks that only pi has. */
export function detectPiSession({ body, response }: RecordingInput): Detection {
  if (response !== undefined) return noMatch;
  if (body.kind === "array") return judgeLines(body, judgeLine, isTimedMessage);
  const messages = body.get("messages");
  if (messages?.kind === "array" && body.get("type") === undefined) return judgeLines(messages, judgeLine, isTimedMessage);
  const line = judgeLine(body);
  return line.match === "none" ? line : asMessage(line);
}

/** A message with the time that pi gives each: one of those after it may give itself away. */
function isTimedMessage(first: JsonNode): boolean {
  return first.get("timestamp")?.kind === "number" && first.get("role") !== undefined;
}

function judgeLine(line: JsonNode): Detection {
  if (line.kind !== "object") return noMatch;
  const type = line.get("type")?.string();
  if (type === undefined) return isOwnMessage(line) ? certain("has messages with toolCall blocks or the role toolResult") : noMatch;
  const key = eventTypes.get(type);
  if (key !== undefined) {
    const member = line.get(key);
    const isOwn = key !== "message" || isMessage(member);
    return member !== undefined && isOwn ? certain("has the events of an agent of pi") : noMatch;
  }
  if ((type === "agent_start" || type === "turn_start") && line.entries().length === 1)
    return { match: "possible", because: "is an event of an agent" };
  if (type === "session" || type === "session_start") return isHeader(line) ? certain("begins with the header of a session") : noMatch;
  const isEntry = line.get("parentId") !== undefined && line.get("id")?.kind === "string";
  if (type === "message") {
    const message = line.get("message");
    if (message !== undefined && isOwnMessage(message)) return certain("has entries with messages of pi");
    return isMessage(message) && isEntry ? certain("has entries with a parent and a message") : noMatch;
  }
  const own = entryTypes.get(type);
  if (own === undefined)
    return isEntry && line.get("timestamp") !== undefined ? { match: "possible", because: "has entries with a parent" } : noMatch;
  return isEntry || line.get(own) !== undefined ? certain("has the entries of a session") : noMatch;
}

function isHeader(line: JsonNode): boolean {
  return line.get("id")?.kind === "string" && (line.get("cwd") ?? line.get("version") ?? line.get("title")) !== undefined;
}

/** A message of any harness: pi's own content is text or a list, never the content block events of a stream. */
function isMessage(message: JsonNode | undefined): boolean {
  // The Messages API opens a stream with a message that names its type.
  return message?.get("role")?.kind === "string" && message.get("type") === undefined;
}

function isOwnMessage(message: JsonNode): boolean {
  const role = message.get("role")?.string();
  if (role === undefined) return false;
  if (role === "toolResult") return message.get("toolCallId") !== undefined;
  if (ownRoles.has(role)) return true;
  if (role !== "assistant") return false;
  const content = message.get("content");
  return (
    content?.kind === "array" &&
    content.items().some((block) => block.get("type")?.string() === "toolCall" && block.get("arguments") !== undefined)
  );
}
