import { describe, expect, it } from "vitest";
import { piSession } from "../../src/formats/pi-session.js";
import type { JsonValue } from "../../src/json/value.js";
import { callsIn, outline, recordingOf } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(piSession);

const read = (file: string) => readText(fixture("pi-session", file));

describe("A pi session file", () => {
  it("is the branch of the newest entry, over compactions and what extensions put in; the branch left behind stands apart", () => {
    const [main, left] = read("session.jsonl");
    expect(main && outline(main)).toEqual([
      "user: text",
      'assistant: thinking thinking, text, call read#toolu_1({"path":"cart.ts"}), call bash#toolu_2({"command":"wc -l cart.ts"})',
      "tool: result bash#toolu_2",
      "tool: result read#toolu_1",
      "user: other bashExecution",
      "user: text",
      "user: text",
      "assistant: text, call bash#toolu_4({})",
      "user: text",
      'assistant: call bash#toolu_5({"command":"mv cart.ts basket.ts"})',
      "tool: result bash#toolu_5",
    ]);
    expect(main).toMatchObject({ mode: "recording", declarationOrigin: "log", provider: { model: "claude-opus-4-6" } });
    expect(left).toMatchObject({ mode: "fragment", historyCut: true });
    expect(callsIn(left?.messages ?? []).map(({ id }) => id)).toEqual(["toolu_3"]);
  });

  it("owes no result for an answer that was aborted", () => {
    const aborted = callsIn(read("session.jsonl")[0]?.messages ?? []).find(({ id }) => id === "toolu_4");
    expect(aborted).toMatchObject({ expectsNoResult: true, partial: true });
  });

  it("goes on line by line in the first version", () => {
    expect(read("first-version.jsonl").map(outline)).toEqual([
      ["user: text", 'assistant: call time#call_1|fc_1({"zone":"Europe/Oslo"})', "tool: result time#call_1|fc_1"],
    ]);
  });

  it("may hold the blocks of the Messages API, as other harnesses write them", () => {
    expect(read("droid.jsonl").map(outline)).toEqual([
      ["user: text", 'assistant: text, call Execute#call_1({"command":"date"})', "user: result #call_1"],
    ]);
  });

  it("reports a call that the conversation goes on without", () => {
    expect(complaintsOf(fixture("pi-session", "broken-no-result.jsonl"))).toEqual(["error unanswered-call /message/content/1"]);
  });

  it("reports a call whose result was lost right in front of the next answer", () => {
    const lines = fixture("pi-session", "first-version.jsonl").trim().split("\n");
    const next = { type: "message", message: { role: "assistant", content: [{ type: "text", text: "10:02" }], stopReason: "stop" } };
    expect(complaintsOf([...lines, JSON.stringify(next)].join("\n"))).toEqual([]);
    expect(complaintsOf([...lines.slice(0, 3), JSON.stringify(next)].join("\n"))).toEqual(["error unanswered-call /message/content/0"]);
    expect(complaintsOf(lines.slice(0, 3).join("\n"))).toEqual([]);
  });

  it("reports a result without a call, unless the file begins in the middle", () => {
    const entry = (id: string, parentId: string | null, message: JsonValue) => ({ type: "message", id, parentId, message });
    const result = { role: "toolResult", toolCallId: "c9", toolName: "read", content: [], isError: false };
    const whole = [entry("1", null, { role: "user", content: "go" }), entry("2", "1", result)];
    const cut = [entry("2", "1", result), entry("3", "2", { role: "user", content: "go" })];
    expect(complaintsOf(JSON.stringify(whole))).toEqual(["error orphaned-result /1/message/toolCallId"]);
    expect(complaintsOf(JSON.stringify(cut))).toEqual([]);
  });

  it("warns of unknown blocks once", () => {
    const message = {
      role: "assistant",
      content: [{ type: "toolCall", id: "1", name: "f", arguments: {} }, { type: "hologram" }, { type: "hologram" }],
    };
    expect(complaintsOf(JSON.stringify([{ type: "message", id: "1", parentId: null, message }]))).toEqual([
      "warning invalid-message /0/message/content/1/type",
    ]);
  });
});

describe("The events and contexts of pi", () => {
  it("give each message once, when it is whole", () => {
    expect(read("events.jsonl").map(outline)).toEqual(read("context.json").map(outline));
  });

  it("tell it by turns, or at the end, where other events were left out", () => {
    const events = fixture("pi-session", "events.jsonl").trim().split("\n");
    for (const type of ["turn_end", "agent_end"]) {
      const kept = events.filter((line) => line.includes(`{"type":"${type}"`)).join("\n");
      expect(
        readText(kept)
          .map(outline)[0]
          ?.filter((line) => !line.startsWith("user")),
      ).toEqual(read("context.json").map(outline)[0]?.slice(1));
    }
  });

  it("may declare all tools", () => {
    const text = fixture("pi-session", "context.json").replace(
      '"name": "time",\n      "description"',
      '"name": "clock",\n      "description"',
    );
    expect(complaintsOf(text)).toEqual(["error unknown-tool /messages/1/content/0/name"]);
  });
});

describe("The detection of pi sessions", () => {
  it.each([
    ["a header", { type: "session", version: 3, id: "1", cwd: "/" }, "certain"],
    ["a label", { type: "label", id: "1", parentId: "0", targetId: "0" }, "certain"],
    ["a lone start", { type: "agent_start" }, "possible"],
    ["a stream of the Messages API", { type: "message_start", message: { type: "message", role: "assistant", content: [] } }, "none"],
    ["a message of the Messages API", { type: "message", role: "assistant", content: [] }, "none"],
    ["messages of another wire", [{ role: "user", content: "hi" }], "none"],
  ])("of %s", (_, body, match) => {
    expect(piSession.detect(recordingOf(body)).match).toBe(match);
  });
});
