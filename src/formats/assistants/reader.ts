import type { JsonNode } from "../../json/node.js";
import type { FinishReason } from "../../model/conversation.js";
import type { ToolArguments, ToolCall } from "../../model/exchange.js";
import { readIdentifier } from "../call-draft.js";
import { addToolCall } from "../chat/call.js";
import { ConversationDraft, type MessageDraft } from "../conversation-draft.js";
import { mustBeKind } from "../shape-faults.js";

/** `status` of a run (openai-node 7.59, `RunStatus`). */
const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["requires_action", "tool_calls"],
  ["completed", "stop"],
  ["incomplete", "length"],
  ["failed", "error"],
]);

/** Types of hosted calls, and where their results are (openai-node 7.59, `ToolCall` of run steps; `retrieval` in version 1). */
const hostedOutputs: ReadonlyMap<string, string> = new Map([
  ["code_interpreter", "outputs"],
  ["file_search", "results"],
  ["retrieval", "results"],
]);

/**
 * Reads objects of the Assistants API in the order in which they came: messages of a thread, runs that wait for outputs, the outputs, and
 * steps, whose calls hold their results. Snapshots of one run and its steps tell of one call again and again: it is read once.
 */
export class AssistantsReader {
  readonly draft = new ConversationDraft();
  /** Declarations that runs repeat; the last one counts. */
  tools: JsonNode | undefined;
  /** The tools are those that a run repeats. */
  isEcho = false;
  model: JsonNode | undefined;
  /** Outputs were submitted whose calls are stored elsewhere. */
  hasSubmitted = false;
  readonly #seen = new Set<string>();

  /** Runs and steps are the service's own, wherever they were recorded. */
  read(node: JsonNode, fromResponse: boolean): void {
    switch (node.get("object")?.string()) {
      case "thread.run":
        this.#readRun(node);
        break;
      case "thread.run.step":
        this.#readCalls(node.get("step_details")?.get("tool_calls"), node);
        break;
      case "thread.message":
        this.#readMessage(node, fromResponse);
        break;
      default: {
        const outputs = node.get("tool_outputs");
        if (outputs?.kind === "array") this.#readOutputs(outputs, node);
        for (const message of node.get("thread")?.get("messages")?.items() ?? []) this.#readMessage(message, false);
        for (const message of node.get("additional_messages")?.items() ?? []) this.#readMessage(message, false);
        this.#note(node, node.get("object") !== undefined);
      }
    }
  }

  /** `isEcho`: the service says it, of a run as it took it. */
  #note(node: JsonNode, isEcho: boolean): void {
    const tools = node.get("tools");
    if (tools?.kind === "array" && (this.tools === undefined || this.isEcho || !isEcho)) {
      this.tools = tools;
      this.isEcho = isEcho;
    }
    this.model ??= node.get("model");
  }

  #readRun(run: JsonNode): void {
    this.#note(run, true);
    const calls = run.get("required_action")?.get("submit_tool_outputs")?.get("tool_calls");
    this.#readCalls(calls, calls ?? run);
    const status = run.get("status");
    const raw = status?.string() ?? "";
    const reason = reasons.get(raw);
    const { messages, finishes } = this.draft;
    if (status === undefined || reason === undefined || messages.at(-1)?.role !== "assistant") return;
    finishes.push({ message: messages.length - 1, reason, raw, promisesCall: false, at: status });
  }

  /** Adds a message with the calls that are new, if there are any. */
  #readCalls(list: JsonNode | undefined, at: JsonNode): void {
    const calls = (list?.items() ?? []).filter((node) => !this.#isTold(node.get("id")));
    if (!calls.some(({ kind }) => kind === "object")) {
      for (const node of calls) this.draft.report(node, mustBeKind("A tool call", "an object", node));
      return;
    }
    const message = this.draft.open({ role: "assistant", at, fromResponse: true });
    for (const node of calls) this.#readCall(node, message);
  }

  /** A call, with its result once there is one: calls of steps hold theirs. */
  #readCall(node: JsonNode, message: MessageDraft): void {
    const type = node.get("type")?.string() ?? "function";
    const inner = node.get(type);
    const outputKey = hostedOutputs.get(type);
    const call =
      outputKey === undefined
        ? addToolCall(node, { container: "string" }, { message, report: this.draft.report })
        : addHostedCall(node, type, inner, message);
    if (call === undefined) return;
    const output = inner?.get(outputKey ?? "output");
    // A function's output is null until it was submitted.
    if (outputKey === undefined && (output === undefined || output.kind === "null")) return;
    message.result({ result: node, callId: node.get("id"), content: output, hosted: call.hosted, idOptional: true, inlineCall: call });
  }

  #readMessage(node: JsonNode, fromResponse: boolean): void {
    const content = node.get("content");
    const role = node.get("role")?.string() === "assistant" ? "assistant" : "user";
    const message = this.draft.open({ role, at: node, roleAt: node.get("role"), fromResponse });
    const parts = content?.kind === "string" ? [content] : (content?.items() ?? []);
    for (const part of parts) {
      const words = part.get("text")?.get("value") ?? part.get("text") ?? part;
      if (words.kind === "string") message.text(words);
      else message.other(words.get("type")?.string() ?? "", words);
    }
  }

  #readOutputs(outputs: JsonNode, request: JsonNode): void {
    this.hasSubmitted = true;
    const message = this.draft.open({ role: "tool", at: request });
    for (const node of outputs.items()) {
      if (node.kind === "object") message.result({ result: node, callId: node.get("tool_call_id"), content: node.get("output") });
      else this.draft.report(node, mustBeKind("A tool output", "an object with `tool_call_id` and `output`", node));
    }
  }

  /** Whether the call was read from an earlier snapshot. */
  #isTold(id: JsonNode | undefined): boolean {
    const text = readIdentifier(id);
    if (text === null) return false;
    const isTold = this.#seen.has(text);
    this.#seen.add(text);
    return isTold;
  }
}

function addHostedCall(node: JsonNode, type: string, inner: JsonNode | undefined, message: MessageDraft): ToolCall {
  const decoded: ToolArguments = inner?.kind === "object" ? { kind: "parsed", root: inner, document: null } : { kind: "empty" };
  const parts = { call: node, type, id: node.get("id"), name: node.get("type"), arguments: inner, decoded };
  return message.call({ ...parts, hosted: true, idOptional: true, expectsNoResult: true });
}
