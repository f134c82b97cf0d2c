import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { unwrap } from "../../src/formats/envelope.js";
import type { RecordingInput } from "../../src/formats/format.js";
import { gemini } from "../../src/formats/gemini.js";
import { formats } from "../../src/formats/index.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { argumentsOf, callsIn, outline, recordingOf, resultsIn, rootOf, textAt } from "../support/recording.js";

const folder = join(import.meta.dirname, "../../fixtures/formats/gemini");
const files = readdirSync(folder).filter((file) => !file.endsWith(".model.json"));
const textOf = (file: string) => readFileSync(join(folder, file), "utf8");

/** The recordings of a fixture, line by line where it is JSON Lines. */
function recordingsIn(file: string): readonly RecordingInput[] {
  const texts = file.endsWith(".jsonl") ? textOf(file).trim().split("\n") : [textOf(file)];
  return texts.flatMap((text) => unwrap(rootOf(text)).recordings);
}

function load(file: string): readonly AdaptedConversation[] {
  return recordingsIn(file).flatMap((recording) => gemini.adapt(recording));
}

function only<T>(list: readonly T[]): T {
  const [item] = list;
  if (item === undefined || list.length > 1) throw new Error(`${list.length} items`);
  return item;
}

function adapt(body: JsonValue, around: Parameters<typeof recordingOf>[1] = {}): AdaptedConversation {
  return only(gemini.adapt(recordingOf(body, around)));
}

function anomaliesOf({ anomalies }: AdaptedConversation): readonly string[] {
  return anomalies.map(
    ({ rule, severity, at, message }) => `${at.pointer} ${rule}${severity === undefined ? "" : ` ${severity}`}: ${message}`,
  );
}

/** What is found in a text, but for what is no fault: nothing to check, and calls that nobody declared. */
function findingsIn(text: string): readonly string[] {
  const quiet = new Set(["no-tool-calls", "missing-toolset"]);
  return checkText(text).violations.flatMap(({ ruleId, severity, pointer }) =>
    quiet.has(ruleId) ? [] : [`${severity} ${ruleId} ${pointer}`],
  );
}

const user = (...parts: readonly JsonValue[]) => ({ role: "user", parts });
const model = (...parts: readonly JsonValue[]) => ({ role: "model", parts });
const call = (name: string, args: JsonValue = {}) => ({ functionCall: { name, args } });
const answer = (name: string, response: JsonValue = { output: "ok" }) => ({ functionResponse: { name, response } });
const chunk = (...parts: readonly JsonValue[]) => ({ candidates: [{ content: { role: "model", parts } }], responseId: "r" });
const end = { candidates: [{ finishReason: "STOP" }], responseId: "r" };

describe("The detection of Gemini", () => {
  it.each(files)("is certain of %s, and no other format is", (file) => {
    for (const recording of recordingsIn(file)) {
      const certain = formats.filter((format) => format.detect(recording).match === "certain");
      expect(certain.map(({ id }) => id)).toEqual(["gemini"]);
      const keys = new Set(gemini.rootKeys);
      const roots = [recording.body, recording.response].flatMap((node) => (node === undefined ? [] : [node]));
      const found = roots.flatMap((node) =>
        node.kind === "array"
          ? (node.first()?.entries() ?? []).map(({ key }) => `[].${key.string()}`)
          : node.entries().map(({ key }) => key.string() ?? ""),
      );
      expect(found.some((key) => keys.has(key))).toBe(true);
    }
  });

  it.each<[string, JsonValue]>([
    ["telemetry of OpenTelemetry", [{ role: "user", parts: [{ type: "text", content: "hi" }] }]],
    ["messages of the AI SDK", [{ id: "m", role: "assistant", parts: [{ type: "text", text: "hi" }] }]],
    ["messages of Pydantic AI", [{ kind: "request", parts: [{ part_kind: "user-prompt", content: "hi" }] }]],
    ["messages of an agent protocol", [{ role: "user", parts: [{ kind: "text", text: "hi" }] }]],
    ["a list of anything", [{ parts: ["wheel", "axle"] }, { parts: [] }]],
    ["an election", { candidates: [{ name: "A", votes: 3 }] }],
    ["an error of another vendor", { error: { message: "no", type: "invalid_request_error", code: "x" } }],
    ["contents of another kind", { contents: [{ $type: "text", text: "hi" }] }],
  ])("leaves %s to others", (_, body) => {
    expect(gemini.detect(recordingOf(body)).match).toBe("none");
  });

  it("takes contents of the SDKs' loose shapes where something else speaks for the endpoint", () => {
    expect(gemini.detect(recordingOf({ contents: "hi" })).match).toBe("none");
    expect(gemini.detect(recordingOf({ contents: "hi", model: "gemini-2.5-flash" })).match).toBe("certain");
    expect(gemini.detect(recordingOf({ contents: ["hi", { text: "there" }], generationConfig: {} })).match).toBe("certain");
    const url = "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent";
    expect(gemini.detect(recordingOf({ contents: [] }, { url })).match).toBe("certain");
  });
});

describe("A Gemini request and its response", () => {
  it("become one conversation, thoughts and texts included", () => {
    const recorded = only(load("pair.json"));
    expect(outline(recorded)).toEqual([
      "user: text",
      'assistant: call find_ferries#null({"from":"Bari","to":"Durres","seats":2}), call get_weather#null({"place":"Durres"})',
      "user: result find_ferries#null, result get_weather#null",
      'assistant*: thinking thought, call find_ferries#null({"from":"Bari","to":"Durres","day":"2026-05-02","seats":2})',
    ]);
    expect(recorded).toMatchObject({ mode: "recording", declarationOrigin: "request", provider: { model: "gemini-3-flash-preview" } });
    expect(recorded.toolChoice).toMatchObject({ mode: "auto" });
    expect(recorded.finishes).toMatchObject([{ message: 3, reason: "stop", raw: "STOP", promisesCall: false }]);
    expect(resultsIn(recorded.messages).map(({ isError }) => isError)).toEqual([false, true]);
    expect(callsIn(recorded.messages).map(({ signature }) => signature?.pointer)).toEqual([
      "/request/contents/1/parts/0/thoughtSignature",
      undefined,
      "/response/candidates/0/content/parts/1/thoughtSignature",
    ]);
    expect(recorded.anomalies).toEqual([]);
  });

  it("are read in both spellings, nulls being unset", () => {
    const recorded = only(load("python-dump.json"));
    expect(outline(recorded)).toEqual([
      "user: text",
      'assistant: call opening_hours#fc-1({"day":"monday"}), call list_tours#fc-2(empty)',
      "user: result list_tours#fc-2, result opening_hours#fc-1",
      "assistant: text",
    ]);
    expect(recorded.toolset.tools.map(({ key, dialect }) => [key, dialect])).toEqual([
      ["opening_hours", "openapi"],
      ["list_tours", "json-schema"],
    ]);
    expect(recorded.anomalies).toEqual([]);
  });

  it("may be wrapped by the endpoint of Gemini CLI on both sides", () => {
    const recorded = only(load("code-assist.json"));
    expect(outline(recorded)).toEqual(["user: text", 'assistant*: call list_directory#null({"path":"."})']);
    expect(recorded.provider.model).toBe("gemini-2.5-pro");
    expect(recorded.toolset.get("list_directory")).toMatchObject({ dialect: "json-schema" });
  });

  it("give one conversation for each candidate, none of which answers for another", () => {
    const outlines = load("array-stream.json").map(outline);
    expect(outlines).toEqual([["assistant*: text"], ['assistant*: call get_weather#null({"place":"Bari"})']]);
  });

  it("name the model in the URL", () => {
    const url =
      "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google/models/gemini-3.5-flash:generateContent";
    expect(adapt({ contents: [user({ text: "hi" })] }, { url }).provider.model).toBe("gemini-3.5-flash");
  });

  it("may keep their front in a cache, which then holds what is missing", () => {
    expect(only(load("cached.json"))).toMatchObject({ mode: "fragment", historyCut: true });
    expect(findingsIn(textOf("cached.json"))).toEqual([]);
  });

  it.each<[JsonValue, string, readonly string[]]>([
    [{ mode: "ANY" }, "required", []],
    [{ mode: "ANY", allowedFunctionNames: ["f"] }, "named", ["f"]],
    [{ mode: 2 }, "required", []],
    [{ mode: "NONE" }, "none", []],
    [{ mode: "VALIDATED", allowed_function_names: ["f"] }, "allowed", ["f"]],
    [{ mode: "auto" }, "auto", []],
  ])("may force calls by %j", (functionCallingConfig, mode, names) => {
    expect(adapt({ contents: [], toolConfig: { functionCallingConfig } }).toolChoice).toMatchObject({ mode, names });
  });
});

describe("Tools that Google runs, in Gemini", () => {
  it("have calls without a name, which the key of their declaration names", () => {
    const recorded = only(load("hosted.json"));
    expect(recorded.toolset.tools.map(({ key, hosted }) => [key, hosted])).toEqual([
      ["googleSearch", true],
      ["codeExecution", true],
      ["save_plot", false],
    ]);
    expect(callsIn(recorded.messages).map(({ type, id, hosted }) => [type, id, hosted])).toEqual([
      ["googleSearch", "s1", true],
      ["codeExecution", null, true],
      ["function", "k1", false],
    ]);
    expect(findingsIn(textOf("hosted.json"))).toEqual([]);
  });

  it("are errors where their outcome says so", () => {
    const recorded = adapt([
      user({ text: "go" }),
      model({ executableCode: { code: "1/0" } }, { codeExecutionResult: { outcome: "OUTCOME_FAILED" } }),
    ]);
    expect(resultsIn(recorded.messages).map(({ isError, hosted }) => [isError, hosted])).toEqual([[true, true]]);
  });

  it("bring functions along that nobody declares: those of a computer are known", () => {
    const recorded = only(load("computer-use.json"));
    expect(recorded.toolset.completeness).toBe("partial");
    expect(recorded.toolset.get("click_at")).toMatchObject({ hosted: true });
    expect(findingsIn(textOf("computer-use.json"))).toEqual([]);
    const unknown = textOf("computer-use.json").replaceAll("click_at", "knock_at");
    expect(findingsIn(unknown)).toEqual(["warning unknown-tool /contents/3/parts/0/functionCall/name"]);
  });
});

describe("Gemini streams", () => {
  it("are put together from events, the texts joined", () => {
    const recorded = only(load("stream.json"));
    expect(outline(recorded)).toEqual(["user: text", 'assistant*: text, call get_weather#null({"place":"Bari"})']);
    const [text] = recorded.messages[1]?.parts ?? [];
    expect(text?.kind === "text" && text.at.string()).toBe("Let me look.");
    expect(recorded.anomalies).toEqual([]);
  });

  it("are told apart by the ids of their responses where a list holds several", () => {
    const list = `[${textOf("chunks.jsonl").trim().split("\n").join(",")}]`;
    expect(gemini.adapt(recordingOf(list)).map(outline)).toEqual([
      ["assistant*: text"],
      ['assistant*: call get_weather#null({"place":"Rome"})'],
    ]);
    const withoutIds = list.replace(/,"responseId":"r-\d"/g, "");
    expect(gemini.adapt(recordingOf(withoutIds))).toHaveLength(2);
  });

  it("are joined by the reader where each chunk is a line of its own", () => {
    const report = checkText(textOf("chunks.jsonl"));
    expect(report.files[0]?.conversations.map(({ calls }) => calls)).toEqual([0, 1]);
  });

  it("write arguments piece by piece, to the path of each", () => {
    const recorded = only(load("partial-arguments.json"));
    expect(outline(recorded)[1]).toBe(
      'assistant*: call plan_trip#null({"stops":[{"port":"Bari"},{"port":"Durres"}],"seats":2,"night":true,"note":null}), call get_weather#null({"place":"Durres"})',
    );
    expect(callsIn(recorded.messages).map(({ partial, signature }) => [partial, signature !== undefined])).toEqual([
      [false, true],
      [false, false],
    ]);
    expect(recorded.anomalies).toEqual([]);
  });

  it("place a fault in what a piece wrote at that piece", () => {
    const text = textOf("partial-arguments.json").replace('"numberValue": 2', '"stringValue": "two"');
    const [violation] = checkText(text).violations;
    expect(violation).toMatchObject({ ruleId: "invalid-arguments", call: { argumentPointer: "/seats" } });
    expect(text.slice(violation?.range?.start.offset, violation?.range?.end.offset)).toBe('"two"');
  });

  it("may go on by id with calls that are written at once", () => {
    const begin = (id: string, name: string) => ({ functionCall: { id, name, willContinue: true } });
    const write = (id: string, stringValue: string) => ({
      functionCall: { id, partialArgs: [{ jsonPath: "$.q", stringValue }], willContinue: true },
    });
    const events = [
      chunk(begin("a", "f"), begin("b", "g")),
      chunk(write("a", "o")),
      chunk(write("b", "t"), write("a", "ne")),
      chunk(write("b", "wo")),
      end,
    ];
    const recorded = adapt({ contents: [] }, { response: events });
    expect(outline(recorded)).toEqual(['assistant*: call f#a({"q":"one"}), call g#b({"q":"two"})']);
  });

  it("may bring the name first, pieces without a mark, and whole members in between", () => {
    const events = [
      chunk({ functionCall: { name: "f" } }),
      chunk({ functionCall: { args: { a: { b: 1 } }, partialArgs: [{ jsonPath: "$.a.c", boolValue: false }] } }),
      chunk({ functionCall: {} }),
      end,
    ];
    expect(outline(adapt({ contents: [] }, { response: events }))).toEqual(['assistant*: call f#null({"a":{"b":1,"c":false}})']);
  });

  it("leave whole calls alone, also where they share an id by mistake", () => {
    const events = [
      chunk({ functionCall: { id: "x", name: "f", args: { n: 1 } } }),
      chunk({ functionCall: { id: "x", name: "f", args: { n: 2 } } }),
      end,
    ];
    expect(outline(adapt({ contents: [] }, { response: events }))).toEqual(['assistant*: call f#x({"n":1}), call f#x({"n":2})']);
  });

  it("leave their last call partial where they end early", () => {
    const events = [chunk({ text: "Let me" }), chunk({ functionCall: { name: "f", willContinue: true } })];
    const recorded = adapt({ contents: [] }, { response: events });
    expect(callsIn(recorded.messages).map(({ partial }) => partial)).toEqual([true]);
    expect(anomaliesOf(recorded)).toEqual(["/response/1 incomplete-stream: The stream ends before the answer does: no finish reason came"]);
  });

  it.each<[string, JsonValue, string]>([
    [
      "a path that leads nowhere",
      { name: "f", partialArgs: [{ jsonPath: "q", stringValue: "x" }] },
      'A piece of the arguments has the path "q", which leads nowhere',
    ],
    [
      "a gap in a list",
      { name: "f", partialArgs: [{ jsonPath: "$.q[3]", stringValue: "x" }] },
      "A piece of the arguments is written past the end of a list",
    ],
    [
      "a call that never began",
      { partialArgs: [{ jsonPath: "$.q", stringValue: "x" }] },
      "The stream continues a call that it never began",
    ],
  ])("contradict themselves by %s", (_, functionCall, message) => {
    const recorded = adapt({ contents: [] }, { response: [chunk({ functionCall }), end] });
    expect(recorded.anomalies.map((anomaly) => anomaly.message)).toEqual([message]);
  });

  it("may end with an error, which says what is missing", () => {
    const error = { error: { code: 503, message: "overloaded", status: "UNAVAILABLE" } };
    const recorded = adapt({ contents: [] }, { response: [chunk({ text: "Let" }), error] });
    expect(recorded).toMatchObject({ refusal: { message: "overloaded" }, anomalies: [] });
  });
});

describe("Gemini refusals", () => {
  it("come as a list of one, and are explained by what they refuse", () => {
    const recorded = only(load("refused.json"));
    expect(recorded.refusal).toMatchObject({ status: 400 });
    expect(findingsIn(textOf("refused.json"))).toEqual([
      "error unanswered-call /request/contents/1/parts/1/functionCall",
      "warning refused-request /response/0/error/message",
    ]);
  });

  it("need no request", () => {
    expect(only(load("error.json"))).toMatchObject({
      messages: [],
      refusal: { message: "Resource has been exhausted (e.g. check quota)." },
    });
    expect(only(load("blocked.json"))).toMatchObject({ messages: [], refusal: undefined, anomalies: [] });
  });
});

describe("Gemini finish reasons", () => {
  it("report a call that Gemini itself could not read", () => {
    expect(anomaliesOf(only(load("malformed-call.json")))).toEqual([
      '/response/candidates/0/finishMessage malformed-arguments: The model wrote a call that the service could not read: its finish reason is "MALFORMED_FUNCTION_CALL"',
    ]);
  });

  it.each<[JsonValue, string | undefined, string | undefined]>([
    ["MAX_TOKENS", "length", "MAX_TOKENS"],
    ["FinishReason.SAFETY", "content_filter", "SAFETY"],
    [1, "stop", "STOP"],
    [99, "other", "99"],
    ["FINISH_REASON_UNSPECIFIED", undefined, undefined],
    [0, undefined, undefined],
  ])("are read from %j", (finishReason, reason, raw) => {
    const { finishes } = adapt({ candidates: [{ content: model({ text: "hi" }), finishReason }] });
    expect(finishes.map((finish) => [finish.reason, finish.raw])).toEqual(reason === undefined ? [] : [[reason, raw]]);
  });
});

describe("Gemini rows", () => {
  it("are a data set and name all their tools where they are for tuning", () => {
    expect(load("tuning.jsonl").map(({ mode, declarationOrigin }) => [mode, declarationOrigin])).toEqual([
      ["dataset", "list"],
      ["dataset", "list"],
    ]);
    expect(findingsIn(textOf("tuning.jsonl"))).toEqual([]);
  });

  it("hold a request, a response, or both where they are of batches", () => {
    expect(load("batch.jsonl").map(outline)).toEqual([
      ["user: text"],
      ['assistant*: call get_weather#null({"place":"Bari"})'],
      ["user: text"],
      ["user: text", 'assistant*: call get_weather#null({"place":"Rome"})'],
    ]);
  });

  it("are one conversation where each holds a single content", () => {
    const report = checkText(textOf("lines.jsonl"));
    expect(report.files[0]?.conversations).toMatchObject([{ format: "gemini", exchanges: 1, calls: 1, results: 1 }]);
  });
});

describe("Gemini contents that do not fit", () => {
  it("are reported, and the rest is read", () => {
    const recorded = adapt({
      contents: [
        user({ text: "hi" }),
        7,
        { role: "model", parts: "so" },
        { role: "model", parts: [{ functionCall: "f()" }, 3] },
        { role: 4, parts: 5 },
      ],
      generationConfig: {},
    });
    expect(anomaliesOf(recorded)).toEqual([
      "/body/contents/1 invalid-message: A content must be an object with `role` and `parts`, got a number",
      "/body/contents/3/parts/0/functionCall invalid-message: `functionCall` must be an object, got a string",
      "/body/contents/3/parts/1 invalid-message: A part must be an object, got a number",
      "/body/contents/4/parts invalid-message: `parts` must be a list, got a number",
      "/body/contents/4/parts invalid-message: `parts` is empty",
      '/body/contents/4/role invalid-message: `role` must be "user" or "model", got a number',
    ]);
    expect(outline(recorded)).toEqual(["user: text", "assistant: text", "assistant: ", "user: "]);
  });

  it("are reported once where they have unknown keys", () => {
    const recorded = adapt([user({ text: "hi", mood: "good" }), model({ text: "ho", mood: "bad" })]);
    expect(anomaliesOf(recorded)).toEqual([
      '/body/0/parts/0/mood invalid-message warning: The key "mood" of a part is unknown, so what it holds is not checked',
    ]);
  });

  it("are paired even under the wrong role", () => {
    const recorded = adapt([user({ text: "hi" }), model(call("f")), model(answer("f")), user(call("g"))]);
    expect(recorded.anomalies.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'warning: A `functionResponse` is in a content of role "model"; it belongs in one of role "user"',
      'warning: A `functionCall` is in a content of another role; it belongs in one of role "model"',
    ]);
  });

  it("may be empty in saved chats, which are not sent as they stand", () => {
    expect(adapt({ history: [user({ text: "hi" }), model(), user({ text: "so?" })] }).anomalies).toEqual([]);
  });
});

describe("Places in Gemini recordings", () => {
  it("are those of the file, inside bodies written as text as well", () => {
    const body = JSON.stringify({ contents: [user({ text: "hi" }), model(call("f", { a: 1 }))] });
    const text = JSON.stringify({
      request: body,
      response: null,
      url: "https://generativelanguage.googleapis.com/v1beta/models/m:generateContent",
    });
    const [recording] = unwrap(rootOf(text)).recordings;
    const [recorded] = recording === undefined ? [] : gemini.adapt(recording);
    const [first] = callsIn(recorded?.messages ?? []);
    expect(first?.at.arguments && textAt(text, first.at.arguments.range)).toBe('{\\"a\\":1}');
    expect(first && argumentsOf(first)).toBe('{"a":1}');
  });
});

describe("Any JSON read as Gemini", () => {
  const words = fc.constantFrom("user", "model", "function", "STOP", "text", "$.a[0]", "", "null", "[DONE]", "{}", "{");
  const keys = fc.constantFrom(
    ...["contents", "role", "parts", "text", "functionCall", "functionResponse", "function_call", "name", "args", "id", "response"],
    ...["candidates", "content", "finishReason", "index", "data", "error", "tools", "functionDeclarations", "partialArgs", "jsonPath"],
    ...["stringValue", "willContinue", "toolCall", "executableCode", "codeExecutionResult", "history", "request", "thoughtSignature"],
  );
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      words,
      fc.constantFrom(null, true, 0, 1.5),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(keys, tie("value"), { maxKeys: 5 }),
    ),
  }));

  it("gives an answer", () => {
    fc.assert(
      fc.property(value, fc.option(value, { nil: undefined }), (body, response) => {
        const recording = recordingOf(JSON.stringify(body), response === undefined ? {} : { response: JSON.stringify(response) });
        gemini.detect(recording);
        for (const { messages } of gemini.adapt(recording)) expect(messages.every(({ parts }) => Array.isArray(parts))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it("is checked to the end where it is a fixture with something taken out or replaced", () => {
    const whole = files.filter((file) => file.endsWith(".json")).map((file): JsonValue => JSON.parse(textOf(file)));
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
        value,
        fc.boolean(),
        (json, path, other, isDeleted) => {
          const report = checkText(JSON.stringify(mutate(json, path, other, isDeleted)));
          expect(report.notices.filter(({ code }) => code === "internal-fault")).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  });
});

/** The value with one node inside, found by taking the n-th child again and again, deleted or replaced. */
function mutate(value: JsonValue, [step, ...path]: readonly number[], other: JsonValue, isDeleted: boolean): JsonValue {
  if (step === undefined || typeof value !== "object" || value === null) return other;
  const entries = Object.entries(value);
  if (entries.length === 0) return other;
  const position = step % entries.length;
  const changed = entries.flatMap(([key, child], index): [string, JsonValue][] => {
    if (index !== position) return [[key, child]];
    if (path.length === 0 && isDeleted) return [];
    return [[key, path.length === 0 ? other : mutate(child, path, other, isDeleted)]];
  });
  return Array.isArray(value) ? changed.map(([, child]) => child) : Object.fromEntries(changed);
}
