import type { JsonNode } from "../../json/node.js";
import type { Anomaly, Finish, FinishReason, Message, MessagePart } from "../../model/conversation.js";
import type { ToolArguments, ToolCall } from "../../model/exchange.js";
import { type DraftPlace, readIdentifier, toolCall, toolResult } from "../call-draft.js";
import { readToolCall } from "../chat/call.js";

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
  readonly messages: Message[] = [];
  readonly anomalies: Anomaly[] = [];
  readonly finishes: Finish[] = [];
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
        this.#readStep(node);
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
    const parts: MessagePart[] = [];
    for (const node of calls?.items() ?? []) {
      if (this.#isTold(node.get("id"))) continue;
      const context = { message: this.messages.length, index: parts.length, container: "string", idOptional: false } as const;
      const call = readToolCall(node, context, this.#report);
      if (call !== undefined) parts.push({ kind: "call", call });
    }
    if (parts.length > 0) this.messages.push({ role: "assistant", parts, fromResponse: true, at: calls ?? run, roleAt: undefined });
    const status = run.get("status");
    const reason = reasons.get(status?.string() ?? "");
    const last = this.messages.length - 1;
    if (status === undefined || reason === undefined || this.messages[last]?.role !== "assistant") return;
    this.finishes.push({ message: last, reason, raw: status.string() ?? "", promisesCall: false, at: status });
  }

  #readStep(step: JsonNode): void {
    const parts: MessagePart[] = [];
    const count = { calls: 0, results: 0 };
    for (const node of step.get("step_details")?.get("tool_calls")?.items() ?? []) {
      if (this.#isTold(node.get("id"))) continue;
      this.#readStepCall(node, count, parts);
    }
    if (parts.length > 0) this.messages.push({ role: "assistant", parts, fromResponse: true, at: step, roleAt: undefined });
  }

  #readStepCall(node: JsonNode, count: { calls: number; results: number }, parts: MessagePart[]): void {
    const context = { message: this.messages.length, index: count.calls, container: "string", idOptional: false } as const;
    const type = node.get("type")?.string() ?? "function";
    const inner = node.get(type);
    const outputKey = hostedOutputs.get(type);
    const call = outputKey === undefined ? readToolCall(node, context, this.#report) : hostedCall(node, type, inner, context);
    if (call === undefined) return;
    count.calls += 1;
    parts.push({ kind: "call", call });
    const output = inner?.get(outputKey ?? "output");
    // A function's output is null until it was submitted.
    if (outputKey === undefined && (output === undefined || output.kind === "null")) return;
    const draft = { result: node, callId: node.get("id"), content: output, hosted: call.hosted, idOptional: true, inlineCall: call };
    const result = toolResult(draft, { message: this.messages.length, index: count.results++ });
    parts.push({ kind: "result", result });
  }

  #readMessage(node: JsonNode, fromResponse: boolean): void {
    const content = node.get("content");
    const role = node.get("role")?.string() === "assistant" ? "assistant" : "user";
    const texts =
      content?.kind === "string"
        ? [content]
        : (content?.items() ?? []).map((part) => part.get("text")?.get("value") ?? part.get("text") ?? part);
    const parts = texts.map(
      (at): MessagePart => (at.kind === "string" ? { kind: "text", at } : { kind: "other", type: at.get("type")?.string() ?? "", at }),
    );
    this.messages.push({ role, parts, fromResponse, at: node, roleAt: node.get("role") });
  }

  #readOutputs(outputs: JsonNode, request: JsonNode): void {
    this.hasSubmitted = true;
    const message = this.messages.length;
    const parts = outputs.items().flatMap((node, index): readonly MessagePart[] => {
      if (node.kind !== "object") {
        this.#report(node, `Unexpected ${node.kind} as tool output, expected an object with tool_call_id and output`);
        return [];
      }
      const draft = { result: node, callId: node.get("tool_call_id"), content: node.get("output") };
      return [{ kind: "result", result: toolResult(draft, { message, index }) }];
    });
    this.messages.push({ role: "tool", parts, fromResponse: false, at: request, roleAt: undefined });
  }

  /** Whether the call was read from an earlier snapshot. */
  #isTold(id: JsonNode | undefined): boolean {
    const text = readIdentifier(id);
    if (text === null) return false;
    const isTold = this.#seen.has(text);
    this.#seen.add(text);
    return isTold;
  }

  readonly #report = (at: JsonNode, message: string, fix?: string): void => {
    this.anomalies.push({ rule: "invalid-message", at, message, ...(fix !== undefined && { fix }) });
  };
}

function hostedCall(node: JsonNode, type: string, inner: JsonNode | undefined, place: DraftPlace): ToolCall {
  const decoded: ToolArguments = inner?.kind === "object" ? { kind: "parsed", root: inner, document: null } : { kind: "empty" };
  const parts = { call: node, type, id: node.get("id"), name: node.get("type"), arguments: inner, decoded };
  return toolCall({ ...parts, hosted: true, idOptional: true, expectsNoResult: true }, place);
}
