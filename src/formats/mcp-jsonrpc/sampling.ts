import type { JsonNode } from "../../json/node.js";
import type { FinishReason, Role, ToolChoice } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";
import { ConversationDraft } from "../conversation-draft.js";
import { mustBeKind, mustBeWith, unknownRole } from "../shape-faults.js";

/** `stopReason` of a sampling result (`CreateMessageResult`, MCP specification 2025-11-25, read 2026-11). */
const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["endTurn", "stop"],
  ["stopSequence", "stop"],
  ["maxTokens", "length"],
  ["toolUse", "tool_calls"],
]);

const roles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["user", "user"],
]);

/** Reads a `sampling/createMessage` request and its answer: messages whose blocks look like Anthropic's, but results name `toolUseId`. */
export function readSampling(params: JsonNode, response: JsonNode | undefined): ConversationDraft {
  const reader = new SamplingReader();
  for (const message of params.get("messages")?.items() ?? []) reader.read(message, false);
  const result = response?.get("result");
  if (result !== undefined && result.get("content") !== undefined) {
    reader.read(result, true);
    reader.draft.finish(result.get("stopReason"), reasons);
  }
  return reader.draft;
}

/** `toolChoice: {mode}`. */
export function readSamplingChoice(at: JsonNode | undefined): ToolChoice | undefined {
  const mode = at?.get("mode")?.string();
  return at !== undefined && (mode === "auto" || mode === "required" || mode === "none") ? { mode, names: [], at } : undefined;
}

class SamplingReader {
  readonly draft = new ConversationDraft();
  readonly #ids = new Set<string>();
  /** Ids of the calls in the message before. */
  #previous: ReadonlySet<string> = new Set();

  read(node: JsonNode, fromResponse: boolean): void {
    if (node.kind !== "object") {
      this.draft.report(node, mustBeKind("A message", "an object with `role` and `content`", node));
      return;
    }
    const roleAt = node.get("role");
    const word = roleAt?.string();
    const role = word === undefined ? undefined : roles.get(word);
    if (role === undefined) {
      this.draft.report(roleAt ?? node, unknownRole(roleAt, ["user", "assistant"]));
    }
    const message = this.draft.open({ role: role ?? "user", at: node, roleAt, fromResponse });
    const content = node.get("content");
    const blocks = content?.kind === "array" ? content.items() : content === undefined ? [] : [content];
    const called = new Set<string>();
    for (const block of blocks) {
      const type = block.get("type")?.string();
      switch (type) {
        case "text":
          message.text(block.get("text") ?? block);
          break;
        case "tool_use": {
          const parts = { call: block, id: block.get("id"), name: block.get("name"), arguments: block.get("input") };
          // A use need not be answered (SEP-1577, quoted in modelcontextprotocol/python-sdk pull request 2962, 2026-06).
          const call = message.call({ ...parts, container: "object", expectsNoResult: true });
          if (call.id !== null) called.add(call.id);
          break;
        }
        case "tool_result": {
          const callId = block.get("toolUseId");
          this.#checkPlace(callId);
          const isError = block.get("isError")?.boolean() === true;
          message.result({ result: block, callId, content: block.get("content"), structured: block.get("structuredContent"), isError });
          break;
        }
        case undefined:
          this.draft.report(block, mustBeWith("A content block", "type", block));
          break;
        default:
          message.other(type, block);
      }
    }
    for (const id of called) this.#ids.add(id);
    this.#previous = called;
  }

  /** A result is in the message directly after its use (the same SEP; @modelcontextprotocol/sdk 1.32 checks it before it sends). */
  #checkPlace(callId: JsonNode | undefined): void {
    const id = callId?.string() ?? "";
    if (callId === undefined || this.#previous.has(id) || !this.#ids.has(id)) return;
    this.draft.report(callId, `The \`tool_result\` for ${quote(id)} is not in the message directly after its \`tool_use\``);
  }
}
