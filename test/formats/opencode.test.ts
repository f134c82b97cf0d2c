import { describe, expect, it } from "vitest";
import { opencode } from "../../src/formats/opencode.js";
import { callsIn, outline, recordingOf, resultsIn } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(opencode);

const read = (file: string) => readText(fixture("opencode", file));

describe("An OpenCode export", () => {
  it("holds each call with its result", () => {
    const [session] = read("export.json");
    expect(session && outline(session)).toEqual([
      "user: text",
      'assistant: other step-start, thinking reasoning, text, call read#toolu_1({"filePath":"cart.ts"}), result #toolu_1, call bash#toolu_2({"command":"wc cart.ts"}), result #toolu_2, other step-finish',
      'assistant: other step-start, call bash#toolu_3({"command":"sleep 100"})',
      "user: text",
      'assistant: call web_search#srvtoolu_4({"query":"cart"}), result #srvtoolu_4, text',
      "assistant: call write#toolu_5(unknown)",
    ]);
    expect(resultsIn(session?.messages ?? []).map(({ isError, hosted }) => [isError, hosted])).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
    expect(session).toMatchObject({ declarationOrigin: "log", provider: { model: "claude-sonnet-5" } });
    expect(session?.finishes.map(({ message, raw }) => [message, raw])).toEqual([
      [1, "tool-calls"],
      [4, "stop"],
    ]);
  });

  it("owes nothing for a turn that was aborted, nor for a call that is still written", () => {
    const calls = callsIn(read("export.json")[0]?.messages ?? []);
    expect(calls.map(({ expectsNoResult, partial }) => [expectsNoResult, partial]).slice(2)).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
  });

  it("reports a call that the conversation goes on without", () => {
    expect(complaintsOf(fixture("opencode", "broken-no-result.json"))).toEqual(["error unanswered-call /1/parts/0"]);
    const step = (id: string, status: string) => ({
      info: { id, sessionID: "ses_1", role: "assistant", time: { created: 1 } },
      parts: [{ id: `prt_${id}`, sessionID: "ses_1", messageID: id, type: "tool", callID: id, tool: "read", state: { status, input: {} } }],
    });
    expect(complaintsOf(JSON.stringify([step("msg_1", "running"), step("msg_2", "completed")]))).toEqual([
      "error unanswered-call /0/parts/0",
    ]);
    expect(complaintsOf(JSON.stringify([step("msg_1", "completed"), step("msg_2", "running")]))).toEqual([]);
  });

  it("judges arguments by declarations from outside", () => {
    const tools = [{ name: "read", input_schema: { type: "object", properties: { filePath: { type: "integer" } } } }];
    const transcript: unknown = JSON.parse(fixture("opencode", "second-version.json"));
    expect(complaintsOf(JSON.stringify({ tools, transcript })).filter((complaint) => complaint.startsWith("error"))).toEqual([
      "error invalid-arguments /transcript/1/content/2/state/input/filePath",
    ]);
  });
});

describe("OpenCode parts and events", () => {
  it("give the newest state of each part, and guess the role of messages by what only answers hold", () => {
    expect(read("parts.jsonl").map(outline)).toEqual([
      ["user: text", 'assistant: other step-start, call read#toolu_1({"filePath":"cart.ts"}), result #toolu_1, other step-finish'],
    ]);
    expect(read("run.jsonl").map(outline)).toEqual([
      ['assistant: other step-start, text, call read#toolu_1({"filePath":"cart.ts"}), result #toolu_1, other step-finish'],
    ]);
  });

  it("may come as the text of a stream, or as a page of messages", () => {
    const lines = fixture("opencode", "events.jsonl").trim().split("\n");
    expect(readText(lines.map((line) => `data: ${line}\n\n`).join("")).map(outline)).toEqual(read("events.jsonl").map(outline));
    const page = `{"data":${fixture("opencode", "second-version.json")},"cursor":{}}`;
    expect(readText(page).map(outline)).toEqual(read("second-version.json").map(outline));
  });

  it("make sessions of their own for sub-agents, without what was removed", () => {
    expect(read("events.jsonl").map(outline)).toEqual([
      ["user: text", 'assistant: call task#toolu_1({"description":"Look","prompt":"Look","subagent_type":"general"}), result #toolu_1'],
      ['assistant: call read#toolu_1({"filePath":"a"}), result #toolu_1'],
    ]);
  });

  it("are calls and results in the second version as well", () => {
    expect(read("second-version.json").map(outline)).toEqual([
      [
        "user: text",
        'assistant: thinking reasoning, text, call read#toolu_1({"filePath":"a"}), result #toolu_1, call bash#toolu_2({"command":"x"}), result #toolu_2',
        "assistant: call bash#toolu_3(unknown)",
      ],
    ]);
    expect(read("next-events.jsonl").map(outline)).toEqual([
      ['assistant: call read#toolu_1({"filePath":"a"}), result #toolu_1, call bash#toolu_2({"command":"x"}), result #toolu_2'],
    ]);
  });
});

describe("The detection of OpenCode", () => {
  const time = { created: 1 };
  it.each([
    ["the file of a message", { id: "msg_1", sessionID: "ses_1", role: "user", time }, "certain"],
    ["the file of a session", { id: "ses_1", projectID: "p", directory: "/", title: "t", time }, "certain"],
    ["an event about files", { type: "file.edited", properties: { file: "a" } }, "possible"],
    ["an event of a session", { type: "session.idle", properties: { sessionID: "ses_1" } }, "certain"],
    ["an event of OpenAI's realtime API", { type: "session.created", event_id: "e", session: {} }, "none"],
    ["a line of Codex", { timestamp: "t", type: "event_msg", payload: { type: "token_count" } }, "none"],
  ])("of %s", (_, body, match) => {
    expect(opencode.detect(recordingOf(body)).match).toBe(match);
  });
});
