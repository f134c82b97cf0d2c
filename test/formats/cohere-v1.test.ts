import { describe, expect, it } from "vitest";
import { cohereV1 } from "../../src/formats/cohere-v1.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { pairExchanges } from "../../src/model/rebuild.js";
import { cohereV1 as profile } from "../../src/profiles/cohere.js";
import { outline, recordingOf } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(cohereV1);

function only(list: readonly AdaptedConversation[]): AdaptedConversation {
  const [item] = list;
  if (item === undefined || list.length > 1) throw new Error(`${list.length} conversations`);
  return item;
}

const read = (file: string) => only(readText(fixture("cohere-v1", file)));
const tools = [{ name: "stock_of", description: "d", parameter_definitions: { bread: { type: "str", required: true } } }];
const call = (bread: JsonValue) => ({ name: "stock_of", parameters: { bread } });
const result = (bread: JsonValue) => ({ call: call(bread), outputs: [{ loaves: 1 }] });

/** A request whose last turn made these calls and has these results. */
const request = (calls: readonly JsonValue[], results: readonly JsonValue[]) =>
  JSON.stringify({
    message: "",
    tools,
    chat_history: [
      { role: "USER", message: "?" },
      { role: "CHATBOT", message: "", tool_calls: calls },
    ],
    tool_results: results,
  });

describe("A Cohere v1 request and its answer", () => {
  it("become messages, calls without ids at the end", () => {
    expect(outline(read("pair.json"))).toEqual([
      "system: text",
      "user: text",
      "assistant: text",
      "user: text",
      'assistant*: text, call stock_of#null({"bread":"rye"}), call stock_of#null({"bread":"spelt","shelf":2})',
    ]);
  });

  it("pair results with the call that they repeat, whatever the order of calls and keys", () => {
    const { messages } = read("multi-step.json");
    const [first] = pairExchanges(messages, profile.pairing);
    const pairs = first?.links.map((link) => link.kind === "answered" && [link.call.index, link.result.index, link.by]);
    expect(pairs).toEqual([
      [0, 1, "inline"],
      [1, 0, "inline"],
    ]);
  });

  it("take the calls from the results where a single step is sent without its history", () => {
    expect(outline(read("single-step.json"))).toEqual([
      "user: text",
      'assistant: call stock_of#null({"bread":"rye"})',
      "tool: result stock_of#null",
    ]);
  });

  it("are streamed, with calls whole at the end", () => {
    expect(outline(read("stream.json")).at(-1)).toBe('assistant*: text, call stock_of#null({"bread":"rye"})');
  });
});

describe("Faults of Cohere v1", () => {
  it.each([
    ["a wrong argument", request([call(7)], []), "error invalid-arguments /chat_history/1/tool_calls/0/parameters/bread"],
    [
      "a wrong argument in a result's own call",
      JSON.stringify({ message: "?", tools, tool_results: [result(7)] }),
      "error invalid-arguments /tool_results/0/call/parameters/bread",
    ],
    ["a result too many", request([call("rye")], [result("rye"), result("oat")]), "error orphaned-result /tool_results/1/call/name"],
    ["an unknown tool", request([{ name: "stock", parameters: {} }], []), "warning unknown-tool /chat_history/1/tool_calls/0/name"],
    [
      "arguments as text",
      request([{ name: "stock_of", parameters: "{}" }], []),
      "error malformed-arguments /chat_history/1/tool_calls/0/parameters",
    ],
    [
      "an unknown role",
      JSON.stringify({
        message: "hi",
        chat_history: [
          { role: "CHATBOT", message: "a" },
          { role: "BOT", message: "b" },
        ],
      }),
      "error invalid-message /chat_history/1/role",
    ],
  ])("%s", (_, text, complaint) => {
    expect(complaintsOf(text)).toContain(complaint);
  });

  it.each([
    ["a call of the last turn without result", request([call("rye"), call("oat")], [result("oat")])],
    ["a result whose copy differs", request([call("rye")], [result("Rye")])],
  ])("is not %s", (_, text) => {
    expect(complaintsOf(text)).toEqual([]);
  });
});

describe("The detection of Cohere v1", () => {
  it.each([
    [{ message: "hi", chat_history: [{ role: "user", message: "a" }] }],
    [[{ role: "USER", content: "hi" }]],
    [{ message: "hi", tools: [{ name: "f", input_schema: {} }] }],
  ])("leaves %j to others", (body) => {
    expect(cohereV1.detect(recordingOf(body)).match).toBe("none");
  });
});
