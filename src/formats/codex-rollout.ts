import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { Toolset } from "../model/tool.js";
import { execEvents, readExecEvents } from "./codex/exec.js";
import { codexDialect, isHeader, readSession } from "./codex/session.js";
import { adaptedFrom } from "./conversation-draft.js";
import { asMessage, type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { judgeLines } from "./judge-lines.js";
import { readItems } from "./responses/items.js";

/**
 * Sessions of the Codex CLI: rollout files (`{timestamp, type, payload}` lines, in the oldest files bare items after a header), and the
 * events of `codex exec --json`.
 *
 * Source: openai/codex, codex-rs, `protocol/src/protocol.rs` (`RolloutLine`), `protocol/src/models.rs` and `exec/src/exec_events.rs`, read
 * 2026-11. The format is not documented and grows, so that lines of unknown types are passed over.
 */
export const codexRollout: Format = {
  id: "codex-rollout",
  title: "Codex session (rollout, exec --json)",
  carries: ["calls", "results", "hosted tools"],
  source: "openai/codex, codex-rs/protocol and codex-rs/exec (read 2026-11)",
  profile: "session-log",
  rootKeys: ["payload", "[].payload", "record_type", "[].record_type", "timestamp", "[].timestamp", "item", "type", "[].type"],
  detect,
  adapt,
};

/** Types of rollout lines (`RolloutItem`); later ones are known by their shape. */
const lineTypes: ReadonlySet<string> = new Set([
  "session_meta",
  "response_item",
  "event_msg",
  "turn_context",
  "compacted",
  "world_state",
  "inter_agent_communication_metadata",
]);

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined) return noMatch;
  return body.kind === "array" ? judgeLines(body, judgeLine) : asMessage(judgeLine(body));
}

function judgeLine(line: JsonNode): Detection {
  if (line.kind !== "object") return noMatch;
  const type = line.get("type")?.string();
  if (type === undefined) return isOldHeader(line) ? { match: "certain", because: "begins as the oldest Codex sessions do" } : noMatch;
  const payload = line.get("payload");
  if (payload?.kind === "object") {
    if (lineTypes.has(type)) return { match: "certain", because: `has ${type} lines with a payload` };
    return line.get("timestamp")?.kind === "string"
      ? { match: "possible", because: "has lines with a timestamp, a type and a payload" }
      : noMatch;
  }
  if (!execEvents.has(type)) {
    const isFailure = type === "error" && line.get("message")?.kind === "string" && line.entries().length === 2;
    return isFailure ? { match: "possible", because: "is an error event" } : noMatch;
  }
  const isItem = !type.startsWith("item.") || line.get("item")?.get("type") !== undefined;
  return isItem ? { match: "certain", because: "has the events of codex exec" } : noMatch;
}

function isOldHeader(line: JsonNode): boolean {
  if (!isHeader(line)) return false;
  if (line.get("record_type") !== undefined) return true;
  const isSession = sessionId.test(line.get("id")?.string() ?? "") && line.entries().every(({ key }) => headerKeys.has(key.string() ?? ""));
  return isSession || (line.get("instructions") !== undefined && line.get("input") === undefined);
}

/** What the first line of the oldest files holds, where nothing else is in it: the id of the session. */
const headerKeys: ReadonlySet<string> = new Set(["id", "timestamp", "instructions", "git", "cwd"]);
const sessionId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, tools } = recording;
  const lines = body.kind === "array" ? body.items() : [body];
  const isExec = lines.some((line) => execEvents.has(line.get("type")?.string() ?? ""));
  const session = readSession(isExec ? [] : lines);
  const read = readItems([{ items: session.items, fromResponse: false }], {
    dialect: codexDialect,
    tools: session.tools,
    given: tools,
    isExcused: (item) => session.interrupted.has(item),
  });
  const { draft } = read;
  if (isExec) readExecEvents(lines, draft);
  draft.leftOut.push(...session.rolledBack);
  return [
    adaptedFrom(draft, recording, {
      format: "codex-rollout",
      declared: tools === undefined ? { ...read, toolset: known(read.toolset) } : read,
      isLog: true,
      model: session.model,
      historyCut: read.historyCut,
    }),
  ];
}

/** What a session declares is judged; it never lists the tools of Codex itself, so that nothing is unknown. */
function known({ tools, faults }: Toolset): Toolset {
  return new Toolset(tools, "absent", faults);
}
