import { unreachable } from "../../errors.js";
import type { JsonNode } from "../../json/node.js";
import { isEmptyString } from "../../json/text-probe.js";
import type { Anomaly, Message, MessagePart, Role } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import type { DraftPlace } from "../call-draft.js";
import { type GoogleCallPlace, readCode, readFunctionResponse, readGoogleCall, readHostedCall, readHostedResult } from "./call.js";
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

/** Roles of a content; those that the endpoint takes first (`Content.role`, @google/genai 2.32, 2026-11). */
const roles: ReadonlyMap<string, Role> = new Map([
  ["user", "user"],
  ["model", "assistant"],
  ["function", "user"],
  ["tool", "user"],
  ["system", "system"],
  ["assistant", "assistant"],
]);

/** What the reader complains about, beside parts that no wire of Google's has. */
export interface ContentRules {
  /** Contents are sent to the endpoint as they are: a role or an empty content that it rejects is reported. */
  readonly isSent: boolean;
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

/** Reads the contents of one conversation, one after the other. What does not fit becomes an anomaly, an unknown key of parts one for all. */
export class ContentReader {
  readonly messages: Message[] = [];
  readonly anomalies: Anomaly[] = [];
  readonly #rules: ContentRules;
  /** Messages before the first one that is read here. */
  readonly #before: number;
  readonly #toldKeys = new Set<string>();

  constructor(rules: ContentRules, before = 0) {
    this.#rules = rules;
    this.#before = before;
  }

  /** Reads `{role, parts}`, or what SDKs take for one: a text, a part, a list of parts. */
  read(content: JsonNode, origin: ContentOrigin = history): void {
    const roleAt = given(content, "role");
    const parts = this.#partsOf(content);
    if (parts === undefined) return;
    if (parts.length === 0 && this.#rules.isSent && !origin.fromResponse)
      this.#report(content.get("parts") ?? content, "Unexpected empty parts, expected at least one part");
    const role = origin.role ?? this.#roleOf(roleAt, parts, origin);
    const read = this.readParts(parts, origin);
    if (origin.role === undefined) this.#checkRoles(role, read);
    this.push(role, read, { at: content, roleAt, ...origin });
  }

  /** Reads the parts of the message that is pushed next. */
  readParts(parts: readonly JsonNode[], origin: ContentOrigin = history): MessagePart[] {
    const read: MessagePart[] = [];
    const among: PartContext = { origin, calls: 0, results: 0 };
    for (const part of parts) this.#readPart(part, among, read);
    return read;
  }

  /** Adds a message that another wire around the parts has read. */
  push(role: Role, parts: readonly MessagePart[], { fromResponse, at, roleAt }: ContentOrigin & Pick<Message, "at" | "roleAt">): void {
    this.messages.push({ role, parts, fromResponse, at, roleAt });
  }

  /** Index of the message that is read next. */
  get next(): number {
    return this.#before + this.messages.length;
  }

  #partsOf(content: JsonNode): readonly JsonNode[] | undefined {
    if (content.kind === "string") return [content];
    if (content.kind === "array") return content.items();
    if (content.kind !== "object") {
      this.#report(content, `Unexpected ${content.kind} among the contents, expected an object with role and parts`);
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
        this.#report(parts, `Unexpected ${parts.kind} as parts, expected a list`);
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
    const found = word === undefined ? at.kind : quote(word);
    this.anomalies.push({
      rule: "invalid-message",
      ...(isOld && { severity: "warning" }),
      at,
      message: `Unexpected role ${found}, expected "user" or "model"`,
      fix: isOld
        ? 'Results belong in a content of role "user": newer models refuse any other'
        : "400 INVALID_ARGUMENT: please use a valid role",
    });
  }

  /** Calls are the model's and results the caller's, on every wire of Google's; what rejects the reverse is not known. */
  #checkRoles(role: Role, parts: readonly MessagePart[]): void {
    for (const part of parts) {
      if (part.kind === "call" && !part.call.hosted && role !== "assistant")
        this.#report(part.call.at.call, 'Unexpected functionCall in a content of another role, expected it under "model"', "warning");
      if (part.kind === "result" && !part.result.hosted && role === "assistant")
        this.#report(part.result.at.result, 'Unexpected functionResponse in a content of the model, expected it under "user"', "warning");
    }
  }

  #readPart(part: JsonNode, among: PartContext, read: MessagePart[]): void {
    if (part.kind === "string") {
      read.push({ kind: "text", at: part });
      return;
    }
    if (part.kind !== "object") {
      this.#report(part, `Unexpected ${part.kind} as part, expected an object`);
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
      if (kind === undefined) this.#noteKey(name, key);
      // Serialisers write an empty text beside what the part is.
      else if (kind !== "trait" && !(kind === "text" && members.length > 1 && isEmptyString(value))) {
        const found = this.#partOf(value, { kind, name, isThought, signature }, among);
        if (found !== undefined) read.push(isMoreOutput(found, name, read.at(-1)) ? { kind: "other", type: name, at: value } : found);
      }
    }
  }

  #partOf(value: JsonNode, { kind, name, isThought, signature }: PartTraits, among: PartContext): MessagePart | undefined {
    if (kind === "text") {
      if (value.kind !== "string") this.#report(value, `Unexpected ${value.kind} as text, expected a string`);
      return isThought ? { kind: "thinking", type: "thought", at: value } : { kind: "text", at: value };
    }
    if (value.kind !== "object") {
      this.#report(value, `Unexpected ${value.kind} as ${name}, expected an object`);
      return undefined;
    }
    const { cutBy, cut } = among.origin;
    const called = (): GoogleCallPlace => ({ message: this.next, index: among.calls++, cutBy, partial: value === cut, signature });
    const answered = (): DraftPlace => ({ message: this.next, index: among.results++ });
    switch (kind) {
      case "call":
        return { kind: "call", call: readGoogleCall(value, called()) };
      case "code":
        return { kind: "call", call: readCode(value, called()) };
      case "hosted-call":
        return { kind: "call", call: readHostedCall(value, called()) };
      case "result":
        return { kind: "result", result: readFunctionResponse(value, answered()) };
      case "hosted-result":
        return { kind: "result", result: readHostedResult(value, answered()) };
      case "media":
        return { kind: "other", type: name, at: value };
      default:
        return unreachable(kind);
    }
  }

  #noteKey(name: string, at: JsonNode): void {
    if (this.#toldKeys.has(name)) return;
    this.#toldKeys.add(name);
    this.#report(at, `Unknown key ${quote(name)} of a part: what it holds was not read`, "warning");
  }

  #report(at: JsonNode, message: string, severity?: "warning"): void {
    this.anomalies.push({ rule: "invalid-message", at, message, ...(severity !== undefined && { severity }) });
  }
}

/** Code that was run leaves several outputs in a row, one for what it printed and one for how it failed: the first stands for all. */
function isMoreOutput(part: MessagePart, name: string, last: MessagePart | undefined): boolean {
  if (part.kind !== "result" || !outputs.has(name)) return false;
  const isOutput = last?.kind === "result" && given(last.result.at.result, "outcome") !== undefined;
  return (isOutput && last.result.callId === part.result.callId) || (last?.kind === "other" && outputs.has(last.type));
}

const outputs: ReadonlySet<string> = new Set(["codeExecutionResult", "code_execution_result"]);

interface PartTraits {
  readonly kind: Exclude<PartKind, "trait">;
  readonly name: string;
  readonly isThought: boolean;
  readonly signature: JsonNode | undefined;
}

/** The parts of one content, counted. */
interface PartContext {
  readonly origin: ContentOrigin;
  calls: number;
  results: number;
}
