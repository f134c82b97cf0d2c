import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { TextProbe } from "../../json/text-probe.js";
import type { Role } from "../../model/conversation.js";
import type { ToolArguments } from "../../model/exchange.js";
import { quote } from "../../text/quote.js";
import { sentence, value } from "../../text/sentence.js";
import { decodeArguments } from "../arguments.js";
import type { ConversationDraft, MessageDraft } from "../conversation-draft.js";

const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["system", "system"],
  ["user", "user"],
  ["tool", "tool"],
]);

/** Marks a long text or a picture that the sample keeps elsewhere (`log/_condense.py`). */
const attachment = "attachment://";
const condensed = new TextProbe([attachment]);

/** Reads the messages of one sample. */
export class SampleReader {
  readonly #draft: ConversationDraft;
  readonly #attachments: JsonNode | undefined;

  constructor(draft: ConversationDraft, attachments: JsonNode | undefined) {
    this.#draft = draft;
    this.#attachments = attachments;
  }

  read(node: JsonNode): void {
    if (node.kind !== "object") {
      this.#draft.report(node, `Unexpected ${node.kind} as message, expected an object with a role`);
      return;
    }
    const roleAt = node.get("role");
    const word = roleAt?.string();
    const role = roles.get(word ?? "");
    if (role === undefined) {
      const what = roleAt === undefined ? "message without role" : `${word === undefined ? roleAt.kind : quote(word)} as role`;
      this.#draft.report(roleAt ?? node, `Unexpected ${what}, expected one of ${[...roles.keys()].join(", ")}`);
    }
    const message = this.#draft.open({ role: role ?? "user", at: node, roleAt });
    if (role === "tool") {
      const error = node.get("error") ?? node.get("tool_error");
      message.result({
        result: node,
        callId: node.get("tool_call_id"),
        name: node.get("function"),
        content: node.get("content"),
        isError: error !== undefined && error.kind !== "null",
      });
      return;
    }
    this.#readContent(node.get("content"), message);
    if (role === "assistant") for (const call of node.get("tool_calls")?.items() ?? []) this.#addCall(call, message);
  }

  #readContent(content: JsonNode | undefined, message: MessageDraft): void {
    if (content?.kind === "string") message.text(content);
    for (const part of content?.items() ?? []) {
      const type = part.get("type")?.string() ?? "";
      if (type === "text") message.text(part.get("text") ?? part);
      else if (type === "reasoning") message.thinking(type, part);
      else if (type === "tool_use") addServerUse(part, message);
      else message.other(type, part);
    }
  }

  #addCall(call: JsonNode, message: MessageDraft): void {
    if (call.kind !== "object") {
      this.#draft.report(call, `Unexpected ${call.kind} as tool call, expected an object with id, function and arguments`);
      return;
    }
    const called = call.get("function");
    const given = call.get("arguments");
    const name = called?.kind === "object" ? called.get("name") : called;
    message.call({ call, type: "function", id: call.get("id"), name, arguments: given, decoded: this.#decode(call, given) });
  }

  /** Arguments that Inspect could not parse are left empty, and it says why. */
  #decode(call: JsonNode, given: JsonNode | undefined): ToolArguments {
    const error = call.get("parse_error");
    if (error?.kind === "string") {
      const why = error.string()?.split("\n", 1)[0] ?? "";
      return { kind: "malformed", fault: "not-json", at: error, message: sentence`Arguments are not a JSON object: ${value(why)}` };
    }
    const isCondensed = given !== undefined && condensed.mayBeIn(given);
    return decodeArguments(isCondensed ? this.#resolve(given) : given, { container: "object" });
  }

  #resolve(node: JsonNode): JsonNode {
    switch (node.kind) {
      case "string": {
        const text = node.string() ?? "";
        return (text.startsWith(attachment) ? this.#attachments?.get(text.slice(attachment.length)) : undefined) ?? node;
      }
      case "array":
        return composeArray(
          node.items().map((item) => this.#resolve(item)),
          node,
        );
      case "object":
        return composeObject(
          node.entries().map(({ key, value }) => [key.string() ?? "", this.#resolve(value)]),
          node,
        );
      default:
        return node;
    }
  }
}

/** A tool that the provider ran: call and result are one part (`ContentToolUse`). */
function addServerUse(part: JsonNode, message: MessageDraft): void {
  const call = message.call({
    call: part,
    type: part.get("tool_type")?.string() ?? "tool_use",
    id: part.get("id"),
    name: part.get("name"),
    arguments: part.get("arguments"),
    // Some providers give code or a query instead of JSON.
    decoded: { kind: "unknown", because: "the provider ran it" },
    hosted: true,
    idOptional: true,
  });
  const error = part.get("error");
  const isError = error !== undefined && error.kind !== "null";
  message.result({ result: part, callId: part.get("id"), content: part.get("result"), isError, hosted: true, inlineCall: call });
}
