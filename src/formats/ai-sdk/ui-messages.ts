import type { JsonNode } from "../../json/node.js";
import type { Role } from "../../model/conversation.js";
import type { ResultDraft } from "../call-draft.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { decoded } from "../decoded.js";
import { hasNo, misplaced, mustBeKind, unknownRole, unknownType } from "../shape-faults.js";
import { type Invocation, invocationOf, oldInvocation, readInvocation } from "./ui-invocation.js";

const roles: ReadonlyMap<string, Role> = new Map([
  ["system", "system"],
  ["user", "user"],
  ["assistant", "assistant"],
]);

/** Parts beside text, reasoning and tools (ai 6.0, `UIMessagePart`; read 2026-11). */
const otherTypes: ReadonlySet<string> = new Set(["file", "source", "source-url", "source-document", "custom", "reasoning-file"]);

/** The parts of a message: Mastra keeps them inside an object `content`, databases as JSON text. */
export function partsOf(message: JsonNode): JsonNode | undefined {
  const parts = message.get("parts") ?? message.get("content")?.get("parts");
  return parts === undefined ? undefined : decoded(parts);
}

/** The `toolInvocations` of a message of version 4, which repeats them in its parts where it has any. */
export function oldInvocationsOf(message: JsonNode): JsonNode | undefined {
  return message.get("toolInvocations") ?? message.get("content")?.get("toolInvocations");
}

/**
 * Reads one UI message. Its steps become messages of their own, each with the results of the caller's tools after it, as the SDK sends
 * them (ai 6.0, `convertToModelMessages`; read 2026-11): ids may repeat from step to step.
 */
export function readUiMessage(node: JsonNode, draft: ConversationDraft): void {
  if (node.kind !== "object") {
    draft.report(node, mustBeKind("A message", "an object with `role` and `parts`", node));
    return;
  }
  const roleAt = node.get("role");
  const word = roleAt?.string();
  // Data messages of version 4 carry values for the page; the model never sees them.
  if (word === "data") return;
  const role = word === undefined ? undefined : roles.get(word);
  if (role === undefined) {
    draft.report(roleAt ?? node, unknownRole(roleAt, roles.keys()));
  }
  const steps = new StepReader(node, roleAt, role ?? "user", draft);
  const parts = readParts(node, role, steps, draft);
  const holdsCalls = parts.some((part) => invocationOf(part) !== undefined);
  if (!holdsCalls) for (const entry of oldInvocationsOf(node)?.items() ?? []) steps.invocation(oldInvocation(entry));
  steps.end();
}

function readParts(node: JsonNode, role: Role | undefined, steps: StepReader, draft: ConversationDraft): readonly JsonNode[] {
  const parts = partsOf(node);
  const content = node.get("content");
  if (parts === undefined) {
    if (content?.kind === "string") steps.message().text(content);
    else if (oldInvocationsOf(node) === undefined) draft.report(node, hasNo("A message", "parts"));
    return [];
  }
  if (parts.kind !== "array") {
    draft.report(parts, mustBeKind("`parts`", "a list", parts));
    return [];
  }
  const list = parts.items();
  if (list.length === 0 && (role === "user" || role === "system") && content === undefined) {
    draft.report(parts, `\`parts\` of a ${role} message is an empty list`);
  }
  for (const part of list) readPart(part, role, steps, draft);
  return list;
}

function readPart(part: JsonNode, role: Role | undefined, steps: StepReader, draft: ConversationDraft): void {
  if (part.kind !== "object") {
    draft.report(part, mustBeKind("A part of a message", "an object with `type`", part));
    return;
  }
  const invocation = invocationOf(part);
  if (invocation !== undefined) {
    if (role === "user" || role === "system") {
      draft.report(part, misplaced("A tool part", role, "assistant"));
    }
    steps.invocation(invocation);
    return;
  }
  const type = part.get("type")?.string();
  if (type === "step-start") steps.next();
  else if (type === "text") steps.message().text(part.get("text") ?? part);
  else if (type === "reasoning") steps.message().thinking(type, part);
  else if (type === undefined) draft.report(part, hasNo("A part of a message", "type"));
  else {
    steps.message().other(type, part);
    if (!otherTypes.has(type) && !type.startsWith("data-")) {
      draft.warn(part, unknownType("Parts", type));
    }
  }
}

/** Opens a message for each step once something is in it, and puts results after it. */
class StepReader {
  readonly #at: JsonNode;
  readonly #roleAt: JsonNode | undefined;
  readonly #role: Role;
  readonly #draft: ConversationDraft;
  #open: MessageDraft | undefined;
  #results: ResultDraft[] = [];
  #step: number | undefined;
  #isEmpty = true;

  constructor(at: JsonNode, roleAt: JsonNode | undefined, role: Role, draft: ConversationDraft) {
    this.#at = at;
    this.#roleAt = roleAt;
    this.#role = role;
    this.#draft = draft;
  }

  /** The message of the step at hand, which begins with what is put into it. */
  message(): MessageDraft {
    this.#open ??= this.#draft.open({ role: this.#role, at: this.#at, roleAt: this.#roleAt });
    this.#isEmpty = false;
    return this.#open;
  }

  /** Version 4 numbers the steps of its invocations. */
  invocation(invocation: Invocation): void {
    const step = invocation.node.get("step")?.number();
    if (step !== undefined && this.#step !== undefined && step !== this.#step) this.next();
    this.#step = step ?? this.#step;
    const message = this.message();
    const result = readInvocation(invocation, message, this.#draft);
    if (result?.hosted === true) message.result(result);
    else if (result !== undefined) this.#results.push(result);
  }

  next(): void {
    this.#open = undefined;
    if (this.#results.length === 0) return;
    const behind = this.#draft.open({ role: "tool", at: this.#at });
    for (const result of this.#results) behind.result(result);
    this.#results = [];
  }

  /** An assistant message may be empty; it was still said. */
  end(): void {
    if (this.#isEmpty) this.message();
    this.next();
  }
}
