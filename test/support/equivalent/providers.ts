import { unreachable } from "../../../src/errors.js";
import type { JsonObject } from "../../../src/json/value.js";
import { nestedTools } from "./openai.js";
import type { TalkCall, TalkStep } from "./talk.js";
import { noHostedTools, type Wire } from "./wire.js";

export const cohereV2: Wire = {
  format: "cohere-v2",
  hidesErrors: true,
  cannot: noHostedTools,
  write: (talk) => ({
    model: "command-a-03-2025",
    messages: talk.steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind === "user") return [{ role: "user", content: step.text }];
      if (step.kind !== "calls") return [{ role: "assistant", content: [{ type: "text", text: step.text }] }];
      const idOf = ({ name, number }: TalkCall) => `${name}_abcdefghijk${number}`;
      return [
        {
          role: "assistant",
          tool_plan: "I look it up.",
          tool_calls: step.calls.map((call) => ({
            id: idOf(call),
            type: "function",
            function: { name: call.name, arguments: JSON.stringify(call.arguments) },
          })),
        },
        ...step.results.map(({ call, text }) => ({
          role: "tool",
          tool_call_id: idOf(call),
          content: [{ type: "document", document: { data: JSON.stringify({ answer: text }) } }],
        })),
      ];
    }),
    tools: nestedTools(talk),
  }),
};

const turnCall = ({ name, arguments: parameters }: TalkCall): JsonObject => ({ name, parameters });

function toolResults(step: TalkStep | undefined): readonly JsonObject[] {
  return step?.kind === "calls" ? step.results.map(({ call, text }) => ({ call: turnCall(call), outputs: [{ answer: text }] })) : [];
}

export const cohereV1: Wire = {
  format: "cohere-v1",
  hidesErrors: true,
  cannot: noHostedTools,
  write: ({ steps, tools }) => {
    const sent = steps.slice(0, -1);
    const newest = sent.at(-1);
    const answer = steps.at(-1);
    const history = sent.flatMap((step): readonly JsonObject[] => {
      // What is new stands beside the history: a message of the user, or results.
      const isNew = step === newest;
      if (step.kind === "user") return isNew ? [] : [{ role: "USER", message: step.text }];
      if (step.kind !== "calls") return [{ role: "CHATBOT", message: step.text }];
      const results = toolResults(step);
      return [
        { role: "CHATBOT", message: "", tool_calls: step.calls.map(turnCall) },
        ...(isNew || results.length === 0 ? [] : [{ role: "TOOL", tool_results: results }]),
      ];
    });
    return {
      request: {
        model: "command-r-plus",
        message: newest?.kind === "user" ? newest.text : "",
        chat_history: history,
        tools: tools.map(({ name, description, parameters }) => ({
          name,
          description,
          parameter_definitions: definitionsOf(parameters),
        })),
        ...(newest?.kind === "calls" && { tool_results: toolResults(newest) }),
      },
      response: { response_id: "r-1", generation_id: "g-1", text: answer?.kind === "says" ? answer.text : "", finish_reason: "COMPLETE" },
    };
  },
};

function definitionsOf({ properties }: JsonObject): JsonObject {
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return Object.fromEntries(names.map((name) => [name, { type: "str", required: true }]));
}

export const ollama: Wire = {
  format: "ollama",
  hidesErrors: true,
  cannot: noHostedTools,
  write: (talk) => ({
    model: "qwen3:8b",
    messages: talk.steps.flatMap((step): readonly JsonObject[] => {
      if (step.kind === "user") return [{ role: "user", content: step.text }];
      if (step.kind !== "calls") return [{ role: "assistant", content: step.text }];
      return [
        {
          role: "assistant",
          content: "",
          tool_calls: step.calls.map((call) => ({ function: { name: call.name, arguments: call.arguments } })),
        },
        ...step.results.map(({ call, text }) => ({ role: "tool", tool_name: call.name, content: text })),
      ];
    }),
    tools: nestedTools(talk),
    options: { num_ctx: 4096 },
  }),
};

export const mistralConversations: Wire = {
  format: "mistral-conversations",
  hidesErrors: true,
  hidesFound: true,
  write: (talk) => ({
    model: "mistral-medium-latest",
    inputs: talk.steps.flatMap((step): readonly JsonObject[] => {
      const entry = (type: string, fields: JsonObject) => ({ object: "entry", type, ...fields });
      const idOf = ({ number }: TalkCall) => `AbCdEfGh${number}`;
      const says = (text: string) => entry("message.output", { role: "assistant", content: text });
      switch (step.kind) {
        case "user":
          return [entry("message.input", { role: "user", content: step.text })];
        case "calls":
          return [
            ...step.calls.map((call) =>
              entry("function.call", { tool_call_id: idOf(call), name: call.name, arguments: JSON.stringify(call.arguments) }),
            ),
            ...step.results.map(({ call, text }) => entry("function.result", { tool_call_id: idOf(call), result: text })),
          ];
        case "search":
          return [
            entry("tool.execution", {
              id: "tool_exec_1",
              name: "web_search",
              arguments: JSON.stringify({ query: step.query }),
              info: { found: step.found },
            }),
            says(step.text),
          ];
        case "says":
          return [says(step.text)];
        default:
          return unreachable(step);
      }
    }),
    tools: [...nestedTools(talk), { type: "web_search" }],
  }),
};
