import type { JsonNode } from "../../json/node.js";
import type { ToolCall } from "../../model/exchange.js";
import { ConversationDraft, type DraftTools, type MessageDraft } from "../conversation-draft.js";
import { hasNo, mustBeKind, unknownType } from "../shape-faults.js";
import { addChatCalls, addChatResult, isChatResult } from "./chat-message.js";
import { type DeclaredList, declareTools, type ItemTools } from "./declared.js";
import { addItemCall, addItemResult, addRecordResult } from "./entry-call.js";
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
  readonly tools?: readonly (JsonNode | undefined)[];
  /** What the service repeated. */
  readonly echoes?: readonly (JsonNode | undefined)[];
  /** Declarations from outside: they stand in place of the lists of the request. What the items bring joins them. */
  readonly given?: JsonNode | undefined;
  /** Calls that need no answer although nothing in the items says so. */
  readonly isExcused?: (item: JsonNode) => boolean;
}

/** A list of items as a conversation. */
export interface ItemConversation extends DraftTools {
  readonly draft: ConversationDraft;
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
  const { toolset, declarations, served } = declareTools(listsOf(options, grouped.tools));
  const reader = new Reader(grouped, { toolset, declarations, served }, dialect, options.isExcused ?? (() => false));
  for (const turn of grouped.turns) reader.read(turn);
  return { draft: reader.draft, toolset, declarations, historyCut: reader.historyCut };
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
    ...present(tools).map((list): DeclaredList => ({ list, from: 0, how: "adds", isWhole: true })),
    ...found.filter(({ how }) => how === "adds" || how === "replaces"),
    // Servers that repeat nothing repeat an empty list.
    ...present(echoes)
      .filter((list) => list.first() !== undefined)
      .map((list): DeclaredList => ({ list, from: 0, how: "fills", isWhole: true })),
    ...found.filter(({ how }) => how !== "adds" && how !== "replaces"),
  ];
}

function present(lists: readonly (JsonNode | undefined)[]): readonly JsonNode[] {
  return lists.filter((list) => list !== undefined);
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
  readonly draft = new ConversationDraft();
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

  /** Reads one turn, which becomes a message. */
  read({ role, first, entries, batch }: ResponsesTurn): void {
    const roleAt = first.shape?.kind === "message" ? first.item.get("role") : undefined;
    const message = this.draft.open({ role, at: first.item, roleAt, fromResponse: batch.fromResponse });
    for (const entry of entries) {
      this.#readEntry(entry, batch, message);
      this.#position += 1;
    }
  }

  #readEntry(entry: TurnEntry, batch: ItemBatch, message: MessageDraft): void {
    const { item, type, shape } = entry;
    const { cutBy } = batch;
    const traits = { message, declared: this.#declared, dialect: this.#dialect, cutBy, isOpen: batch.open === item };
    switch (shape?.kind) {
      case "message":
        this.#readMessage(entry, batch, message);
        return;
      case "thinking":
        message.thinking(type, item);
        return;
      case "call": {
        const hosted =
          shape.runs === "provider" || isProviderRun(item, type, this.#grouped.hostedShells) || this.#isServerCustom(item, type);
        // Nothing answers a search of the provider's own, and an approval may be rejected by going on.
        const isAnswerable = !hosted || shape.tool === "programmatic_tool_calling" || shape.tool === "shell";
        const expectsNoResult = !isAnswerable || this.#expectsNoResult(item) || this.#isExcused(item);
        const call = addItemCall(entry, shape, { hosted, expectsNoResult, ...traits });
        if (type === "mcp_approval_request" && call.id !== null) this.#approvals.set(call.id, call);
        if (type === "tool_search_call" && hosted) this.#searches.push(call);
        return;
      }
      case "record": {
        const context = { hosted: true, expectsNoResult: true, ...traits };
        addRecordResult(entry, shape, addItemCall(entry, shape, context), context);
        return;
      }
      case "result": {
        const hosted = shape.hosted || isProviderRun(item, type, this.#grouped.hostedShells);
        addItemResult(entry, shape, this.#inlineCall(entry, hosted), { hosted, expectsNoResult: false, ...traits });
        return;
      }
      case undefined:
        this.#reportUnknown(entry);
        break;
      case "compaction":
      case "reference":
        this.historyCut = true;
        break;
    }
    message.other(type, item);
  }

  #readMessage(entry: TurnEntry, { fromResponse, cutBy }: ItemBatch, message: MessageDraft): void {
    const before = this.draft.anomalies.length;
    const content = readContent(entry, fromResponse, this.draft);
    const isFaulty = this.draft.anomalies.length > before;
    if (isFaulty && isChatResult(entry.item)) {
      addChatResult(entry.item, message);
      return;
    }
    message.add(content);
    if (isFaulty) addChatCalls(entry.item, message, cutBy);
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
    const { draft } = this;
    if (item.kind !== "object") draft.report(item, mustBeKind("An item", "an object", item));
    else if (type === "") draft.report(item, hasNo("An item", "type", "role"));
    else draft.warn(item.get("type") ?? item, unknownType("Items", type));
  }
}

/** Whether a reference may stand for an output that the file lacks: ids of calls, reasoning and messages have prefixes of their own. */
function mayBeOutput(reference: JsonNode, ids: ReadonlySet<string>): boolean {
  const id = reference.get("id")?.string();
  return id === undefined || (!ids.has(id) && !/^(?:fc|ctc|rs|msg|ws|fs|ci|ig|mcp|tsc|lsh|cu|apc|sh)_/.test(id));
}
