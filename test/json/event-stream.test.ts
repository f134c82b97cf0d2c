import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventsInside, linesInside, looksLikeEventStream } from "../../src/json/event-stream.js";
import type { JsonDocument, JsonNode } from "../../src/json/node.js";
import { rootOf } from "../support/json.js";

/** A stream as the string of a file, so that every place leads through its escapes. */
function inside(text: string): { readonly file: string; readonly document: JsonDocument | undefined } {
  const file = JSON.stringify({ body: text });
  const body = rootOf(file).get("body");
  return { file, document: body && eventsInside(body) };
}

function eventsOf(text: string): unknown {
  return inside(text).document?.root.value();
}

function written(file: string, { range }: JsonNode): string {
  return file.slice(range.source.position(range.from)?.offset, range.source.position(range.to)?.offset);
}

describe("server-sent events", () => {
  it("are a list of events with their data", () => {
    expect(eventsOf('data: {"a":1}\n\nevent: x\ndata: [2]\n\ndata: [DONE]\n\n')).toEqual([
      { data: { a: 1 } },
      { event: "x", data: [2] },
      { data: "[DONE]" },
    ]);
  });

  it("leave out comments, ids, retry times and events without data; take any line end", () => {
    expect(eventsOf(': hi\r\nid: 1\r\nretry: 5\r\n\r\nevent: none\r\n\r\ndata:{"a":1}\rid: 2\r\rdata: 3\n')).toEqual([
      { data: { a: 1 } },
      { data: 3 },
    ]);
  });

  it("join lines of data, unless each line is an event of its own", () => {
    expect(eventsOf('data: {"a":\ndata: 1}\n\ndata: two\ndata: lines\n\n')).toEqual([{ data: { a: 1 } }, { data: "two\nlines" }]);
    expect(eventsOf('data: {"a":1}\ndata: {"a":2}\ndata: [DONE]\n')).toEqual([{ data: { a: 1 } }, { data: { a: 2 } }, { data: "[DONE]" }]);
  });

  it("leave out an event that was cut off in its JSON", () => {
    expect(eventsOf('data: {"a":1}\n\ndata: {"a":')).toEqual([{ data: { a: 1 } }]);
    expect(eventsOf("data: hello")).toEqual([{ data: "hello" }]);
  });

  it("know where each value stands, through the escapes of the string around them", () => {
    const { file, document } = inside('data: {"é": ["x", {"k": "va\\"l"}]}\n\ndata: {"a":\ndata: "b"}\n\n');
    const [first, second] = document?.root.items() ?? [];
    const list = first?.get("data")?.get("é");
    expect(list && written(file, list)).toBe('[\\"x\\", {\\"k\\": \\"va\\\\\\"l\\"}]');
    const value = list?.items()[1]?.get("k");
    expect(value && written(file, value)).toBe('\\"va\\\\\\"l\\"');
    expect(value?.pointer).toBe("/0/data/é/1/k");
    expect(value?.within?.pointer).toBe("/body");
    const joined = second?.get("data")?.get("a");
    expect(joined && written(file, joined)).toBe('\\"b\\"');
  });

  it("are told from other texts by their first lines", () => {
    for (const text of ["data: x", "event: y", ":c\n\nid: 1\ndata: {"]) expect(looksLikeEventStream(text)).toBe(true);
    for (const text of ['{"data": 1}', "data:\n  - yaml", "data", "hello\ndata: x", "", `${"\n".repeat(50_000)}x`])
      expect(looksLikeEventStream(text)).toBe(false);
  });

  it("give back any JSON values", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 5 }), (values) => {
        const texts = values.map((value) => JSON.stringify(value));
        expect(eventsOf(texts.map((text) => `data: ${text}\n\n`).join(""))).toEqual(texts.map((text) => ({ data: JSON.parse(text) })));
      }),
      { numRuns: 100 },
    );
  });
});

describe("lines of JSON inside a string", () => {
  it("are a list; a line that is none is its text", () => {
    const node = rootOf(JSON.stringify('{"a":1}\n\n{"b":2}\r\noops'));
    expect(linesInside(node)?.root.value()).toEqual([{ a: 1 }, { b: 2 }, "oops"]);
    expect(linesInside(rootOf(JSON.stringify('{"a":\n1}')))).toBeUndefined();
  });
});
