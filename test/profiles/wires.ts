import type { JsonValue } from "../../src/json/value.js";

/** A tool as every wire declares it. */
export interface ToolSketch {
  readonly name: string;
  readonly description?: string;
  readonly schema?: JsonValue;
  readonly strict?: boolean;
}

export interface CallPart {
  readonly id: string | null;
  readonly name: string;
}

export interface ResultPart {
  readonly id: string | null;
  readonly name?: string;
  readonly content?: JsonValue;
  readonly isError?: boolean;
}

/** One message, in few words. `raw` is written as the wire has it. */
export type Step =
  | { readonly kind: "user" | "system"; readonly text: string }
  | { readonly kind: "assistant"; readonly text: string | null; readonly calls: readonly CallPart[]; readonly after?: string }
  | { readonly kind: "results"; readonly results: readonly ResultPart[]; readonly before?: string }
  | { readonly kind: "raw"; readonly message: JsonValue };

export const user = (text = "hi"): Step => ({ kind: "user", text });
export const system = (text = "note"): Step => ({ kind: "system", text });
export const raw = (message: JsonValue): Step => ({ kind: "raw", message });
export const says = (text: string): Step => ({ kind: "assistant", text, calls: [] });
export const calls = (...parts: readonly (string | CallPart)[]): Step => ({
  kind: "assistant",
  text: null,
  calls: parts.map((part) => (typeof part === "string" ? { id: part, name: "f" } : part)),
});
export const results = (...parts: readonly (string | ResultPart)[]): Step => ({
  kind: "results",
  results: parts.map((part) => (typeof part === "string" ? { id: part } : part)),
});

export interface TalkOptions {
  /** `null`: none. */
  readonly tools?: readonly ToolSketch[] | null;
  /** The list as it stands, in place of `tools`. */
  readonly rawTools?: JsonValue;
  readonly model?: string;
  /** Members of the request beside messages and tools. */
  readonly more?: { readonly [key: string]: JsonValue };
}

/** How one vendor writes a request. */
export interface Wire {
  readonly format: string;
  readonly url: string;
  request(steps: readonly Step[], options?: TalkOptions): JsonValue;
}

const open: JsonValue = { type: "object", properties: {} };
const f: readonly ToolSketch[] = [{ name: "f", schema: open }];

function toolsOf(options: TalkOptions | undefined, write: (tool: ToolSketch) => JsonValue): JsonValue {
  if (options?.rawTools !== undefined) return options.rawTools;
  const tools = options?.tools === undefined ? f : options.tools;
  return tools === null ? null : tools.map(write);
}

function described({ name, description, strict }: ToolSketch) {
  return { name, ...(description !== undefined && { description }), ...(strict !== undefined && { strict }) };
}

export const chat: Wire = {
  format: "openai-chat",
  url: "https://llm.example/v1/chat/completions",
  request: (steps, options) => ({
    ...(options?.model !== undefined && { model: options.model }),
    ...options?.more,
    tools: toolsOf(options, (tool) => ({
      type: "function",
      function: { ...described(tool), ...(tool.schema !== undefined && { parameters: tool.schema }) },
    })),
    messages: steps.flatMap((step): readonly JsonValue[] => {
      switch (step.kind) {
        case "raw":
          return [step.message];
        case "assistant":
          return [
            {
              role: "assistant",
              content: step.text ?? "",
              ...(step.calls.length > 0 && {
                tool_calls: step.calls.map(({ id, name }) => ({
                  ...(id !== null && { id }),
                  type: "function",
                  function: { name, arguments: "{}" },
                })),
              }),
            },
          ];
        case "results":
          return step.results.map(({ id, name, content = "ok" }) => ({
            role: "tool",
            ...(id !== null && { tool_call_id: id }),
            ...(name !== undefined && { name }),
            content,
          }));
        default:
          return [{ role: step.kind, content: step.text }];
      }
    }),
  }),
};

function items(steps: readonly Step[]): readonly JsonValue[] {
  return steps.flatMap((step): readonly JsonValue[] => {
    switch (step.kind) {
      case "raw":
        return [step.message];
      case "assistant":
        return [
          ...(step.text === null
            ? []
            : [{ type: "message", role: "assistant", content: [{ type: "output_text", text: step.text, annotations: [] }] }]),
          ...step.calls.map(({ id, name }) => ({ type: "function_call", ...(id !== null && { call_id: id }), name, arguments: "{}" })),
          ...(step.after === undefined
            ? []
            : [{ type: "message", role: "assistant", content: [{ type: "output_text", text: step.after, annotations: [] }] }]),
        ];
      case "results":
        return step.results.map(({ id, content = "ok" }) => ({
          type: "function_call_output",
          ...(id !== null && { call_id: id }),
          output: content,
        }));
      default:
        return [{ type: "message", role: step.kind, content: [{ type: "input_text", text: step.text }] }];
    }
  });
}

const responsesTools = (options: TalkOptions | undefined) =>
  toolsOf(options, (tool) => ({ type: "function", ...described(tool), ...(tool.schema !== undefined && { parameters: tool.schema }) }));

export const responses: Wire = {
  format: "openai-responses",
  url: "https://llm.example/v1/responses",
  request: (steps, options) => ({
    ...(options?.model !== undefined && { model: options.model }),
    ...options?.more,
    tools: responsesTools(options),
    input: [...items(steps)],
  }),
};

export const anthropic: Wire = {
  format: "anthropic",
  url: "https://llm.example/v1/messages",
  request: (steps, options) => ({
    ...(options?.model !== undefined && { model: options.model }),
    max_tokens: 64,
    ...options?.more,
    tools: toolsOf(options, (tool) => ({ ...described(tool), ...(tool.schema !== undefined && { input_schema: tool.schema }) })),
    messages: steps.map((step): JsonValue => {
      switch (step.kind) {
        case "raw":
          return step.message;
        case "assistant":
          return {
            role: "assistant",
            content: [
              ...(step.text === null ? [] : [{ type: "text", text: step.text }]),
              ...step.calls.map(({ id, name }) => ({ type: "tool_use", ...(id !== null && { id }), name, input: {} })),
              ...(step.after === undefined ? [] : [{ type: "text", text: step.after }]),
            ],
          };
        case "results":
          return {
            role: "user",
            content: [
              ...(step.before === undefined ? [] : [{ type: "text", text: step.before }]),
              ...step.results.map(({ id, content = "ok", isError }) => ({
                type: "tool_result",
                ...(id !== null && { tool_use_id: id }),
                content,
                ...(isError === true && { is_error: true }),
              })),
            ],
          };
        default:
          return { role: step.kind, content: step.text };
      }
    }),
  }),
};

export const gemini: Wire = {
  format: "gemini",
  url: "https://llm.example/v1beta/models/gemini-3-pro:generateContent",
  request: (steps, options) => ({
    ...(options?.model !== undefined && { model: options.model }),
    ...options?.more,
    tools: [
      {
        functionDeclarations: toolsOf(options, (tool) => ({
          ...described(tool),
          ...(tool.schema !== undefined && { parameters: tool.schema }),
        })),
      },
    ],
    contents: steps.map((step): JsonValue => {
      switch (step.kind) {
        case "raw":
          return step.message;
        case "assistant":
          return {
            role: "model",
            parts: [
              ...(step.text === null ? [] : [{ text: step.text }]),
              ...step.calls.map(({ id, name }) => ({ functionCall: { ...(id !== null && { id }), name, args: {} } })),
              ...(step.after === undefined ? [] : [{ text: step.after }]),
            ],
          };
        case "results":
          return {
            role: "user",
            parts: [
              ...(step.before === undefined ? [] : [{ text: step.before }]),
              ...step.results.map(({ id, name = "f", content = { ok: true } }) => ({
                functionResponse: { ...(id !== null && { id }), ...(name !== "" && { name }), response: content },
              })),
            ],
          };
        default:
          return { role: "user", parts: [{ text: step.text }] };
      }
    }),
  }),
};

export const bedrock: Wire = {
  format: "bedrock-converse",
  url: "https://llm.example/model/m/converse",
  request: (steps, options) => ({
    modelId: options?.model ?? "amazon.m",
    ...options?.more,
    ...(options?.tools === null
      ? {}
      : {
          toolConfig: {
            tools: toolsOf(options, (tool) => ({
              toolSpec: { ...described(tool), ...(tool.schema !== undefined && { inputSchema: { json: tool.schema } }) },
            })),
          },
        }),
    messages: steps.map((step): JsonValue => {
      switch (step.kind) {
        case "raw":
          return step.message;
        case "assistant":
          return {
            role: "assistant",
            content: [
              ...(step.text === null ? [] : [{ text: step.text }]),
              ...step.calls.map(({ id, name }) => ({ toolUse: { ...(id !== null && { toolUseId: id }), name, input: {} } })),
              ...(step.after === undefined ? [] : [{ text: step.after }]),
            ],
          };
        case "results":
          return {
            role: "user",
            content: [
              ...(step.before === undefined ? [] : [{ text: step.before }]),
              ...step.results.map(({ id, content = [{ text: "ok" }], isError }) => ({
                toolResult: { ...(id !== null && { toolUseId: id }), content, ...(isError === true && { status: "error" }) },
              })),
            ],
          };
        default:
          return { role: "user", content: [{ text: step.text }] };
      }
    }),
  }),
};
