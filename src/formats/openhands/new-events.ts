import type { JsonNode } from "../../json/node.js";
import type { ToolCall } from "../../model/exchange.js";
import { quote } from "../../text/quote.js";
import type { ConversationDraft } from "../conversation-draft.js";
import { ActionTurn } from "./action-turn.js";

/** Kinds that hold calls, results or messages; later versions add others, which only tell what the run did. */
const distinctive: ReadonlySet<string> = new Set([
  "ActionEvent",
  "ObservationEvent",
  "AgentErrorEvent",
  "UserRejectObservation",
  "MessageEvent",
  "SystemPromptEvent",
]);

const quiet: ReadonlySet<string> = new Set([
  "Condensation",
  "CondensationRequest",
  "CondensationSummaryEvent",
  "ConversationStateUpdateEvent",
  "ConversationErrorEvent",
  "LLMCompletionLogEvent",
  "PauseEvent",
  "TokenEvent",
]);

/** Whether a value is an event of the agent SDK. */
export function isNewEvent(event: JsonNode): boolean {
  const kind = event.get("kind")?.string();
  if (kind === undefined || (!distinctive.has(kind) && !quiet.has(kind))) return false;
  return ["source", "tool_name", "tool_call", "tool_call_id", "llm_message", "system_prompt"].some((key) => event.get(key) !== undefined);
}

/** Reads events of the agent SDK: the call is in the action's event, its answer in an event that names the call and the action. */
export class NewEvents {
  /** Lists of declarations, in the order of the log. */
  readonly tools: JsonNode[] = [];
  readonly #draft: ConversationDraft;
  /** The call of an action, by the id of its event. */
  readonly #calls = new Map<string, ToolCall>();
  readonly #turn: ActionTurn;

  constructor(draft: ConversationDraft) {
    this.#draft = draft;
    this.#turn = new ActionTurn(draft);
  }

  read(event: JsonNode): void {
    const kind = event.get("kind")?.string() ?? "";
    switch (kind) {
      case "ActionEvent":
        this.#readAction(event);
        return;
      case "ObservationEvent":
        this.#readResult(event, event.get("observation"), event.get("observation")?.get("is_error")?.boolean() === true);
        return;
      case "AgentErrorEvent":
        this.#readResult(event, event.get("error"), true);
        return;
      case "UserRejectObservation":
        this.#readResult(event, event.get("rejection_reason"), true);
        return;
      case "MessageEvent":
        this.#readMessage(event);
        return;
      case "SystemPromptEvent":
        this.#readPrompt(event);
        return;
      default:
        if (!quiet.has(kind) && event.get("tool_call_id") !== undefined) {
          this.#draft.warn(event.get("kind") ?? event, `Unknown kind of event ${quote(kind)}: what it holds was not read`);
        }
    }
  }

  #readAction(event: JsonNode): void {
    const message = this.#turn.messageFor(event.get("llm_response_id")?.string(), event);
    for (const thought of event.get("thought")?.items() ?? [])
      if (thought.get("text") !== undefined) message.text(thought.get("text") ?? thought);
    const made = event.get("tool_call");
    const called = made?.get("function");
    const inner = called?.kind === "object" ? called : made;
    const given = inner?.get("arguments");
    const name = inner?.get("name") ?? event.get("tool_name");
    const call = message.call({
      call: made ?? event,
      id: made?.get("id") ?? event.get("tool_call_id"),
      name,
      arguments: given,
      ...(inner === undefined && { decoded: { kind: "unknown", because: "the log keeps what became of the call, not the call" } }),
      // A run that has ended shows nothing more.
      expectsNoResult: name?.string() === "finish",
    });
    const id = event.get("id")?.string();
    if (id !== undefined) this.#calls.set(id, call);
  }

  #readResult(event: JsonNode, answer: JsonNode | undefined, isError: boolean): void {
    const callId = event.get("tool_call_id");
    const inlineCall = callId === undefined ? this.#calls.get(event.get("action_id")?.string() ?? "") : undefined;
    this.#draft.open({ role: "tool", at: event, roleAt: event.get("source") }).result({
      result: event,
      callId,
      name: event.get("tool_name"),
      content: answer?.get("content") ?? answer,
      isError,
      ...(inlineCall !== undefined && { inlineCall }),
    });
  }

  #readMessage(event: JsonNode): void {
    const said = event.get("llm_message");
    const word = said?.get("role")?.string() ?? (event.get("source")?.string() === "agent" ? "assistant" : "user");
    const role = word === "assistant" || word === "system" ? word : "user";
    this.#draft.open({ role, at: event, roleAt: event.get("source") }).content(said?.get("content"));
  }

  #readPrompt(event: JsonNode): void {
    const prompt = event.get("system_prompt");
    const text = prompt?.get("text") ?? prompt;
    const message = this.#draft.open({ role: "system", at: event, roleAt: event.get("source") });
    if (text?.kind === "string") message.text(text);
    const tools = event.get("tools");
    // Later versions write the classes of the tools, without their schemas.
    if (tools?.first() !== undefined && tools.items().every(isDeclaration)) this.tools.push(tools);
  }
}

function isDeclaration(tool: JsonNode): boolean {
  if (tool.get("function")?.kind === "object") return true;
  return tool.get("name")?.kind === "string" && ["parameters", "input_schema", "inputSchema"].some((key) => tool.get(key) !== undefined);
}
