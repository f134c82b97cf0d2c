import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { unwrap } from "../../src/formats/envelope.js";
import { geminiInteractions } from "../../src/formats/gemini-interactions.js";
import type { JsonValue } from "../../src/json/value.js";
import { outline, recordingOf, rootOf } from "../support/recording.js";

const folder = join(import.meta.dirname, "../../fixtures/formats/gemini-interactions");
const textOf = (file: string) => readFileSync(join(folder, file), "utf8");
const files = readdirSync(folder).filter((file) => !file.endsWith(".model.json"));

function findingsIn(text: string): readonly string[] {
  return checkText(text).violations.flatMap(({ ruleId, severity, pointer }) =>
    ruleId === "no-tool-calls" || ruleId === "missing-toolset" ? [] : [`${severity} ${ruleId} ${pointer}`],
  );
}

function outlineOf(file: string): readonly string[] {
  return unwrap(rootOf(textOf(file))).recordings.flatMap((recording) => geminiInteractions.adapt(recording).flatMap(outline));
}

describe("A Gemini interaction", () => {
  it.each(files)("is one clean conversation in %s", (file) => {
    const report = checkText(textOf(file));
    expect(report.files[0]?.conversations).toMatchObject([{ format: "gemini-interactions", profile: "gemini-interactions" }]);
    expect(findingsIn(textOf(file))).toEqual([]);
  });

  it("holds what was asked, thought and called, the repeated input once", () => {
    expect(outlineOf("pair.json")).toEqual(["user: text", 'assistant*: thinking thought, call get_weather#k3({"place":"Bari"})']);
  });

  it("is read from steps that the caller keeps", () => {
    expect(outlineOf("stateless.json")).toEqual([
      "user: text",
      'assistant: call get_weather#k1({"place":"Bari"}), call get_weather#k2({"place":"Rome"})',
      "user: result get_weather#k2, result get_weather#k1",
      "assistant: text",
      "user: text",
    ]);
  });

  it("does not hold the calls of an earlier one that it continues", () => {
    const [recorded] = unwrap(rootOf(textOf("continued.json"))).recordings.flatMap((recording) => geminiInteractions.adapt(recording));
    expect(recorded).toMatchObject({ mode: "fragment", historyCut: true });
  });

  it("has calls of Google's own tools with their results", () => {
    expect(outlineOf("hosted.json")).toEqual([
      'assistant*: call null#s1({"queries":["ferries"]}), result #s1, call list#s2({"country":"IT"}), result list#s2, call null#s3({"language":"python","code":"print(1)"}), result #s3, text',
    ]);
  });

  it("is put together from its events", () => {
    expect(outlineOf("stream.json")).toEqual(["user: text", 'assistant*: text, call get_weather#k9({"place":"Bari"})']);
    const wrong = textOf("stream.json").replace(/(arguments_delta.*?)place/, "$1city");
    expect(findingsIn(wrong)).toEqual(["error invalid-arguments /response/5/data/delta/arguments"]);
  });

  it("leaves its last call partial where its stream breaks off", () => {
    const text = textOf("events.jsonl").trim().split("\n").slice(0, 6).join("\n");
    expect(findingsIn(text)).toEqual(["warning incomplete-stream "]);
  });

  it("has flat outputs where it is from before 2026-05", () => {
    expect(outlineOf("outputs.json")).toEqual(['assistant*: thinking thought, text, call get_weather#o1({"place":"Bari"})']);
  });

  it("has a call where it waits for results", () => {
    const text = textOf("pair.json").replace('"status": "requires_action"', '"status": "completed"');
    expect(findingsIn(text)).toEqual([]);
    const waiting = textOf("continued.json").replace('"status": "completed"', '"status": "requires_action"');
    expect(findingsIn(waiting)).toEqual(["warning mismatched-finish-reason /response/status"]);
  });

  it("wants each result under the id of its call", () => {
    const wrong = textOf("stateless.json").replace('"call_id": "k1"', '"call_id": "k7"');
    expect(findingsIn(wrong)).toEqual(["error orphaned-result /input/4/call_id"]);
    const missing = JSON.stringify({
      ...JSON.parse(textOf("stateless.json")),
      input: JSON.parse(textOf("stateless.json")).input.toSpliced(4, 1),
    });
    expect(findingsIn(missing)).toEqual(["error unanswered-call /input/1"]);
  });
});

it("leaves OpenAI's items to others", () => {
  const bodies: readonly JsonValue[] = [
    { model: "m", input: [{ type: "function_call", call_id: "c", name: "f", arguments: "{}" }] },
    { model: "m", input: "hi", tools: [] },
    [{ type: "message", role: "user", content: "hi" }],
    { steps: [{ type: "click" }] },
    { object: "response", output: [] },
  ];
  for (const body of bodies) expect(geminiInteractions.detect(recordingOf(body)).match).toBe("none");
});

it("answers any JSON", () => {
  const keys = fc.constantFrom(
    ...["input", "steps", "outputs", "object", "type", "content", "text", "id", "call_id", "name", "arguments", "result", "status"],
    ...["event_type", "index", "step", "delta", "interaction", "data", "tools", "previous_interaction_id", "role"],
  );
  const words = fc.constantFrom(
    "interaction",
    "step.start",
    "step.delta",
    "function_call",
    "function_result",
    "text",
    "user_input",
    "thought",
    "",
    null,
    1,
  );
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      words,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(keys, tie("value"), { maxKeys: 6 }),
    ),
  }));
  fc.assert(
    fc.property(value, (body) => {
      geminiInteractions.detect(recordingOf(JSON.stringify(body)));
      expect(
        checkText(JSON.stringify(body), { format: geminiInteractions.id }).notices.filter(({ code }) => code === "internal-fault"),
      ).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
