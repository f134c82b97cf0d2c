import type { Condition, Piece, Pieces } from "../table/table.js";

const because = "the log keeps what became of the call, not the call";
const agent = { at: "source", words: {}, otherwise: "assistant" } as const;
const speaker = { at: "source", words: { agent: "assistant" }, otherwise: "user" } as const;
const environment = { at: "source", words: {}, otherwise: "tool" } as const;

function answer(content: readonly string[], isError: Condition): Piece {
  const result: Piece = { is: "result", id: "tool_call_id", name: "tool_name", content, isError, record: "action_id" };
  return { is: "message", role: environment, beside: [result] };
}

/** A run that has ended shows nothing more. */
const settled = (name: string): Condition => ({ is: { [name]: "finish" } });

/** Events of the agent SDK: the call is in the action's event, its answer in an event that names the call or the action. */
const newKinds = {
  ActionEvent: {
    is: "message",
    role: agent,
    joins: "llm_response_id",
    beside: [
      { is: "text", at: "thought/*/text" },
      {
        is: "call",
        at: "tool_call",
        id: "id",
        name: ["function/name", "name"],
        arguments: ["function/arguments", "arguments"],
        record: "id",
        settled: { any: [settled("function/name"), settled("name")] },
      },
      {
        is: "call",
        if: { lacks: ["tool_call"] },
        id: "tool_call_id",
        name: "tool_name",
        arguments: [],
        unjudged: because,
        record: "id",
        settled: settled("tool_name"),
      },
    ],
  },
  ObservationEvent: answer(["observation/content", "observation"], { is: { "observation/is_error": "true" } }),
  AgentErrorEvent: answer(["error/content", "error"], {}),
  UserRejectObservation: answer(["rejection_reason/content", "rejection_reason"], {}),
  MessageEvent: {
    is: "message",
    role: {
      at: ["llm_message/role", "source"],
      words: { assistant: "assistant", system: "system", agent: "assistant" },
      otherwise: "user",
    },
    content: "llm_message/content",
  },
  SystemPromptEvent: {
    is: "message",
    role: { at: "source", words: {}, otherwise: "system" },
    content: ["system_prompt/text", "system_prompt"],
  },
} as const satisfies Pieces["kinds"];

/** Kinds of the agent SDK that hold calls, results or messages; later versions add others, which only tell what the run did. */
export const newEventKinds: ReadonlySet<string> = new Set(Object.keys(newKinds));

/** Where `withMadeCall` puts the call of an action. */
export const madeCall = "made_call";

const isAction: Condition = { has: ["tool_call_metadata"], kinds: { action: "string" } };
const said: Condition = { kinds: { "args/content": "string" }, not: isAction };
const acted = { record: "id", settled: { is: { action: ["finish", "reject", "condensation_request"] } } } as const;

/** Events of the first architecture. Actions that end what they began are taken out of the history that the model sees (`ConversationMemory`). */
const oldEvents: readonly Piece[] = [
  {
    is: "message",
    role: agent,
    if: isAction,
    joins: "tool_call_metadata/model_response/id",
    beside: [
      { is: "text", at: "args/thought", if: { kinds: { "args/thought": "string" }, not: { is: { "args/thought": "" } } } },
      {
        is: "call",
        at: madeCall,
        type: "type",
        id: "id",
        name: "function/name",
        arguments: "function/arguments",
        record: "id",
        settledIn: acted.settled,
      },
      {
        is: "call",
        if: { lacks: [madeCall] },
        id: "tool_call_metadata/tool_call_id",
        name: "tool_call_metadata/function_name",
        arguments: [],
        unjudged: because,
        ...acted,
      },
    ],
  },
  { is: "message", role: speaker, if: { ...said, is: { action: "message" } }, content: "args/content" },
  {
    is: "message",
    role: { at: "source", words: {}, otherwise: "system" },
    if: { ...said, is: { action: "system" } },
    content: "args/content",
  },
  {
    is: "message",
    role: environment,
    if: { kinds: { observation: "string" } },
    beside: [
      {
        is: "result",
        id: "tool_call_metadata/tool_call_id",
        name: "tool_call_metadata/function_name",
        content: "content",
        isError: { is: { observation: "error" } },
        record: "cause",
      },
    ],
  },
];

/** Events of both architectures. */
export const openhandsEvents: Pieces = {
  each: [
    { is: "pieces", if: { kinds: { kind: "string" } }, by: "kind", kinds: newKinds },
    { is: "pieces", if: { not: { kinds: { kind: "string" } } }, each: oldEvents },
  ],
};
