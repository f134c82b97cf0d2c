import type { JsonNode } from "../../json/node.js";
import { asMessage, certain, type Detection, noMatch, type RecordingInput } from "../format.js";
import { judgeLines } from "../judge-lines.js";

/** Lines of a session file beside messages that have a session alone, no uuid (files of Claude Code 1.0 to 2.1, public samples, read 2026-11). */
const sessionTypes: ReadonlySet<string> = new Set([
  "user",
  "assistant",
  "system",
  "attachment",
  "progress",
  "queue-operation",
  "last-prompt",
  "permission-mode",
  "custom-title",
  "ai-title",
  "agent-name",
  "agent-color",
  "pr-link",
  "mode",
  "tag",
]);

/** Lines that name neither session nor uuid, by the key that they have. */
const looseTypes: ReadonlyMap<string, string> = new Map([
  ["summary", "leafUuid"],
  ["file-history-snapshot", "snapshot"],
  ["attribution-snapshot", "messageId"],
]);

/** Lines of print mode and of the Agent SDK (`SDKMessage`, @anthropic-ai/claude-agent-sdk 0.3.332, read 2026-11), and the key that goes with them. */
const streamTypes: ReadonlyMap<string, string> = new Map([
  ["user", "message"],
  ["assistant", "message"],
  ["system", "subtype"],
  ["result", "subtype"],
  ["stream_event", "event"],
  ["rate_limit_event", "rate_limit_info"],
  ["tool_progress", "tool_use_id"],
  ["tool_use_summary", "summary"],
  ["auth_status", "isAuthenticating"],
  ["prompt_suggestion", "suggestion"],
  ["conversation_reset", "new_conversation_id"],
]);

/** Requests and answers between the SDK and the program, mixed into the stream. */
const controlTypes: ReadonlyMap<string, string> = new Map([
  ["control_request", "request"],
  ["control_response", "response"],
  ["control_cancel_request", "request_id"],
]);

/** Recognises a line by its session and its place in the tree, or in the stream; a list by its first line that tells. */
export function detectClaudeCode({ body, response }: RecordingInput): Detection {
  if (response !== undefined) return noMatch;
  const list = linesIn(body);
  if (list === undefined) return asMessage(judgeLine(body));
  return list.items().some(isOfOtherAgent) ? noMatch : judgeLines(list, judgeLine);
}

/** The lines of a session: a list of them, or a document around one. */
export function linesIn(body: JsonNode): JsonNode | undefined {
  if (body.kind === "array") return body;
  const lines = body.get("loglines");
  return lines?.kind === "array" ? lines : undefined;
}

function judgeLine(line: JsonNode): Detection {
  const type = line.kind === "object" ? line.get("type")?.string() : undefined;
  if (type === undefined) return noMatch;
  const has = (key: string | undefined) => key !== undefined && line.get(key) !== undefined;
  const isMessage = line.get("message")?.kind === "object" && (type === "user" || type === "assistant");
  const hasUuid = line.get("uuid")?.kind === "string";
  if (isOfOtherAgent(line)) return noMatch;
  if (line.get("sessionId")?.kind === "string") {
    if (has("parentUuid") || (hasUuid && isMessage)) return certain("has the lines of a session with parents");
    if (sessionTypes.has(type)) return isForeign(line) ? noMatch : certain("has the lines of a session");
    return hasUuid ? certain("has the lines of a session") : { match: "possible", because: "has lines with a session and a type" };
  }
  if (has("parentUuid") && hasUuid && isMessage) return certain("has messages with a uuid and that of their parent");
  if (has(looseTypes.get(type))) return certain(`has ${type} lines`);
  if (line.get("session_id")?.kind === "string") {
    if (has(streamTypes.get(type))) return certain("has the events of a session");
    return hasUuid ? certain("has the events of a session") : noMatch;
  }
  if (isMessage && has("parent_tool_use_id")) return certain("has messages with the call that their agent was spawned by");
  if (isMessage && holdsToolBlock(line)) return certain("has the messages of the Agent SDK");
  if (isMessage && line.get("timestamp")?.kind === "string" && line.get("message")?.get("content") !== undefined) {
    return has("cwd")
      ? certain("has timed messages and the folder they were said in")
      : { match: "possible", because: "has timed messages" };
  }
  // Somebody may have taken the session away here too; what follows tells.
  if (type === "system" && line.get("subtype")?.string() === "init") return { match: "possible", because: "begins as a session does" };
  return has(controlTypes.get(type)) && (has("request_id") || line.get("response")?.get("request_id") !== undefined)
    ? { match: "possible", because: "is a control message of the Agent SDK" }
    : noMatch;
}

/** Whether the message has calls or results of the Messages API: enough where somebody took the session and the ids away. */
function holdsToolBlock(line: JsonNode): boolean {
  return (line.get("message")?.get("content")?.items() ?? []).some((block) => {
    const type = block.get("type")?.string();
    return (type === "tool_use" && block.get("input") !== undefined) || (type === "tool_result" && block.get("tool_use_id") !== undefined);
  });
}

/**
 * Agents that write the same lines: Qwen Code with messages of Gemini, Cursor and Droid with events of their own for calls. Claude Code has
 * no line of these types.
 */
function isOfOtherAgent(line: JsonNode): boolean {
  const type = line.get("type")?.string();
  if (type === "tool_call" || type === "tool_result") return true;
  return (
    line.get("systemPayload") !== undefined ||
    (line.get("message")?.get("parts") !== undefined && line.get("message")?.get("content") === undefined)
  );
}

/** Sessions of Gemini CLI have types of the same name. */
function isForeign(line: JsonNode): boolean {
  return line.get("projectHash") !== undefined;
}
