import { unreachable } from "../../errors.js";
import type { JsonNode } from "../../json/node.js";
import { KeyNames } from "../../json/seen-keys.js";
import { isEmptyString } from "../../json/text-probe.js";
import type { Anomaly, Finish, Message, MessagePart, Role } from "../../model/conversation.js";
import type { ToolCall } from "../../model/exchange.js";
import { quote } from "../../text/quote.js";
import { type Block, callerOf, holdsResultOf, readCallBlock, readResultBlock, referencesIn } from "../blocks/calls.js";
import { readStopReason, stopReasonThatCut } from "../blocks/finish.js";
import { type BlockKind, kindOfBlock } from "../blocks/kinds.js";
import { blocksOf, foreignCalls, foreignResult, foreignRoles, kindByKeys } from "./foreign.js";

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
  readonly messages: Message[] = [];
  readonly anomalies: Anomaly[] = [];
  readonly finishes: Finish[] = [];
  readonly changes: ToolChange[] = [];
  /** The tool names that loaded deferred tools, as written. */
  readonly references: JsonNode[] = [];
  /** A compaction is before the first call. */
  historyCut = false;
  /** Tools of MCP servers were called. */
  hasServerCalls = false;
  readonly #inputsCleared: boolean;
  #toldTypes: Set<string> | undefined;
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
        this.#report(node, `Unexpected ${node.kind} in the list of messages, expected an object`);
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
    this.#report(content, "Unexpected empty content, expected at least one block: only a final assistant message may be empty");
  }

  #read(answer: WireMessage, fromResponse: boolean): void {
    const { content } = answer;
    const first = this.messages.length;
    const place = this.#placeOf(answer, fromResponse);
    const result = place.role === "tool" ? foreignResult(answer.at, first) : undefined;
    const foreign = this.#mayHaveForeignCalls && !fromResponse && place.role === "assistant" ? answer.at.get("tool_calls") : undefined;
    const calls = foreign?.first() === undefined ? undefined : foreign;
    const blocks = answer.blocks ?? (content === undefined || result !== undefined ? undefined : blocksOf(content, this.#report));
    if (result !== undefined) {
      this.#hasExchanges = true;
      this.#push(place, place.role, [{ kind: "result", result }]);
    } else if (blocks !== undefined) {
      this.#readBlocks(blocks, place);
    } else if (content?.kind === "string") {
      this.#push(place, place.role, [{ kind: "text", at: content }]);
    } else if (calls === undefined) {
      const found = content === undefined ? "Missing content" : `Unexpected ${content.kind} as content`;
      this.#report(content ?? answer.at, `${found}, expected a string or a list of blocks`);
      this.#push(place, place.role, []);
    }
    if (calls !== undefined) this.#readForeignCalls(calls, first, place);
    const finish = readStopReason(answer.stopReason, first);
    if (finish !== undefined) this.finishes.push(finish);
  }

  /** Calls as OpenAI's chat API writes them: rejected here, but their results must find them. Where blocks call as well, they are a copy. */
  #readForeignCalls(list: JsonNode, from: number, place: MessagePlace): void {
    if (this.messages.slice(from).some(({ parts }) => parts.some(({ kind }) => kind === "call"))) return;
    this.#report(list, "Unexpected tool_calls in a message, expected tool_use blocks in its content");
    this.#hasExchanges = true;
    this.#push(place, place.role, foreignCalls(list, this.messages.length, this.#report));
  }

  #placeOf(answer: WireMessage, fromResponse: boolean): MessagePlace {
    const { at, role } = answer;
    const text = role?.string();
    const known = text === undefined ? undefined : roles.get(text);
    if (known !== undefined) return { answer, role: known, isRoleWrong: false, fromResponse };
    if (fromResponse && text === undefined) return { answer, role: "assistant", isRoleWrong: false, fromResponse };
    const found = text === undefined ? "Missing role" : `Unexpected role ${quote(text)}`;
    this.#report(role ?? at, `${found}, expected "user" or "assistant"`);
    const meant = text === undefined ? undefined : foreignRoles.get(text);
    return { answer, role: meant ?? "user", isRoleWrong: true, fromResponse };
  }

  /**
   * Reads the blocks of one message. Where calls or results are under the wrong role, the message is split, so that the one fault
   * is reported once and the pairing goes on as meant.
   */
  #readBlocks(blocks: readonly Block[], place: MessagePlace): void {
    let current = place.role;
    let isTold = place.isRoleWrong;
    let parts: MessagePart[] = [];
    let among: BlockContext = { blocks, place, calls: 0, results: 0 };
    for (const block of blocks) {
      const type = block.node.get("type")?.string();
      const kind = this.#kindOf(block.node, type);
      const wanted = kind === "client-call" ? "assistant" : kind === "client-result" ? "user" : place.role;
      if (wanted !== current) {
        if (parts.length > 0) this.#push(place, current, parts);
        current = wanted;
        parts = [];
        among = { blocks, place, calls: 0, results: 0 };
      }
      if (wanted !== place.role && !isTold && type !== undefined) {
        isTold = true;
        const expected = `expected it in one of role ${quote(wanted)}`;
        this.#report(block.node, `Unexpected ${quote(type)} block in a message of role ${quote(place.role)}, ${expected}`);
      }
      parts.push(this.#partOf(block, kind, type ?? "", among));
    }
    this.#push(place, current, parts);
  }

  #push({ answer, fromResponse }: MessagePlace, role: Role, parts: readonly MessagePart[]): void {
    this.messages.push({ role, parts, fromResponse, at: answer.at, roleAt: answer.role });
  }

  #kindOf(block: JsonNode, type: string | undefined): BlockKind {
    if (type === undefined) {
      const found = block.kind === "object" ? "block without a type" : block.kind;
      this.#report(block, `Unexpected ${found} in the content, expected a block with a type`);
      return kindByKeys(block);
    }
    const kind = kindOfBlock(type);
    if (kind !== undefined) return kind;
    this.#toldTypes ??= new Set();
    if (!this.#toldTypes.has(type)) {
      this.#toldTypes.add(type);
      this.anomalies.push({
        rule: "invalid-message",
        severity: "warning",
        at: block.get("type") ?? block,
        message: `Unknown block type ${quote(type)}: what it holds was not read`,
      });
    }
    return "other";
  }

  #partOf(block: Block, kind: BlockKind, type: string, among: BlockContext): MessagePart {
    const { node, streamed } = block;
    switch (kind) {
      case "text": {
        const text = streamed?.text ?? node.get("text");
        if (text?.kind !== "string")
          this.#report(
            text ?? node,
            `Unexpected ${text === undefined ? "text block without text" : `${text.kind} as text`}, expected a string`,
          );
        return { kind: "text", at: text ?? node };
      }
      case "thinking":
        return { kind: "thinking", type, at: node };
      case "client-call":
      case "hosted-call":
        this.#hasExchanges = true;
        return { kind: "call", call: this.#callOf(block, kind === "hosted-call", among) };
      case "client-result":
      case "hosted-result": {
        this.#hasExchanges = true;
        const result = readResultBlock(node, kind === "hosted-result", { message: this.messages.length, index: among.results++ });
        for (const reference of referencesIn(result)) this.references.push(reference);
        return { kind: "result", result };
      }
      case "other":
        this.#note(node, type);
        return { kind: "other", type, at: node };
      default:
        return unreachable(kind);
    }
  }

  #callOf(block: Block, hosted: boolean, among: BlockContext): ToolCall {
    const caller = callerOf(block.node);
    if (caller !== undefined) this.#checkCaller(caller, among.place);
    const call = readCallBlock(block, {
      hosted,
      message: this.messages.length,
      index: among.calls++,
      // A call that the provider's own code made is answered by that code's result, once it is there.
      expectsNoResult: !hosted && caller !== undefined && holdsResultOf(caller.string() ?? "", among.blocks),
      inputsCleared: this.#inputsCleared,
      cutBy: stopReasonThatCut(among.place.answer.stopReason),
    });
    if (!hosted) return call;
    if (call.type === "mcp_tool_use") this.hasServerCalls = true;
    this.#hostedCalls ??= new Set();
    if (call.id !== null) this.#hostedCalls.add(call.id);
    return call;
  }

  /** Refusal "source tool … not found for tool use block", quoted in vercel/ai issue 12504, 2026-07. An answer alone may go on with an earlier turn. */
  #checkCaller(caller: JsonNode, { fromResponse }: MessagePlace): void {
    const id = caller.string() ?? "";
    if (this.#hostedCalls?.has(id) === true || this.historyCut || (fromResponse && this.messages.length === 0)) return;
    this.#report(caller, `Unexpected caller ${quote(id)}, expected the id of a server tool use in front of this call`);
  }

  #note(block: JsonNode, type: string): void {
    const kind = changeKinds.get(type);
    if (kind !== undefined) this.changes.push({ kind, block, message: this.messages.length });
    if (type !== "compaction") return;
    // What the model was told before it is no longer its history; what is in the file before it still pairs.
    if (!this.#hasExchanges) this.historyCut = true;
    for (const change of block.get("tool_changes")?.items() ?? []) this.#note(change, change.get("type")?.string() ?? "");
  }

  readonly #report = (at: JsonNode, message: string): void => {
    this.anomalies.push({ rule: "invalid-message", at, message });
  };
}

/** A message and what was made of its role. */
interface MessagePlace {
  readonly answer: WireMessage;
  readonly role: Role;
  /** Told already: what follows from it is not. */
  readonly isRoleWrong: boolean;
  readonly fromResponse: boolean;
}

/** Where in its message a block is. */
interface BlockContext {
  readonly blocks: readonly Block[];
  readonly place: MessagePlace;
  calls: number;
  results: number;
}

function isEmpty(content: JsonNode): boolean {
  if (content.kind === "array") return content.first() === undefined;
  return content.kind === "string" && isEmptyString(content);
}
