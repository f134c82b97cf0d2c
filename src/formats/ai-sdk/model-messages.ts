import type { JsonNode } from "../../json/node.js";
import type { Role } from "../../model/conversation.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { misplaced, mustBeKind, unknownRole } from "../shape-faults.js";
import { isProviderExecuted, isResult, type PartContext, readPart } from "./model-parts.js";
import { finishInWords, finishReasons } from "./words.js";

const roles: ReadonlyMap<string, Role> = new Map([
  ["system", "system"],
  ["user", "user"],
  ["assistant", "assistant"],
  ["tool", "tool"],
]);

/** Reads messages and answers of one conversation, one after the other. */
export class ModelMessageReader {
  readonly #draft: ConversationDraft;
  readonly #approved = new Set<string>();
  readonly #approvals = new Map<string, string>();
  /** Ids of calls that the provider runs: their results are in an assistant message, at times a later one. */
  readonly #providerCalls = new Set<string>();

  constructor(draft: ConversationDraft) {
    this.#draft = draft;
  }

  /** Notes which calls an approval stands in for; to be called for all messages before they are read. */
  noteApprovals(messages: readonly JsonNode[]): void {
    for (const message of messages) {
      for (const part of message.get("content")?.items() ?? []) {
        const approval = part.get("approvalId")?.string();
        if (approval === undefined) continue;
        const call = (part.get("toolCallId") ?? part.get("toolCall")?.get("toolCallId"))?.string();
        const type = part.get("type")?.string();
        if (type === "tool-approval-request" && call !== undefined) this.#approvals.set(approval, call);
        if (type === "tool-approval-response") this.#approved.add(this.#approvals.get(approval) ?? "");
      }
    }
  }

  /** Reads a message of a prompt, or one that came back. */
  readMessage(node: JsonNode, fromResponse: boolean): void {
    if (node.kind !== "object") {
      this.#draft.report(node, mustBeKind("A message", "an object with `role` and `content`", node));
      return;
    }
    const roleAt = node.get("role");
    const word = roleAt?.string();
    const role = word === undefined ? undefined : roles.get(word);
    const content = node.get("content");
    if (role === undefined) {
      this.#draft.report(roleAt ?? node, unknownRole(roleAt, roles.keys()));
    }
    const message = this.#draft.open({ role: role ?? guessRole(content), at: node, roleAt, fromResponse });
    this.#readContent(node, content, message, role);
  }

  #readContent(node: JsonNode, content: JsonNode | undefined, message: MessageDraft, role: Role | undefined): void {
    if (content?.kind === "string" && role !== "tool") {
      message.text(content);
      return;
    }
    if (content?.kind !== "array") {
      const expected = role === "tool" ? "a list of tool results" : "text or a list of parts";
      this.#draft.report(content ?? node, mustBeKind("`content`", expected, content));
      return;
    }
    const parts = content.items();
    this.#noteProviderCalls(parts);
    for (const part of parts) {
      if (role !== undefined) this.#checkPlace(part, role);
      readPart(part, message, this.#context("prompt", undefined), role === "assistant" && this.#isHosted(part));
    }
  }

  /** Calls are in assistant messages, a client's results in tool messages. */
  #checkPlace(part: JsonNode, role: Role): void {
    const type = part.get("type")?.string();
    if (type === "tool-call" && role !== "assistant") {
      this.#draft.report(part, misplaced("A tool call", role, "assistant"));
    } else if (type === "tool-result" && (role === "user" || role === "system")) {
      this.#draft.report(part, misplaced("A tool result", role, "tool"));
    }
  }

  /**
   * Reads what came back for a prompt: a step, an answer of a provider, or a result of `generateText`. Results of the caller's own tools
   * are in a message after it.
   */
  readAnswer(at: JsonNode, parts: readonly JsonNode[]): void {
    const finish = finishInWords(at);
    const raw = finish?.string() ?? "";
    const context = this.#context("answer", finishReasons.get(raw) === "length" ? raw : undefined);
    this.#noteProviderCalls(parts);
    const isOwnResult = (part: JsonNode) => isResult(part) && !this.#isHosted(part);
    const message = this.#draft.open({ role: "assistant", at, fromResponse: true });
    for (const part of parts) if (!isOwnResult(part)) readPart(part, message, context, this.#isHosted(part));
    this.#draft.finish(finish, finishReasons);
    const results = parts.filter(isOwnResult);
    if (results.length === 0) return;
    const behind = this.#draft.open({ role: "tool", at });
    for (const part of results) readPart(part, behind, context, false);
  }

  #noteProviderCalls(parts: readonly JsonNode[]): void {
    for (const part of parts) {
      if (part.get("type")?.string() === "tool-call" && isProviderExecuted(part)) {
        this.#providerCalls.add(part.get("toolCallId")?.string() ?? "");
      }
    }
  }

  #isHosted(part: JsonNode): boolean {
    return isProviderExecuted(part) || this.#providerCalls.has(part.get("toolCallId")?.string() ?? "");
  }

  #context(origin: PartContext["origin"], cutBy: string | undefined): PartContext {
    return { draft: this.#draft, origin, approved: this.#approved, cutBy };
  }
}

function guessRole(content: JsonNode | undefined): Role {
  const types = new Set(content?.items().map((part) => part.get("type")?.string()) ?? []);
  if (types.has("tool-call")) return "assistant";
  return types.has("tool-result") ? "tool" : "user";
}
