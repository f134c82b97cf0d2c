import type { Condition, MessagePiece, Pieces } from "../table/table.js";

const isPending: Condition = { is: { "state/status": "pending" } };

const call = {
  is: "call",
  container: "object",
  arguments: "state/input",
  hosted: { any: [{ is: { "metadata/providerExecuted": "true" } }, { is: { "provider/executed": "true" } }] },
  // The model still writes it.
  partial: isPending,
  unjudged: "the model was still writing the call",
  unjudgedIf: isPending,
  // The turn was stopped or failed: what was open then is owed to nobody.
  settledIn: { kinds: { "info/error": "object" } },
} as const;
const ended = { if: { not: { is: { "state/status": ["pending", "running"] } } }, isError: { is: { "state/status": "error" } } } as const;

/** Parts of type `tool`, `{callID, tool, state}` (`ToolPart`), and blocks of the second version, `{id, name, state}`. */
const isPart: Condition = { any: [{ keys: ["tool"] }, { keys: ["callID"] }, { keys: ["messageID"] }] };

const said = {
  is: "message",
  content: "parts",
  opensTurn: {},
  parts: {
    by: "type",
    others: true,
    kinds: {
      text: { is: "text" },
      reasoning: { is: "thinking" },
      tool: [
        {
          ...call,
          if: isPart,
          id: "callID",
          name: "tool",
          result: { ...ended, id: "callID", content: ["state/output", "state/error", "state/content"] },
        },
        { ...call, if: { not: isPart }, id: "id", name: "name", result: { ...ended, id: "id", content: ["state/error", "state/content"] } },
      ],
    },
  },
  /** `finish` of a message: the words of the AI SDK. */
  finish: {
    at: "info/finish",
    words: { stop: "stop", length: "length", "tool-calls": "tool_calls", "content-filter": "content_filter", error: "error" },
  },
} as const satisfies Omit<MessagePiece, "role">;

const isNamed: Condition = { any: [{ has: ["info/role"] }, { has: ["info/type"] }] };
/** Parts that only answers of the model have: parts that are stored without their message do not name its role. */
const isAnswer: Condition = { is: { "parts/*/type": ["tool", "step-start", "step-finish", "reasoning"] } };

/** Messages `{info, parts}` (types of @opencode-ai/sdk 1.19, read 2026-11). */
export const opencodeMessages: Pieces = {
  each: [
    {
      ...said,
      if: isNamed,
      role: { at: ["info/role", "info/type"], words: { assistant: "assistant", system: "system" }, otherwise: "user" },
    },
    { ...said, if: { ...isAnswer, not: isNamed }, role: "assistant" },
    { ...said, if: { not: { any: [isNamed, isAnswer] } }, role: "user" },
  ],
};
