import type { JsonNode } from "../../json/node.js";
import { type Branch, branchesOf } from "../session/branches.js";

/** Entries of a session file beside messages (`SessionEntry`, @mariozechner/pi-coding-agent 0.73.1, read 2026-11), and the key that goes with each. */
export const entryTypes: ReadonlyMap<string, string> = new Map([
  ["model_change", "modelId"],
  ["thinking_level_change", "thinkingLevel"],
  ["compaction", "summary"],
  ["branch_summary", "summary"],
  ["custom", "customType"],
  ["custom_message", "customType"],
  ["label", "targetId"],
  ["session_info", "name"],
]);

/** Events of the agent (`AgentEvent`, pi-agent-core 0.73.1, and docs/json.md, read 2026-11), and the key that goes with each. */
export const eventTypes: ReadonlyMap<string, string> = new Map([
  ["message_start", "message"],
  ["message_update", "assistantMessageEvent"],
  ["message_end", "message"],
  ["turn_end", "toolResults"],
  ["agent_end", "messages"],
  ["tool_execution_start", "toolCallId"],
  ["tool_execution_update", "toolCallId"],
  ["tool_execution_end", "toolCallId"],
  ["queue_update", "steering"],
  ["compaction_start", "reason"],
  ["compaction_end", "reason"],
  ["auto_retry_start", "attempt"],
  ["auto_retry_end", "attempt"],
]);

/** Roles that only pi has (`AgentMessage`). */
export const ownRoles: ReadonlySet<string> = new Set(["toolResult", "bashExecution", "branchSummary", "compactionSummary", "hookMessage"]);

/** The messages of one conversation. */
export interface PiThread {
  readonly messages: readonly JsonNode[];
  /** A later branch goes on from an entry before it. */
  readonly isAbandoned: boolean;
  readonly historyCut: boolean;
}

/** The conversations in the lines of a file: the branch that ends with the newest entry, those left after, or the one that events tell. */
export function threadsIn(lines: readonly JsonNode[]): readonly PiThread[] {
  if (lines.some((line) => eventTypes.has(line.get("type")?.string() ?? ""))) {
    return [{ messages: messagesOfEvents(lines), isAbandoned: false, historyCut: false }];
  }
  const { parents, cuts } = link(lines);
  return branchesOf(parents, { mayEnd: (entry) => !isHeader(lines[entry]) })
    .toSorted((one, other) => (one.entries[0] ?? 0) - (other.entries[0] ?? 0))
    .map((branch) => threadOf(branch, lines, cuts))
    .filter(({ messages, isAbandoned }) => !isAbandoned || messages.some(hasExchange));
}

function threadOf({ entries, from }: Branch, lines: readonly JsonNode[], cuts: ReadonlySet<number>): PiThread {
  return {
    messages: entries.flatMap((entry) => messageIn(lines[entry]) ?? []),
    isAbandoned: from !== undefined,
    historyCut: from !== undefined || entries.some((entry) => cuts.has(entry)),
  };
}

interface Links {
  readonly parents: readonly (number | undefined)[];
  /** Entries that show that the file begins in the middle: a result comes first, and its parent is not there. */
  readonly cuts: ReadonlySet<number>;
}

/** The first version had no ids: each entry goes on from the one before it. */
function link(lines: readonly JsonNode[]): Links {
  const byId = new Map<string, number>();
  for (const [index, line] of lines.entries()) byId.set(line.get("id")?.string() ?? "", index);
  const cuts = new Set<number>();
  let before: number | undefined;
  const parents = lines.map((line, index): number | undefined => {
    const previous = before;
    const named = line.get("parentId");
    if (isHeader(line)) {
      before = undefined;
      return undefined;
    }
    before = index;
    if (named?.kind === "null") return undefined;
    const id = named?.string();
    const parent = id === undefined ? undefined : byId.get(id);
    if (parent !== undefined && parent !== index) return parent;
    const isResult = line.get("message")?.get("role")?.string() === "toolResult";
    if (id !== undefined && previous === undefined && isResult) cuts.add(index);
    return previous;
  });
  return { parents, cuts };
}

function isHeader(line: JsonNode | undefined): boolean {
  const type = line?.get("type")?.string();
  return type === "session" || type === "session_start";
}

/** The message of an entry, or the entry itself where it is one. */
function messageIn(line: JsonNode | undefined): JsonNode | undefined {
  const message = line?.get("message");
  if (message?.kind === "object") return message;
  if (line?.get("role") !== undefined) return line;
  return line?.get("type")?.string() === "custom_message" ? line : undefined;
}

/** Each message is reported when it is whole; where those events were left out, the turns tell it again, and so does the end. */
function messagesOfEvents(events: readonly JsonNode[]): readonly JsonNode[] {
  const of = (type: string) => events.filter((event) => event.get("type")?.string() === type);
  const ended = of("message_end").flatMap((event) => messageIn(event) ?? []);
  if (ended.length > 0) return ended;
  const turns = of("turn_end").flatMap((event) => [
    ...(messageIn(event) === undefined ? [] : [event.get("message") ?? event]),
    ...items(event, "toolResults"),
  ]);
  return turns.length > 0 ? turns : of("agent_end").flatMap((event) => items(event, "messages"));
}

function items(event: JsonNode, key: string): readonly JsonNode[] {
  return (event.get(key)?.items() ?? []).filter(({ kind }) => kind === "object");
}

function hasExchange(message: JsonNode): boolean {
  if (message.get("role")?.string() === "toolResult") return true;
  return (message.get("content")?.items() ?? []).some((block) => /^tool/.test(block.get("type")?.string() ?? ""));
}
