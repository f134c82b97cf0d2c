import type { JsonNode } from "../../json/node.js";
import { asMessage, certain, type Detection, noMatch, type RecordingInput } from "../format.js";
import { judgeLines } from "../judge-lines.js";
import { opencodeEventIn, pageIn } from "./event.js";

/** Lines of `opencode run --format json` (sst/opencode, `cli/cmd/run.ts`, read 2026-11). */
const runEvents: ReadonlySet<string> = new Set(["tool_use", "text", "reasoning", "step_start", "step_finish", "error"]);

/** Messages of the second version (`SessionMessage`, @opencode-ai/sdk 1.19, read 2026-11). */
const messageTypes: ReadonlySet<string> = new Set([
  "user",
  "assistant",
  "system",
  "synthetic",
  "shell",
  "compaction",
  "agent-switched",
  "model-switched",
]);

/** Recognises a part, a message, an event or an export by the ids that OpenCode gives them. */
export function detectOpencode({ body, response }: RecordingInput): Detection {
  if (response !== undefined) return noMatch;
  const list = body.kind === "array" ? body : pageIn(body);
  if (list !== undefined) return judgeLines(list, judgeLine);
  const messages = body.get("messages");
  if (messages?.kind === "array") {
    if (body.get("info")?.kind !== "object") return noMatch;
    const first = messages.first();
    return first === undefined ? judgeSession(body.get("info") ?? body) : judgeLine(first);
  }
  const line = judgeLine(body);
  return line.match === "none" ? line : asMessage(line);
}

function judgeLine(line: JsonNode): Detection {
  if (line.kind !== "object") return noMatch;
  const info = line.get("info");
  if (info?.kind === "object") {
    const isMessage = line.get("parts")?.kind === "array" && info.get("role")?.kind === "string";
    return isMessage ? certain("has messages with info and parts") : noMatch;
  }
  const event = opencodeEventIn(line);
  const type = event.get("type")?.string();
  const properties = event.get("properties") ?? event.get("data");
  if (type !== undefined && properties?.kind === "object" && event.get("event_id") === undefined) return judgeEvent(type, properties);
  if (type === undefined) return judgeSession(line);
  if (line.get("sessionID")?.kind === "string") {
    const isRun = runEvents.has(type) && (line.get("part") ?? line.get("error"))?.kind === "object";
    if (isRun) return certain("has the events of a run");
    if (line.get("messageID")?.kind === "string") return certain("has the parts of messages");
  }
  const state = line.get("state");
  if (type === "tool" && state?.get("status") !== undefined && (line.get("callID") ?? line.get("time")) !== undefined)
    return certain("has parts with the state of a tool");
  const isMessage =
    messageTypes.has(type) && line.get("time")?.get("created") !== undefined && line.get("id")?.string()?.startsWith("msg") === true;
  return isMessage ? certain("has the messages of a session") : noMatch;
}

/** Names of events; those about messages are telling, the rest goes with them. */
function judgeEvent(type: string, properties: JsonNode): Detection {
  const isOwn =
    properties.get("sessionID")?.kind === "string" || (properties.get("part") ?? properties.get("info"))?.get("sessionID") !== undefined;
  if (/^(?:message|session)\./.test(type)) {
    if (isOwn) return certain("has the events of a session");
    return properties.get("info") === undefined ? noMatch : { match: "possible", because: "has the events of a session" };
  }
  return /^[a-z]+(?:\.[a-z0-9-]+)+$/.test(type) && properties !== undefined && type.length < 60
    ? { match: "possible", because: "has events with properties" }
    : noMatch;
}

/** The file of a message or of a session. */
function judgeSession(info: JsonNode): Detection {
  const isTimed = info.get("time")?.get("created") !== undefined;
  if (isTimed && info.get("role")?.kind === "string" && info.get("sessionID")?.kind === "string")
    return certain("is the file of a message");
  const isSession =
    isTimed && info.get("id")?.string()?.startsWith("ses") === true && (info.get("directory") ?? info.get("projectID")) !== undefined;
  return isSession ? certain("is the file of a session") : noMatch;
}
