import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import type { JsonValue } from "../../src/json/value.js";

/** A stream of one answer with one call, event by event; the last one ends it. */
interface StreamSample {
  readonly format: string;
  readonly events: readonly JsonValue[];
  /** How many events at the end must be missing for the stream to be cut; left out: one. */
  readonly ending?: number;
}

const text = (value: JsonValue): string => JSON.stringify(value);

const samples: readonly StreamSample[] = [
  {
    format: "openai-chat",
    events: [
      {
        index: 0,
        delta: { role: "assistant", tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "look", arguments: "" } }] },
      },
      { index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: "{}" } }] } },
      { index: 0, delta: {}, finish_reason: "tool_calls" },
    ].map((choice) => ({ id: "c1", object: "chat.completion.chunk", model: "gpt-5.1", choices: [choice] })),
  },
  {
    format: "openai-responses",
    events: [
      { type: "response.created", response: { id: "r1", object: "response", status: "in_progress", output: [] } },
      {
        type: "response.output_item.added",
        output_index: 0,
        item: { type: "function_call", id: "fc_1", call_id: "call_1", name: "look", arguments: "" },
      },
      { type: "response.function_call_arguments.delta", output_index: 0, item_id: "fc_1", delta: "{}" },
      {
        type: "response.output_item.done",
        output_index: 0,
        item: { type: "function_call", id: "fc_1", call_id: "call_1", name: "look", arguments: "{}" },
      },
      {
        type: "response.completed",
        response: {
          id: "r1",
          object: "response",
          status: "completed",
          output: [{ type: "function_call", id: "fc_1", call_id: "call_1", name: "look", arguments: "{}" }],
        },
      },
    ],
  },
  {
    format: "anthropic",
    ending: 2,
    events: [
      { type: "message_start", message: { id: "m1", type: "message", role: "assistant", content: [], model: "claude-sonnet-4-5" } },
      { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "toolu_1", name: "look", input: {} } },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{}" } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "tool_use" } },
      { type: "message_stop" },
    ],
  },
  {
    format: "gemini",
    events: [
      { candidates: [{ index: 0, content: { role: "model", parts: [{ text: "Looking." }] } }], modelVersion: "gemini-2.5-pro" },
      {
        candidates: [{ index: 0, content: { role: "model", parts: [{ functionCall: { name: "look", args: {} } }] } }],
        modelVersion: "gemini-2.5-pro",
      },
      {
        candidates: [{ index: 0, content: { role: "model", parts: [{ text: "" }] }, finishReason: "STOP" }],
        modelVersion: "gemini-2.5-pro",
      },
    ],
  },
  {
    format: "bedrock-converse",
    ending: 2,
    events: [
      { messageStart: { role: "assistant" } },
      { contentBlockStart: { contentBlockIndex: 0, start: { toolUse: { toolUseId: "t1", name: "look" } } } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { toolUse: { input: "{}" } } } },
      { contentBlockStop: { contentBlockIndex: 0 } },
      { messageStop: { stopReason: "tool_use" } },
      { metadata: { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } } },
    ],
  },
  {
    format: "cohere-v2",
    events: [
      { type: "message-start", id: "m1", delta: { message: { role: "assistant" } } },
      {
        type: "tool-call-start",
        index: 0,
        delta: { message: { tool_calls: { id: "t1", type: "function", function: { name: "look", arguments: "" } } } },
      },
      { type: "tool-call-delta", index: 0, delta: { message: { tool_calls: { function: { arguments: "{}" } } } } },
      { type: "tool-call-end", index: 0 },
      { type: "message-end", delta: { finish_reason: "TOOL_CALL" } },
    ],
  },
  {
    format: "cohere-v1",
    events: [
      { event_type: "stream-start", is_finished: false, generation_id: "g1" },
      { event_type: "tool-calls-generation", is_finished: false, tool_calls: [{ name: "look", parameters: {} }] },
      {
        event_type: "stream-end",
        is_finished: true,
        finish_reason: "COMPLETE",
        response: { text: "", generation_id: "g1", tool_calls: [{ name: "look", parameters: {} }] },
      },
    ],
  },
  {
    format: "mistral-conversations",
    events: [
      { type: "conversation.response.started", conversation_id: "conv_1" },
      { type: "function.call.delta", id: "fc_1", output_index: 0, tool_call_id: "aaaaaaaaa", name: "look", arguments: "{}" },
      { type: "conversation.response.done", usage: {} },
    ],
  },
  {
    format: "gemini-interactions",
    events: [
      { event_type: "interaction.start", interaction: { id: "i1", object: "interaction", status: "in_progress" } },
      { event_type: "step.start", index: 0, step: { type: "function_call", id: "c1", name: "look", arguments: {} } },
      { event_type: "step.stop", index: 0 },
      { event_type: "interaction.completed", interaction: { id: "i1", object: "interaction", status: "requires_action" } },
    ],
  },
];

const wrapped = (events: readonly JsonValue[]): JsonValue => events.map((event) => ({ data: text(event) }));

function read(value: JsonValue) {
  const { violations, files } = checkText(text(value));
  const conversations = files.flatMap((file) => file.conversations);
  return {
    formats: [...new Set(conversations.map(({ format }) => format))],
    calls: conversations.reduce((sum, { calls }) => sum + calls, 0),
    incomplete: violations.filter(({ ruleId }) => ruleId === "incomplete-stream").map(({ message }) => message),
    contradictory: violations.filter(({ ruleId }) => ruleId === "contradictory-recording").length,
  };
}

describe.each(samples.map((sample) => [sample.format, sample] as const))("a stream of %s", (format, { events, ending = 1 }) => {
  const whole = { formats: [format], calls: 1, incomplete: [], contradictory: 0 };

  it("is one answer with its call, as bare events and as the text of data", () => {
    expect(read([...events])).toEqual(whole);
    expect(read(wrapped(events))).toEqual(whole);
  });

  it("may end with the [DONE] of another vendor's streams", () => {
    expect(read([...events.map((event) => ({ data: text(event) })), { data: "[DONE]" }])).toEqual(whole);
  });

  it("says once that events of it are not JSON, and reads the others", () => {
    const [first = null, ...others] = events.map((event) => ({ data: text(event) }));
    expect(read([first, { data: "oops" }, { data: "{" }, ...others])).toEqual({
      ...whole,
      incomplete: ["An event of the stream is not JSON"],
    });
  });

  it("is incomplete where its end is missing, and keeps the call", () => {
    const { calls, incomplete } = read(wrapped(events.slice(0, -ending)));
    expect(calls).toBe(1);
    expect(incomplete).toEqual([expect.stringMatching(/^The stream ends before the \w+ does: no .+ came$/)]);
  });
});
