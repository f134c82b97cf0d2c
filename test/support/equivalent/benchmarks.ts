import { unreachable } from "../../../src/errors.js";
import type { JsonObject } from "../../../src/json/value.js";
import { chatMessages, nestedTools } from "./openai.js";
import { noHostedTools, type Wire } from "./wire.js";

export const atif: Wire = {
  format: "atif",
  hidesErrors: true,
  cannot: noHostedTools,
  write: ({ steps, tools }) => ({
    schema_version: "ATIF-v1.7",
    session_id: "s",
    agent: { name: "a", version: "1", tool_definitions: tools.map((tool) => ({ type: "function", function: { ...tool } })) },
    steps: steps.map((step, index) => {
      const head = { step_id: index + 1, timestamp: "2026-01-01T00:00:00Z" };
      if (step.kind === "user") return { ...head, source: "user", message: step.text };
      if (step.kind !== "calls") return { ...head, source: "agent", message: step.text };
      return {
        ...head,
        source: "agent",
        message: "",
        tool_calls: step.calls.map((call) => ({
          tool_call_id: `c${call.number}`,
          function_name: call.name,
          arguments: call.arguments,
        })),
        ...(step.results.length > 0 && {
          observation: { results: step.results.map(({ call, text }) => ({ source_call_id: `c${call.number}`, content: text })) },
        }),
      };
    }),
  }),
};

export const openhands: Wire = {
  format: "openhands",
  lines: true,
  cannot: noHostedTools,
  write: (talk) => {
    const textOf = (text: string) => [{ type: "text", text }];
    const prompt = {
      kind: "SystemPromptEvent",
      source: "agent",
      system_prompt: { type: "text", text: "You help." },
      tools: nestedTools(talk),
    };
    const events = talk.steps.flatMap((step, position): readonly JsonObject[] => {
      const message = (source: string, role: string) => ({
        kind: "MessageEvent",
        source,
        llm_message: { role, content: step.kind === "calls" ? [] : textOf(step.text) },
        activated_skills: [],
      });
      if (step.kind === "user") return [message("user", "user")];
      if (step.kind !== "calls") return [message("agent", "assistant")];
      const named = (name: string, number: number) => ({ tool_name: name, tool_call_id: `toolu_${number}` });
      return [
        ...step.calls.map(({ name, number, arguments: args }) => ({
          kind: "ActionEvent",
          source: "agent",
          thought: [],
          action: { kind: "MCPToolAction", data: args },
          ...named(name, number),
          tool_call: { id: `toolu_${number}`, name, arguments: JSON.stringify(args), origin: "completion" },
          llm_response_id: `r${position}`,
        })),
        ...step.results.map(({ call: { name, number }, text, isError }) => ({
          kind: "ObservationEvent",
          source: "environment",
          ...named(name, number),
          action_id: `a${number}`,
          observation: { kind: "MCPToolObservation", is_error: isError, content: textOf(text) },
        })),
      ];
    });
    return [prompt, ...events].map((event, index) => ({ id: `e${index}`, timestamp: "2026-01-01T00:00:00Z", ...event }));
  },
};

export const sweAgent: Wire = {
  format: "swe-agent",
  undeclared: "log",
  hidesErrors: true,
  cannot: { ...noHostedTools, "parallel-calls": "what was observed is one text for all calls of a step" },
  write: (talk) => ({
    environment: "main",
    trajectory: [],
    history: chatMessages(talk).map(({ tool_call_id: id, ...message }) => ({
      ...message,
      ...(message.role === "assistant" && { content: message.content ?? "", action: "", thought: "" }),
      agent: "main",
      message_type: message.role === "assistant" ? "action" : "observation",
      ...(id !== undefined && { tool_call_ids: [id] }),
    })),
    info: { exit_status: "submitted" },
  }),
};

export const tauBench: Wire = {
  format: "tau-bench",
  hidesErrors: true,
  cannot: noHostedTools,
  undeclared: "messages",
  write: (talk) => [
    {
      task_id: 0,
      reward: 1,
      info: { task: { user_id: "u", actions: [], instruction: "i", outputs: [] }, source: "user" },
      traj: chatMessages(talk),
      trial: 0,
    },
  ],
};

export const tau2: Wire = {
  format: "tau2",
  cannot: noHostedTools,
  undeclared: "messages",
  write: ({ steps }) => ({
    timestamp: "2026-01-01T00:00:00Z",
    info: {
      num_trials: 1,
      agent_info: { implementation: "llm_agent", llm: "m" },
      environment_info: { domain_name: "rooms", policy: "p", tool_defs: null },
    },
    tasks: [],
    simulations: [
      {
        id: "s1",
        task_id: "t1",
        termination_reason: "user_stop",
        trial: 0,
        messages: steps.flatMap((step): readonly JsonObject[] => {
          if (step.kind === "user") return [{ role: "user", content: step.text, tool_calls: null }];
          if (step.kind !== "calls") return [{ role: "assistant", content: step.text, tool_calls: null }];
          const calls = step.calls.map((call) => ({
            id: `call_${call.number}`,
            name: call.name,
            arguments: call.arguments,
            requestor: "assistant",
          }));
          const results = step.results.map(({ call, text, isError }) => ({
            id: `call_${call.number}`,
            role: "tool",
            content: text,
            requestor: "assistant",
            error: isError,
          }));
          return [{ role: "assistant", content: null, tool_calls: calls }, ...results];
        }),
      },
    ],
  }),
};

export const inspectLog: Wire = {
  format: "inspect-log",
  write: ({ steps, tools }) => ({
    version: 2,
    status: "success",
    eval: { task: "rooms" },
    samples: [
      {
        id: 1,
        epoch: 1,
        input: "",
        target: "",
        events: [{ event: "model", model: "m", input: [], tools: tools.map((tool) => ({ ...tool })), tool_choice: "auto" }],
        messages: steps.flatMap((step): readonly JsonObject[] => {
          switch (step.kind) {
            case "user":
              return [{ role: "user", content: step.text, source: "input" }];
            case "calls":
              return [
                {
                  role: "assistant",
                  content: "",
                  source: "generate",
                  tool_calls: step.calls.map((call) => ({
                    id: `c${call.number}`,
                    function: call.name,
                    arguments: call.arguments,
                    type: "function",
                  })),
                },
                ...step.results.map(({ call, text, isError }) => ({
                  role: "tool",
                  tool_call_id: `c${call.number}`,
                  function: call.name,
                  content: text,
                  ...(isError && { error: { type: "unknown", message: text } }),
                })),
              ];
            case "search": {
              const search = { type: "tool_use", tool_type: "web_search", id: "ws_1", name: "web_search" };
              const words = { arguments: JSON.stringify({ query: step.query }), result: JSON.stringify([step.found]) };
              return [
                {
                  role: "assistant",
                  source: "generate",
                  content: [
                    { ...search, ...words },
                    { type: "text", text: step.text },
                  ],
                },
              ];
            }
            case "says":
              return [{ role: "assistant", source: "generate", content: step.text }];
            default:
              return unreachable(step);
          }
        }),
      },
    ],
  }),
};
