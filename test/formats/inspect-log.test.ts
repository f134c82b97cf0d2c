import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { inspectLog } from "../../src/formats/inspect-log.js";
import type { JsonValue } from "../../src/json/value.js";
import { callsIn, outline, recordingOf, resultsIn } from "../support/recording.js";
import { complaintsOf, describeFixtures, fixture, readText } from "../support/wire-fixtures.js";

describeFixtures(inspectLog);

const bash = {
  name: "bash",
  description: "d",
  parameters: { type: "object", properties: { cmd: { type: "string", maxLength: 20 } }, required: ["cmd"], additionalProperties: false },
};
const model = (id: string, ...tools: readonly JsonValue[]) => ({
  event: "model",
  tools,
  output: { choices: [{ message: { id, role: "assistant" } }] },
});
const asked = (id: string, args: JsonValue, more: { readonly [key: string]: JsonValue } = {}) => ({
  id: `a-${id}`,
  role: "assistant",
  content: "",
  tool_calls: [{ id, function: "bash", arguments: args, type: "function", ...more }],
});
const answered = (id: string, error?: JsonValue) => ({
  role: "tool",
  tool_call_id: id,
  function: "bash",
  content: "",
  ...(error !== undefined && { error }),
});
const log = (messages: readonly JsonValue[], events: readonly JsonValue[] = [], attachments: JsonValue = {}) =>
  JSON.stringify({ version: 2, status: "success", eval: {}, samples: [{ id: 1, epoch: 1, messages, events, attachments }] });

describe("An Inspect log", () => {
  it("gives a conversation for each sample", () => {
    const [first, second] = readText(fixture("inspect-log", "log.json"));
    expect(first && outline(first)).toEqual([
      "user: text",
      'assistant: thinking reasoning, text, call bash#c1({"cmd":"find / -name flag.txt 2>/dev/null"}), call bash#c2({"cmd":"ls"})',
      "tool: result bash#c1",
      "tool: result bash#c2",
      'assistant: call web_search#ws_1(unknown), result #ws_1, text, call submit#c3({"answer":"x"})',
      "tool: result submit#c3",
    ]);
    expect(first && callsIn(first.messages).map(({ hosted }) => hosted)).toEqual([false, false, true, false]);
    expect(first && resultsIn(first.messages).map(({ isError }) => isError)).toEqual([false, true, false, false]);
    expect(first?.toolset.tools.map(({ key }) => key)).toEqual(["bash", "submit"]);
    expect(second && outline(second)).toEqual(["user: text", "assistant: text"]);
  });

  it.each([
    [
      "a wrong argument",
      log([asked("c1", { cmd: 1 }), answered("c1")], [model("a-c1", bash)]),
      "error invalid-arguments /samples/0/messages/0/tool_calls/0/arguments/cmd",
    ],
    [
      "an argument in an attachment",
      log([asked("c1", { cmd: "attachment://h" }), answered("c1")], [model("a-c1", bash)], { h: "x".repeat(21) }),
      "error invalid-arguments /samples/0/attachments/h",
    ],
    [
      "arguments as text",
      log([asked("c1", "{}"), answered("c1")]),
      "error malformed-arguments /samples/0/messages/0/tool_calls/0/arguments",
    ],
    [
      "what Inspect could not parse",
      log(
        [asked("c1", {}, { parse_error: "Error parsing the following tool call" }), answered("c1", { type: "parsing", message: "m" })],
        [model("a-c1", bash)],
      ),
      "error malformed-arguments /samples/0/messages/0/tool_calls/0/parse_error",
    ],
    [
      "a missing result",
      log([asked("c1", { cmd: "ls" }), { role: "user", content: "?" }]),
      "error unanswered-call /samples/0/messages/0/tool_calls/0",
    ],
    ["a wrong id", log([asked("c1", { cmd: "ls" }), answered("c2")]), "error orphaned-result /samples/0/messages/1/tool_call_id"],
    [
      "another tool's name",
      log([asked("c1", { cmd: "ls" }), { ...answered("c1"), function: "python" }]),
      "warning mismatched-tool-name /samples/0/messages/1/function",
    ],
    ["an unknown role", log([{ role: "judge", content: "?" }]), "error invalid-message /samples/0/messages/0/role"],
  ])("tells %s", (_, text, complaint) => {
    expect(complaintsOf(text)).toEqual([complaint]);
  });

  it("says which mistakes the agent was told of", () => {
    const text = log([asked("c1", {}, { parse_error: "no JSON" }), answered("c1", { type: "parsing", message: "m" })]);
    expect(checkText(text).violations.map(({ handled }) => handled)).toEqual([true]);
  });
});

describe("The declarations of an Inspect log", () => {
  const other = { ...bash, parameters: { type: "object", properties: { script: { type: "string" } }, required: ["script"] } };

  it("are those of the agent whose messages are kept", () => {
    const events = [model("somebody-else", other), model("a-c1", bash)];
    expect(complaintsOf(log([asked("c1", { script: "ls" }), answered("c1")], events))).toContain(
      "error invalid-arguments /samples/0/messages/0/tool_calls/0/arguments",
    );
  });

  it("are not held against a call where they change from turn to turn", () => {
    const messages = [asked("c1", { cmd: "ls" }), answered("c1"), asked("c2", { script: "ls" }), answered("c2")];
    expect(complaintsOf(log(messages, [model("a-c1", bash), model("a-c2", other)]))).toEqual([]);
  });
});

it.each([[{ eval: 3, samples: [] }], [{ epoch: 1 }], [[{ role: "assistant", tool_calls: [{ function: { name: "f" }, arguments: {} }] }]]])(
  "leaves %j to others",
  (body) => {
    expect(inspectLog.detect(recordingOf(body)).match).toBe("none");
  },
);
