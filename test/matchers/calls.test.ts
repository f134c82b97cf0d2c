import { Buffer } from "node:buffer";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { callsOf, conversationOf, exchangesOf } from "../../src/matchers/vitest.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { call, result, trip, turn, user } from "./transcripts.js";

/** The message of an assertion that fails. */
function messageOf(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "It passes";
}

describe("a transcript", () => {
  it("may be data, text, lines, bytes, packed bytes, a path, a file: URL as an object or as text", () => {
    const text = JSON.stringify(trip);
    const folder = temporaryFolder({ "trip to lyon.json": text, "trip.jsonl": trip.map((each) => JSON.stringify(each)).join("\n") });
    writeFileSync(join(folder, "trip.json.gz"), gzipSync(text));
    const path = join(folder, "trip to lyon.json");
    const all = [
      trip,
      { messages: trip },
      text,
      ` \n${text}`,
      Buffer.from(text),
      gzipSync(text),
      path,
      pathToFileURL(path),
      pathToFileURL(path).href,
    ];
    for (const transcript of [...all, join(folder, "trip.jsonl"), join(folder, "trip.json.gz")]) {
      expect(callsOf(transcript).map(({ tool }) => tool)).toEqual(["search_trains", "search_trains", "book_train", "send_note"]);
    }
  });

  it("may be of any format, and is read alike", () => {
    const anthropic = [
      { role: "user", content: "Where is parcel 5?" },
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_01", name: "track", input: { parcel: 5 } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_01", content: "in Lille", is_error: true }] },
    ];
    const gemini = {
      contents: [
        { role: "user", parts: [{ text: "Where is parcel 5?" }] },
        { role: "model", parts: [{ functionCall: { name: "track", args: { parcel: 5 } } }] },
        { role: "user", parts: [{ functionResponse: { name: "track", response: { place: "Lille" } } }] },
      ],
    };
    expect(anthropic).toCallTools([{ tool: "track", arguments: { parcel: 5 }, returning: { isError: true } }]);
    expect(gemini).toCallTools([["track", { parcel: 5 }]], { arguments: "exact" });
    expect(anthropic).toAnswerEveryCall();
  });

  it("that repeats its history from request to request holds each call once", () => {
    const lines = [3, 5, 8].map((length) => JSON.stringify({ model: "gpt-4o", messages: trip.slice(0, length) }));
    expect(lines.join("\n")).toCallTool("search_trains", null, { times: 2 });
  });

  it.each([
    [undefined, "A transcript is messages as data, the text of a recording, a path or a URL, got undefined"],
    [7, "got number"],
    [Promise.resolve(trip), "got a promise: await it first"],
    ["no-such-file.json", '"no-such-file.json" is neither the text of a transcript nor the path of a file'],
    [new URL("https://example.com/a.json"), 'Only file: URLs are read, got "https://example.com/a.json"'],
    ['{"messages": [', "transcript cannot be read as a transcript"],
    [{ weather: "fine" }, "it has no known conversation format"],
  ])("that is none fails every matcher, also the negated ones: %s", (transcript, message) => {
    expect(() => expect(transcript).toCallTool("track")).toThrow(message);
    expect(() => expect(transcript).not.toCallTool("track")).toThrow(message);
    expect(() => expect(transcript).not.toCallTools([])).toThrow(message);
    expect(() => expect(transcript).not.toFollow({ call: "track", mustBeCalled: true })).toThrow(message);
    expect(() => expect(transcript).not.toAnswerEveryCall()).toThrow(message);
  });

  it("is told apart by conversation where it holds several", () => {
    const rows = [trip.slice(0, 3), trip.slice(0, 1)].map((messages) => JSON.stringify({ messages })).join("\n");
    expect(rows).toCallTool("search_trains", null, { conversation: 0 });
    expect(rows).not.toCallTool("search_trains", null, { conversation: 1 });
    expect(() => expect(rows).toCallTool("search_trains", null, { conversation: 2 })).toThrow("it holds 2, counted from 0");
  });

  it("is read as the format and the profile that are asked for, and unknown ones are rejected with the nearest", () => {
    expect(trip).toCallTool("book_train", null, { format: "openai-chat", profile: "groq" });
    expect(() => expect(trip).toCallTool("book_train", null, { format: "openai-chatt" })).toThrow('did you mean "openai-chat"?');
  });
});

describe("toCallTool", () => {
  it("finds a tool by its name, a wildcard, a pattern and a matcher", () => {
    for (const tool of ["book_train", "book_*", /^BOOK/i, expect.stringContaining("book")]) expect(trip).toCallTool(tool);
    for (const tool of ["book", "book_trains", /^train/, expect.stringContaining("plane")]) expect(trip).not.toCallTool(tool);
  });

  it("compares arguments in part, alone, from above, or not at all", () => {
    const when = { day: "friday" };
    expect(trip).toCallTool("search_trains", { when });
    expect(trip).not.toCallTool("search_trains", { when }, { arguments: "exact" });
    expect(trip).toCallTool("search_trains", { to: "Lyon", seats: 1 }, { arguments: "exact" });
    expect(trip).toCallTool("search_trains", { to: "Lyon", seats: 1, via: "Dijon" }, { arguments: "within" });
    expect(trip).not.toCallTool("book_train", { to: "Lyon" }, { arguments: "within" });
    expect(trip).toCallTool("search_trains", { to: "Nice" }, { arguments: "ignore" });
  });

  it("takes matchers, patterns and functions at any depth, and undefined for what must not be there", () => {
    expect(trip).toCallTool("search_trains", { to: /^ly/i, when: { hour: (hour: number) => hour < 12 } });
    expect(trip).toCallTool("search_trains", expect.objectContaining({ seats: expect.any(Number) }));
    expect(trip).toCallTool("search_trains", (args: { readonly seats: number }) => args.seats === 1);
    expect(trip).toCallTool("search_trains", { when: undefined });
    expect(trip).not.toCallTool("book_train", { train: undefined });
    expect(trip).not.toCallTool("search_trains", { when: expect.any(String) });
  });

  it("compares lists item by item", () => {
    const list = [turn(call("a", "sum", { values: [{ n: 1, unit: "kg" }, { n: 2 }] }))];
    expect(list).toCallTool("sum", { values: [{ n: 1 }, { n: 2 }] });
    expect(list).not.toCallTool("sum", { values: [{ n: 1 }] });
    expect(list).toCallTool("sum", { values: expect.arrayContaining([{ n: 2 }]) });
  });

  it("counts calls, and asks for the n-th", () => {
    expect(trip).toCallTool("search_trains", null, { times: 2 });
    expect(trip).toCallTool("fly", null, { times: 0 });
    expect(trip).toCallTool("search_trains", { when: expect.anything() }, { nth: 2 });
    expect(trip).not.toCallTool("search_trains", { when: expect.anything() }, { nth: 1 });
    expect(messageOf(() => expect(trip).toCallTool("search_trains", null, { nth: 3 }))).toContain(
      "is called 2 times, so there is no call 3",
    );
    expect(messageOf(() => expect(trip).toCallTool("search_trains", null, { times: 1 }))).toContain("is called 2 times, expected 1");
  });

  it("compares what came back", () => {
    expect(trip).toCallTool("search_trains", null, { returning: { content: expect.stringContaining("6607") } });
    expect(trip).not.toCallTool("book_train", null, { returning: { isError: true } });
    const open = [user("Go."), turn(call("a", "go", {}))];
    expect(messageOf(() => expect(open).toCallTool("go", null, { returning: { isError: false } }))).toContain("result: expected");
  });

  it("says why arguments that are no JSON match nothing", () => {
    const broken = [turn(call("a", "go", '{"to": "Lyon"'))];
    expect(broken).toCallTool("go");
    expect(messageOf(() => expect(broken).toCallTool("go", { to: "Lyon" }))).toMatch(/arguments: expected \{"to":"Lyon"\}, got ".*"/);
  });

  it("says what was called, and suggests a near name, of a call or of a declaration", () => {
    const tools = [{ type: "function", function: { name: "cancel_train", parameters: { type: "object" } } }];
    expect(messageOf(() => expect(trip).toCallTool("search_train"))).toContain(
      '"search_train" is not called, but "search_trains" is\n\nCalled:',
    );
    expect(messageOf(() => expect({ tools, messages: trip }).toCallTool("cancel_train"))).toContain("is not called, though it is declared");
    expect(messageOf(() => expect({ tools, messages: trip }).toCallTool("cancel_trane"))).toContain('the declared tool "cancel_train"?');
    expect(messageOf(() => expect([user("Hi")]).toCallTool("go"))).toBe('"go" is not called\n\nNo tool is called');
  });

  it("shows control characters as escapes", () => {
    const hostile = [turn(call("a", "go\u001b[31m", { text: "\u202eevil\u0007" }))];
    const message = messageOf(() => expect(hostile).toCallTool("come"));
    expect(message).toContain("\\u001b[31m");
    expect(message.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});

describe("toCallTools", () => {
  const all = ["search_trains", "search_trains", "book_train", "send_note"];
  const cases = [
    { order: "exact", pass: [all], fail: [all.slice(1), all.toReversed(), [...all, "fly"], []] },
    { order: "any", pass: [all, all.toReversed()], fail: [all.slice(1), [...all, "fly"]] },
    { order: "subset", pass: [all, [], ["send_note", "book_train"]], fail: [["fly"], ["book_train", "book_train"]] },
    { order: "ordered-subset", pass: [all, ["search_trains", "send_note"]], fail: [["send_note", "book_train"], ["fly"]] },
    { order: "superset", pass: [all, [...all, "fly"]], fail: [all.slice(1), []] },
  ] as const;

  it.each(cases)("compares the lists as $order", ({ order, pass, fail }) => {
    for (const expected of pass) expect(trip).toCallTools(expected, { order });
    for (const expected of fail) expect(trip).not.toCallTools(expected, { order });
  });

  it("gives a call to the expectation that needs it, whatever the order of the list", () => {
    const loose = ["search_trains", ["search_trains", { seats: 1, when: undefined }]] as const;
    expect(trip).toCallTools(loose, { order: "subset" });
    expect(trip).toCallTools(loose.toReversed(), { order: "subset" });
    const strict = [
      ["search_trains", { seats: 1 }],
      ["search_trains", { when: { day: "friday" } }],
    ] as const;
    expect(trip).toCallTools([...strict.toReversed(), "send_note", "book_train"], { order: "any" });
  });

  it("takes the calls of another transcript, with overrides for some tools", () => {
    const other = structuredClone(trip.slice(0, 5)).concat(
      turn(call("x", "book_train", { train: 6609, class: 2 })),
      result("x", "booked at noon"),
    );
    const order = "ordered-subset";
    expect(trip).not.toCallTools(callsOf(other), { order });
    expect(trip).not.toCallTools(callsOf(other), { order, overrides: { book_train: ["class"] } });
    expect(trip).toCallTools(callsOf(other), { order, overrides: { book_train: "ignore" } });
    expect(trip).toCallTools(callsOf(other), { order, overrides: { book_train: ["when.day"] } });
    expect(trip).toCallTools(callsOf(other), { order, overrides: { book_train: (actual) => Number(actual.train) > 6000 } });
  });

  it("shows what is missing and what is not expected where it belongs", () => {
    expect(messageOf(() => expect(trip).toCallTools(["search_trains", ["book_train", { train: 1 }], "send_note"]))).toMatchInlineSnapshot(`
      "Expected these calls, in this order, but 1 call is missing and 2 calls are not expected

      - missing, + not expected
        search_trains({"to":"Lyon","seats":1})
      + search_trains({"to":"Lyon","seats":1,"when":{"day":"friday","hour":9}})
      + book_train({"train":6607})
      - book_train({"train":1})
          closest: book_train({"train":6607})
            train: expected 1, got 6607
        send_note({"text":"booked"})"
    `);
  });

  it("rejects an order, a mode and a list that are none", () => {
    expect(() => expect(trip).toCallTools([], JSON.parse('{"order":"strict"}'))).toThrow('Unknown order "strict"');
    expect(() => expect(trip).toCallTools([], JSON.parse('{"arguments":"loose"}'))).toThrow('Unknown mode "loose"');
    expect(() => expect(trip).toCallTools(JSON.parse('"book_train"'))).toThrow("toCallTools takes a list of calls");
  });
});

describe("plain data", () => {
  it("holds the model, the messages, the reply and the calls with what came back", () => {
    const conversation = conversationOf({ model: "gpt-4o-mini", messages: trip });
    expect(conversation).toMatchObject({ model: "gpt-4o-mini", format: "openai-chat", reply: "Train 6607 is booked." });
    expect(conversation.messages[0]).toEqual({ role: "user", text: "Find me a train to Lyon and book it." });
    expect(conversation.calls[2]).toMatchObject({ tool: "book_train", id: "call_3", turn: 2, result: { content: "ok", isError: false } });
  });

  it("is written into snapshots without ids, with keys in order, and with what is broken or open", () => {
    const other = [
      user("Go."),
      turn(call("call_77", "go", { to: "Lyon", by: "train" }), call("call_78", "stop", "{")),
      result("call_77", "line one\nline two"),
    ];
    expect(exchangesOf(other)).toMatchInlineSnapshot(`
      openai-chat: 1 exchange, 2 calls
      1. go({"by":"train","to":"Lyon"})
         → line one\\nline two
         stop(malformed: Arguments are cut off: the text ends where a key in double quotes should follow)
         (no result)
    `);
  });
});
