import { describe, expect, it } from "vitest";
import { goose } from "../../src/formats/goose.js";
import { outline, recordingOf, resultsIn } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(goose);

const read = (file: string) => readText(fixture("goose", file));

describe("A Goose session", () => {
  it("holds calls and results in envelopes of their own", () => {
    expect(read("session.jsonl").map(outline)).toEqual([
      [
        "user: text",
        'assistant: text, call developer__text_editor#call_1({"command":"view","path":"cart.ts"}), call developer__shell#call_2({"command":"cat cart.test.ts"})',
        "user: result #call_2, result #call_1",
        "assistant: text",
      ],
    ]);
  });

  it("may be an export, where results have content, structure and an error flag", () => {
    const [session] = read("export.json");
    expect(resultsIn(session?.messages ?? []).map(({ isError, structured }) => [isError, structured?.value()])).toEqual([
      [false, { count: 12 }],
      [true, undefined],
    ]);
    expect(session).toMatchObject({ declarationOrigin: "log", provider: { model: "claude-sonnet-5" } });
  });

  it("may be the events of a run", () => {
    expect(read("run.jsonl").map(outline)).toEqual([
      ["assistant: text", 'assistant: call developer__shell#call_1({"command":"ls"})', "user: result #call_1", "assistant: text"],
    ]);
  });

  it("keeps Goose's words where a call could not be read: one finding, although its name is lost", () => {
    expect(complaintsOf(fixture("goose", "broken-unreadable.json"))).toEqual(["error malformed-arguments /1/content/0/toolCall/error"]);
  });

  it("leaves calls open at the end, each in a message of its own", () => {
    const request = (id: string) => ({ type: "toolRequest", id, toolCall: { status: "success", value: { name: "f", arguments: {} } } });
    const messages = ["1", "2"].map((id) => ({ id: `m${id}`, role: "assistant", created: 1, content: [request(id)] }));
    expect(complaintsOf(JSON.stringify(messages))).toEqual([]);
  });

  it("reports a call without a result, and a result without a call", () => {
    const request = { type: "toolRequest", id: "1", toolCall: { status: "success", value: { name: "f", arguments: {} } } };
    const response = (id: string) => ({ type: "toolResponse", id, toolResult: { status: "success", value: [] } });
    const user = { role: "user", content: [{ type: "text", text: "and?" }] };
    expect(complaintsOf(JSON.stringify([{ role: "assistant", content: [request] }, user]))).toEqual(["error unanswered-call /0/content/0"]);
    const said = { role: "assistant", content: [{ type: "text", text: "done" }] };
    expect(complaintsOf(JSON.stringify([{ role: "assistant", content: [request] }, said]))).toEqual(["error unanswered-call /0/content/0"]);
    const wrong = [{ role: "assistant", content: [request] }, { role: "user", content: [response("2")] }, user];
    expect(complaintsOf(JSON.stringify(wrong))).toEqual(["error orphaned-result /1/content/0/id"]);
  });
});

describe("The detection of Goose sessions", () => {
  it.each([
    ["the metadata of a session", { working_dir: "/", message_count: 1 }, "certain"],
    ["a message that says who may see it", { role: "user", created: 1, content: [], metadata: { agentVisible: true } }, "certain"],
    ["a message with a time", { role: "user", created: 1, content: [] }, "possible"],
    ["a notification", { type: "notification", extension_id: "developer" }, "possible"],
    ["a message of pi", { type: "message", id: "1", parentId: null, message: { role: "user", content: [] } }, "none"],
    ["messages of another wire", [{ role: "user", content: "hi" }], "none"],
  ])("of %s", (_, body, match) => {
    expect(goose.detect(recordingOf(body)).match).toBe(match);
  });
});
