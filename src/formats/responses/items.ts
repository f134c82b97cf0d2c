import type { JsonNode } from "../../json/node.js";
import type { Anomaly, Message, MessagePart } from "../../model/conversation.js";
import type { ToolCall } from "../../model/exchange.js";
import { quote } from "../../text/quote.js";
import type { ReportFault } from "../chat/call.js";
import type { DraftTools } from "../conversation-draft.js";
import { isChatResult, readChatCalls, readChatResult } from "./chat-message.js";
import { type DeclaredList, declareTools, type ItemTools } from "./declared.js";
import { type ItemContext, readItemCall, readItemResult, readRecordResult } from "./entry-call.js";
import { readContent } from "./message-content.js";
import { type ItemDialect, responsesDialect } from "./shapes.js";
import {
  groupItems,
  type ItemBatch,
  isProviderRun,
  type ResponsesTurn,
  type ResponsesTurns,
  type ToolsItem,
  type TurnEntry,
} from "./turns.js";

/** What a reader of items is reported beside them. */
export interface ItemOptions {
  readonly dialect?: ItemDialect;
  /** Lists of the request, or of whatever stands for it. */
  readonly tools?: readonly JsonNode[];
  /** What the service repeated. */
  readonly echoes?: readonly JsonNode[];
  /** Declarations from outside: they stand in place of the lists of the request. What the items bring joins them. */
  readonly given?: JsonNode | undefined;
  /** Calls that need no answer although nothing in the items says so. */
  readonly isExcused?: (item: JsonNode) => boolean;
}

/** A list of items as a conversation. */
export interface ItemConversation extends DraftTools {
  readonly messages: readonly Message[];
  readonly anomalies: readonly Anomaly[];
  /** Items in front were compacted, or are stored elsewhere. */
  readonly historyCut: boolean;
}

/**
 * Reads items of the Responses API, and of what keeps them (Codex, the Agents SDK, the Realtime API): calls, results, records of hosted
 * tools, approvals, declarations in the middle, compactions, references.
 */
export function readItems(batches: readonly ItemBatch[], options: ItemOptions = {}): ItemConversation {
  const dialect = options.dialect ?? responsesDialect;
  const grouped = groupItems(batches, dialect);
  const declared = declareTools(listsOf(options, grouped.tools));
  const reader = new Reader(grouped, declared, dialect, options.isExcused ?? (() => false));
  const messages = grouped.turns.map((turn, index) => reader.read(turn, index));
  return {
    messages,
    anomalies: reader.anomalies,
    toolset: declared.toolset,
    declarations: declared.declarations,
    historyCut: reader.historyCut,
  };
}

/** All lists in the order in which the model saw them; what is repeated comes last, since it only fills gaps. */
function listsOf({ tools = [], echoes = [], given }: ItemOptions, items: readonly ToolsItem[]): readonly DeclaredList[] {
  const found = items.flatMap(({ entry, turn }) => listOf(entry, turn) ?? []);
  if (given !== undefined) {
    const joining = found.flatMap((each) =>
      each.how === "replaces" ? [] : each.how === "adds" ? { ...each, how: "fills" as const } : each,
    );
    return [{ list: given, from: 0, how: "adds", isWhole: true }, ...joining];
  }
  return [
    ...tools.map((list): DeclaredList => ({ list, from: 0, how: "adds", isWhole: true })),
    ...found.filter(({ how }) => how === "adds" || how === "replaces"),
    // Servers that repeat nothing repeat an empty list.
    ...echoes.filter((list) => list.first() !== undefined).map((list): DeclaredList => ({ list, from: 0, how: "fills", isWhole: true })),
    ...found.filter(({ how }) => how !== "adds" && how !== "replaces"),
  ];
}

/** The list that an item brings. References to tools that are declared elsewhere bring none. */
function listOf({ item, type, shape }: TurnEntry, from: number): DeclaredList | undefined {
  const list = item.get("tools");
  if (list?.kind !== "array" || list.first()?.get("type")?.string() === "tool_reference") return undefined;
  if (shape?.kind !== "tools") {
    // A search that the provider ran repeats what the request declares.
    return { list, from, how: isProviderRun(item, type, new Set()) ? "fills" : "adds", isWhole: false };
  }
  if (shape.by === "caller") return { list, from, how: shape.replaces ? "replaces" : "adds", isWhole: shape.replaces };
  return { list, from, how: { serves: item.get("server_label")?.string() ?? "" }, isWhole: false };
}

/** What is after an item, as far as its calls are concerned. */
interface Behind {
  /** Position of the last compaction, among all items. */
  readonly compaction: number;
  /** Positions of references that may stand for an output. */
  readonly reference: number;
}

class Reader {
  readonly anomalies: Anomaly[] = [];
  historyCut = false;
  readonly #grouped: ResponsesTurns;
  readonly #declared: ItemTools;
  readonly #dialect: ItemDialect;
  readonly #isExcused: (item: JsonNode) => boolean;
  readonly #behind: Behind;
  /** Programs whose output is there: what they called was answered to them. */
  readonly #endedPrograms: ReadonlySet<string>;
  readonly #approvals = new Map<string, ToolCall>();
  /** Searches of the provider's own that wait for what they brought. */
  #searches: ToolCall[] = [];
  readonly #warned = new Set<string>();
  #position = 0;

  constructor(grouped: ResponsesTurns, declared: ItemTools, dialect: ItemDialect, isExcused: (item: JsonNode) => boolean) {
    this.#grouped = grouped;
    this.#declared = declared;
    this.#dialect = dialect;
    this.#isExcused = isExcused;
    const entries = grouped.turns.flatMap((turn) => turn.entries);
    const ids = new Set(entries.flatMap(({ item, shape }) => (shape?.kind === "reference" ? [] : (item.get("id")?.string() ?? []))));
    this.#behind = {
      compaction: entries.findLastIndex(({ shape }) => shape?.kind === "compaction"),
      reference: entries.findLastIndex(({ item, shape }) => shape?.kind === "reference" && mayBeOutput(item, ids)),
    };
    this.#endedPrograms = new Set(
      entries.flatMap(({ item, type }) => (type === "program_output" ? ((item.get("call_id") ?? item.get("callId"))?.string() ?? []) : [])),
    );
  }

  /** Reads one turn, which will be message `index` of the conversation. */
  read({ role, first, entries, batch }: ResponsesTurn, index: number): Message {
    const parts: MessagePart[] = [];
    const count = { calls: 0, results: 0 };
    for (const entry of entries) {
      this.#readEntry(entry, batch, index, count, parts);
      this.#position += 1;
    }
    const roleAt = first.shape?.kind === "message" ? first.item.get("role") : undefined;
    return { role, parts, fromResponse: batch.fromResponse, at: first.item, roleAt };
  }

  #readEntry(entry: TurnEntry, batch: ItemBatch, message: number, count: { calls: number; results: number }, parts: MessagePart[]): void {
    const { item, type, shape } = entry;
    if (shape === undefined) {
      this.#reportUnknown(entry);
      parts.push({ kind: "other", type, at: item });
      return;
    }
    switch (shape.kind) {
      case "message": {
        const before = this.anomalies.length;
        const content = readContent(entry, batch.fromResponse, this.#report);
        const isFaulty = this.anomalies.length > before;
        if (isFaulty && isChatResult(item)) {
          parts.push({ kind: "result", result: readChatResult(item, { message, index: count.results++ }) });
          return;
        }
        parts.push(...content);
        if (!isFaulty) return;
        const calls = readChatCalls(item, count.calls, message, batch.cutBy);
        count.calls += calls.length;
        for (const call of calls) parts.push({ kind: "call", call });
        return;
      }
      case "thinking":
        parts.push({ kind: "thinking", type, at: item });
        return;
      case "call": {
        const hosted =
          shape.runs === "provider" || isProviderRun(item, type, this.#grouped.hostedShells) || this.#isServerCustom(item, type);
        // Nothing answers a search of the provider's own, and an approval may be rejected by going on.
        const isAnswerable = !hosted || shape.tool === "programmatic_tool_calling" || shape.tool === "shell";
        const expectsNoResult = !isAnswerable || this.#expectsNoResult(item) || this.#isExcused(item);
        const call = readItemCall(entry, shape, { hosted, expectsNoResult, ...this.#context(batch, message, count.calls++, item) });
        if (type === "mcp_approval_request" && call.id !== null) this.#approvals.set(call.id, call);
        if (type === "tool_search_call" && hosted) this.#searches.push(call);
        parts.push({ kind: "call", call });
        return;
      }
      case "record": {
        const context = { hosted: true, expectsNoResult: true, ...this.#context(batch, message, count.calls++, item) };
        const call = readItemCall(entry, shape, context);
        const result = readRecordResult(entry, shape, call, { ...context, index: count.results++ });
        parts.push({ kind: "call", call }, { kind: "result", result });
        return;
      }
      case "result": {
        const hosted = shape.hosted || isProviderRun(item, type, this.#grouped.hostedShells);
        const context = { hosted, expectsNoResult: false, ...this.#context(batch, message, count.results++, item) };
        parts.push({ kind: "result", result: readItemResult(entry, shape, this.#inlineCall(entry, hosted), context) });
        return;
      }
      case "compaction":
      case "reference":
        this.historyCut = true;
        parts.push({ kind: "other", type, at: item });
        return;
      default:
        parts.push({ kind: "other", type, at: item });
    }
  }

  #context(batch: ItemBatch, message: number, index: number, item: JsonNode): Omit<ItemContext, "hosted" | "expectsNoResult"> {
    return { message, index, declared: this.#declared, dialect: this.#dialect, cutBy: batch.cutBy, isOpen: batch.open === item };
  }

  /** xAI writes the steps of its own search of X as custom calls, which nobody answers. */
  #isServerCustom(item: JsonNode, type: string): boolean {
    const { toolset } = this.#declared;
    if (type !== "custom_tool_call" || toolset.get("x_search")?.hosted !== true) return false;
    const name = item.get("name")?.string();
    return name !== undefined && toolset.get(name) === undefined;
  }

  /** The call that an item without an id of its own, or with that of an approval, belongs to. */
  #inlineCall({ item, type }: TurnEntry, hosted: boolean): ToolCall | undefined {
    if (type === "mcp_approval_response") return this.#approvals.get(item.get("approval_request_id")?.string() ?? "");
    if (type !== "tool_search_output" || !hosted) return undefined;
    const id = item.get("call_id")?.string();
    const found = this.#searches.find((call) => call.id === (id ?? null)) ?? this.#searches[0];
    this.#searches = this.#searches.filter((call) => call !== found);
    return found;
  }

  /** Answered to a program that has ended, or by what a compaction or a reference after it may stand for. */
  #expectsNoResult(item: JsonNode): boolean {
    if (this.#behind.compaction > this.#position || this.#behind.reference > this.#position) return true;
    const caller = item.get("caller");
    return (
      caller?.get("type")?.string() === "program" &&
      this.#endedPrograms.has((caller.get("caller_id") ?? caller.get("callerId"))?.string() ?? "")
    );
  }

  #reportUnknown({ item, type }: TurnEntry): void {
    if (item.kind !== "object") {
      this.#report(item, `Unexpected ${item.kind} in the list of items, expected an object`);
    } else if (type === "") {
      this.#report(item, "Unexpected item without type and role, expected one of them");
    } else {
      this.#report(item.get("type") ?? item, `Unknown item type ${quote(type)}: what it holds was not read`, undefined, "warning");
    }
  }

  /** A warning is reported once for all places that the same sentence speaks of. */
  readonly #report: ReportFault = (at, message, fix, severity) => {
    if (severity === "warning") {
      if (this.#warned.has(message)) return;
      this.#warned.add(message);
    }
    this.anomalies.push({
      rule: "invalid-message",
      at,
      message,
      ...(fix !== undefined && { fix }),
      ...(severity !== undefined && { severity }),
    });
  };
}

/** Whether a reference may stand for an output that the file lacks: ids of calls, reasoning and messages have prefixes of their own. */
function mayBeOutput(reference: JsonNode, ids: ReadonlySet<string>): boolean {
  const id = reference.get("id")?.string();
  return id === undefined || (!ids.has(id) && !/^(?:fc|ctc|rs|msg|ws|fs|ci|ig|mcp|tsc|lsh|cu|apc|sh)_/.test(id));
}
