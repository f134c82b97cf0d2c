import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { geminiLive } from "../../src/formats/gemini-live.js";
import type { JsonValue } from "../../src/json/value.js";
import { outline, recordingOf } from "../support/recording.js";

const folder = join(import.meta.dirname, "../../fixtures/formats/gemini-live");
const textOf = (file: string) => readFileSync(join(folder, file), "utf8");
const files = readdirSync(folder).filter((file) => !file.endsWith(".model.json"));

function findingsIn(text: string): readonly string[] {
  return checkText(text).violations.flatMap(({ ruleId, severity, pointer }) =>
    ruleId === "no-tool-calls" || ruleId === "missing-toolset" ? [] : [`${severity} ${ruleId} ${pointer}`],
  );
}

function outlineOf(body: JsonValue): readonly string[] {
  return geminiLive.adapt(recordingOf(body)).flatMap(outline);
}

describe("A Gemini Live session", () => {
  it.each(files)("is one clean conversation in %s", (file) => {
    const report = checkText(textOf(file));
    expect(report.files[0]?.conversations).toMatchObject([{ format: "gemini-live", profile: "gemini-live" }]);
    expect(findingsIn(textOf(file))).toEqual([]);
  });

  it("holds what was said, called and answered, in both spellings", () => {
    expect(outlineOf(JSON.parse(textOf("frames.json")))).toEqual([
      "user: text",
      'assistant*: call index_files#c1({"folder":"docs"}), call add#c2({"a":2,"b":2})',
      "user: result add#c2",
      "assistant*: other inlineData",
      "user: result index_files#c1",
      "user: result index_files#c1",
      "assistant*: other inlineData",
    ]);
  });

  it("declares its tools in its setup", () => {
    const wrong = textOf("session.jsonl").replace('"args":{"on":true}', '"args":{"on":"yes"}');
    expect(findingsIn(wrong)).toEqual(["error invalid-arguments /toolCall/functionCalls/0/args/on"]);
    expect(findingsIn(textOf("session.jsonl").replaceAll('"name":"set_lamp","args"', '"name":"set_lamps","args"'))).toEqual([
      "error unknown-tool /toolCall/functionCalls/0/name",
      "warning mismatched-tool-name /toolResponse/functionResponses/0/name",
    ]);
  });

  it("waits for functions that block until the user speaks again, unless the server took the call back", () => {
    const frames: readonly JsonValue[] = JSON.parse(textOf("cancelled.json"));
    const kept = frames.filter((frame) => !JSON.stringify(frame).includes("Cancellation"));
    expect(findingsIn(JSON.stringify(kept))).toEqual([]);
    const on = { clientContent: { turns: [{ role: "user", parts: [{ text: "Never mind" }] }], turnComplete: true } };
    expect(findingsIn(JSON.stringify([...kept, on]))).toEqual(["error unanswered-call /2/toolCall/functionCalls/0"]);
  });

  it("answers no call that it does not hold", () => {
    const text = textOf("session.jsonl").replace('"functionResponses":[{"id":"c1"', '"functionResponses":[{"id":"c2"');
    expect(findingsIn(text)).toEqual(["error orphaned-result /toolResponse/functionResponses/0/id"]);
  });
});

it("leaves what only looks alike to others", () => {
  const bodies: readonly JsonValue[] = [
    { setup: "now" },
    { toolCall: { id: "1", toolType: "GOOGLE_SEARCH_WEB" } },
    { message: "hi" },
    { data: {} },
    [],
    {},
  ];
  for (const body of bodies) expect(geminiLive.detect(recordingOf(body)).match).toBe("none");
});

it("answers any JSON", () => {
  const keys = fc.constantFrom(
    ...[
      "setup",
      "toolCall",
      "functionCalls",
      "toolResponse",
      "functionResponses",
      "toolCallCancellation",
      "ids",
      "serverContent",
      "modelTurn",
    ],
    ...[
      "clientContent",
      "turns",
      "parts",
      "text",
      "id",
      "name",
      "args",
      "response",
      "data",
      "interactions",
      "tools",
      "functionDeclarations",
      "behavior",
    ],
  );
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("user", "a", "", null, true, 1),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(keys, tie("value"), { maxKeys: 6 }),
    ),
  }));
  fc.assert(
    fc.property(value, (body) => {
      geminiLive.detect(recordingOf(JSON.stringify(body)));
      expect(checkText(JSON.stringify(body), { format: geminiLive.id }).notices.filter(({ code }) => code === "internal-fault")).toEqual(
        [],
      );
    }),
    { numRuns: 300 },
  );
});
