import { describe, expect, it } from "vitest";
import { bedrockConverse } from "../../src/formats/bedrock-converse.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { argumentsOf, callsIn, outline, recordingOf, resultsIn, textAt } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(bedrockConverse);

function only(list: readonly AdaptedConversation[]): AdaptedConversation {
  const [item] = list;
  if (item === undefined || list.length > 1) throw new Error(`${list.length} conversations`);
  return item;
}

const read = (file: string) => only(readText(fixture("bedrock-converse", file)));
const toolUse = (toolUseId: string, input: JsonValue = {}, name = "look") => ({ toolUse: { toolUseId, name, input } });
const toolResult = (toolUseId: string, content: JsonValue = [{ text: "ok" }]) => ({ toolResult: { toolUseId, content } });
const user = (...content: readonly JsonValue[]) => ({ role: "user", content });
const assistant = (...content: readonly JsonValue[]) => ({ role: "assistant", content });
const look = { toolSpec: { name: "look", inputSchema: { json: { type: "object", properties: { at: { type: "string" } } } } } };

/** A request of these messages with the tool `look`. */
const request = (...messages: readonly JsonValue[]) => JSON.stringify({ messages, inferenceConfig: {}, toolConfig: { tools: [look] } });

describe("A Converse request and its answer", () => {
  it("become calls and results in order, the answer behind them", () => {
    const recorded = read("pair.json");
    expect(outline(recorded)).toEqual([
      "user: text",
      'assistant: text, call book_seat#tooluse_seat1({"train":"TGV 6607","class":2}), call train_delay#tooluse_delay1({"train":"TGV 6607"})',
      "user: result #tooluse_delay1, result #tooluse_seat1, text, other cachePoint",
      'assistant*: call book_seat#tooluse_seat2({"train":"TGV 6607","class":1})',
    ]);
    expect(resultsIn(recorded.messages).map(({ isError }) => isError)).toEqual([false, true]);
    expect(recorded.finishes).toMatchObject([{ message: 3, reason: "tool_calls", promisesCall: true }]);
  });

  it("name the model in the path", () => {
    expect(read("pair.json").provider.model).toBe("eu.anthropic.claude-sonnet-4-5-20250929-v1:0");
  });

  it("distinguish the tools of the provider from those of the caller", () => {
    const recorded = read("system-tool.json");
    expect(callsIn(recorded.messages).map(({ hosted, type }) => [hosted, type])).toEqual([
      [true, "server_tool_use"],
      [false, "function"],
    ]);
    expect(resultsIn(recorded.messages).map(({ hosted }) => hosted)).toEqual([true, false]);
    expect(recorded.toolChoice).toMatchObject({ mode: "named", names: ["price_of"] });
  });

  it("say that Claude may call one tool alone", () => {
    const body = { messages: [], additionalModelRequestFields: { tool_choice: { type: "auto", disable_parallel_tool_use: true } } };
    expect(only(bedrockConverse.adapt(recordingOf(body))).singleCall?.boolean()).toBe(true);
  });

  it("say that Claude's thinking is asked for", () => {
    const thinking = { type: "enabled", budget_tokens: 1024 };
    const body = { messages: [user({ text: "hi" })], additionalModelRequestFields: { thinking } };
    expect(only(bedrockConverse.adapt(recordingOf(body))).thinking?.pointer).toBe("/body/additionalModelRequestFields/thinking");
  });
});

describe("A Converse stream", () => {
  it("is put together, an empty input being none", () => {
    expect(outline(read("stream.json"))).toEqual([
      "user: text",
      'assistant*: thinking reasoningContent, text, call get_weather#tooluse_w1({"city":"Lyon"}), call get_time#tooluse_t1(empty)',
    ]);
  });

  it("is read from one event a line, and from the chunks of InvokeModel", () => {
    expect(outline(read("events.jsonl"))).toEqual(['assistant*: call list_orders#tooluse_k9({"customer":"C-17"})']);
    expect(outline(read("nova-invoke.json")).at(-1)).toBe("assistant*: call open_orders#0d8c2a71-41({})");
  });

  it("keeps the place of each piece of the arguments", () => {
    const text = fixture("bedrock-converse", "stream.json");
    const [call] = callsIn(only(readText(text)).messages);
    const given = call?.function.arguments;
    if (given?.kind !== "parsed") throw new Error("not parsed");
    const city = given.root.get("city");
    expect(city && textAt(text, city.range)).toBe(String.raw`\"Lyon\"`);
  });

  it("leaves its last call unchecked where it breaks off", () => {
    const recorded = read("broken-stream.json");
    expect(callsIn(recorded.messages).map(({ partial }) => partial)).toEqual([true]);
    expect(recorded.anomalies.map(({ rule }) => rule)).toEqual(["incomplete-stream"]);
    expect(complaintsOf(fixture("bedrock-converse", "broken-stream.json"))).toContain(
      "warning incomplete-stream /3/modelStreamErrorException/message",
    );
  });

  it("is a refused request where it holds only an exception", () => {
    const events = [{ validationException: { message: "toolConfig is wrong" } }];
    const recorded = only(bedrockConverse.adapt(recordingOf({ messages: [user({ text: "hi" })] }, { response: events })));
    expect(recorded.refusal?.message).toBe("toolConfig is wrong");
  });

  it("gives one conversation for each of several answers", () => {
    const events = [0, 1].flatMap((index) => [
      { messageStart: { role: "assistant" } },
      { contentBlockStart: { contentBlockIndex: 0, start: { toolUse: { toolUseId: `t${index}`, name: "look" } } } },
      { contentBlockStop: { contentBlockIndex: 0 } },
      { messageStop: { stopReason: "tool_use" } },
    ]);
    expect(readText(JSON.stringify(events)).map(outline)).toEqual([
      ["assistant*: call look#t0(empty)"],
      ["assistant*: call look#t1(empty)"],
    ]);
  });
});

describe("What Converse rejects", () => {
  it.each([
    [
      "toolConfig left out",
      fixture("bedrock-converse", "broken-refused.json"),
      "error missing-toolset /request/messages/1/content/0/toolUse",
    ],
    [
      "a result in a second message",
      request(user({ text: "?" }), assistant(toolUse("a"), toolUse("b")), user(toolResult("a")), user(toolResult("b"))),
      "error split-results /messages/3/content/0/toolResult",
    ],
    [
      "two messages of the user in a row",
      request(user({ text: "?" }), user({ text: "!" }), assistant(toolUse("a")), user(toolResult("a"))),
      "error invalid-role-order /messages/1/role",
    ],
    [
      "two messages of the assistant in a row",
      request(user({ text: "?" }), assistant({ text: "!" }), assistant(toolUse("a")), user(toolResult("a"))),
      "error invalid-role-order /messages/2/role",
    ],
    [
      "an assistant message at the very beginning",
      request(assistant({ text: "hello" }), user({ text: "?" }), assistant(toolUse("a")), user(toolResult("a"))),
      "error invalid-role-order /messages/0/role",
    ],
    [
      "a result whose JSON is a list",
      request(user({ text: "?" }), assistant(toolUse("a")), user(toolResult("a", [{ json: [1] }]))),
      "error invalid-result-content /messages/2/content/0/toolResult/content/0/json",
    ],
    [
      "an error that says nothing",
      request(user({ text: "?" }), assistant(toolUse("a")), user({ toolResult: { toolUseId: "a", status: "error", content: [] } })),
      "error invalid-result-content /messages/2/content/0/toolResult/content",
    ],
    [
      "an id with a slash",
      request(user({ text: "?" }), assistant(toolUse("a/1")), user(toolResult("a/1"))),
      "error invalid-call-id /messages/1/content/0/toolUse/toolUseId",
    ],
    [
      "arguments as text",
      request(user({ text: "?" }), assistant(toolUse("a", "{}")), user(toolResult("a"))),
      "error malformed-arguments /messages/1/content/0/toolUse/input",
    ],
    [
      "a call in a message of the user",
      request(user({ text: "?" }, toolUse("a")), user(toolResult("a"))),
      "error invalid-message /messages/0/content/1",
    ],
    [
      "a message without content",
      request(user({ text: "?" }), assistant(), user({ text: "!" })),
      "error invalid-message /messages/1/content",
    ],
    [
      "a block of two kinds",
      request(user({ text: "?" }), assistant({ text: "!", ...toolUse("a") })),
      "error invalid-message /messages/1/content/0",
    ],
  ])("%s", (_, text, complaint) => {
    expect(complaintsOf(text)).toContain(complaint);
  });

  it.each([
    ["a call that is never answered", [assistant(toolUse("a")), assistant({ text: "!" }), user({ text: "so?" })], "unanswered-call"],
    ["a result behind the next answer", [assistant(toolUse("a")), assistant({ text: "!" }), user(toolResult("a"))], "orphaned-result"],
  ])("is told once: %s, whatever the order of roles", (_, messages, rule) => {
    const complaints = complaintsOf(request(user({ text: "?" }), ...messages, assistant({ text: "." })));
    expect(complaints).toEqual([expect.stringContaining(rule)]);
  });

  it.each([
    [
      "several results in one message",
      request(user({ text: "?" }), assistant(toolUse("a"), toolUse("b")), user(toolResult("b"), toolResult("a"))),
    ],
    ["words beside results", request(user({ text: "?" }), assistant(toolUse("a")), user(toolResult("a"), { text: "and?" }))],
    ["a call that is still open", request(user({ text: "?" }), assistant(toolUse("a")))],
    ["keys that are null", request(user({ text: "?", toolUse: null }), assistant(toolUse("a")), user(toolResult("a")))],
  ])("is not %s", (_, text) => {
    expect(complaintsOf(text)).toEqual([]);
  });

  it.each([
    ["a role of another wire", [assistant(toolUse("a")), { role: "tool", content: [toolResult("a")] }]],
    ["a message that is a result of its own", [assistant(toolUse("a")), { role: "tool", tool_call_id: "a", content: [{ text: "ok" }] }]],
    ["a result in the message that calls", [assistant(toolUse("a"), toolResult("a")), user({ text: "well?" })]],
    ["a result in another message of the model", [assistant(toolUse("a")), assistant(toolResult("a")), user({ text: "well?" })]],
    ["a call in a message of the user", [assistant({ text: "hm" }), user(toolUse("a")), user(toolResult("a"))]],
    ["a call in place of a list", [{ role: "assistant", content: toolUse("a") }, user(toolResult("a"))]],
    ["a result in place of a list", [assistant(toolUse("a")), { role: "user", content: toolResult("a") }]],
  ])("is told once: %s", (_, messages) => {
    const complaints = complaintsOf(request(user({ text: "?" }), ...messages, assistant({ text: "!" })));
    expect(complaints).toEqual([expect.stringMatching(/^error invalid-message /)]);
  });

  it("is not a blank text that a session keeps and does not send", () => {
    const talk = [
      user({ text: "?" }),
      assistant({ text: "" }, toolUse("a")),
      user(toolResult("a")),
      assistant({ text: "!" }),
      user({ text: "." }),
    ];
    const lines = talk.map((message, index) => JSON.stringify({ message, message_id: index }));
    expect(complaintsOf(lines.join("\n")).filter((complaint) => complaint.startsWith("error"))).toEqual([]);
    expect(complaintsOf(request(...talk))).toEqual(["error invalid-message /messages/1/content/0/text"]);
  });

  it("and what it does not know is told once", () => {
    const text = request(user({ text: "?" }, { hologram: {} }), assistant({ hologram: {} }, toolUse("a")), user(toolResult("a")));
    expect(complaintsOf(text)).toEqual(["warning invalid-message /messages/0/content/1/hologram"]);
  });
});

describe("A call that Bedrock could not read", () => {
  it("is reported at the stop reason", () => {
    const response = { output: { message: assistant({ text: "…" }) }, stopReason: "malformed_tool_use" };
    expect(complaintsOf(JSON.stringify({ request: { messages: [user({ text: "?" })] }, response }))).toContain(
      "error malformed-arguments /response/stopReason",
    );
  });
});

describe("The detection of Converse", () => {
  it("leaves messages without a mark to whoever knows more", () => {
    const detected = bedrockConverse.detect(recordingOf({ messages: [user({ text: "hi" })] }));
    expect(detected.match).toBe("possible");
  });

  it.each([
    [{ messages: [{ role: "user", content: "hi" }] }],
    [{ contents: [{ role: "user", parts: [{ text: "hi" }] }] }],
    [{ messages: [{ role: "model", content: [{ text: "hi" }] }] }],
    [[{ role: "user", content: [{ type: "text", text: "hi" }] }]],
  ])("leaves %j to others", (body) => {
    expect(bedrockConverse.detect(recordingOf(body)).match).toBe("none");
  });

  it("is certain of an answer alone, and of what arguments say of their own", () => {
    const answer = { output: { message: assistant(toolUse("a", { at: "x" })) }, stopReason: "tool_use" };
    const recorded = only(readText(JSON.stringify(answer)));
    expect(callsIn(recorded.messages).map(argumentsOf)).toEqual(['{"at":"x"}']);
  });
});
