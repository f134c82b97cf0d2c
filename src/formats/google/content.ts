import { unreachable } from "../../errors.js";
import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { isEmptyString } from "../../json/text-probe.js";
import type { MessagePart, Role } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import { readIdentifier } from "../call-draft.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";
import { mustBeKind, unknownRole } from "../shape-faults.js";
import { functionResponse, googleCall, googleCode, googleHostedCall, googleHostedResult } from "./call.js";
import { given } from "./field.js";

/** What a key of a part is to us. `trait` says something about the part and is none itself. */
type PartKind = "text" | "call" | "result" | "code" | "hosted-call" | "hosted-result" | "media" | "trait";

/** Keys of `Part` (@google/genai 2.32, 2026-11), in both spellings. */
const partKinds: ReadonlyMap<string, PartKind> = new Map(
  (
    [
      ["text", "text"],
      ["functionCall", "call"],
      ["functionResponse", "result"],
      ["executableCode", "code"],
      ["codeExecutionResult", "hosted-result"],
      ["toolCall", "hosted-call"],
      ["toolResponse", "hosted-result"],
      ["inlineData", "media"],
      ["fileData", "media"],
      ["thought", "trait"],
      ["thoughtSignature", "trait"],
      ["videoMetadata", "trait"],
      ["mediaResolution", "trait"],
      ["mediaProcessing", "trait"],
      ["partMetadata", "trait"],
    ] as const
  ).flatMap(([camel, kind]) => [
    [camel, kind],
    [camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), kind],
  ]),
);

/** Whether a value looks like a part: an object that holds one of the data fields and no discriminator of another wire. */
export function isPart(node: JsonNode | undefined): boolean {
  if (node?.kind !== "object") return false;
  let isData = false;
  for (const { key } of node.entries()) {
    const name = key.string() ?? "";
    if (name === "type" || name === "kind" || name === "part_kind") return false;
    const kind = partKinds.get(name);
    isData ||= kind !== undefined && kind !== "trait";
  }
  return isData;
}

/** Whether a value is a `Content` as only Google writes it: `{role?, parts}` whose first part is one of its parts, whatever the role. */
export function isContent(node: JsonNode | undefined): boolean {
  const parts = node?.get("parts");
  const role = node?.get("role");
  if (parts?.kind !== "array" || (role !== undefined && role.kind !== "null" && role.kind !== "string")) return false;
  const first = parts.first();
  return first === undefined ? roles.has(role?.string() ?? "") : isPart(first);
}

/** A list of calls or results as the content that they were the parts of. */
export function googleContent(key: "functionCall" | "functionResponse", items: readonly JsonNode[], place: JsonNode): JsonNode {
  const parts = items.map((item) => composeObject([[key, item]], item));
  return composeObject([["parts", composeArray(parts, place)]], place);
}

/** Roles of a content; those that the endpoint takes first (`Content.role`, @google/genai 2.32, 2026-11). */
const roles: ReadonlyMap<string, Role> = new Map([
  ["user", "user"],
  ["model", "assistant"],
  ["function", "user"],
  ["tool", "user"],
  ["system", "system"],
  ["assistant", "assistant"],
]);

/** How contents are read. */
export interface ContentRules {
  /** Contents are sent to the endpoint as they are: a role or an empty content that it rejects is reported. */
  readonly isSent?: boolean;
  /** Calls that may go without a result. */
  readonly isFree?: (id: string | undefined, name: string | undefined) => boolean;
}

/** Where a content came from. */
export interface ContentOrigin {
  readonly fromResponse: boolean;
  /** Whose content it is, where more than its own word tells. */
  readonly role?: Role;
  /** Finish reason that cut the answer off. */
  readonly cutBy?: string | undefined;
  /** The `functionCall` that was still being written when the recording stopped. */
  readonly cut?: JsonNode | undefined;
}

const history: ContentOrigin = { fromResponse: false };

/** Reads the contents of one conversation, one after the other. */
export class ContentReader {
  readonly #draft: ConversationDraft;
  readonly #rules: ContentRules;

  constructor(draft: ConversationDraft, rules: ContentRules = {}) {
    this.#draft = draft;
    this.#rules = rules;
  }

  /** Reads `{role, parts}`, or what SDKs take for one: a text, a part, a list of parts. */
  read(content: JsonNode, origin: ContentOrigin = history): void {
    const roleAt = given(content, "role");
    const parts = this.#partsOf(content);
    if (parts === undefined) return;
    if (parts.length === 0 && this.#rules.isSent === true && !origin.fromResponse)
      this.#draft.report(content.get("parts") ?? content, "`parts` is empty");
    const role = origin.role ?? this.#roleOf(roleAt, parts, origin);
    const message = this.#draft.open({ role, at: content, roleAt, fromResponse: origin.fromResponse });
    this.readParts(parts, message, origin);
    if (origin.role === undefined) this.#checkRoles(role, message.parts);
  }

  /** Reads the parts of a message. */
  readParts(parts: readonly JsonNode[], message: MessageDraft, origin: ContentOrigin = history): void {
    for (const part of parts) this.#readPart(part, message, origin);
  }

  #partsOf(content: JsonNode): readonly JsonNode[] | undefined {
    if (content.kind === "string") return [content];
    if (content.kind === "array") return content.items();
    if (content.kind !== "object") {
      this.#draft.report(content, mustBeKind("A content", "an object with `role` and `parts`", content));
      return undefined;
    }
    const parts = given(content, "parts");
    if (parts === undefined) return isPart(content) ? [content] : [];
    switch (parts.kind) {
      case "array":
        return parts.items();
      case "object":
      case "string":
        return [parts];
      default:
        this.#draft.report(parts, mustBeKind("`parts`", "a list", parts));
        return [];
    }
  }

  #roleOf(roleAt: JsonNode | undefined, parts: readonly JsonNode[], { fromResponse }: ContentOrigin): Role {
    const word = roleAt?.string();
    const known = word === undefined ? undefined : roles.get(word);
    const speaks = fromResponse || parts.some((part) => given(part, "functionCall", "function_call") !== undefined);
    // A request of one turn needs no role, and streams say it in their first event only.
    if (roleAt === undefined || word === "") return speaks ? "assistant" : "user";
    if (this.#rules.isSent && word !== "user" && word !== "model") this.#reportRole(roleAt, word);
    return known ?? (speaks ? "assistant" : "user");
  }

  /**
   * Refusal "Please use a valid role: user, model.", quoted in agno issue 2241, 2025-02. Older models take the roles `function` and `tool`,
   * newer ones reject them at times (langchain-ai/langchainjs issue 11269, 2026-07; genkit-ai/genkit pull request 5780, 2026-07).
   */
  #reportRole(at: JsonNode, word: string | undefined): void {
    const isOld = word === "function" || word === "tool";
    const found = unknownRole(at, ["user", "model"]);
    if (isOld) this.#draft.report(at, found, 'Write "user" for results: newer models reject any other role', "warning");
    else this.#draft.report(at, found, 'Write "model" for the model, "user" for everything else: Gemini returns 400 for other roles');
  }

  /** Calls are the model's and results the caller's, on every wire of Google's; what rejects the reverse is not known. */
  #checkRoles(role: Role, parts: readonly MessagePart[]): void {
    const warn = (at: JsonNode, message: string) => this.#draft.report(at, message, undefined, "warning");
    for (const part of parts) {
      if (part.kind === "call" && !part.call.hosted && role !== "assistant")
        warn(part.call.at.call, 'A `functionCall` is in a content of another role; it belongs in one of role "model"');
      if (part.kind === "result" && !part.result.hosted && role === "assistant")
        warn(part.result.at.result, 'A `functionResponse` is in a content of role "model"; it belongs in one of role "user"');
    }
  }

  #readPart(part: JsonNode, message: MessageDraft, origin: ContentOrigin): void {
    if (part.kind === "string") {
      message.text(part);
      return;
    }
    if (part.kind !== "object") {
      this.#draft.report(part, mustBeKind("A part", "an object", part));
      return;
    }
    const members = part.entries();
    const signed = given(part, "thoughtSignature", "thought_signature");
    const signature = signed?.kind === "string" && !isEmptyString(signed) ? signed : undefined;
    const isThought = given(part, "thought")?.boolean() === true;
    for (const { key, value } of members) {
      if (value.kind === "null") continue;
      const name = key.string() ?? "";
      const kind = partKinds.get(name);
      if (kind === undefined) this.#draft.warn(key, `The key ${quote(name)} of a part is unknown, so what it holds is not checked`);
      // Serialisers write an empty text beside what the part is.
      else if (kind !== "trait" && !(kind === "text" && members.length > 1 && isEmptyString(value)))
        this.#addPart(value, { kind, name, isThought, signature }, message, origin);
    }
  }

  #addPart(value: JsonNode, { kind, name, isThought, signature }: PartTraits, message: MessageDraft, { cutBy, cut }: ContentOrigin): void {
    const { report } = this.#draft;
    if (kind === "text") {
      if (value.kind !== "string") report(value, mustBeKind("`text`", "a string", value));
      if (isThought) message.thinking("thought", value);
      else message.text(value);
      return;
    }
    if (value.kind !== "object") {
      report(value, mustBeKind(`\`${name}\``, "an object", value));
      return;
    }
    const isFree = kind === "call" && this.#rules.isFree?.(given(value, "id")?.string(), given(value, "name")?.string()) === true;
    const traits = { cutBy, partial: value === cut, signature, expectsNoResult: isFree };
    switch (kind) {
      case "call":
        message.call(googleCall(value), traits);
        break;
      case "code":
        message.call(googleCode(value), traits);
        break;
      case "hosted-call":
        message.call(googleHostedCall(value), traits);
        break;
      case "result":
        message.result(functionResponse(value));
        break;
      case "hosted-result":
        if (isMoreOutput(value, name, message.parts.at(-1))) message.other(name, value);
        else message.result(googleHostedResult(value));
        break;
      case "media":
        message.other(name, value);
        break;
      default:
        unreachable(kind);
    }
  }
}

/** Code that was run leaves several outputs in a row, one for what it printed and one for how it failed: the first stands for all. */
function isMoreOutput(result: JsonNode, name: string, last: MessagePart | undefined): boolean {
  if (!outputs.has(name)) return false;
  const isOutput = last?.kind === "result" && given(last.result.at.result, "outcome") !== undefined;
  const isSame = isOutput && last.result.callId === readIdentifier(given(result, "id"));
  return isSame || (last?.kind === "other" && outputs.has(last.type));
}

const outputs: ReadonlySet<string> = new Set(["codeExecutionResult", "code_execution_result"]);

interface PartTraits {
  readonly kind: Exclude<PartKind, "trait">;
  readonly name: string;
  readonly isThought: boolean;
  readonly signature: JsonNode | undefined;
}
