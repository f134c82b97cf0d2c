import { describe, expect, it } from "vitest";
import type { Policy } from "../../src/policies/policy.js";
import "../../src/matchers/vitest.js";
import { call, result, trip, turn, user } from "./transcripts.js";

describe("toHaveValidToolExchanges", () => {
  const tools = ["search_trains", "book_train", "send_note"].map((name) => ({
    type: "function",
    function: { name, parameters: { type: "object", properties: { seats: { type: "integer" } } } },
  }));

  it("passes what the program passes, with the declarations and the profiles that it is given", () => {
    expect(trip).toHaveValidToolExchanges();
    expect(trip).toHaveValidToolExchanges({ tools, profile: ["openai-chat", "groq"], preset: "strict" });
    expect(trip).not.toHaveValidToolExchanges({ tools: tools.slice(1) });
    expect(trip).not.toHaveValidToolExchanges({ minToolCalls: 9 });
  });

  it("shows the findings that fail, with the value and what to do, and no lines of a text that nobody wrote", () => {
    const broken = trip.with(1, turn(call("call_1", "search_trains", { seats: "one" })));
    expect(() => expect(broken).toHaveValidToolExchanges({ tools })).toThrowErrorMatchingInlineSnapshot(`
      [Error: The tool exchanges are not valid: 1 error

      transcript#/1/tool_calls/0/function/arguments  error  invalid-arguments
        Call "search_trains" (call_1)
        \`seats\` must be an integer, got a string
          15 | "arguments": "{\\"seats\\":\\"one\\"}"
             |                          ^^^^^^^
        Declared here: <tools>#/0/function/parameters/properties/seats/type]
    `);
  });

  it("says what was checked where a violation was wanted, and rejects options that are none", () => {
    expect(() => expect(trip).not.toHaveValidToolExchanges()).toThrow(/all is valid: 1 file: 1 conversation, 3 exchanges, 4 calls/);
    expect(() => expect(trip).toHaveValidToolExchanges({ profile: "opnai-chat" })).toThrow('did you mean "openai-chat"?');
  });
});

describe("toAnswerEveryCall", () => {
  it("wants a result for each call, also at the end, and none for what lies outside of the transcript", () => {
    expect(trip).toAnswerEveryCall();
    for (const end of [2, 4, 6, 7]) expect(trip.slice(0, end)).not.toAnswerEveryCall();
    expect([user("Hi")]).toAnswerEveryCall();
    const next = { previous_response_id: "resp_1", input: [{ type: "function_call_output", call_id: "call_0", output: "ok" }] };
    expect(next).toAnswerEveryCall();
  });

  it("takes a result under another id for none", () => {
    const strayed = trip.with(2, result("call_11", "[]"));
    expect(() => expect(strayed).toAnswerEveryCall()).toThrow(/Not every call is answered[\s\S]*orphaned-result/);
  });

  it("fails the other way round with a count, and where there is no call", () => {
    expect(() => expect(trip).not.toAnswerEveryCall()).toThrow("but all 4 calls are answered");
    expect(() => expect([user("Hi")]).not.toAnswerEveryCall()).toThrow("calls no tool");
  });
});

describe("toFollow", () => {
  const kept: readonly Policy[] = [
    { call: "search_trains", mustComeBefore: "book_train" },
    { call: { tool: "search_*", arguments: { when: { day: "friday" } } }, mustComeBefore: ["book_train", "send_note"] },
    { call: "book_train", neverWithout: "search_trains" },
    { call: "search_trains", atMost: 2 },
    { call: "*", atMost: 2, within: "turn" },
    { call: "search_trains", neverTogetherWith: "book_train", within: "turn" },
    { call: "book_train", neverTogetherWith: "book_plane" },
    { call: "send_note", mustBeCalled: true },
    { call: { tool: "*", except: ["search_trains", "book_train", "send_note"] }, mustNotBeCalled: true },
    { call: { tool: "book_train", arguments: { train: (train: number) => train < 6000 } }, mustNotBeCalled: true },
    { call: "book_plane", mustBeCalled: true, tools: "plane_*" },
  ];
  const broken: readonly Policy[] = [
    { call: "book_train", mustComeBefore: "search_trains" },
    { call: "send_note", mustComeBefore: "book_train" },
    { call: "book_plane", mustComeBefore: "book_train" },
    { call: "book_train", neverWithout: "book_plane" },
    { call: "search_trains", atMost: 1 },
    { call: "*", atMost: 1, within: "turn" },
    { call: "send_note", neverTogetherWith: "book_train", within: "turn" },
    { call: "search_trains", neverTogetherWith: "book_train" },
    { call: "book_plane", mustBeCalled: true, tools: ["book_*"] },
    { call: "search_trains", mustNotBeCalled: true },
    { call: { tool: "book_train", arguments: { train: expect.any(Number) } }, mustNotBeCalled: true },
  ];

  it.each(kept)("passes a policy that is kept: %j", (policy) => {
    expect(trip).toFollow(policy);
  });

  it.each(broken)("fails a policy that is broken: %j", (policy) => {
    expect(trip).not.toFollow(policy);
  });

  it("says each breach at its call, with the fix and the reason", () => {
    const policies: readonly Policy[] = [
      { name: "one search", reason: "the rail API is slow", call: "search_trains", atMost: 1 },
      { name: "look up the card", reason: "it may have expired", call: "get_card", mustComeBefore: "book_train" },
      { call: "send_note", neverTogetherWith: "book_train", within: "turn" },
      { call: "rate_trip", mustBeCalled: true },
    ];
    expect(() => expect(trip).toFollow(policies)).toThrowErrorMatchingInlineSnapshot(`
      [Error: "search_trains" is called more than once in one conversation (policy one search)
        Call search_trains({"to":"Lyon","seats":1,"when":{"day":"friday","hour":9}})  (call_2, message 3)
        Fix: Drop this call, or use what an earlier one brought: the rail API is slow.
      "book_train" is called without "get_card" before it (policy look up the card)
        Call book_train({"train":6607})  (call_3, message 5)
        Fix: Let the agent call "get_card" in an earlier turn: it may have expired.
      "book_train" and "send_note" are both called in one turn
        Call send_note({"text":"booked"})  (call_4, message 5)
        Called together with this: book_train({"train":6607})  (call_3, message 5)
        Fix: Keep "book_train" and "send_note" apart.
      "rate_trip" is never called
        Fix: Let the agent call "rate_trip".

      Called:
        1. search_trains({"to":"Lyon","seats":1})
      ❯ 2. search_trains({"to":"Lyon","seats":1,"when":{"day":"friday","hour":9}})
      ❯ 3. book_train({"train":6607})
      ❯ 4. send_note({"text":"booked"})]
    `);
  });

  it.each([
    [{ call: "a" }, "A policy demands one thing: mustComeBefore, neverWithout"],
    [{ call: "a", atMost: 1, mustBeCalled: true }, "make atMost and mustBeCalled two policies"],
    [{ call: "a", mustBeCalled: true, within: "turn" }, '"within" does not go with mustBeCalled'],
    [{ atMost: 1 }, 'A policy needs "call"'],
  ])("rejects a policy that says nothing, or two things: %j", (policy, message) => {
    expect(() => expect(trip).toFollow(JSON.parse(JSON.stringify(policy)))).toThrow(message);
  });

  it("takes what hosted tools brought inside a turn for ready before the next call of the turn", () => {
    const search = { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "Lyon" } };
    const book = { type: "function_call", call_id: "call_1", name: "book_train", arguments: "{}" };
    const input = [{ role: "user", content: "Go." }, search, book];
    expect({ input }).toFollow({ call: "web_search*", mustComeBefore: "book_train" });
    expect({ input: [input[0], book, search] }).not.toFollow({ call: "web_search*", mustComeBefore: "book_train" });
  });

  it("judges by what a cut history may hold", () => {
    const cut = {
      previous_response_id: "resp_1",
      input: [{ type: "function_call", call_id: "call_1", name: "book_train", arguments: "{}" }],
    };
    expect(cut).toFollow([
      { call: "search_trains", mustComeBefore: "book_train" },
      { call: "book_train", neverWithout: "search_trains" },
      { call: "search_trains", mustBeCalled: true },
    ]);
    expect(cut).not.toFollow({ call: "book_train", mustNotBeCalled: true });
  });
});
