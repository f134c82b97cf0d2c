import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { unwrap } from "../../src/formats/envelope.js";
import { googleAdk } from "../../src/formats/google-adk.js";
import { formats } from "../../src/formats/index.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { outline, recordingOf, rootOf } from "../support/recording.js";

const folder = join(import.meta.dirname, "../../fixtures/formats/google-adk");
const files = readdirSync(folder).filter((file) => !file.endsWith(".model.json"));
const textOf = (file: string) => readFileSync(join(folder, file), "utf8");

function load(file: string): readonly AdaptedConversation[] {
  return unwrap(rootOf(textOf(file))).recordings.flatMap((recording) => googleAdk.adapt(recording));
}

function findingsIn(text: string): readonly string[] {
  return checkText(text).violations.flatMap(({ ruleId, severity, pointer }) =>
    ruleId === "no-tool-calls" ? [] : [`${severity} ${ruleId} ${pointer}`],
  );
}

const event = (author: string, ...parts: readonly JsonValue[]) => ({ author, invocationId: "e", content: { parts }, actions: {} });
const call = (id: string | null, name = "f") => ({ functionCall: { id, name, args: {} } });
const answer = (id: string | null, name = "f") => ({ functionResponse: { id, name, response: { result: 1 } } });

describe("Google ADK events", () => {
  it.each(files)("are recognised in %s by what only the kit writes, without findings", (file) => {
    const texts = file.endsWith(".jsonl") ? textOf(file).trim().split("\n") : [textOf(file)];
    for (const recording of texts.flatMap((text) => unwrap(rootOf(text)).recordings)) {
      const certain = formats.filter((format) => format.detect(recording).match === "certain");
      expect(certain.map(({ id }) => id)).toEqual(["google-adk"]);
    }
    expect(findingsIn(textOf(file))).toEqual([]);
  });

  it("become one conversation, without the fragments of streams", () => {
    expect(load("session.json").map(outline)).toEqual([
      [
        "user: text",
        'assistant: text, call get_weather#adk-1({"place":"Bari"}), call water#adk-2({"bed":"roses"})',
        "user: result water#adk-2, result get_weather#adk-1",
        'assistant: call transfer_to_agent#adk-3({"agent_name":"almanac"})',
        "user: result transfer_to_agent#adk-3",
        "assistant: text",
      ],
    ]);
  });

  it("make a conversation for each of several parallel agents, one of which may wait when the other is done", () => {
    expect(load("parallel.json").map(outline)).toEqual([
      ["user: text"],
      ['assistant: call read_paper#adk-20({"name":"A"})'],
      ['assistant: call read_paper#adk-21({"name":"B"})', "user: result read_paper#adk-21", "assistant: text"],
    ]);
  });

  it("are left out where a rewind took them back", () => {
    expect(load("rewind.json").map(outline)).toEqual([
      ["user: text", 'assistant: call book#adk-41({"nights":2})', "user: result book#adk-41"],
    ]);
  });

  it("stand in a stream, an Agent Engine's answer, or a line each", () => {
    expect(load("stream.json").map(outline)).toEqual([
      ['assistant: text, call get_time#adk-30({"tz":"Europe/Oslo"})', "user: result get_time#adk-30", "assistant: text"],
    ]);
    expect(load("agent-engine.json").map(outline)).toEqual([["user: text", "assistant: call get_time#adk-50({})"]]);
    expect(checkText(textOf("events.jsonl")).files[0]?.conversations).toMatchObject([{ format: "google-adk", calls: 1, results: 1 }]);
  });
});

describe("Google ADK calls", () => {
  it("lack their result where the agent goes on without it", () => {
    const list = [
      event("user", { text: "go" }),
      event("agent", call("a"), call("b")),
      event("agent", answer("a")),
      event("agent", { text: "so" }),
    ];
    expect(findingsIn(JSON.stringify(list))).toEqual(["error unanswered-call /1/content/parts/1/functionCall"]);
  });

  it("are answered by their own id", () => {
    const list = [
      event("user", { text: "go" }),
      event("agent", call("adk-1111")),
      event("agent", answer("adk-1112")),
      event("agent", { text: "so" }),
    ];
    expect(findingsIn(JSON.stringify(list))).toEqual(["error orphaned-result /2/content/parts/0/functionResponse/id"]);
  });

  it("pair by name and order where nobody wrote an id", () => {
    const list = [
      event("agent", call(null, "f"), call(null, "g")),
      event("agent", answer(null, "g"), answer(null, "f")),
      event("agent", { text: "so" }),
    ];
    expect(findingsIn(JSON.stringify(list))).toEqual([]);
  });

  it("may be answered again and again, or never, where they run for long", () => {
    expect(
      load("long-running.json")[0]
        ?.messages.flatMap(({ parts }) => parts)
        .some((part) => part.kind === "call" && part.call.expectsNoResult),
    ).toBe(true);
  });

  it("belong to the agent even in the content of the user whom they ask", () => {
    expect(load("credential.json").map(outline)[0]?.[2]).toBe(
      'assistant: call adk_request_credential#adk-11({"functionCallId":"adk-10","authConfig":{}})',
    );
  });
});

describe("Google ADK cases for evaluation", () => {
  it("are rows, whose results may be missing", () => {
    expect(load("eval-set.json").map(({ mode }) => mode)).toEqual(["dataset", "dataset"]);
    expect(load("eval-set.json").map(outline)).toEqual([
      [
        "user: text",
        'assistant: call water#adk-60({"bed":"roses"})',
        "assistant: text",
        "user: text",
        'assistant: call water#adk-61({"bed":"lilies"})',
        "user: result water#adk-61",
        "assistant: text",
      ],
      ["user: text", "assistant: call get_weather#adk-62({})", "user: result get_weather#adk-62", "assistant: text"],
    ]);
  });
});

it("leaves what only looks alike to others", () => {
  for (const body of [{ events: [{ type: "click" }] }, { author: "Anna", content: "hi" }, { conversation: [] }, { eval_cases: [] }, []]) {
    expect(googleAdk.detect(recordingOf(body)).match).toBe("none");
  }
});

it("answers any JSON", () => {
  const keys = fc.constantFrom(
    ...[
      "events",
      "author",
      "invocationId",
      "content",
      "parts",
      "functionCall",
      "functionResponse",
      "id",
      "name",
      "actions",
      "partial",
      "branch",
    ],
    ...[
      "longRunningToolIds",
      "rewindBeforeInvocationId",
      "data",
      "eval_cases",
      "eval_id",
      "conversation",
      "intermediate_data",
      "tool_uses",
      "text",
    ],
  );
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("user", "e", "a", "", null, true, 1),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(keys, tie("value"), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(value, (body) => {
      const recording = recordingOf(JSON.stringify(body));
      googleAdk.detect(recording);
      expect(googleAdk.adapt(recording).length).toBeGreaterThanOrEqual(0);
      expect(checkText(JSON.stringify(body), { format: googleAdk.id }).notices.filter(({ code }) => code === "internal-fault")).toEqual([]);
    }),
    { numRuns: 400 },
  );
});
