import type { JsonNode } from "../../json/node.js";
import type { Role } from "../../model/conversation.js";
import { isChatResult } from "./chat-message.js";
import type { ItemDialect, ItemShape } from "./shapes.js";

/** Items that came together: the history of a request, or an answer. */
export interface ItemBatch {
  readonly items: readonly JsonNode[];
  /** They came back from the provider in this very recording. */
  readonly fromResponse: boolean;
  /** Why the answer was cut off, as recorded. */
  readonly cutBy?: string | undefined;
  /** The item that was still being written when the recording stopped. */
  readonly open?: JsonNode | undefined;
}

/** An item, and what it is. */
export interface TurnEntry {
  readonly item: JsonNode;
  readonly type: string;
  /** `undefined` where the type is unknown, or there is none. */
  readonly shape: ItemShape | undefined;
}

/** What will be one message: a message item of a user, or all that the model wrote, or that came back to it, in a row. */
export interface ResponsesTurn {
  readonly role: Role;
  readonly first: TurnEntry;
  /** The first one included. */
  readonly entries: TurnEntry[];
  readonly batch: ItemBatch;
}

/** A list of tools among the items. */
export interface ToolsItem {
  readonly entry: TurnEntry;
  /** Index of the turn from which on the model sees them. */
  turn: number;
}

/** Items taken apart into turns. */
export interface ResponsesTurns {
  readonly turns: readonly ResponsesTurn[];
  readonly tools: readonly ToolsItem[];
  /** Call ids of shell commands that ran in the provider's container. */
  readonly hostedShells: ReadonlySet<string>;
}

/** Roles as written. */
const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["system", "system"],
  ["developer", "system"],
  ["user", "user"],
]);

/** The role of a message item, `undefined` where the API knows none such. */
export function roleOfItem(item: JsonNode): Role | undefined {
  const role = item.get("role")?.string();
  return role === undefined ? undefined : roles.get(role);
}

/**
 * Groups items into turns: consecutive items of the model are one assistant message, consecutive outputs one tool message. Parallel calls
 * are items of their own on this wire, and belong to one turn all the same.
 */
export function groupItems(batches: readonly ItemBatch[], dialect: ItemDialect): ResponsesTurns {
  const turns: ResponsesTurn[] = [];
  const tools: ToolsItem[] = [];
  const hostedShells = findHostedShells(batches);
  let unseen: ToolsItem[] = [];
  for (const batch of batches) {
    let open: ResponsesTurn | undefined;
    for (const item of batch.items) {
      const entry = entryOf(item, dialect);
      const { shape } = entry;
      if (shape?.kind === "skipped") continue;
      if (shape?.kind === "tools" && shape.by === "caller") {
        const declared = { entry, turn: turns.length };
        tools.push(declared);
        unseen.push(declared);
        continue;
      }
      const role = roleOfEntry(entry, hostedShells);
      if (open?.role !== role || (shape?.kind === "message" && role !== "assistant" && role !== "tool")) {
        open = { role, first: entry, entries: [], batch };
        turns.push(open);
      }
      open.entries.push(entry);
      const index = turns.length - 1;
      for (const declared of unseen) declared.turn = index;
      unseen = [];
      if (shape?.kind === "tools" || entry.type === "tool_search_output") tools.push({ entry, turn: index });
    }
  }
  return { turns, tools, hostedShells };
}

function entryOf(item: JsonNode, { shapes }: ItemDialect): TurnEntry {
  // A message may go without its type.
  const type = item.get("type")?.string() ?? (item.get("role") === undefined ? "" : "message");
  return { item, type, shape: item.kind === "object" ? shapes.get(type) : undefined };
}

function roleOfEntry({ item, type, shape }: TurnEntry, hostedShells: ReadonlySet<string>): Role {
  switch (shape?.kind) {
    case "message":
      return roleOfItem(item) ?? (isChatResult(item) ? "tool" : "user");
    case "result":
      return shape.hosted ? roleOfHosted(type) : isProviderRun(item, type, hostedShells) ? "assistant" : "tool";
    default:
      return "assistant";
  }
}

/** The provider writes its results into the model's turn; an approval comes from the caller. */
function roleOfHosted(type: string): Role {
  return type === "mcp_approval_response" ? "tool" : "assistant";
}

/** Whether the provider ran a call, or wrote a result, of a tool that either side may run. */
export function isProviderRun(item: JsonNode, type: string, hostedShells: ReadonlySet<string>): boolean {
  switch (type) {
    case "tool_search_call":
    case "tool_search_output": {
      const execution = item.get("execution")?.string();
      const callId = item.get("call_id") ?? item.get("callId");
      return execution === undefined ? callId?.kind !== "string" : execution === "server";
    }
    case "shell_call":
    case "shell_call_output":
      return hostedShells.has(item.get("call_id")?.string() ?? "");
    default:
      return false;
  }
}

/** Shell calls that name a container, or whose output came back in the answer: a caller's output never does. */
function findHostedShells(batches: readonly ItemBatch[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { items, fromResponse } of batches) {
    for (const item of items) {
      const type = item.get("type")?.string();
      if (type !== "shell_call" && type !== "shell_call_output") continue;
      const inContainer = item.get("environment")?.get("type")?.string()?.startsWith("container") === true;
      const id = item.get("call_id")?.string();
      if (id !== undefined && (inContainer || (fromResponse && type === "shell_call_output"))) ids.add(id);
    }
  }
  return ids;
}
