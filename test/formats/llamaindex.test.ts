import { describe, expect, it } from "vitest";
import { llamaindex } from "../../src/formats/llamaindex.js";
import type { JsonValue } from "../../src/json/value.js";
import { callsIn, outline, recordingOf, resultsIn } from "../support/recording.js";

function adapt(body: JsonValue) {
  return llamaindex.adapt(recordingOf(body));
}

function outlines(body: JsonValue) {
  return adapt(body).map(outline);
}

const block = { block_type: "tool_call", tool_call_id: "c1", tool_name: "f", tool_kwargs: { a: 1 } };
const kept = { tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: '{"a":1}' } }] };

describe("llamaindex.adapt", () => {
  it("reads a call that blocks and kept arguments both hold once", () => {
    expect(outlines([{ role: "assistant", additional_kwargs: kept, blocks: [block] }])).toEqual([['assistant: call f#c1({"a":1})']]);
  });

  it.each([
    ["OpenAI's", kept.tool_calls[0]],
    ["Anthropic's", { id: "c1", name: "f", input: { a: 1 }, type: "tool_use" }],
  ])("reads %s calls where only the provider's own are kept", (_, call) => {
    expect(outlines([{ role: "assistant", content: null, additional_kwargs: { tool_calls: [call ?? null] } }])).toEqual([
      ['assistant: call f#c1({"a":1})'],
    ]);
  });

  it("reads results with their id and name beside them", () => {
    const body = [{ role: "tool", additional_kwargs: { tool_call_id: "c1", name: "f" }, blocks: [{ block_type: "text", text: "x" }] }];
    expect(outlines(body)).toEqual([["tool: result f#c1"]]);
  });

  it("needs no id where the provider gives none", () => {
    const [recorded] = adapt([
      { role: "assistant", blocks: [{ ...block, tool_call_id: null }] },
      { role: "tool", additional_kwargs: { tool_call_id: null }, blocks: [{ block_type: "text", text: "x" }] },
    ]);
    expect(callsIn(recorded?.messages ?? [])[0]).toMatchObject({ id: null, idOptional: true });
    expect(resultsIn(recorded?.messages ?? [])[0]).toMatchObject({ callId: null, idOptional: true });
  });

  it("reads calls and results among the options of messages", () => {
    const body = [
      { role: "assistant", content: "", options: { toolCall: [{ id: "c1", name: "f", input: '{"a":1}' }] } },
      { role: "user", content: "boom", options: { toolResult: { id: "c1", result: "boom", isError: true } } },
    ];
    expect(outlines(body)).toEqual([['assistant: text, call f#c1({"a":1})', "tool: result #c1"]]);
  });

  it("makes a conversation of each key of a chat store", () => {
    expect(outlines({ store: { a: [{ role: "user", blocks: [{ block_type: "text", text: "x" }] }], b: [] } })).toEqual([
      ["user: text"],
      [],
    ]);
  });
});

describe("llamaindex.detect", () => {
  it("leaves messages of LangChain and OpenAI alone", () => {
    expect(llamaindex.detect(recordingOf([{ type: "ai", content: "", additional_kwargs: kept }])).match).toBe("none");
    expect(llamaindex.detect(recordingOf([{ role: "assistant", tool_calls: kept.tool_calls }])).match).toBe("none");
  });
});
