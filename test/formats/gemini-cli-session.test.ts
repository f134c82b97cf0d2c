import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { geminiCliSession } from "../../src/formats/gemini-cli-session.js";
import { formats } from "../../src/formats/index.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { outline, recordingOf, resultsIn } from "../support/recording.js";

const folder = join(import.meta.dirname, "../../fixtures/formats/gemini-cli-session");
const files = readdirSync(folder).filter((file) => !file.endsWith(".model.json"));
const textOf = (file: string) => readFileSync(join(folder, file), "utf8");

/** The document of a file, its lines as a list. */
function bodyOf(file: string): JsonValue {
  return JSON.parse(file.endsWith(".jsonl") ? `[${textOf(file).trim().split("\n").join(",")}]` : textOf(file));
}

function adapt(body: JsonValue): AdaptedConversation {
  const [recorded] = geminiCliSession.adapt(recordingOf(body));
  if (recorded === undefined) throw new Error("nothing adapted");
  return recorded;
}

function findingsIn(text: string): readonly string[] {
  return checkText(text).violations.flatMap(({ ruleId, severity, pointer }) =>
    ruleId === "no-tool-calls" ? [] : [`${severity} ${ruleId} ${pointer}`],
  );
}

describe("A Gemini CLI session", () => {
  it.each(files)("is recognised in %s by what only the CLI writes, without findings", (file) => {
    const certain = formats.filter((format) => format.detect(recordingOf(bodyOf(file))).match === "certain");
    expect(certain.map(({ id }) => id)).toEqual(["gemini-cli-session"]);
    expect(findingsIn(textOf(file))).toEqual([]);
    expect(checkText(textOf(file)).files[0]?.conversations).toMatchObject([{ format: "gemini-cli-session", profile: "session-log" }]);
  });

  it("holds each call with its result, and what the CLI only told the user is left out", () => {
    const recorded = adapt(bodyOf("session.json"));
    expect(outline(recorded)).toEqual([
      "user: text",
      'assistant: thinking thought, call list_directory#list_directory-1({"path":"."}), result list_directory#list_directory-1, call read_file#read_file-1({"absolute_path":"/home/u/notes.md"}), result read_file#read_file-1',
      "assistant: text",
      "user: text",
      'assistant: call run_shell_command#run_shell_command-1({"command":"rm notes.md"}), result #null',
    ]);
    expect(resultsIn(recorded.messages).map(({ isError }) => isError)).toEqual([false, false, true]);
    expect(recorded).toMatchObject({ declarationOrigin: "log", provider: { model: "gemini-2.5-pro" } });
  });

  it("is read from the last line on each message, without what a rewind took back", () => {
    expect(outline(adapt(bodyOf("log.jsonl")))).toEqual([
      "user: text",
      'assistant: call list_directory#c1({"path":"."}), result list_directory#c1',
      "assistant: text",
      "user: text",
      'assistant: call read_file#c3({"path":"a.txt"}), result read_file#c3',
    ]);
  });

  it("is empty where it was rewound to its beginning", () => {
    const message = { id: "m1", timestamp: "t", type: "user", content: "hi" };
    expect(adapt([message, { $rewindTo: "m9" }]).messages).toEqual([]);
  });

  it("repeats nothing where its history was written back", () => {
    const recorded = adapt(bodyOf("written-back.jsonl"));
    expect(outline(recorded)).toEqual([
      "user: text",
      'assistant: call read_file#d1({"path":"a"}), result read_file#d1, call read_file#d2({"path":"b"}), result read_file#d2',
      "assistant: text",
    ]);
    expect(resultsIn(recorded.messages).map(({ at }) => at.content?.get("output")?.string())).toEqual(["[masked]", "2"]);
  });

  it("is judged by declarations that are given from outside", () => {
    const tools = [
      { functionDeclarations: [{ name: "read_file", parametersJsonSchema: { type: "object", required: ["absolute_path"] } }] },
    ];
    const report = checkText(JSON.stringify({ tools, transcript: bodyOf("log.jsonl") }));
    expect(report.violations.map(({ ruleId, severity, pointer }) => `${severity} ${ruleId} ${pointer}`)).toEqual([
      "error unknown-tool /transcript/4/toolCalls/0/name",
      "error invalid-arguments /transcript/10/toolCalls/0/args",
    ]);
  });

  it("needs no result for a call in which it breaks off", () => {
    const running = {
      id: "m2",
      timestamp: "t",
      type: "gemini",
      content: "",
      toolCalls: [{ id: "c", name: "f", args: {}, status: "executing" }],
    };
    const recorded = adapt([running, { id: "m3", timestamp: "t", type: "user", content: "stop" }]);
    expect(outline(recorded)).toEqual(["assistant: call f#c({})", "user: text"]);
    expect(findingsIn(JSON.stringify([running, { id: "m3", timestamp: "t", type: "user", content: "stop" }]))).toEqual([]);
  });
});

it("leaves what only looks alike to others", () => {
  const bodies: readonly JsonValue[] = [
    { id: "1", timestamp: "t", type: "user", message: { role: "user", content: "hi" } },
    { id: "1", parentId: null, timestamp: "t", type: "user", content: "hi" },
    { projectHash: 3 },
    { $set: 1 },
    [],
  ];
  for (const body of bodies) expect(geminiCliSession.detect(recordingOf(body)).match).toBe("none");
});

it("answers any JSON", () => {
  const keys = fc.constantFrom(
    ...[
      "sessionId",
      "projectHash",
      "messages",
      "id",
      "timestamp",
      "type",
      "content",
      "toolCalls",
      "thoughts",
      "result",
      "status",
      "name",
      "args",
    ],
    ...["$set", "$rewindTo", "functionResponse", "functionCall", "parts", "text"],
  );
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("user", "gemini", "success", "a", "", null, true, 1),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(keys, tie("value"), { maxKeys: 6 }),
    ),
  }));
  fc.assert(
    fc.property(value, (body) => {
      geminiCliSession.detect(recordingOf(JSON.stringify(body)));
      expect(
        checkText(JSON.stringify(body), { format: geminiCliSession.id }).notices.filter(({ code }) => code === "internal-fault"),
      ).toEqual([]);
    }),
    { numRuns: 400 },
  );
});
