import { unreachable } from "../../../src/errors.js";
import type { JsonObject } from "../../../src/json/value.js";
import { resultOf, type Talk, type TalkResult } from "./talk.js";
import { noHostedTools, type Wire } from "./wire.js";

const responseOf = ({ text, isError }: TalkResult): JsonObject => (isError ? { error: text } : { output: text });

/** Contents of generateContent, without ids. */
function contents({ steps }: Talk, idOf: (number: number) => JsonObject = () => ({})): readonly JsonObject[] {
  return steps.flatMap((step): readonly JsonObject[] => {
    switch (step.kind) {
      case "user":
        return [{ role: "user", parts: [{ text: step.text }] }];
      case "calls":
        return [
          {
            role: "model",
            parts: step.calls.map(({ number, name, arguments: args }) => ({ functionCall: { ...idOf(number), name, args } })),
          },
          ...(step.results.length === 0
            ? []
            : [
                {
                  role: "user",
                  parts: step.results.map((result) => ({
                    functionResponse: { ...idOf(result.call.number), name: result.call.name, response: responseOf(result) },
                  })),
                },
              ]),
        ];
      case "search":
        return [
          {
            role: "model",
            parts: [
              { toolCall: { id: "s1", toolType: "GOOGLE_SEARCH_WEB", args: { queries: [step.query] } } },
              { toolResponse: { id: "s1", toolType: "GOOGLE_SEARCH_WEB", response: { search_suggestions: step.found } } },
              { text: step.text },
            ],
          },
        ];
      case "says":
        return [{ role: "model", parts: [{ text: step.text }] }];
      default:
        return unreachable(step);
    }
  });
}

function declarations({ tools }: Talk): JsonObject {
  return {
    functionDeclarations: tools.map(({ name, description, parameters }) => ({ name, description, parametersJsonSchema: parameters })),
  };
}

export const gemini: Wire = {
  format: "gemini",
  write: (talk) => ({ contents: contents(talk), tools: [{ googleSearch: {} }, declarations(talk)] }),
};

export const googleAdk: Wire = {
  format: "google-adk",
  undeclared: "log",
  write: (talk) => {
    const told = talk.steps.flatMap((step) => {
      const author = step.kind === "user" ? "user" : "agent";
      return contents({ ...talk, steps: [step] }, (number) => ({ id: `adk-${number}` })).map((content) => ({ author, content }));
    });
    const events = told.map((event, index) => ({
      id: `ev${index}`,
      invocationId: "e-1",
      ...event,
      actions: { stateDelta: {} },
      timestamp: 1760000000 + index,
    }));
    return { id: "s-1", appName: "news", userId: "u-1", events };
  },
};

export const geminiLive: Wire = {
  format: "gemini-live",
  lines: true,
  write: (talk) => [
    { setup: { model: "models/gemini-2.5-flash-native-audio-preview", tools: [declarations(talk), { codeExecution: {} }] } },
    { setupComplete: {} },
    ...talk.steps.flatMap((step): readonly JsonObject[] => {
      switch (step.kind) {
        case "user":
          return [{ clientContent: { turns: [{ role: "user", parts: [{ text: step.text }] }], turnComplete: true } }];
        case "calls":
          return [
            {
              toolCall: {
                functionCalls: step.calls.map(({ number, name, arguments: args }) => ({ id: `c${number}`, name, args })),
              },
            },
            ...(step.results.length === 0
              ? []
              : [
                  {
                    toolResponse: {
                      functionResponses: step.results.map((result) => ({
                        id: `c${result.call.number}`,
                        name: result.call.name,
                        response: responseOf(result),
                      })),
                    },
                  },
                ]),
          ];
        case "search":
          return [
            {
              serverContent: {
                modelTurn: { parts: [{ executableCode: { language: "PYTHON", code: `search(${JSON.stringify(step.query)})` } }] },
              },
            },
            { serverContent: { modelTurn: { parts: [{ codeExecutionResult: { outcome: "OUTCOME_OK", output: step.found } }] } } },
            { serverContent: { modelTurn: { parts: [{ text: step.text }] } } },
            { serverContent: { turnComplete: true } },
          ];
        case "says":
          return [{ serverContent: { modelTurn: { parts: [{ text: step.text }] } } }, { serverContent: { turnComplete: true } }];
        default:
          return unreachable(step);
      }
    }),
  ],
};

export const geminiInteractions: Wire = {
  format: "gemini-interactions",
  write: (talk) => ({
    model: "gemini-3-flash-preview",
    store: false,
    tools: [...talk.tools.map((tool) => ({ type: "function", ...tool })), { type: "google_search" }],
    input: talk.steps.flatMap((step): readonly JsonObject[] => {
      const output = (text: string) => ({ type: "model_output", content: [{ type: "text", text }] });
      switch (step.kind) {
        case "user":
          return [{ type: "user_input", content: [{ type: "text", text: step.text }] }];
        case "calls":
          return [
            ...step.calls.map((call) => ({ type: "function_call", id: `k${call.number}`, name: call.name, arguments: call.arguments })),
            ...step.results.map(({ call, text, isError }) => ({
              type: "function_result",
              call_id: `k${call.number}`,
              name: call.name,
              result: text,
              ...(isError && { is_error: true }),
            })),
          ];
        case "search":
          return [
            { type: "google_search_call", id: "s1", arguments: { queries: [step.query] } },
            { type: "google_search_result", call_id: "s1", result: [{ title: step.found, url: "https://example.org" }] },
            output(step.text),
          ];
        case "says":
          return [output(step.text)];
        default:
          return unreachable(step);
      }
    }),
  }),
};

export const geminiCliSession: Wire = {
  format: "gemini-cli-session",
  undeclared: "log",
  forgivesInterruption: "the harness drops a call that still runs when the user goes on",
  cannot: noHostedTools,
  write: ({ steps }) => ({
    sessionId: "6f1c",
    projectHash: "9d0e",
    startTime: "2026-05-02T10:00:00.000Z",
    lastUpdated: "2026-05-02T10:00:09.000Z",
    messages: steps.map((step, index) => {
      const head = { id: `m${index}`, timestamp: `2026-05-02T10:00:0${index}.000Z` };
      if (step.kind === "user") return { ...head, type: "user", content: step.text };
      if (step.kind !== "calls") return { ...head, type: "gemini", content: step.text, model: "gemini-2.5-pro" };
      const toolCalls = step.calls.map((call) => {
        const result = resultOf(step, call);
        const id = `${call.name}-${call.number}`;
        return {
          id,
          name: call.name,
          args: call.arguments,
          ...(result && { result: [{ functionResponse: { id, name: call.name, response: responseOf(result) } }] }),
          status: result === undefined ? "executing" : result.isError ? "error" : "success",
        };
      });
      return { ...head, type: "gemini", content: "", model: "gemini-2.5-pro", toolCalls };
    }),
  }),
};
