import { unreachable } from "../../errors.js";
import type { JsonNode } from "../../json/node.js";
import { KeyNames } from "../../json/seen-words.js";
import { isEmptyString } from "../../json/text-probe.js";
import type { Role } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import { addCallBlock, addResultBlock, type Block, callerOf, holdsResultOf, referencesIn } from "../blocks/calls.js";
import { stopReasons } from "../blocks/finish.js";
import { type BlockKind, kindOfBlock } from "../blocks/kinds.js";
import { cutOffBy } from "../call-draft.js";
import { addToolCall } from "../chat/call.js";
import { ConversationDraft, type MessageDraft } from "../conversation-draft.js";
import { hasNo, misplaced, mustBeKind, unknownRole, unknownType } from "../shape-faults.js";
import { addForeignResult, blocksOf, foreignRoles, isForeignResult, kindByKeys } from "./foreign.js";

/** A message as it is in a request or an answer, or the pieces of one. */
export interface WireMessage {
  readonly at: JsonNode;
  readonly role: JsonNode | undefined;
  readonly content: JsonNode | undefined;
  /** The blocks of a stream, in place of `content`. */
  readonly blocks: readonly Block[] | undefined;
  readonly stopReason: JsonNode | undefined;
}

/** A block that changes which tools the model sees from message `sentence` on. */
export interface ToolChange {
  readonly kind: "addition" | "removal" | "listing";
  readonly block: JsonNode;
  readonly message: number;
}

const roles: ReadonlyMap<string, Role> = new Map([
  ["user", "user"],
  ["assistant", "assistant"],
  ["system", "system"],
]);

const changeKinds: ReadonlyMap<string, ToolChange["kind"]> = new Map([
  ["tool_addition", "addition"],
  ["tool_removal", "removal"],
  ["mcp_tool_listing", "listing"],
]);

const reasonKeys = new KeyNames(["stop_reason"]);
const foreignCallKeys = new KeyNames(["tool_calls"]);

/** Reads the messages of one conversation, one after the other, and gathers what they say beside their text. */
export class MessageReader {
  readonly draft = new ConversationDraft();
  readonly changes: ToolChange[] = [];
  /** The tool names that loaded deferred tools, as written. */
  readonly references: JsonNode[] = [];
  /** A compaction is before the first call. */
  historyCut = false;
  /** Tools of MCP servers were called. */
  hasServerCalls = false;
  readonly #inputsCleared: boolean;
  #hostedCalls: Set<string> | undefined;
  #hasExchanges = false;
  #mayHaveForeignCalls = false;

  /** @param inputsCleared context editing removed old calls: an empty input may be a cleared one */
  constructor(inputsCleared: boolean) {
    this.#inputsCleared = inputsCleared;
  }

  /** Reads a list of messages as it was, or would be, sent. */
  readHistory(list: JsonNode): void {
    const items = list.items();
    const last = items.at(-1);
    // Only recordings that keep answers as they came have it: it is not looked for in each message of the others.
    const mayHaveReasons = list.mayHaveOneOf?.(reasonKeys) !== false;
    this.#mayHaveForeignCalls = list.mayHaveOneOf?.(foreignCallKeys) !== false;
    for (const node of items) {
      if (node.kind !== "object") {
        this.draft.report(node, mustBeKind("A message", "an object with `role` and `content`", node));
        continue;
      }
      const answer = {
        at: node,
        role: node.get("role"),
        content: node.get("content"),
        blocks: undefined,
        stopReason: mayHaveReasons ? node.get("stop_reason") : undefined,
      };
      this.#checkEmpty(answer, node === last);
      this.#read(answer, false);
    }
  }

  /** Reads what came back after the history. */
  readAnswer(answer: WireMessage): void {
    this.#read(answer, true);
  }

  /** A last assistant message may be empty: a prefill. An empty text of a user is the profile's to judge. */
  #checkEmpty({ role, content }: WireMessage, isLast: boolean): void {
    const mayBeEmpty = role?.string() === "assistant" ? isLast : content?.kind === "string";
    if (content === undefined || mayBeEmpty || !isEmpty(content)) return;
    this.draft.report(content, "`content` is empty, which only the last message may be, if it is the assistant's");
  }

  #read(answer: WireMessage, fromResponse: boolean): void {
    const { at, content } = answer;
    const first = this.draft.messages.length;
    const place = this.#placeOf(answer, fromResponse);
    const isResult = place.role === "tool" && isForeignResult(at);
    const foreign = this.#mayHaveForeignCalls && !fromResponse && place.role === "assistant" ? at.get("tool_calls") : undefined;
    const calls = foreign?.first() === undefined ? undefined : foreign;
    const blocks = answer.blocks ?? (content === undefined || isResult ? undefined : blocksOf(content, this.draft.report));
    if (isResult) {
      this.#hasExchanges = true;
      addForeignResult(at, this.#open(place));
    } else if (blocks !== undefined) {
      this.#readBlocks(blocks, place);
    } else if (content?.kind === "string") {
      this.#open(place).text(content);
    } else if (calls === undefined) {
      this.draft.report(content ?? at, mustBeKind("`content`", "a string or a list of blocks", content));
      this.#open(place);
    }
    if (calls !== undefined) this.#readForeignCalls(calls, first, place);
    this.draft.finish(answer.stopReason, stopReasons, first);
  }

  /** Calls as OpenAI's chat API writes them: rejected here, but their results must find them. Where blocks call as well, they are a copy. */
  #readForeignCalls(list: JsonNode, from: number, place: MessagePlace): void {
    const { messages, report } = this.draft;
    if (messages.slice(from).some(({ parts }) => parts.some(({ kind }) => kind === "call"))) return;
    report(list, "A message has `tool_calls`; this API takes `tool_use` blocks in `content` instead");
    this.#hasExchanges = true;
    const message = this.#open(place);
    for (const node of list.items()) addToolCall(node, { container: "either" }, { message, report });
  }

  #open({ answer, role, fromResponse }: MessagePlace, meant = role): MessageDraft {
    return this.draft.open({ role: meant, at: answer.at, roleAt: answer.role, fromResponse });
  }

  #placeOf(answer: WireMessage, fromResponse: boolean): MessagePlace {
    const { at, role } = answer;
    const text = role?.string();
    const known = text === undefined ? undefined : roles.get(text);
    if (known !== undefined) return { answer, role: known, isRoleWrong: false, fromResponse };
    if (fromResponse && text === undefined) return { answer, role: "assistant", isRoleWrong: false, fromResponse };
    this.draft.report(role ?? at, unknownRole(role, ["user", "assistant"]));
    const meant = text === undefined ? undefined : foreignRoles.get(text);
    return { answer, role: meant ?? "user", isRoleWrong: true, fromResponse };
  }

  /**
   * Reads the blocks of one message. Where calls or results are under the wrong role, the message is split, so that the one fault
   * is reported once and the pairing goes on as meant.
   */
  #readBlocks(blocks: readonly Block[], place: MessagePlace): void {
    let current: { readonly role: Role; readonly message: MessageDraft } | undefined;
    let isTold = place.isRoleWrong;
    for (const block of blocks) {
      const type = block.node.get("type")?.string();
      const kind = this.#kindOf(block.node, type);
      const wanted = kind === "client-call" ? "assistant" : kind === "client-result" ? "user" : place.role;
      if (wanted !== place.role && !isTold && type !== undefined) {
        isTold = true;
        this.draft.report(block.node, misplaced(`A \`${type}\` block`, place.role, wanted));
      }
      if (current?.role !== wanted) current = { role: wanted, message: this.#open(place, wanted) };
      this.#addBlock(block, kind, type ?? "", { blocks, place, message: current.message });
    }
    if (current === undefined) this.#open(place);
  }

  #kindOf(block: JsonNode, type: string | undefined): BlockKind {
    if (type === undefined) {
      const subject = "A block in `content`";
      this.draft.report(block, block.kind === "object" ? hasNo(subject, "type") : mustBeKind(subject, "an object with `type`", block));
      return kindByKeys(block);
    }
    const kind = kindOfBlock(type);
    if (kind === undefined) this.draft.warn(block.get("type") ?? block, unknownType("Blocks", type));
    return kind ?? "other";
  }

  #addBlock(block: Block, kind: BlockKind, type: string, context: BlockContext): void {
    const { node, streamed } = block;
    const { message } = context;
    switch (kind) {
      case "text": {
        const text = streamed?.text ?? node.get("text");
        if (text?.kind !== "string") this.draft.report(text ?? node, mustBeKind("`text` of a text block", "a string", text));
        message.text(text ?? node);
        break;
      }
      case "thinking":
        message.thinking(type, node);
        break;
      case "client-call":
      case "hosted-call":
        this.#hasExchanges = true;
        this.#addCall(block, kind === "hosted-call", context);
        break;
      case "client-result":
      case "hosted-result":
        this.#hasExchanges = true;
        this.references.push(...referencesIn(addResultBlock(node, kind === "hosted-result", message)));
        break;
      case "other":
        this.#note(node, type, message);
        message.other(type, node);
        break;
      default:
        unreachable(kind);
    }
  }

  #addCall(block: Block, hosted: boolean, { blocks, place, message }: BlockContext): void {
    const caller = callerOf(block.node);
    if (caller !== undefined) this.#checkCaller(caller, place, message);
    const traits = {
      hosted,
      // A call that the provider's own code made is answered by that code's result, once it is there.
      expectsNoResult: !hosted && caller !== undefined && holdsResultOf(caller.string() ?? "", blocks),
      inputsCleared: this.#inputsCleared,
      cutBy: cutOffBy(place.answer.stopReason, stopReasons),
    };
    const call = addCallBlock(block, traits, message);
    if (!hosted) return;
    if (call.type === "mcp_tool_use") this.hasServerCalls = true;
    this.#hostedCalls ??= new Set();
    if (call.id !== null) this.#hostedCalls.add(call.id);
  }

  /** Refusal "source tool … not found for tool use block", quoted in vercel/ai issue 12504, 2026-07. An answer alone may go on with an earlier turn. */
  #checkCaller(caller: JsonNode, { fromResponse }: MessagePlace, message: MessageDraft): void {
    const id = caller.string() ?? "";
    if (this.#hostedCalls?.has(id) === true || this.historyCut || (fromResponse && message.index === 0)) return;
    this.draft.report(caller, `\`tool_id\` of the caller is ${quote(id)}, but no server tool use before this call has that id`);
  }

  #note(block: JsonNode, type: string, message: MessageDraft): void {
    const kind = changeKinds.get(type);
    if (kind !== undefined) this.changes.push({ kind, block, message: message.index });
    if (type !== "compaction") return;
    // What the model was told before it is no longer its history; what is in the file before it still pairs.
    if (!this.#hasExchanges) this.historyCut = true;
    for (const change of block.get("tool_changes")?.items() ?? []) this.#note(change, change.get("type")?.string() ?? "", message);
  }
}

/** A message and what was made of its role. */
interface MessagePlace {
  readonly answer: WireMessage;
  readonly role: Role;
  /** Told already: what follows from it is not. */
  readonly isRoleWrong: boolean;
  readonly fromResponse: boolean;
}

/** Where a block is. */
interface BlockContext {
  readonly blocks: readonly Block[];
  readonly place: MessagePlace;
  readonly message: MessageDraft;
}

function isEmpty(content: JsonNode): boolean {
  if (content.kind === "array") return content.first() === undefined;
  return content.kind === "string" && isEmptyString(content);
}
