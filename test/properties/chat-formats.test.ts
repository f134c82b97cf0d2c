import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RecordingInput } from "../../src/formats/format.js";
import { nemo } from "../../src/formats/nemo.js";
import { openaiChat } from "../../src/formats/openai-chat.js";
import type { JsonValue } from "../../src/json/value.js";
import { recordingOf } from "../support/recording.js";

/** Values that the keys of chat recordings like to have, right and wrong ones mixed. */
const words = fc.constantFrom(
  "assistant",
  "user",
  "tool",
  "function",
  "bot",
  "text",
  "custom",
  "tool_calls",
  "stop",
  "",
  "null",
  "[DONE]",
  "{}",
  '{"a":1}',
  "{",
);
const keys = fc.constantFrom(
  ...["role", "type", "content", "tool_calls", "tool_call_id", "function", "function_call", "name", "arguments", "args", "id", "index"],
  ...[
    "messages",
    "choices",
    "message",
    "delta",
    "finish_reason",
    "data",
    "error",
    "tools",
    "tool_choice",
    "object",
    "text",
    "custom",
    "input",
  ],
  ...["preferred_output", "model", "weight", "parallel_tool_calls"],
);
const { chatty } = fc.letrec<{ chatty: JsonValue }>((tie) => ({
  chatty: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    words,
    fc.constantFrom(null, true, 0, 1.5),
    fc.array(tie("chatty"), { maxLength: 4 }),
    fc.dictionary(keys, tie("chatty"), { maxKeys: 6 }),
  ),
}));

/** Lists of messages that are nearly right. */
const called = fc.record({ name: words, arguments: fc.oneof(words, fc.constant({ a: 1 })) }, { requiredKeys: [] });
const call = fc.record(
  { id: words, type: words, function: called, custom: called, name: words, args: chatty, requestor: words },
  { requiredKeys: [] },
);
const message = fc.record(
  {
    role: words,
    type: words,
    content: chatty,
    tool_calls: fc.array(call, { maxLength: 2 }),
    tool_call_id: words,
    tool_name: words,
    function_call: called,
  },
  { requiredKeys: [] },
);
const messages = fc.array(message, { maxLength: 4 });
const bodies: fc.Arbitrary<unknown> = fc.oneof(
  messages,
  message,
  chatty,
  fc.json().map((text): unknown => JSON.parse(text)),
  fc.record({ messages, model: words, tools: chatty, choices: fc.array(fc.record({ message, delta: message })) }, { requiredKeys: [] }),
);

interface Sketch {
  readonly body: unknown;
  readonly response?: unknown;
  readonly url?: string;
  readonly dataset?: boolean;
}

const sketches: fc.Arbitrary<Sketch> = fc.record(
  { body: bodies, response: bodies, url: fc.constantFrom("https://host/v1/chat/completions", "https://host/api"), dataset: fc.boolean() },
  { requiredKeys: ["body"] },
);

function recordingFrom({ body, response, ...around }: Sketch): RecordingInput {
  return recordingOf(JSON.stringify(body), { ...around, ...(response !== undefined && { response: JSON.stringify(response) }) });
}

describe("chat formats", () => {
  it.each([openaiChat, nemo])("give an answer for any JSON: $id", (format) => {
    fc.assert(
      fc.property(sketches, (sketch) => {
        const recording = recordingFrom(sketch);
        expect(["certain", "possible", "none"]).toContain(format.detect(recording).match);
        for (const { messages: read, finishes } of format.adapt(recording)) {
          for (const { message: index } of finishes) expect(read[index]).toBeDefined();
          for (const [index, { parts }] of read.entries()) {
            for (const part of parts) if (part.kind === "call") expect(part.call.message).toBe(index);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("are never both certain of one recording", () => {
    fc.assert(
      fc.property(sketches, (sketch) => {
        const recording = recordingFrom(sketch);
        const certain = [openaiChat, nemo].filter((format) => format.detect(recording).match === "certain");
        expect(certain.length).toBeLessThan(2);
      }),
      { numRuns: 1000 },
    );
  });
});
