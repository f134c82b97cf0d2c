import { describe, expect, it } from "vitest";
import { noMatch } from "../../src/formats/format.js";
import type { FormatTable } from "../../src/formats/table/table.js";
import { tableFormat } from "../../src/formats/table/table-format.js";
import type { JsonValue } from "../../src/json/value.js";
import type { Message, Recorded } from "../../src/model/conversation.js";
import { recordingOf } from "../support/recording.js";

/** Steps of a home-grown agent: each says which tool ran with what and what was seen. */
const steps: FormatTable = {
  id: "steps",
  title: "Steps",
  source: "made up for the test",
  claims: [{ because: "has steps with a tool and an observation", some: { has: ["tool", "observation"] } }],
  entries: "run/steps",
  tools: "run/catalog",
  model: "run/llm",
  idsOptional: true,
  read: {
    each: [{ is: "call", name: "tool", arguments: "tool_input", result: { content: "observation", isError: { is: { failed: "true" } } } }],
  },
};

/** Events of a log, told apart by a word. */
const events: FormatTable = {
  id: "events",
  title: "Events",
  source: "made up for the test",
  claims: [{ because: "has events of calls", some: { is: { kind: "call" } } }],
  groupBy: "session",
  harness: { log: true },
  read: {
    by: "kind",
    kinds: {
      ask: { is: "message", role: "user", content: "text" },
      say: {
        is: "message",
        role: { at: "who", words: { agent: "assistant", boss: "user" } },
        content: "text",
        finish: { at: "stop", words: { done: "stop" } },
      },
      call: { is: "call", at: "data", id: "ref", name: "fn", arguments: "args", container: "string", settled: { has: ["cancelled"] } },
      answer: { is: "result", at: "data", id: "ref", content: "out", isError: { is: { status: ["error", "fail*"] } } },
      batch: { is: "pieces", at: "items/*", by: "t", kinds: { c: { is: "call", id: "i", name: "n", arguments: "a" } } },
      ping: { is: "nothing" },
    },
  },
};

function read(table: FormatTable, body: JsonValue): readonly Recorded[] {
  return tableFormat(table).adapt(recordingOf(body));
}

function outline(messages: readonly Message[]): readonly string[] {
  return messages.map(
    ({ role, parts }) =>
      `${role}: ${parts
        .map((part) => {
          if (part.kind === "call") return `call ${part.call.function.name} ${part.call.id}`;
          if (part.kind === "result") return `result ${part.result.callId}${part.result.isError ? " failed" : ""}`;
          return part.kind;
        })
        .join(", ")}`,
  );
}

describe("a table", () => {
  it("reads a call and its result from one entry, and nothing from an entry without them", () => {
    const [conversation] = read(steps, {
      run: {
        llm: "m-1",
        catalog: [{ name: "look", parameters: {} }],
        steps: [{ tool: "look", tool_input: {}, observation: "a" }, { note: 1 }],
      },
    });
    expect(outline(conversation?.messages ?? [])).toEqual(["assistant: call look null, result null"]);
    expect(conversation?.toolset.tools.map(({ key }) => key)).toEqual(["look"]);
    expect(conversation?.provider.model).toBe("m-1");
    expect(conversation?.anomalies).toEqual([]);
  });

  it("joins calls that follow one another into one turn, and results into one message", () => {
    const [conversation] = read(events, [
      { kind: "ask", text: "both?" },
      { kind: "call", data: { ref: "1", fn: "f", args: "{}" } },
      { kind: "batch", items: [{ t: "c", i: "2", n: "g", a: {} }] },
      { kind: "answer", data: { ref: "1", out: "x", status: "failed" } },
      { kind: "answer", data: { ref: "2", out: null } },
      { kind: "ping" },
      { kind: "say", who: "agent", text: ["a", { type: "text", text: "b" }, { type: "chart" }], stop: "done" },
    ]);
    expect(outline(conversation?.messages ?? [])).toEqual([
      "user: text",
      "assistant: call f 1, call g 2",
      "tool: result 1 failed, result 2",
      "assistant: text, text, other",
    ]);
    expect(conversation?.finishes.map(({ message, reason }) => [message, reason])).toEqual([[3, "stop"]]);
    expect(conversation?.declarationOrigin).toBe("log");
  });

  it("makes a conversation of the entries that share a key", () => {
    const conversations = read(events, [
      { kind: "ask", session: "a", text: "?" },
      { kind: "call", session: "b", data: { ref: "1", fn: "f", args: "{}" } },
      { kind: "call", session: "a", data: { ref: "2", fn: "f", args: "{}" } },
    ]);
    expect(conversations.map(({ messages }) => outline(messages))).toEqual([
      ["user: text", "assistant: call f 2"],
      ["assistant: call f 1"],
    ]);
  });

  it("says of a call that was cancelled that it owes no result", () => {
    const [conversation] = read(events, [{ kind: "call", data: { ref: "1", fn: "f", args: "{}", cancelled: true } }]);
    const [part] = conversation?.messages[0]?.parts ?? [];
    expect(part?.kind === "call" && part.call.owesNothing).toBe(true);
  });

  it("reports entries that are no objects and roles that nobody knows, and warns once of kinds that it does not know", () => {
    const [conversation] = read(events, ["text", { kind: "say", who: "ghost" }, { kind: "beep" }, { kind: "beep" }, { kind: 5 }]);
    expect(conversation?.anomalies.map(({ severity = "error", message }) => `${severity}: ${message}`)).toEqual([
      "error: Unexpected string as message, expected an object with role and content",
      'error: Unexpected "ghost" as role, expected one of agent, boss',
      'warning: Unknown kind "beep": what it holds was not read',
      'warning: Unknown kind "5": what it holds was not read',
    ]);
  });

  it("finds no kind among the names that all objects inherit", () => {
    const [conversation] = read(events, [{ kind: "constructor" }, { kind: "toString" }]);
    expect(conversation?.messages).toEqual([]);
    expect(conversation?.anomalies).toHaveLength(2);
  });

  it("opens JSON text on the way to a place", () => {
    const [conversation] = read(steps, { run: JSON.stringify({ steps: [{ tool: "look", tool_input: "{}", observation: "a" }] }) });
    expect(outline(conversation?.messages ?? [])).toEqual(["assistant: call look null, result null"]);
  });

  it("claims a document, a bare list and a line of a log by their entries, and no list that is empty", () => {
    const { detect } = tableFormat(steps);
    const step = { tool: "look", observation: "a" };
    const because = "has steps with a tool and an observation";
    expect(detect(recordingOf({ run: { steps: [{}, step] } }))).toEqual({ match: "certain", because });
    expect(detect(recordingOf([{}, step]))).toEqual({ match: "certain", because });
    expect(detect(recordingOf(step))).toEqual({ match: "certain", because, unit: "message" });
    for (const other of [
      { run: { steps: [] } },
      [],
      [{ tool: "look" }],
      { tool: "look", observation: null },
      7,
      null,
    ] satisfies readonly JsonValue[]) {
      expect(detect(recordingOf(other))).toEqual(noMatch);
    }
  });

  it("claims by what every entry shows only where every entry shows it", () => {
    const { detect } = tableFormat({
      ...steps,
      claims: [{ because: "is numbered", sure: false, every: { has: ["n"], is: { n: ["1", "2"] } } }],
    });
    expect(detect(recordingOf([{ n: 1 }, { n: 2 }])).match).toBe("possible");
    expect(detect(recordingOf([{ n: 1 }, { n: 3 }])).match).toBe("none");
  });

  it("is filed under the keys that its claims look at", () => {
    expect(tableFormat(steps).rootKeys).toEqual(["run", "[]", "tool", "observation"]);
    expect(tableFormat(steps).marks).toEqual(["tool"]);
    expect(tableFormat({ ...steps, claims: [{ because: "names its schema", document: { is: { schema: "v*" } } }] }).rootKeys).toEqual([
      "schema",
      "run",
    ]);
  });
});
