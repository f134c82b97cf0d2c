import { unreachable } from "../../errors.js";
import type { JsonNode } from "../../json/node.js";
import type { FinishReason, Role } from "../../model/conversation.js";
import { ConversationDraft, type MessageDraft } from "../conversation-draft.js";
import { misplaced, mustBeKind, unknownRole, unknownType } from "../shape-faults.js";
import { type ConverseBlock, type ConverseBlockKind, readConverseBlock } from "./blocks.js";

/** What came back: a message, whole or put together from the events of a stream. */
export interface ConverseMessage {
  readonly message: JsonNode;
  readonly stopReason: JsonNode | undefined;
  /** Arguments are the joined text of their pieces. */
  readonly isStreamed: boolean;
  /** The stream stopped inside the last block. */
  readonly isCut: boolean;
}

/** `stopReason` of an answer (`StopReason`, @aws-sdk/client-bedrock-runtime 3.1164, read 2026-11). */
const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["tool_use", "tool_calls"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["guardrail_intervened", "content_filter"],
  ["content_filtered", "content_filter"],
  ["malformed_tool_use", "error"],
  ["malformed_model_output", "error"],
]);

const roles: ReadonlyMap<string, Role> = new Map([
  ["user", "user"],
  ["assistant", "assistant"],
  ["system", "system"],
]);

/** The one role that a block of a client's call or result may be under. */
const ownRole: Readonly<Partial<Record<ConverseBlockKind, "assistant" | "user">>> = { call: "assistant", result: "user" };

/** How a message is being read. */
interface Place {
  readonly node: JsonNode;
  readonly role: Role;
  readonly roleAt: JsonNode | undefined;
  /** Told already: what follows from it is not. */
  readonly isRoleWrong: boolean;
  readonly fromResponse: boolean;
  readonly isStored: boolean;
  readonly container: "string" | "object";
  /** Stop reason that cut the answer off, as recorded. */
  readonly cutBy: string | undefined;
}

/** Reads the messages of one conversation, one after the other. */
export class ConverseReader {
  readonly draft = new ConversationDraft();

  /**
   * Reads a list of messages as it was, or would be, sent.
   *
   * @param isStored a session keeps them (Strands Agents), which leaves blank texts out when it sends them (strands-agents harness-sdk pull
   *   request 3029, 2026-06)
   */
  readHistory(messages: readonly JsonNode[], isStored: boolean): void {
    const how = { fromResponse: false, isStored, container: "object", cutBy: undefined } as const;
    for (const node of messages) this.#read(node, how, false);
  }

  /** Reads what came back after the history. */
  readAnswer({ message, stopReason, isStreamed, isCut }: ConverseMessage): void {
    const raw = stopReason?.string();
    const cutBy = raw !== undefined && reasons.get(raw) === "length" ? raw : undefined;
    this.#read(message, { fromResponse: true, isStored: false, container: isStreamed ? "string" : "object", cutBy }, isCut);
    this.draft.finish(stopReason, reasons);
    if (stopReason === undefined || raw !== "malformed_tool_use") return;
    this.draft.anomalies.push({
      rule: "malformed-arguments",
      at: stopReason,
      message: 'The model wrote a call that Bedrock could not read: it stopped with "malformed_tool_use"',
      fix: "Let the model write the call again: what the message holds of it is not usable",
    });
  }

  #read(node: JsonNode, how: Pick<Place, "fromResponse" | "isStored" | "container" | "cutBy">, isCut: boolean): void {
    if (node.kind !== "object") {
      this.draft.report(node, mustBeKind("A message", "an object with `role` and `content`", node));
      return;
    }
    const roleAt = node.get("role");
    const known = roles.get(roleAt?.string() ?? "") ?? (roleAt === undefined && how.fromResponse ? "assistant" : undefined);
    const place: Place = { node, role: known ?? this.#guessRole(node, roleAt), roleAt, isRoleWrong: known === undefined, ...how };
    const content = node.get("content");
    const answered = place.role === "tool" && !holdsResult(content) ? (node.get("tool_call_id") ?? node.get("toolUseId")) : undefined;
    if (answered !== undefined) {
      // A message that is a result itself, as OpenAI's chat API writes them: its role is reported, but its call must find it.
      this.#open(place, place.role).result({ result: node, callId: answered, name: node.get("name"), content });
      return;
    }
    if (content?.kind === "object" && readConverseBlock(content).kind === "block") {
      this.draft.report(content, mustBeKind("`content`", "a list of blocks", content));
      this.#readBlocks([content], place, isCut);
      return;
    }
    if (content?.kind !== "array") {
      this.draft.report(content ?? node, mustBeKind("`content`", "a list of blocks", content));
      this.#open(place, place.role);
      return;
    }
    // Refusal "the content field in the Message object at messages.1 is empty", quoted in vercel/ai issue 7830, 2026-11.
    if (!how.fromResponse && content.first() === undefined) this.draft.report(content, "`content` is an empty list");
    this.#readBlocks(content.items(), place, isCut);
  }

  /**
   * Reads the blocks of one message. Where calls or results are under the wrong role the message is split, so that the one fault is
   * told once and the pairing goes on as meant.
   */
  #readBlocks(nodes: readonly JsonNode[], place: Place, isCut: boolean): void {
    let current: MessageDraft | undefined;
    let currentRole = place.role;
    let isTold = place.isRoleWrong;
    for (const [position, node] of nodes.entries()) {
      const block = this.#blockOf(node);
      if (block === undefined) continue;
      const wanted = isHosted(block, place.role) ? place.role : (ownRole[block.kind] ?? place.role);
      if (wanted !== place.role && !isTold) {
        isTold = true;
        this.draft.report(node, misplaced(`A \`${block.key}\` block`, place.role, wanted));
      }
      if (current === undefined || wanted !== currentRole) {
        current = this.#open(place, wanted);
        currentRole = wanted;
      }
      this.#add(block, current, place, isCut && position === nodes.length - 1);
    }
    if (current === undefined) this.#open(place, place.role);
  }

  #blockOf(node: JsonNode): ConverseBlock | undefined {
    const read = readConverseBlock(node);
    switch (read.kind) {
      case "block":
        return read.block;
      case "unknown":
        this.draft.warn(read.at, unknownType("Content blocks", read.key));
        return undefined;
      case "invalid":
        this.draft.report(node, read.message);
        return undefined;
      default:
        return unreachable(read);
    }
  }

  #add(block: ConverseBlock, message: MessageDraft, place: Place, partial: boolean): void {
    const { node, key, kind, value } = block;
    switch (kind) {
      case "text":
        if (value.kind !== "string") this.draft.report(value, mustBeKind("`text`", "a string", value));
        if (!place.isStored || value.string()?.trim() !== "") message.text(value);
        break;
      case "reasoning":
        message.thinking(key, node);
        break;
      case "call":
        message.call({
          call: value,
          type: isHosted(block, place.role) ? (value.get("type")?.string() ?? key) : "function",
          id: value.get("toolUseId"),
          name: value.get("name"),
          arguments: value.get("input"),
          container: place.container,
          hosted: isHosted(block, place.role),
          partial,
          cutBy: place.cutBy,
        });
        break;
      case "result":
        message.result({
          result: value,
          callId: value.get("toolUseId"),
          content: value.get("content"),
          isError: value.get("status")?.string() === "error",
          hosted: isHosted(block, place.role),
        });
        break;
      case "other":
        message.other(key, node);
        break;
      default:
        unreachable(kind);
    }
  }

  #open({ node, roleAt, fromResponse }: Place, role: Role): MessageDraft {
    return this.draft.open({ role, at: node, roleAt, fromResponse });
  }

  #guessRole(node: JsonNode, roleAt: JsonNode | undefined): Role {
    const word = roleAt?.string();
    this.draft.report(roleAt ?? node, unknownRole(roleAt, ["user", "assistant"]));
    return word === "tool" ? "tool" : "user";
  }
}

/** What the provider's own tools (`systemTool`) ran: its call says so, its result is beside the call in the assistant message. */
function isHosted({ kind, value }: ConverseBlock, role: Role): boolean {
  if (kind === "call") return value.get("type")?.string() === "server_tool_use";
  return kind === "result" && role === "assistant" && value.get("type") !== undefined;
}

function holdsResult(content: JsonNode | undefined): boolean {
  if (content?.kind === "object") return content.get("toolResult") !== undefined;
  return content?.items().some((block) => block.get("toolResult") !== undefined) === true;
}
