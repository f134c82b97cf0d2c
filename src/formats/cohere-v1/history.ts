import type { JsonNode } from "../../json/node.js";
import { isSameNode } from "../../json/same-value.js";
import type { Role } from "../../model/conversation.js";
import type { ToolCall } from "../../model/exchange.js";
import { ConversationDraft, type MessageDraft } from "../conversation-draft.js";
import { mustBeKind, unknownRole } from "../shape-faults.js";

const roles: ReadonlyMap<string, Role> = new Map([
  ["CHATBOT", "assistant"],
  ["SYSTEM", "system"],
  ["USER", "user"],
  ["TOOL", "tool"],
]);

/** Reads turns of a v1 conversation, one after the other. Results find their call by the copy of it that they hold. */
export class TurnReader {
  readonly draft = new ConversationDraft();
  /** Calls of the last turn that made some, without those that have their result. */
  #open: ToolCall[] = [];
  /** Some turn of the file made calls: results can be reported to have lost theirs. */
  #hasCalls = false;

  /** An entry of `chat_history`: `{role, message?, tool_calls?, tool_results?}`. */
  readTurn(node: JsonNode): void {
    if (node.kind !== "object") {
      this.draft.report(node, mustBeKind("An entry of `chat_history`", "an object with `role`", node));
      return;
    }
    const roleAt = node.get("role");
    const word = roleAt?.string();
    const role = word === undefined ? undefined : roles.get(word.toUpperCase());
    if (role === undefined) {
      this.draft.report(roleAt ?? node, unknownRole(roleAt, roles.keys()));
    }
    const results = node.get("tool_results");
    if (role === "tool" || (role === undefined && results !== undefined)) {
      this.readResults(results, node, roleAt);
      return;
    }
    this.#say(role ?? "user", node, roleAt, node.get("message"), node.get("tool_calls"), false);
  }

  /** The message of the user that the request asks to answer; empty where it only brings results. */
  readMessage(at: JsonNode): void {
    if (at.kind !== "string") this.draft.report(at, mustBeKind("`message`", "a string", at));
    else if (at.string() !== "") this.draft.open({ role: "user", at }).text(at);
  }

  /** What came back: `{text, tool_calls}`. */
  readAnswer(node: JsonNode): void {
    this.#say("assistant", node, undefined, node.get("text"), node.get("tool_calls"), true);
  }

  /** Results: `[{call: {name, parameters}, outputs: [{…}]}]`. */
  readResults(list: JsonNode | undefined, at: JsonNode, roleAt: JsonNode | undefined): void {
    if (list?.kind !== "array") {
      if (list?.kind === "null") return;
      this.draft.report(list ?? at, mustBeKind("`tool_results`", "a list", list));
      return;
    }
    const results = list.items();
    // Where no turn holds the calls the results are all there is of them: a single step is sent without its history.
    if (!this.#hasCalls) this.#callAgain(results);
    const message = this.draft.open({ role: "tool", at, roleAt });
    for (const result of results) this.#result(result, message);
  }

  #say(
    role: Role,
    at: JsonNode,
    roleAt: JsonNode | undefined,
    text: JsonNode | undefined,
    calls: JsonNode | undefined,
    fromResponse: boolean,
  ) {
    const message = this.draft.open({ role, at, roleAt, fromResponse });
    if (text?.kind === "string") {
      if (text.string() !== "") message.text(text);
    } else if (text !== undefined && text.kind !== "null") {
      this.draft.report(text, mustBeKind("`message`", "a string", text));
    }
    if (calls === undefined || calls.kind === "null") return;
    if (calls.kind !== "array") {
      this.draft.report(calls, mustBeKind("`tool_calls`", "a list", calls));
      return;
    }
    if (role !== "assistant" && calls.first() !== undefined)
      this.draft.report(calls, `\`tool_calls\` is in ${role === "user" ? "a USER" : "another"} message; it belongs in a CHATBOT message`);
    this.#call(calls.items(), message);
  }

  #call(nodes: readonly JsonNode[], message: MessageDraft): void {
    const made: ToolCall[] = [];
    for (const node of nodes) {
      if (node.kind !== "object") this.draft.report(node, mustBeKind("A tool call", "an object with `name` and `parameters`", node));
      else {
        const parts = { call: node, id: undefined, name: node.get("name"), arguments: node.get("parameters") };
        made.push(message.call({ container: "object", idOptional: true, ...parts }));
      }
    }
    if (made.length === 0) return;
    this.#open = made;
    this.#hasCalls = true;
  }

  /** A turn of the calls that results hold. */
  #callAgain(results: readonly JsonNode[]): void {
    const calls = results.flatMap((result) => result.get("call") ?? []);
    const [first] = calls;
    if (first === undefined) return;
    this.#call(calls, this.draft.open({ role: "assistant", at: first }));
    this.#hasCalls = false;
  }

  #result(node: JsonNode, message: MessageDraft): void {
    if (node.kind !== "object") {
      this.draft.report(node, mustBeKind("A tool result", "an object with `call` and `outputs`", node));
      return;
    }
    const called = node.get("call");
    const position = this.#open.findIndex((call) => called !== undefined && isSameNode(call.at.call, called));
    const [call] = position < 0 ? [] : this.#open.splice(position, 1);
    message.result({
      result: node,
      callId: undefined,
      name: called?.get("name"),
      content: node.get("outputs"),
      idOptional: true,
      ...(call !== undefined && { inlineCall: call }),
    });
  }
}
