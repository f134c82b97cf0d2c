import { readTools } from "../declarations/index.js";
import type { JsonNode } from "../json/node.js";
import { isSameNode } from "../json/same-value.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { detectClaudeCode, linesIn } from "./claude-code-jsonl/detect.js";
import { type Line, readLine } from "./claude-code-jsonl/lines.js";
import { readNamedTools } from "./claude-code-jsonl/names.js";
import { unfinishedCall } from "./claude-code-jsonl/partial.js";
import { readLines } from "./claude-code-jsonl/reader.js";
import { type SessionThread, threadsOf } from "./claude-code-jsonl/tree.js";
import { adaptedFrom } from "./conversation-draft.js";
import type { Format, RecordingInput } from "./format.js";

/**
 * Sessions of Claude Code: the files under `~/.claude/projects`, whose lines are a tree, and the stream of print mode and of the Agent
 * SDK. Sub-agents are conversations of their own.
 *
 * Source: types of @anthropic-ai/claude-agent-sdk 0.3.332 (`SDKMessage`, `SessionMessage`, read 2026-11). The files are not documented and
 * grow, so that lines of unknown types are passed over.
 */
export const claudeCodeJsonl: Format = {
  id: "claude-code-jsonl",
  title: "Claude Code session (files, stream-json)",
  carries: ["calls", "results", "hosted tools", "sub-agents", "branches"],
  source: "types of @anthropic-ai/claude-agent-sdk 0.3.332 (read 2026-11)",
  profile: "session-log",
  rootKeys: [
    "sessionId",
    "session_id",
    "parentUuid",
    "parent_tool_use_id",
    "leafUuid",
    "messageId",
    "request_id",
    "response",
    "message",
    "subtype",
    "loglines",
  ].flatMap((key) => [key, `[].${key}`]),
  detect: detectClaudeCode,
  adapt,
};

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, tools } = recording;
  const all = (linesIn(body)?.items() ?? [body]).map(readLine);
  const lines = withoutRepeated(all);
  const kept = new Set(lines);
  // What a sub-agent says meanwhile is told again in a file of its own.
  const leftOut = all.flatMap((line) => (kept.has(line) && line.node.get("type")?.string() !== "progress" ? [] : [line.node]));
  const found = lines.some(({ node }) => node.get("parentUuid") !== undefined) ? threadsOf(lines) : streamsOf(lines);
  // A session that holds no message is one all the same: nothing was said in it.
  const threads = found.length > 0 ? found : [{ lines: [], isAbandoned: false, historyCut: false }];
  const declared = tools === undefined ? readNamedTools(lines) : { toolset: readTools(tools), declarations: [tools] };
  const size = sizes(lines);
  const unfinished = unfinishedCall(lines);
  return threads.map((thread, position): AdaptedConversation => {
    const own = sizes(thread.lines);
    const told = readLines(thread.lines, { isAbandoned: thread.isAbandoned, isWhole: (id) => own.get(id) === size.get(id) });
    if (position === 0) {
      told.draft.leftOut.push(...leftOut);
      if (unfinished !== undefined) told.draft.anomalies.push(unfinished);
    }
    return adaptedFrom(told.draft, recording, {
      format: "claude-code-jsonl",
      declared,
      isLog: true,
      model: told.model,
      refusal: told.refusal,
      historyCut: thread.historyCut,
      at: threads.length === 1 ? undefined : thread.lines[0]?.node,
    });
  });
}

/** A stream is in order: one conversation for each session, and one for each call that spawned an agent. */
function streamsOf(lines: readonly Line[]): readonly SessionThread[] {
  const threads = new Map<string, Line[]>();
  for (const line of lines) {
    if (line.message === undefined && !isMark(line.node)) continue;
    const agent = line.node.get("parent_tool_use_id")?.string() ?? null;
    const key = JSON.stringify([line.node.get("session_id")?.string() ?? "", agent]);
    const thread = threads.get(key);
    if (thread === undefined) threads.set(key, [line]);
    else thread.push(line);
  }
  return [...threads.values()].map((found) => ({ lines: found, isAbandoned: false, historyCut: false }));
}

/** Lines without a message that say something of the conversation. */
function isMark(node: JsonNode): boolean {
  return node.get("subtype")?.string() === "compact_boundary";
}

/**
 * Leaves out what is said twice: a resumed session begins with the lines of the one before, a stream echoes what the user sent; and what
 * a later line takes back (`supersedes`, `retracted_message_uuids`).
 */
function withoutRepeated(lines: readonly Line[]): readonly Line[] {
  const firsts = new Map<string, Line>();
  const gone = new Set<string>();
  for (const { node } of lines) {
    for (const uuid of (node.get("supersedes") ?? node.get("retracted_message_uuids"))?.items() ?? []) gone.add(uuid.string() ?? "");
  }
  return lines.filter((line) => {
    const { uuid, message } = line;
    if (uuid === undefined) return true;
    if (gone.has(uuid)) return false;
    const first = firsts.get(uuid);
    if (first === undefined) firsts.set(uuid, line);
    // What has the uuid of another line and says something else is no copy of it.
    return first === undefined || (message !== undefined && !(first.message !== undefined && isSameNode(message, first.message)));
  });
}

/** How many lines each answer has. */
function sizes(lines: readonly Line[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { messageId } of lines) if (messageId !== undefined) sizes.set(messageId, (sizes.get(messageId) ?? 0) + 1);
  return sizes;
}
