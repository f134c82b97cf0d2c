import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { claudeCodeJsonl } from "../../src/formats/claude-code-jsonl.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { callsIn, outline, recordingOf } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(claudeCodeJsonl);

const read = (file: string): readonly AdaptedConversation[] => readText(fixture("claude-code-jsonl", file));

/** Lines of a session in few words: each goes on from the one in front of it unless it says otherwise. */
class Session {
  readonly lines: { [key: string]: JsonValue }[] = [];

  add(type: "user" | "assistant", message: JsonValue, more: { [key: string]: JsonValue } = {}): this {
    const count = this.lines.length;
    const parentUuid = count === 0 ? null : `u${count - 1}`;
    this.lines.push({ type, uuid: `u${count}`, parentUuid, sessionId: "s", isSidechain: false, message, ...more });
    return this;
  }

  prompt(text: string, more = {}): this {
    return this.add("user", { role: "user", content: text }, more);
  }

  call(id: string, answer: string, more = {}, name = "Read"): this {
    const content = [{ type: "tool_use", id, name, input: { file_path: "a" } }];
    return this.add("assistant", { id: answer, role: "assistant", model: "claude-opus-4-6", content, stop_reason: "tool_use" }, more);
  }

  result(id: string, more = {}): this {
    return this.add("user", { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "A" }] }, more);
  }

  say(text: string, answer = "msg_end"): this {
    const content = [{ type: "text", text }];
    return this.add("assistant", { id: answer, role: "assistant", model: "claude-opus-4-6", content, stop_reason: "end_turn" });
  }

  get text(): string {
    return `${this.lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
  }
}

const complaints = (session: Session) => complaintsOf(session.text).map((complaint) => complaint.split(" ").slice(0, 2).join(" "));

describe("A Claude Code session file", () => {
  it("is one answer again where lines hold a block each, with the results of all its calls behind it", () => {
    const [main] = read("session.jsonl");
    expect(main && outline(main).slice(0, 4)).toEqual([
      "user: text",
      'assistant: thinking thinking, text, call Grep#toolu_01A({"pattern":"round\\\\(","output_mode":"files_with_matches"}), call Read#toolu_01B({"file_path":"/home/mia/shop/src/cart.ts"})',
      "user: result #toolu_01A, result #toolu_01B",
      'assistant: call Edit#toolu_01C({"file_path":"/home/mia/shop/src/cart.ts","old_string":"round(lines.map(round))","new_string":"round(sum(lines))","replace_all":false})',
    ]);
    expect(main?.finishes.map(({ raw }) => raw)).toEqual(["tool_use", "tool_use", "tool_use", "tool_use", "end_turn"]);
    expect(main).toMatchObject({ mode: "recording", declarationOrigin: "log", provider: { model: "claude-opus-4-6" } });
  });

  it("is one answer again where results came in between", () => {
    expect(read("interleaved.jsonl").map(outline)).toEqual([
      [
        "user: text",
        'assistant: call Read#toolu_02A({"file_path":"a.txt"}), call Read#toolu_02B({"file_path":"b.txt"})',
        "user: result #toolu_02A, result #toolu_02B",
        "assistant: text",
      ],
    ]);
  });

  it("finds the result that hangs on the line of its call, beside the way to the newest line", () => {
    const session = new Session().prompt("go").call("a", "m1").call("b", "m1").result("a", { parentUuid: "u1" });
    session.result("b", { parentUuid: "u2" }).say("done");
    expect(complaints(session)).toEqual([]);
    expect(readText(session.text)).toHaveLength(1);
  });

  it("tells results of ids that are counted anew in each turn apart by the line that they hang on", () => {
    const session = new Session().prompt("go").call("x:0", "m1").result("x:0").call("x:0", "m2").call("x:1", "m2");
    session.result("x:0", { parentUuid: "u3" }).result("x:1", { parentUuid: "u4" }).say("done");
    expect(complaints(session)).toEqual([]);
    expect(readText(session.text)).toHaveLength(1);
  });

  it("leaves a parallel call that never ended out, as a resumed session does", () => {
    const session = new Session().prompt("go").call("a", "m1").call("b", "m1").result("a", { parentUuid: "u1" }).prompt("go on").say("ok");
    expect(complaints(session)).toEqual([]);
    expect(readText(session.text).map(({ mode }) => mode)).toEqual(["recording", "fragment"]);
  });

  it("keeps what a rewind left behind apart, where nothing is owed", () => {
    const [main, left] = read("rewind.jsonl");
    expect(callsIn(main?.messages ?? []).map(({ id }) => id)).toEqual(["toolu_03A", "toolu_03D"]);
    expect(callsIn(left?.messages ?? []).map(({ id, expectsNoResult }) => [id, expectsNoResult])).toEqual([
      ["toolu_03B", true],
      ["toolu_03C", true],
    ]);
    expect(left).toMatchObject({ mode: "fragment", historyCut: true });
  });

  it("goes on over compactions, also where messages were kept behind the boundary", () => {
    const [main, ...others] = read("compacted.jsonl");
    expect(others).toEqual([]);
    expect(callsIn(main?.messages ?? []).map(({ id }) => id)).toEqual(["toolu_04A", "toolu_04B", "toolu_04C", "toolu_04E"]);
    expect(main?.historyCut).toBe(false);
  });

  it("begins in the middle where the summary of a compaction comes first", () => {
    const session = new Session().prompt("Summary: …", { isCompactSummary: true }).result("lost").say("ok");
    expect(complaints(session)).toEqual([]);
    expect(readText(session.text)).toMatchObject([{ mode: "fragment", historyCut: true }]);
  });

  it("has a conversation for each sub-agent, told apart by their trees", () => {
    expect(read("sidechains.jsonl").map(({ messages }) => callsIn(messages).map(({ id }) => id))).toEqual([
      ["toolu_05A", "toolu_05B"],
      ["toolu_05C"],
      ["toolu_05D"],
    ]);
  });

  it("makes no branch of a sub-agent that begins with a line of the main conversation", () => {
    const session = new Session().prompt("go").call("a", "m1", {}, "Task").prompt("look", { isSidechain: true, parentUuid: "u1" });
    session.call("b", "m2", { isSidechain: true }).result("b", { isSidechain: true }).result("a", { parentUuid: "u1" }).say("ok");
    expect(complaints(session)).toEqual([]);
    expect(readText(session.text).map(({ mode }) => mode)).toEqual(["recording", "recording"]);
  });

  it("counts the lines that a resumed session copied once, and skips what Claude Code wrote itself", () => {
    const [main] = read("resumed.jsonl");
    expect(callsIn(main?.messages ?? []).map(({ id }) => id)).toEqual(["toolu_06A", "toolu_06B", "toolu_06D"]);
    expect(main?.messages.filter(({ role }) => role === "assistant")).toHaveLength(4);
  });

  it("owes no result for what the user stopped", () => {
    const session = new Session()
      .prompt("go")
      .call("a", "m1")
      .prompt("[Request interrupted by user for tool use]")
      .prompt("else")
      .say("ok");
    expect(complaints(session)).toEqual([]);
  });

  it("reports a call of an earlier answer that has no result, although a later one was stopped", () => {
    const session = new Session()
      .prompt("go")
      .call("a", "m1")
      .call("b", "m2")
      .prompt("[Request interrupted by user]")
      .prompt("else")
      .say("ok");
    expect(complaints(session)).toEqual(["error unanswered-call"]);
  });

  it("reports a call that the conversation goes on without", () => {
    expect(complaintsOf(fixture("claude-code-jsonl", "broken-no-result.jsonl"))).toEqual(["error unanswered-call /message/content/0"]);
  });

  it("reports a call whose result was lost right in front of the next answer", () => {
    expect(complaints(new Session().prompt("go").call("a", "m1").say("done"))).toEqual(["error unanswered-call"]);
    expect(complaints(new Session().prompt("go").call("a", "m1").call("b", "m2").result("b").say("done"))).toEqual([
      "error unanswered-call",
    ]);
    expect(complaints(new Session().prompt("go").call("a", "m1").call("b", "m1"))).toEqual([]);
  });

  it("reports the result whose call was lost, and the refusal that the session is stuck with", () => {
    expect(complaintsOf(fixture("claude-code-jsonl", "broken-lost-call.jsonl"))).toEqual([
      "error orphaned-result /message/content/0/tool_use_id",
      "warning refused-request /message/content/0/text",
    ]);
  });

  it("finds no call of the provider's on another branch, of the same id or for a result of its own", () => {
    const hosted = (id: string) => ({ type: "server_tool_use", id, name: "web_search", input: { query: "lamps" } });
    const searched = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };
    const branches = (left: JsonValue, found: (session: Session) => Session) =>
      found(
        new Session()
          .prompt("Find lamps")
          .add("assistant", { id: "msg_1", role: "assistant", model: "claude-opus-4-6", content: [left], stop_reason: "end_turn" })
          .prompt("Find lamps again", { parentUuid: null }),
      );
    const orphan = branches(hosted("toolu_1"), (session) =>
      session.call("toolu_0", "msg_2").result("toolu_0").result("toolu_1").say("Done."),
    );
    expect(complaints(orphan)).toEqual(["error orphaned-result"]);
    const answer = { id: "msg_2", role: "assistant", model: "claude-opus-4-6", content: [searched], stop_reason: "end_turn" };
    expect(
      complaints(branches(hosted("srvtoolu_1"), (session) => session.add("assistant", answer).prompt("Thanks").say("Welcome."))),
    ).toEqual(["error orphaned-hosted-result"]);
    // The very blocks of one answer stay together, wherever their lines hang.
    const apart = new Session()
      .prompt("Find lamps")
      .add("assistant", { id: "msg_1", role: "assistant", model: "claude-opus-4-6", content: [hosted("srvtoolu_1")] })
      .add(
        "assistant",
        { id: "msg_1", role: "assistant", model: "claude-opus-4-6", content: [searched], stop_reason: "end_turn" },
        { parentUuid: "u0" },
      )
      .say("Found.", "msg_3");
    expect(complaints(apart)).toEqual([]);
  });

  it("takes no refusal from the middle of a session that went on", () => {
    const session = new Session().prompt("go").add(
      "assistant",
      {
        id: "x",
        role: "assistant",
        model: "<synthetic>",
        content: [{ type: "text", text: "API Error: 400 tool_use ids must be unique" }],
      },
      { isApiErrorMessage: true },
    );
    session.prompt("again").say("ok");
    expect(readText(session.text)[0]?.refusal).toBeUndefined();
  });

  it("is the same as a list of its lines, and inside an envelope with declarations", () => {
    const { lines } = new Session().prompt("go").call("a", "m1").result("a").say("ok");
    expect(readText(JSON.stringify(lines)).map(outline)).toEqual(
      readText(new Session().prompt("go").call("a", "m1").result("a").say("ok").text).map(outline),
    );
    const tools = [{ name: "Read", input_schema: { type: "object", properties: { file_path: { type: "integer" } } } }];
    expect(complaintsOf(JSON.stringify({ tools, transcript: lines }))).toEqual([
      "error invalid-arguments /transcript/1/message/content/0/input/file_path",
    ]);
    expect(complaintsOf(JSON.stringify({ tools: [], transcript: lines }))).toEqual([
      "warning unknown-tool /transcript/1/message/content/0/name",
    ]);
  });

  it("survives a gateway that gives all answers one id", () => {
    const session = new Session().prompt("go").call("call_0", "m").result("call_0").call("call_0", "m").result("call_0").say("ok", "m");
    expect(complaints(session)).toEqual([]);
  });

  it("does not hang on a circle of parents", () => {
    const session = new Session().prompt("go", { parentUuid: "u2" }).call("a", "m1").result("a");
    expect(complaints(session)).toEqual([]);
  });

  it("passes over types of lines that nobody knows yet, and warns of unknown blocks once", () => {
    const session = new Session().prompt("go").call("a", "m1").result("a");
    session.add("assistant", { id: "m2", role: "assistant", content: [{ type: "hologram" }, { type: "hologram" }] });
    session.lines.splice(1, 0, { type: "mood", sessionId: "s", mood: "good" });
    expect(complaints(session)).toEqual(["warning invalid-message"]);
  });

  it("points into its own line", () => {
    const [violation] = checkText(fixture("claude-code-jsonl", "broken-no-result.jsonl")).violations;
    expect(violation).toMatchObject({ record: 2, pointer: "/message/content/0", range: { start: { line: 3 } } });
  });
});

describe("A Claude Code stream", () => {
  it("is in order, with a conversation for each call that spawned an agent, without what was superseded", () => {
    const [main, agent] = read("stream.jsonl");
    expect(main && outline(main)).toEqual([
      'assistant: text, call Task#toolu_08A({"description":"Look","prompt":"Look at the tests","subagent_type":"Explore"})',
      "user: result #toolu_08A",
      'assistant: call Bash#toolu_08C({"command":"rm -rf ."})',
      "user: result #toolu_08C",
      "assistant: text",
      'assistant: call Bash#toolu_08E({"command":"npm te"})',
      "user: text",
    ]);
    expect(agent && outline(agent)).toEqual([
      'assistant: call Read#toolu_08B({"file_path":"test/cart.test.ts"})',
      "user: result #toolu_08B",
    ]);
  });

  it("knows the names of its tools, and judges no arguments by them", () => {
    const [main] = read("stream.jsonl");
    expect(main?.toolset).toMatchObject({ completeness: "partial" });
    expect(main?.toolset.tools.map(({ key }) => key)).toEqual(["Task", "Bash", "Read", "mcp__ci__run"]);
    const text = fixture("claude-code-jsonl", "stream.jsonl").replace('"name":"Read"', '"name":"Write"');
    expect(complaintsOf(text)).toEqual(["warning unknown-tool /message/content/0/name"]);
  });

  it("counts calls of tools that it only names as not checked", () => {
    const { calls, notChecked } = checkText(fixture("claude-code-jsonl", "stream.jsonl")).summary;
    expect([calls, notChecked.noDeclaration]).toEqual([4, 4]);
  });

  it("of a message that was cut off is partial", () => {
    const calls = callsIn(read("stream.jsonl")[0]?.messages ?? []);
    expect(calls.map(({ partial }) => partial)).toEqual([false, false, true]);
  });
});

describe("The detection of Claude Code sessions", () => {
  it.each([
    ["a summary", { type: "summary", summary: "x", leafUuid: "1" }, "certain"],
    ["a snapshot", { type: "file-history-snapshot", messageId: "1", snapshot: {} }, "certain"],
    ["a line of an unknown type", { type: "mood", sessionId: "s" }, "possible"],
    ["an event of the Agent SDK", { type: "system", subtype: "status", session_id: "s", uuid: "1" }, "certain"],
    ["metadata of Gemini CLI", { sessionId: "s", projectHash: "h" }, "none"],
    ["an event of another CLI", { type: "init", session_id: "s", model: "m" }, "none"],
    ["a message of the Messages API", { type: "message", role: "assistant", content: [], stop_reason: null }, "none"],
  ])("of %s", (_, body, match) => {
    expect(claudeCodeJsonl.detect(recordingOf(body)).match).toBe(match);
  });
});
