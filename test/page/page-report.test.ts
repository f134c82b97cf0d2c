import { describe, expect, it } from "vitest";
import { pageOf } from "../support/page-of.js";
import { shopCall, shopResult, shopTranscript } from "../support/small-shop.js";

const faulty = shopTranscript([
  { role: "user", content: "Where is my parcel, secret-word?" },
  {
    role: "assistant",
    content: "One moment, secret-word.",
    tool_calls: [shopCall("secret-id", { parcel: "secret-word", "secret-key": 1, tags: ["a", 7] })],
  },
  shopResult("secret-id", "secret-word is on its way"),
]);
const clean = shopTranscript([
  { role: "user", content: "Where is my parcel?" },
  { role: "assistant", content: null, tool_calls: [shopCall("c1", { parcel: 1 })] },
  shopResult("c1", "On its way. ".repeat(200)),
]);

describe("the data of a page", () => {
  it("has a row for each conversation with what was found, and one for a file with findings of its own", () => {
    const { data } = pageOf({ "a.json": faulty, "b.json": clean, "c.json": "{oops" });
    expect(data.rows.map(({ id, number, errors, calls }) => ({ id, number, errors, calls }))).toEqual([
      { id: "a.json#1", number: 1, errors: 2, calls: 1 },
      { id: "b.json#1", number: 1, errors: 0, calls: 1 },
      { id: "c.json", number: null, errors: 1, calls: 0 },
    ]);
    expect(data.rows[0]?.found.map(({ rule, tool, count }) => [data.rules[rule]?.id, data.tools[tool ?? -1], count])).toEqual([
      ["invalid-arguments", "find_parcel", 2],
    ]);
  });

  it("counts a call with several errors as one invalid call, and names the arguments that fail whatever their place in a list", () => {
    const { data } = pageOf({ "a.json": faulty, "b.json": clean });
    expect(data.validCalls).toEqual([{ tool: 0, calls: 2, checked: 2, valid: 1 }]);
    expect(data.failingArguments).toEqual([
      { tool: 0, argument: "/parcel", count: 1 },
      { tool: 0, argument: "/tags/*", count: 1 },
    ]);
  });

  it("holds timelines up to its bound, those with findings first, and says what it left out", () => {
    const files = Object.fromEntries([...Array.from({ length: 20 }, (_, index) => [`a${index}.json`, clean]), ["z.json", faulty]]);
    const { data, detailOf } = pageOf(files, { bound: 9000 });
    expect(detailOf("z.json#1")).toBeDefined();
    expect(detailOf("a0.json#1")).toBeDefined();
    expect(detailOf("a19.json#1")).toBeUndefined();
    const missing = data.rows.filter(({ detail }) => detail === null).length;
    expect(missing).toBeGreaterThan(10);
    expect(data.leftOut).toEqual({ rows: 0, details: missing, findings: 0, bound: 9000 });
  });

  it("cuts long texts around what was found in them", () => {
    const given = JSON.stringify({ tags: ["All is well 😀. ".repeat(4000)], parcel: "seven", region: "south ".repeat(4000) });
    const messages = [
      { role: "user", content: "Go on" },
      { role: "assistant", content: null, tool_calls: [shopCall("c1", given)] },
    ];
    const detail = pageOf({ "a.json": shopTranscript(messages) }).detailOf("a.json#1");
    const finding = detail?.findings.find(({ argument }) => argument === "/parcel");
    const part = detail?.messages[1]?.parts[0];
    if (part?.kind !== "call" || finding?.pin.at !== "part" || finding.pin.range === null) throw new Error("Nothing is pinned");
    const { text, before, after } = part.arguments;
    expect(text.slice(...finding.pin.range)).toBe('"seven"');
    expect(before + text.length + after).toBe(given.length);
    expect(text.length).toBeLessThan(7000);
    expect(text.isWellFormed()).toBe(true);
  });

  it("shows some findings of a conversation with very many, and counts the others", () => {
    const calls = Array.from({ length: 300 }, (_, index) => shopCall(`c${index}`, { parcel: "x" }));
    const messages = [
      { role: "user", content: "Go on" },
      { role: "assistant", content: null, tool_calls: calls },
    ];
    const page = pageOf({ "a.json": shopTranscript(messages) });
    const detail = page.detailOf("a.json#1");
    expect(page.rowOf("a.json#1").errors).toBeGreaterThanOrEqual(300);
    expect(detail?.findings).toHaveLength(200);
    expect(page.data.leftOut.findings).toBe(detail?.moreFindings);
  });

  it("holds no text of the transcript under redact, but its structure and the names that are declared", () => {
    const { text, detailOf } = pageOf({ "a.json": faulty }, { redact: true });
    expect(text).not.toMatch(/secret/);
    const part = detailOf("a.json#1")?.messages[1]?.parts[1];
    expect(part?.kind === "call" ? [part.tool, part.id, part.arguments.text] : part).toEqual([
      "find_parcel",
      "…",
      '{"parcel":"…","…":"…","tags":["…","…"]}',
    ]);
    const ranges = detailOf("a.json#1")?.findings.map(({ pin }) => (pin.at === "part" ? pin.range : pin.at));
    expect(ranges).toEqual([
      [10, 13],
      [34, 37],
    ]);
  });

  it("shows a declaration without its descriptions and values under redact", () => {
    const { data } = pageOf({ "a.json": faulty }, { redact: true });
    expect(data.declarations).toEqual([
      {
        name: "find_parcel",
        description: null,
        schema:
          '{"type":"object","properties":{"parcel":{"type":"integer"},"region":{},"tags":{"type":"array","items":{"type":"string"}}},"required":["parcel"]}',
        isLeftOut: false,
      },
    ]);
  });
});

describe("the day of a conversation", () => {
  const messages = [
    { role: "user", content: "Where is my parcel?" },
    { role: "assistant", content: null, tool_calls: [shopCall("c1", { parcel: 1 })] },
  ];
  const pair = (created: unknown) => ({
    request: { model: "gpt-4o", messages: messages.slice(0, 1) },
    response: { id: "r", object: "chat.completion", created, choices: [{ index: 0, message: messages[1], finish_reason: "tool_calls" }] },
  });

  it("is that of the answer in Chat Completions, and that of the first line in a session log, in UTC", () => {
    const line = {
      type: "user",
      uuid: "u1",
      sessionId: "s",
      timestamp: "2026-03-05T23:59:00.000Z",
      message: { role: "user", content: "Hi" },
    };
    const log = [
      line,
      {
        ...line,
        type: "assistant",
        uuid: "a1",
        timestamp: "2026-03-06T00:00:00.000Z",
        message: { role: "assistant", content: [{ type: "text", text: "Hello" }] },
      },
    ];
    const page = pageOf({ "a.json": JSON.stringify(pair(1_772_500_000)), "b.jsonl": log.map((each) => JSON.stringify(each)).join("\n") });
    const days = page.data.rows.map(({ id, day }) => [id, day === null ? null : page.data.days[day]]);
    expect(days).toEqual([
      ["a.json#1", "2026-03-03"],
      ["b.jsonl#1", "2026-03-05"],
    ]);
  });

  it("is left out where the recording says none, or something that is no time", () => {
    const page = pageOf({ "a.json": shopTranscript(messages), "b.json": JSON.stringify(pair(12)), "c.json": JSON.stringify(pair("soon")) });
    expect(page.data.days).toEqual([]);
  });
});
