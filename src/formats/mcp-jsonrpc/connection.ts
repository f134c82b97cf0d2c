import type { JsonNode } from "../../json/node.js";
import { idText, type RpcMessage } from "./log.js";

/** A `tools/call` request, and what became of it beside its answer. */
export interface CallStep {
  readonly kind: "call";
  readonly node: JsonNode;
  /** It was cancelled, or runs as a task whose result may be fetched later: no answer is owed. */
  expectsNoResult: boolean;
}

/** An answer to a call, with the object that holds `result` or `error`; `call` is absent where the log holds none with its id. */
export interface AnswerStep {
  readonly kind: "answer";
  readonly node: JsonNode;
  readonly outcome: JsonNode;
  readonly call: CallStep | undefined;
}

/** What matters of a connection, in order. */
export type Step =
  | CallStep
  | AnswerStep
  /** A page of the server's list of tools. `isFirst`: a new listing begins. */
  | { readonly kind: "page"; readonly result: JsonNode; readonly isFirst: boolean }
  | { readonly kind: "list-changed" }
  | { readonly kind: "sampling"; readonly params: JsonNode; response: JsonNode | undefined };

/** A request that waits for its response. */
interface OpenRequest {
  readonly message: RpcMessage;
  readonly method: string;
  readonly step: Step | undefined;
}

/** One client and one server while their messages are read: ids mean something here only. */
export class Connection {
  readonly steps: Step[] = [];
  /** Revision of the protocol: what the server agreed to, or what each request says (from 2026-07-28 on, SEP-2575). */
  protocol: string | undefined;
  readonly #open = new Map<string, OpenRequest[]>();
  readonly #tasks = new Map<string, CallStep>();

  read(message: RpcMessage): void {
    const method = message.node.get("method")?.string();
    if (method === undefined) this.#respond(message);
    else if (message.node.get("id") === undefined) this.#notify(method, message.node);
    else this.#request(method, message);
    // A call without an id is a notification: nobody will answer it, but the model's arguments are there.
    if (method === "tools/call" && message.node.get("id") === undefined)
      this.steps.push({ kind: "call", node: message.node, expectsNoResult: true });
  }

  #request(method: string, message: RpcMessage): void {
    const said = message.node.get("params")?.get("_meta")?.get("io.modelcontextprotocol/protocolVersion");
    this.protocol = said?.string() ?? this.protocol;
    const step = stepOf(method, message.node);
    if (step !== undefined) this.steps.push(step);
    const id = idText(message.node.get("id"));
    if (id === undefined) return;
    const same = this.#open.get(id);
    const request = { message, method, step };
    if (same === undefined) this.#open.set(id, [request]);
    else same.push(request);
  }

  #notify(method: string, node: JsonNode): void {
    if (method === "notifications/tools/list_changed") this.steps.push({ kind: "list-changed" });
    if (method !== "notifications/cancelled") return;
    const id = idText(node.get("params")?.get("requestId"));
    const request = id === undefined ? undefined : this.#open.get(id)?.at(-1);
    if (request?.step?.kind === "call") request.step.expectsNoResult = true;
  }

  #respond(message: RpcMessage): void {
    const { node } = message;
    const request = this.#take(message);
    const result = node.get("result");
    if (request === undefined) {
      if (result !== undefined && isCallResult(result)) this.#push(node, node, undefined);
      return;
    }
    switch (request.method) {
      case "initialize":
        this.protocol = result?.get("protocolVersion")?.string() ?? this.protocol;
        break;
      case "tools/list":
        if (result !== undefined)
          this.steps.push({ kind: "page", result, isFirst: request.message.node.get("params")?.get("cursor") === undefined });
        break;
      case "tools/call":
        if (request.step?.kind === "call") this.#answer(node, result, request.step);
        break;
      case "tasks/result":
        this.#finishTask(request, node, node);
        break;
      // From 2026-07-28 on a task that has ended holds its outcome (SEP-2663).
      case "tasks/get":
        if ((result?.get("result") ?? result?.get("error"))?.kind === "object") this.#finishTask(request, node, result ?? node);
        break;
      case "sampling/createMessage":
        if (request.step?.kind === "sampling") request.step.response = node;
        break;
    }
  }

  /**
   * A call that runs as a task is answered by the task, whose result comes on a request of its own, or later than the log goes. One that
   * asks for input is made again, with the input and another id (SEP-2322).
   */
  #answer(node: JsonNode, result: JsonNode | undefined, call: CallStep): void {
    const type = result?.get("resultType")?.string() ?? "complete";
    const task = (result?.get("task")?.get("taskId") ?? (type === "task" ? result?.get("taskId") : undefined))?.string();
    if (task === undefined && type === "complete") {
      this.#push(node, node, call);
      return;
    }
    call.expectsNoResult = true;
    if (task !== undefined) this.#tasks.set(task, call);
  }

  /** A task has one outcome, however often it is asked for. */
  #finishTask({ message }: OpenRequest, node: JsonNode, outcome: JsonNode): void {
    const id = message.node.get("params")?.get("taskId")?.string() ?? "";
    const call = this.#tasks.get(id);
    if (call === undefined) return;
    this.#tasks.delete(id);
    this.#push(node, outcome, call);
  }

  #push(node: JsonNode, outcome: JsonNode, call: CallStep | undefined): void {
    this.steps.push({ kind: "answer", node, outcome, call });
  }

  /**
   * The request that a response answers: of those with its id the one that went the other way and asked for such a result, the newest of
   * several, since some clients give every request the same id.
   */
  #take({ node, direction }: RpcMessage): OpenRequest | undefined {
    const id = idText(node.get("id"));
    const open = id === undefined ? undefined : this.#open.get(id);
    if (open === undefined || open.length === 0) return undefined;
    const result = node.get("result");
    let best = 0;
    let bestScore = -1;
    for (const [position, request] of open.entries()) {
      const isOtherWay = direction !== undefined && request.message.direction !== undefined && request.message.direction !== direction;
      const score = (isOtherWay ? 2 : 0) + (result !== undefined && fits(result, request.method) ? 1 : 0);
      if (score < bestScore) continue;
      best = position;
      bestScore = score;
    }
    return open.splice(best, 1)[0];
  }
}

function stepOf(method: string, node: JsonNode): Step | undefined {
  if (method === "tools/call") return { kind: "call", node, expectsNoResult: false };
  const params = method === "sampling/createMessage" ? node.get("params") : undefined;
  return params === undefined ? undefined : { kind: "sampling", params, response: undefined };
}

function fits(result: JsonNode, method: string): boolean {
  switch (method) {
    case "tools/list":
      return result.get("tools") !== undefined;
    case "tools/call":
      return isCallResult(result) || (result.get("task") ?? result.get("resultType")) !== undefined;
    case "tasks/result":
      return isCallResult(result);
    case "tasks/get":
      return result.get("status") !== undefined;
    case "sampling/createMessage":
      return result.get("role") !== undefined;
    default:
      return false;
  }
}

/** Whether a result is one of a tool: sampling answers have a content as well, but also a role. */
function isCallResult(result: JsonNode): boolean {
  if (result.get("role") !== undefined) return false;
  return result.get("content")?.kind === "array" || result.get("structuredContent") !== undefined || result.get("isError") !== undefined;
}
