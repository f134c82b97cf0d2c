import { describe, expect, it } from "vitest";
import { noMatch } from "../../src/formats/format.js";
import type { Condition, FormatTable, Pieces } from "../../src/formats/table/table.js";
import { tableFormat } from "../../src/formats/table/table-format.js";
import type { JsonValue } from "../../src/json/value.js";
import type { AdaptedConversation, Message } from "../../src/model/conversation.js";
import { callsIn, recordingOf, resultsIn } from "../support/recording.js";

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

/** A bare list of entries. */
function entries(pieces: Pieces): FormatTable {
  return { id: "entries", title: "Entries", source: "made up for the test", claims: [{ because: "is a list", every: {} }], read: pieces };
}

function read(table: FormatTable, body: JsonValue): readonly AdaptedConversation[] {
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

it("reads calls and results that are in objects under their ids, by the key and the value of each member", () => {
  const table = entries({
    each: [
      { is: "call", at: "asked/{entries}", id: "key", name: "value/fn", arguments: "value/with" },
      { is: "result", at: "gave/{entries}", id: "key", content: "value" },
    ],
  });
  const [read1] = read(table, [{ asked: { a1: { fn: "lift", with: { kg: 3 } } } }, { gave: { a1: "done" } }]);
  const calls = callsIn(read1?.messages ?? []);
  const results = resultsIn(read1?.messages ?? []);
  expect([calls.map(({ id }) => id), calls.map((call) => call.function.name)]).toEqual([["a1"], ["lift"]]);
  expect(results.map(({ callId, at }) => [callId, at.content?.string()])).toEqual([["a1", "done"]]);
  expect(calls[0]?.at.call.pointer).toBe("/body/0/asked/a1");
});

it("takes an entry that is a known word alone for a kind that holds nothing, and reports other texts", () => {
  const table = entries({ kinds: { Ask: { is: "message", role: "user", content: "text" }, Pause: { is: "nothing" } } });
  const [known] = read(table, [{ Ask: { text: "hi" } }, "Pause"]);
  expect([known?.messages.length, known?.anomalies]).toEqual([1, []]);
  const [other] = read(table, [{ Ask: { text: "hi" } }, "Break"]);
  expect(other?.anomalies.map(({ message }) => message)).toEqual(["An entry must be an object, got a string"]);
});

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

  it("reads of conversations that each go on from the one before only the one that holds them all", () => {
    const chains: FormatTable = { ...events, conversations: "chains/*", repeatsHistory: true };
    const [ask, call] = [
      { kind: "ask", text: "Why?" },
      { kind: "call", data: { ref: "1", fn: "look", args: "{}" } },
    ];
    const other = { kind: "ask", text: "How?" };
    const found = read(chains, { chains: [[ask], [ask, call], [other]] });
    expect(found.map(({ messages }) => outline(messages))).toEqual([["user: text", "assistant: call look 1"], ["user: text"]]);
  });

  it("takes the first place that an entry has where several are named to group by", () => {
    const conversations = read({ ...events, groupBy: ["agent", "data/of"] }, [
      { kind: "ask", text: "?" },
      { kind: "call", agent: "a", data: { ref: "1", fn: "f", args: "{}", of: "b" } },
      { kind: "call", data: { ref: "2", fn: "f", args: "{}", of: "a" } },
    ]);
    expect(conversations.map(({ messages }) => outline(messages))).toEqual([["user: text"], ["assistant: call f 1, call f 2"]]);
  });

  it("owes no result to calls that were open when the turn was stopped, and to no others", () => {
    const stopped: FormatTable = {
      ...events,
      groupBy: [],
      read: { by: "kind", kinds: { ...(events.read === "openai-chat" ? {} : events.read.kinds), halt: { is: "stop" } } },
    };
    const [conversation] = read(stopped, [
      { kind: "ask", text: "?" },
      { kind: "call", data: { ref: "1", fn: "f", args: "{}" } },
      { kind: "ask", text: "And?" },
      { kind: "call", data: { ref: "2", fn: "f", args: "{}" } },
      { kind: "call", data: { ref: "3", fn: "f", args: "{}" } },
      { kind: "answer", data: { ref: "2", out: "x" } },
      { kind: "halt" },
      { kind: "call", data: { ref: "4", fn: "f", args: "{}" } },
    ]);
    expect(callsIn(conversation?.messages ?? []).map(({ id, expectsNoResult }) => [id, expectsNoResult])).toEqual([
      ["1", false],
      ["2", false],
      ["3", true],
      ["4", false],
    ]);
  });

  it("says of a call that was cancelled that it owes no result", () => {
    const [conversation] = read(events, [{ kind: "call", data: { ref: "1", fn: "f", args: "{}", cancelled: true } }]);
    const [part] = conversation?.messages[0]?.parts ?? [];
    expect(part?.kind === "call" && part.call.expectsNoResult).toBe(true);
  });

  it("reports entries that are no objects and roles that nobody knows, and warns once of kinds that it does not know", () => {
    const [conversation] = read(events, ["text", { kind: "say", who: "ghost" }, { kind: "beep" }, { kind: "beep" }, { kind: 5 }]);
    expect(conversation?.anomalies.map(({ severity = "error", message }) => `${severity}: ${message}`)).toEqual([
      "error: An entry must be an object, got a string",
      'error: `who` must be "agent" or "boss", got "ghost"',
      'warning: Entries of type "beep" are unknown, so they are not checked',
      'warning: Entries of type "5" are unknown, so they are not checked',
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
    expect(tableFormat(steps).rootKeys).toEqual(["run", "[]", "tool"]);
    expect(tableFormat({ ...steps, claims: [{ because: "names its schema", document: { is: { schema: "v*" } } }] }).rootKeys).toEqual([
      "schema",
      "run",
    ]);
  });

  it("reads messages of OpenAI's chat API wherever they are kept, a run for each of a list", () => {
    const runs: FormatTable = {
      ...steps,
      claims: [{ because: "has runs with a log", conversation: { keys: ["log"] } }],
      conversations: ["*", ""],
      entries: "log",
      dataset: true,
      read: "openai-chat",
    };
    const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };
    const body = [
      {
        log: [
          { role: "assistant", tool_calls: [call] },
          { role: "tool", tool_call_id: "c1", content: "x" },
        ],
      },
      { note: 1 },
    ];
    expect(tableFormat(runs).detect(recordingOf(body)).match).toBe("certain");
    expect(tableFormat(runs).rootKeys).toEqual(["[].log", "log"]);
    const [first, second] = read(runs, body);
    expect(outline(first?.messages ?? [])).toEqual(["assistant: call f c1", "tool: result c1"]);
    expect(first?.mode).toBe("dataset");
    expect(second?.anomalies.map(({ message, at }) => `${at.pointer} ${message}`)).toEqual(["/body/1 This object has no `log` list"]);
  });

  it("reads a row as its own entry, with calls as models were taught to write them", () => {
    const rows: FormatTable = {
      ...steps,
      claims: [{ because: "is a row", conversation: { keys: ["want"] } }],
      conversations: ["*", ""],
      entries: "",
      tools: "tools",
      harness: { results: "none" },
      read: {
        each: [
          { is: "message", role: "user", if: { keys: ["ask"] }, beside: [{ is: "text", at: "ask" }] },
          { is: "written-calls", at: "want", needed: "a list of calls" },
        ],
      },
    };
    const conversations = read(rows, [
      { ask: "?", want: '[{"name": "f", "arguments": {}}, {"function": {"name": "g", "parameters": {}}}]', tools: "" },
      { want: [] },
      { ask: "?" },
    ]);
    expect(conversations.map(({ messages }) => outline(messages))).toEqual([
      ["user: text", "assistant: call f null, call g null"],
      ["assistant: "],
      ["user: text"],
    ]);
    expect(callsIn(conversations[0]?.messages ?? []).map(({ expectsNoResult }) => expectsNoResult)).toEqual([true, true]);
    expect(conversations[0]?.declarations).toEqual([]);
    expect(conversations[2]?.anomalies[0]?.message).toBe("`want` must be a list of calls, but is missing");
  });

  it("reads conversations inside a conversation, and guesses the role of a message that names none", () => {
    const agents: FormatTable = {
      ...steps,
      claims: [{ because: "names agents", conversation: { is: { v: "AG*" } } }],
      inner: "children/{}",
      entries: "turns",
      read: {
        each: [
          {
            is: "message",
            role: {
              at: "by",
              words: { "user*": "user", bot: "assistant" },
              guess: [{ role: "assistant", if: { keys: ["calls/0"] } }],
            },
            beside: [{ is: "call", at: "calls/*", id: "id", name: "n", arguments: "a", settledIn: { lacks: ["seen"] } }],
          },
        ],
      },
    };
    const call = { id: "c", n: "f", a: {} };
    const conversations = read(agents, {
      v: "AG-1",
      turns: [{ by: "user_3" }, { calls: [call, null, 7, {}] }],
      children: { one: { turns: [{ by: "bot", calls: [call], seen: true }] } },
    });
    expect(conversations.map(({ messages }) => outline(messages))).toEqual([
      ["user: ", "assistant: call f c, call null null"],
      ["assistant: call f c"],
    ]);
    expect(conversations.map(({ at }) => at.pointer)).toEqual(["", "/body/children/one"]);
    expect(conversations.flatMap(({ messages }) => callsIn(messages).map(({ expectsNoResult }) => expectsNoResult))).toEqual([
      true,
      true,
      false,
    ]);
    expect(conversations[0]?.anomalies.map(({ at, message }) => `${at.pointer} ${message}`)).toEqual([
      "/body/turns/1 A message has no `by`",
      "/body/turns/1/calls/1 A tool call must be an object with `id`, `n` and `a`, got null",
      "/body/turns/1/calls/2 A tool call must be an object with `id`, `n` and `a`, got a number",
    ]);
  });

  it("gives what an entry observed to the first of its calls, and takes code as it is", () => {
    const code: FormatTable = {
      ...steps,
      entries: "run/steps",
      read: {
        each: [
          {
            is: "call",
            at: "calls/*",
            type: "kind",
            name: "tool",
            arguments: "input",
            text: { is: { tool: "python" } },
            settled: {},
            result: { from: "entry", content: ["error", "seen"], isError: { has: ["error"] } },
          },
        ],
      },
    };
    const [conversation] = read(code, {
      run: {
        steps: [
          {
            calls: [
              { tool: "python", input: "1 + 1" },
              { tool: "look", kind: "custom" },
            ],
            error: null,
            seen: "2",
          },
        ],
      },
    });
    expect(outline(conversation?.messages ?? [])).toEqual(["assistant: call python null, result null, call look null"]);
    const calls = callsIn(conversation?.messages ?? []);
    expect(calls.map((call) => [call.function.arguments.kind, call.type, call.expectsNoResult])).toEqual([
      ["text", "function", true],
      ["empty", "custom", true],
    ]);
    expect(resultsIn(conversation?.messages ?? []).map(({ at, inlineCall }) => [at.result.pointer, inlineCall?.index])).toEqual([
      ["/body/run/steps/0/seen", 0],
    ]);
  });

  it("reads an answer beside what was sent, and one that a document holds", () => {
    const answers: FormatTable = {
      ...steps,
      claims: [{ because: "has turns", some: { has: ["turn"] } }],
      entries: "sent",
      answer: { entries: ["reply", "replies"], inDocument: true, finish: { at: "why", words: { full: "length" } } },
      request: { has: ["settings"] },
      toolChoice: "choice",
      read: { each: [{ is: "message", role: { at: "turn", words: { me: "user" }, otherwise: "assistant" }, content: "says" }] },
    };
    const format = tableFormat(answers);
    const sent = { sent: [{ turn: "me", says: "?" }], choice: "required" };
    const recording = recordingOf(sent, { response: { reply: { turn: "it", says: "!" }, why: "full" } });
    expect(format.detect(recording).match).toBe("certain");
    const [only] = format.adapt(recording);
    expect(only?.messages.map(({ role, fromResponse }) => [role, fromResponse])).toEqual([
      ["user", false],
      ["assistant", true],
    ]);
    expect(only?.finishes.map(({ reason }) => reason)).toEqual(["length"]);
    expect([only?.declarationOrigin, only?.toolChoice?.mode]).toEqual(["request", "required"]);
    expect(read(answers, { replies: [{ turn: "it" }] })[0]?.messages.map(({ fromResponse }) => fromResponse)).toEqual([true]);
    expect(read(answers, { ...sent, settings: {} })[0]?.declarationOrigin).toBe("request");
    expect(read(answers, sent)[0]?.declarationOrigin).toBe("list");
    expect(tableFormat(steps).detect(recordingOf([{ tool: "t", observation: 1 }], { response: {} }))).toEqual(noMatch);
  });

  it("tells values by their kind, by what one of a list shows, and by alternatives", () => {
    const told = (some: Condition, body: JsonValue) =>
      tableFormat({ ...steps, entries: "", claims: [{ because: "fits", some }] }).detect(recordingOf([body])).match === "certain";
    expect(told({ kinds: { a: ["array", "null"] } }, { a: null })).toBe(true);
    expect(told({ kinds: { a: "array" } }, { a: "[]" })).toBe(false);
    expect(told({ some: { "a/*": { has: ["b"], lacks: ["c"] } } }, { a: [{ b: 1, c: 1 }, { b: 1 }] })).toBe(true);
    expect(told({ some: { "a/*": { has: ["b"], lacks: ["c"] } } }, { a: [{ b: 1, c: 1 }, {}] })).toBe(false);
    expect(told({ any: [{ has: ["a"] }, { keys: ["b"] }] }, { b: null })).toBe(true);
    expect(told({ any: [{ has: ["a"] }, { has: ["b"] }] }, { b: null })).toBe(false);
    expect(told({ has: ["a/1/b"] }, { a: [0, { b: 1 }] })).toBe(true);
  });

  it("makes a result for each id that an entry answers, and lets single calls and results go without one", () => {
    const seen: FormatTable = {
      ...steps,
      idsOptional: false,
      entries: ["log", "only"],
      read: {
        each: [
          {
            is: "message",
            role: "assistant",
            if: { has: ["calls"] },
            beside: [{ is: "call", at: "calls/*", id: "id", name: "n", arguments: "a", idOptional: { kinds: { id: "null" } } }],
          },
          {
            is: "message",
            role: "tool",
            if: { not: { has: ["calls"] } },
            beside: [{ is: "result", id: ["ids/*", "id"], content: "out", idOptional: { lacks: ["id", "ids"] } }],
          },
        ],
      },
    };
    const [conversation] = read(seen, {
      log: [{ calls: [{ id: null, n: "f" }, { n: "g" }] }, { ids: ["1", "2"], out: "x" }, { id: "3" }, { out: "y" }],
    });
    expect(outline(conversation?.messages ?? [])).toEqual([
      "assistant: call f null, call g null",
      "tool: result 1, result 2",
      "tool: result 3",
      "tool: result null",
    ]);
    expect(callsIn(conversation?.messages ?? []).map(({ idOptional }) => idOptional)).toEqual([true, false]);
    expect(resultsIn(conversation?.messages ?? []).map(({ idOptional }) => idOptional)).toEqual([false, false, false, true]);
    expect(read(seen, { only: { id: "4", out: "z" } }).flatMap(({ messages }) => outline(messages))).toEqual(["tool: result 4"]);
  });

  it("reads calls as OpenAI's chat API writes them inside entries of another shape", () => {
    const mixed: FormatTable = {
      ...steps,
      read: {
        each: [
          { is: "openai-call", at: "kept/tool_calls/*" },
          { is: "openai-function-call", at: "kept/function_call" },
        ],
      },
    };
    const [conversation] = read(mixed, [
      { kept: { tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }, 7] } },
      { kept: { function_call: { name: "g", arguments: "{}" } } },
    ]);
    expect(outline(conversation?.messages ?? [])).toEqual(["assistant: call f 1, call g null"]);
    expect(conversation?.anomalies.map(({ message }) => message)).toEqual(["A tool call must be an object, got a number"]);
  });

  it("keeps parts of other kinds, and reports parts without a kind where there must be one", () => {
    const parts = (more: Pick<Pieces, "needsKind" | "others">): FormatTable => ({
      ...steps,
      read: { each: [{ is: "message", role: "user", content: "c", parts: { by: "t", kinds: { words: { is: "text" } }, ...more } }] },
    });
    const body = [{ c: [{ t: "words", text: "x" }, { t: "map" }, { t: 7 }, {}] }];
    const told = (table: FormatTable) =>
      read(table, body).flatMap(({ messages, anomalies }) => [...outline(messages), ...anomalies.map(({ message }) => message)]);
    expect(told(parts({ others: true }))).toEqual(["user: text, other, other, other"]);
    expect(told(parts({ needsKind: true }))).toEqual([
      "user: text, other",
      'Entries of type "map" are unknown, so they are not checked',
      "An entry has no `t`",
      "An entry has no `t`",
    ]);
  });

  it("claims a list whose entries are at fault behind the one that tells", () => {
    const { detect } = tableFormat({ ...steps, claims: [{ because: "", every: { has: ["n"] }, some: { has: ["tool"] } }] });
    expect(detect(recordingOf([{ n: 1 }, { n: 2, tool: "f" }, 7])).match).toBe("certain");
    expect(detect(recordingOf([{ n: 1 }, 7, { n: 2, tool: "f" }])).match).toBe("none");
    expect(detect(recordingOf([{ n: 1 }])).match).toBe("none");
  });

  /** A harness that tells how its answers ended, and of calls that it could not read. */
  const harness: FormatTable = {
    ...steps,
    entries: "turns",
    historyCut: { is: { who: "summary" } },
    read: {
      by: "who",
      kinds: {
        model: {
          is: "message",
          role: "assistant",
          opensTurn: { id: "turn", if: { not: { has: ["calls/0"] } } },
          broken: { is: { end: "stopped" } },
          brokenBy: { is: { who: "interrupt" } },
          finish: { at: "end", words: { full: "length" } },
          content: "says",
          beside: [
            {
              is: "call",
              at: "calls/*",
              id: "id",
              name: "n",
              arguments: "a",
              unreadable: { at: "error", if: { has: ["error"] }, message: "The harness could not read the call", fix: "Write it again" },
            },
            {
              is: "call",
              at: "ran/*",
              id: "id",
              name: "n",
              arguments: "a",
              unjudged: "the provider ran it",
              hosted: {},
              result: { id: "id", content: "out" },
            },
            { is: "result", at: "hosted/*", id: "id", content: "out", hosted: {} },
          ],
        },
        tool: { is: "result", id: "id", content: "out" },
        interrupt: { is: "nothing" },
        "*": { is: "message", role: "user", content: "says" },
      },
    },
  };

  it("owes nothing for what was broken off, by itself or by the entry behind it", () => {
    const call = { id: "1", n: "f", a: "{" };
    const calls = read(harness, {
      turns: [
        { who: "model", calls: [call] },
        { who: "model", end: "stopped", calls: [call] },
        { who: "model", end: "full", calls: [call] },
        { who: "interrupt" },
      ],
    }).flatMap(({ messages }) => callsIn(messages));
    expect(calls.map(({ expectsNoResult, partial }) => [expectsNoResult, partial])).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ]);
  });

  it("says which answers open a turn, and whether the history in front was left out", () => {
    const [conversation] = read(harness, {
      turns: [
        { who: "summary", says: "…" },
        { who: "model", turn: 1, says: "a" },
        { who: "model", turn: 1, says: "b" },
        { who: "model", turn: 2, says: "c" },
        { who: "model", turn: 3, calls: [{ id: "1", n: "f", a: {} }] },
      ],
    });
    expect(conversation?.messages.map(({ role, opensTurn = false }) => [role, opensTurn])).toEqual([
      ["user", false],
      ["assistant", true],
      ["assistant", false],
      ["assistant", true],
      ["assistant", false],
    ]);
    expect(conversation?.historyCut).toBe(true);
    expect(read(harness, { turns: [{ who: "model" }, { who: "tool" }, { who: "summary" }] })[0]?.historyCut).toBe(false);
  });

  it("keeps the words for a call that could not be read, and what the provider ran in its answer", () => {
    const [conversation] = read(harness, {
      turns: [
        {
          who: "model",
          calls: [{ id: "1", error: "EOF at 5\nmore" }],
          ran: [{ id: "2", n: "search", a: "tram", out: "x" }],
          hosted: [{ id: "3", out: "y" }],
        },
      ],
    });
    expect(outline(conversation?.messages ?? [])).toEqual(["assistant: call null 1, call search 2, result 2, result 3"]);
    const [unreadable, ran] = callsIn(conversation?.messages ?? []);
    expect(unreadable?.function.arguments).toMatchObject({ kind: "malformed", fix: "Write it again" });
    expect(ran).toMatchObject({ hosted: true, function: { arguments: { kind: "unknown", because: "the provider ran it" } } });
    expect(resultsIn(conversation?.messages ?? []).map(({ hosted }) => hosted)).toEqual([true, true]);
  });

  it("reads the entries of each conversation in the order that code gives them", () => {
    const format = tableFormat(harness, (_, entries) => entries?.toReversed());
    const [conversation] = format.adapt(
      recordingOf({
        turns: [
          { who: "model", says: "b" },
          { who: "summary", says: "a" },
        ],
      }),
    );
    expect(conversation?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  it("reports no missing entries where code says that there are none yet", () => {
    const format = tableFormat(harness, (_, entries) => entries ?? []);
    expect(format.adapt(recordingOf({ run: 1 })).map(({ anomalies, messages }) => [anomalies, messages])).toEqual([[[], []]]);
  });

  it("links results without an id by the entry of their call, and reads none whose entry made no call", () => {
    const [conversation] = read(
      entries({
        by: "kind",
        kinds: {
          act: { is: "call", name: "fn", arguments: "args", id: "ref", record: "id" },
          see: { is: "result", id: "ref", content: "out", record: "after" },
        },
      }),
      [
        { kind: "act", id: 7, fn: "peek", args: {} },
        { kind: "see", after: 7, out: "a" },
        { kind: "see", after: 8, out: "nobody asked" },
      ],
    );
    const [result, ...others] = resultsIn(conversation?.messages ?? []);
    expect(result?.inlineCall?.function.name).toBe("peek");
    expect(others).toEqual([]);
  });

  it("joins pieces of one answer, takes roles in any case, and leaves arguments aside where the table says so", () => {
    const [conversation] = read(
      entries({
        each: [
          {
            is: "message",
            role: { at: "who", anyCase: true, words: { agent: "assistant" } },
            joins: "answer",
            beside: [
              { is: "call", at: "call", name: "fn", arguments: "args", unjudged: "they were rewritten", unjudgedIf: { has: ["lossy"] } },
            ],
          },
        ],
      }),
      [
        { who: "Agent", answer: "a", call: { fn: "peek", args: {} } },
        { who: "AGENT", answer: "a", call: { fn: "poke", args: { x: "1" }, lossy: true } },
        { who: "agent", answer: "b", call: { fn: "pull", args: {} } },
      ],
    );
    expect(outline(conversation?.messages ?? [])).toEqual(["assistant: call peek null, call poke null", "assistant: call pull null"]);
    expect(callsIn(conversation?.messages ?? []).map((call) => call.function.arguments.kind)).toEqual(["parsed", "unknown", "parsed"]);
  });

  it("keeps a result beside its call that has no content, where the table says that there is one", () => {
    const inline = { is: "call", name: "fn", arguments: "args", result: { content: "out", if: { is: { state: "done" } } } } as const;
    const [conversation] = read(entries({ each: [inline] }), [
      { fn: "peek", args: {}, state: "done" },
      { fn: "poke", args: {}, state: "running", out: "so far" },
    ]);
    expect(resultsIn(conversation?.messages ?? []).map(({ inlineCall }) => inlineCall?.function.name)).toEqual(["peek"]);
  });
});
