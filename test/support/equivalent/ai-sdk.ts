import { unreachable } from "../../../src/errors.js";
import type { JsonObject } from "../../../src/json/value.js";
import { resultOf } from "./talk.js";
import type { Wire } from "./wire.js";

export const aiSdkModel: Wire = {
  format: "ai-sdk-model",
  undeclared: "messages",
  write: ({ steps }) =>
    steps.flatMap((step): readonly JsonObject[] => {
      switch (step.kind) {
        case "user":
          return [{ role: "user", content: [{ type: "text", text: step.text }] }];
        case "calls":
          return [
            {
              role: "assistant",
              content: step.calls.map((call) => ({
                type: "tool-call",
                toolCallId: `c${call.number}`,
                toolName: call.name,
                input: call.arguments,
              })),
            },
            ...(step.results.length === 0
              ? []
              : [
                  {
                    role: "tool",
                    content: step.results.map(({ call, text, isError }) => ({
                      type: "tool-result",
                      toolCallId: `c${call.number}`,
                      toolName: call.name,
                      output: { type: isError ? "error-text" : "text", value: text },
                    })),
                  },
                ]),
          ];
        case "search":
          return [
            {
              role: "assistant",
              content: [
                { type: "tool-call", toolCallId: "s1", toolName: "web_search", input: { query: step.query }, providerExecuted: true },
                { type: "tool-result", toolCallId: "s1", toolName: "web_search", output: { type: "json", value: [step.found] } },
                { type: "text", text: step.text },
              ],
            },
          ];
        case "says":
          return [{ role: "assistant", content: [{ type: "text", text: step.text }] }];
        default:
          return unreachable(step);
      }
    }),
};

export const aiSdkUi: Wire = {
  format: "ai-sdk-ui",
  undeclared: "messages",
  write: ({ steps }) => {
    const messages: { readonly id: string; readonly role: string; readonly parts: JsonObject[] }[] = [];
    const partsOf = (role: string): JsonObject[] => {
      const last = messages.at(-1);
      if (last?.role === role) return last.parts;
      const message = { id: `m${messages.length + 1}`, role, parts: [] };
      messages.push(message);
      return message.parts;
    };
    for (const step of steps) {
      if (step.kind === "user") {
        partsOf("user").push({ type: "text", text: step.text });
        continue;
      }
      const parts = partsOf("assistant");
      parts.push({ type: "step-start" });
      if (step.kind === "calls") {
        for (const call of step.calls) {
          const result = resultOf(step, call);
          const head = { type: `tool-${call.name}`, toolCallId: `c${call.number}` };
          if (result === undefined) parts.push({ ...head, state: "input-available", input: call.arguments });
          else if (result.isError) parts.push({ ...head, state: "output-error", input: call.arguments, errorText: result.text });
          else parts.push({ ...head, state: "output-available", input: call.arguments, output: result.text });
        }
        continue;
      }
      if (step.kind === "search")
        parts.push({
          type: "tool-web_search",
          toolCallId: "c1",
          state: "output-available",
          input: { query: step.query },
          output: [step.found],
          providerExecuted: true,
        });
      parts.push({ type: "text", text: step.text, state: "done" });
    }
    return messages;
  },
};
