import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { readIdentifier } from "./call-draft.js";
import { adaptedFrom, ConversationDraft, type MessageDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { mustBeKind, noList, unknownRole } from "./shape-faults.js";

/**
 * Simulations of tau2-bench, where the simulated user has tools as well: calls are flat, results carry the id of their call as `id`, both
 * say who asked. The user's calls are a conversation of their own, in which the user is the one that calls.
 *
 * Source: sierra-research/tau2-bench, `src/tau2/data_model/message.py` and `simulation.py`, read 2026-11.
 */
export const tau2: Format = {
  id: "tau2",
  title: "tau2-bench simulations",
  carries: ["calls", "results", "calls of the simulated user"],
  source: "sierra-research/tau2-bench, src/tau2/data_model/message.py (read 2026-11)",
  profile: "benchmark",
  rootKeys: ["simulations", "termination_reason", "ticks", "requestor", "tool_calls", "tool_messages", "[].role", "[].termination_reason"],
  detect,
  adapt,
};

/** Who calls tools. */
type Side = "assistant" | "user";

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  if (body.kind === "array") {
    const first = body.first();
    if (isSimulation(first)) return { match: "certain", because: "is a list of simulations" };
    return hasRequestor(body.items()) ? { match: "certain", because: "has calls that say who asked for them" } : noMatch;
  }
  const simulations = body.get("simulations");
  if (simulations?.kind === "array" && (simulations.first() === undefined || isSimulation(simulations.first(), true))) {
    return { match: "certain", because: "holds simulations with messages or ticks" };
  }
  if (isSimulation(body)) return { match: "certain", because: "is a simulation with the reason of its end" };
  const isMessage = body.get("role") !== undefined && hasRequestor([body]);
  return isMessage ? { match: "certain", because: "says who asked for the call", unit: "message" } : noMatch;
}

function isSimulation(node: JsonNode | undefined, isNamed = false): boolean {
  const hasMessages = node?.get("messages")?.kind === "array" || node?.get("ticks")?.kind === "array";
  return hasMessages && (isNamed || (node?.get("termination_reason") !== undefined && node.get("task_id") !== undefined));
}

/** Whether the first call or result says who asked. */
function hasRequestor(messages: readonly JsonNode[]): boolean {
  for (const message of messages) {
    const call = message.get("tool_calls")?.first() ?? message.get("tool_messages")?.first();
    if (call !== undefined) return call.get("requestor") !== undefined && call.get("function") === undefined;
    if (message.get("role")?.string() === "tool") return message.get("requestor") !== undefined;
  }
  return false;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  if (body.kind === "array") {
    return isSimulation(body.first()) ? body.items().flatMap((each) => readSimulation(each, recording)) : readSimulation(body, recording);
  }
  const simulations = body.get("simulations");
  return simulations === undefined
    ? readSimulation(body, recording)
    : simulations.items().flatMap((each) => readSimulation(each, recording));
}

function readSimulation(node: JsonNode, recording: RecordingInput): readonly AdaptedConversation[] {
  const sides = { assistant: new SideReader("assistant"), user: new SideReader("user") };
  const list = node.kind === "array" ? node : node.get("messages");
  const ticks = node.get("ticks");
  const messages = list?.kind === "array" && list.first() !== undefined ? list.items() : ticks === undefined ? (list?.items() ?? []) : [];
  const isMessage = list === undefined && ticks === undefined && node.get("role") !== undefined;
  if (list === undefined && ticks === undefined && !isMessage) {
    sides.assistant.draft.report(node, noList("list of messages", node));
  }
  for (const message of isMessage ? [node] : messages) for (const side of [sides.assistant, sides.user]) side.read(message);
  if (messages.length === 0) for (const tick of ticks?.items() ?? []) for (const side of [sides.assistant, sides.user]) side.readTick(tick);
  const at = node === recording.body ? recording.at : node;
  const around = { ...recording, dataset: true, at };
  const ofAssistant = adaptedFrom(sides.assistant.draft, around, { format: "tau2" });
  if (!sides.user.hasTools) return [ofAssistant];
  // The user has tools of its own, which no declaration given for the assistant lists.
  return [ofAssistant, adaptedFrom(sides.user.draft, { ...around, tools: undefined }, { format: "tau2", isLog: true })];
}

/** Reads what one side saw: its own messages as the assistant's, those of the other side as the user's. */
class SideReader {
  readonly draft = new ConversationDraft();
  hasTools = false;
  readonly #side: Side;
  /** The calls of a voice run that wait for their results. */
  #spoken: MessageDraft | undefined;

  constructor(side: Side) {
    this.#side = side;
  }

  read(node: JsonNode): void {
    if (node.kind !== "object") {
      if (this.#side === "assistant") this.draft.report(node, mustBeKind("A message", "an object with `role`", node));
      return;
    }
    const role = node.get("role")?.string();
    switch (role) {
      case "assistant":
      case "user":
        this.#speak(node, role);
        return;
      case "tool": {
        const grouped = node.get("tool_messages");
        this.#answer(node, grouped === undefined ? [node] : grouped.items());
        return;
      }
      case "system":
        if (this.#side === "assistant") this.#say(node, "system");
        return;
      default:
        if (this.#side === "assistant") this.#reportRole(node);
    }
  }

  /** A step of a voice run. What was spoken comes in pieces that overlap, so only calls and results are read. */
  readTick(tick: JsonNode): void {
    const prefix = this.#side === "assistant" ? "agent" : "user";
    const calls = tick.get(`${prefix}_tool_calls`);
    if (calls?.first() !== undefined) {
      // Calls of several steps wait for their results together.
      this.#spoken ??= this.draft.open({ role: "assistant", at: tick });
      this.#addCalls(calls.items(), this.#spoken);
    }
    const results = tick.get(`${prefix}_tool_results`)?.items() ?? [];
    if (results.length === 0) return;
    this.#answer(tick, results);
    this.#spoken = undefined;
  }

  #speak(node: JsonNode, role: Side): void {
    if (role !== this.#side) {
      this.#say(node, "user");
      return;
    }
    const calls = (node.get("tool_calls")?.items() ?? []).filter((call) => (call.get("requestor")?.string() ?? role) === this.#side);
    if (calls.length > 0) this.#call(node, calls);
    else this.#say(node, "assistant");
  }

  #say(node: JsonNode, role: "assistant" | "user" | "system"): void {
    const content = node.get("content");
    if (content?.kind === "string") this.draft.open({ role, at: node, roleAt: node.get("role") }).text(content);
  }

  #call(node: JsonNode, calls: readonly JsonNode[]): void {
    const message = this.draft.open({ role: "assistant", at: node, roleAt: node.get("role") });
    const content = node.get("content");
    if (content?.kind === "string") message.text(content);
    this.#addCalls(calls, message);
  }

  #addCalls(calls: readonly JsonNode[], message: MessageDraft): void {
    for (const call of calls) {
      if (call.kind !== "object") {
        this.draft.report(call, mustBeKind("A tool call", "an object with `id`, `name` and `arguments`", call));
        continue;
      }
      this.hasTools = true;
      const id = call.get("id");
      message.call({
        call,
        id,
        name: call.get("name"),
        arguments: call.get("arguments"),
        container: "object",
        // Ids may be empty (`ToolCall.id` defaults to the empty text).
        idOptional: readIdentifier(id) === null,
      });
    }
  }

  #answer(node: JsonNode, results: readonly JsonNode[]): void {
    const mine = results.filter((result) => result.kind !== "object" || (result.get("requestor")?.string() ?? "assistant") === this.#side);
    if (mine.length === 0) return;
    const message = this.draft.open({ role: "tool", at: node, roleAt: node.get("role") });
    for (const result of mine) {
      if (result.kind !== "object") {
        if (this.#side === "assistant") this.draft.report(result, mustBeKind("A tool message", "an object", result));
        continue;
      }
      this.hasTools = true;
      const callId = result.get("id");
      const isError = result.get("error")?.boolean() === true;
      message.result({ result, callId, content: result.get("content"), isError, idOptional: readIdentifier(callId) === null });
    }
  }

  #reportRole(node: JsonNode): void {
    const roleAt = node.get("role");
    this.draft.report(roleAt ?? node, unknownRole(roleAt, ["assistant", "user", "tool", "system"]));
  }
}
