import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Address, emptyAddress, readAddress, writeAddress } from "../../src/page/app/address.js";
import { facets, filteredRows, filterOf } from "../../src/page/app/filter.js";
import { foldMessages } from "../../src/page/app/folds.js";
import { layOut, spanAt } from "../../src/page/app/json-layout.js";
import { lanesOf, rowsOf } from "../../src/page/app/lanes.js";
import { type Mark, stretches, visible } from "../../src/page/app/marked.js";
import { parametersOf } from "../../src/page/app/parameters.js";
import { argumentInWords, percent } from "../../src/page/app/words.js";
import { pageOf } from "../support/page-of.js";
import { shopCall, shopResult, shopTranscript } from "../support/small-shop.js";

describe("the address of a page", () => {
  it("reads back what it writes, whatever the paths and names", () => {
    const text = fc.string({ unit: "binary", minLength: 1 }).filter((each) => each.isWellFormed());
    const address: fc.Arbitrary<Address> = fc.record({
      rule: fc.option(text),
      tool: fc.option(text),
      severities: fc.constantFrom([], ["error"], ["warning", "info"]),
      path: fc.string(),
      sort: fc.constantFrom("worst", "path"),
      conversation: fc.option(text),
      finding: fc.option(text),
    });
    fc.assert(
      fc.property(address, (each) => {
        expect(readAddress(writeAddress(each))).toEqual(each);
      }),
    );
  });

  it("is empty for the page as it opens, and leaves alone what it does not know", () => {
    expect(writeAddress(emptyAddress)).toBe("#");
    expect(readAddress("#severity=fatal,error&sort=mood&page=7")).toEqual({ ...emptyAddress, severities: ["error"] });
  });
});

const ask = { role: "user", content: "Where is it?" };
const call = (id: string, given: object, name?: string) => ({
  role: "assistant",
  content: null,
  tool_calls: [shopCall(id, JSON.stringify(given), name)],
});

describe("filters", () => {
  const { data } = pageOf({
    "north/a.json": shopTranscript([
      ask,
      call("c1", { parcel: "x" }),
      shopResult("c1", "-"),
      call("c2", {}, "lose_parcel"),
      shopResult("c2", "-"),
    ]),
    "north/b.json": shopTranscript([ask, call("c1", { parcel: 1 }), shopResult("c1", "-"), ask]),
    "south/c.json": shopTranscript([ask, call("c1", { parcel: 1 }), shopResult("zz", "-"), ask]),
  });
  const rows = (change: Partial<Address>) => {
    const address = { ...emptyAddress, ...change };
    return filteredRows(data, filterOf(address, data), address.sort).map(({ path }) => path);
  };

  it("keep the rows in which one finding has the rule, the tool and the severity asked for", () => {
    expect(rows({ rule: "invalid-arguments" })).toEqual(["north/a.json"]);
    expect(rows({ rule: "invalid-arguments", tool: "lose_parcel" })).toEqual([]);
    expect(rows({ rule: "unknown-tool", tool: "lose_parcel" })).toEqual(["north/a.json"]);
    expect(rows({ severities: ["info"] })).toEqual([]);
  });

  it("keep the rows that call a tool, and those whose path holds a text whatever its case", () => {
    expect(rows({ tool: "find_parcel", sort: "path" })).toEqual(["north/a.json", "north/b.json", "south/c.json"]);
    expect(rows({ path: "SOUTH" })).toEqual(["south/c.json"]);
  });

  it("keep nothing for a rule or a tool that the page does not know", () => {
    expect(rows({ rule: "no-such-rule" })).toEqual([]);
  });

  it("put the rows with most errors first, unless the order of paths is asked for", () => {
    expect(rows({})).toEqual(["north/a.json", "south/c.json", "north/b.json"]);
    expect(rows({ sort: "path" })).toEqual(["north/a.json", "north/b.json", "south/c.json"]);
  });

  it("count each rule as far as the other filters let it through", () => {
    const counted = (change: Partial<Address>) =>
      facets(data.rows, "rule", filterOf({ ...emptyAddress, ...change }, data)).map(({ index, errors, warnings }) => [
        data.rules[index]?.id,
        errors + warnings,
      ]);
    expect(Object.fromEntries(counted({}))).toEqual({ "invalid-arguments": 1, "unknown-tool": 1, "orphaned-result": 1 });
    expect(counted({ tool: "lose_parcel", rule: "invalid-arguments" })).toEqual([["unknown-tool", 1]]);
  });
});

describe("JSON that is laid out", () => {
  const textOf = (text: string) =>
    layOut(text)
      ?.map((piece) => piece.text)
      .join("");

  it("has one member a line, and short values on one line", () => {
    expect(textOf('{"a":1,"b":[1,2,{"c":null}],"d":{}}')).toBe('{\n  "a": 1,\n  "b": [1, 2, {"c": null}],\n  "d": {}\n}');
  });

  it("is the same value, with each piece at its place in the text", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1), (json, spaces) => {
        const text = JSON.stringify(JSON.parse(json), null, spaces);
        const pieces = layOut(text) ?? [];
        expect(JSON.parse(pieces.map((piece) => piece.text).join(""))).toEqual(JSON.parse(text));
        for (const piece of pieces)
          if (piece.from !== null) expect(text.slice(piece.from, piece.from + piece.text.length)).toBe(piece.text);
      }),
    );
  });

  it.each(["", "plain words", '{"a": 1', '{"a": 1]}', "{'a': 1}"])("is left as it is where it is no JSON: %j", (text) => {
    expect(layOut(text)).toBeUndefined();
  });

  it("knows where the value at a pointer is, with escapes and repeated braces", () => {
    const text = '{"a": {"b/c": ["}", {"d": "two"}]}, "e": 3}';
    const at = (pointer: string) => {
      const span = spanAt(text, pointer);
      return span && text.slice(...span);
    };
    expect([at("/a/b~1c/1/d"), at("/a/b~1c/0"), at("/e"), at("/a/b~1c"), at("/nope"), at("/e/0")]).toEqual([
      '"two"',
      '"}"',
      "3",
      '["}", {"d": "two"}]',
      undefined,
      undefined,
    ]);
  });
});

describe("marks", () => {
  const mark = (from: number, to: number, finding = "f"): Mark => ({ from, to, severity: "error", finding });

  it("cut a text at their edges, the narrower one inside the wider one, and lose no character", () => {
    const pieces = stretches([{ text: "abcdefgh", from: 0, kind: "mark" }], [mark(1, 7, "wide"), mark(3, 5, "narrow")]);
    expect(pieces.map(({ text, mark: own }) => [text, own?.finding])).toEqual([
      ["a", undefined],
      ["bc", "wide"],
      ["de", "narrow"],
      ["fg", "wide"],
      ["h", undefined],
    ]);
  });

  it("show the character in front of an empty place, such as the end of a cut text", () => {
    const pieces = stretches([{ text: "abc", from: 0, kind: "mark" }], [mark(3, 3)]);
    expect(pieces.filter(({ mark: own }) => own !== undefined).map(({ text }) => text)).toEqual(["c"]);
  });

  it("leave alone what is between characters that nobody sees, which are shown by their code points", () => {
    expect(visible("a\u202eb\u200d\tc\u0000")).toEqual([
      { text: "a", isCode: false },
      { text: "U+202E", isCode: true },
      { text: "b\u200d\tc", isCode: false },
      { text: "U+0000", isCode: true },
    ]);
    expect(visible("\ud800")).toEqual([{ text: "U+D800", isCode: true }]);
  });
});

describe("the timeline", () => {
  const turns = Array.from({ length: 40 }, (_, index) => [
    call(`c${index}`, index === 30 ? { parcel: "x" } : { parcel: index }),
    shopResult(`c${index}`, "-"),
  ]).flat();
  const detail = pageOf({ "a.json": shopTranscript([ask, ...turns]) }).detailOf("a.json#1");
  if (detail === undefined) throw new Error("The page has no detail");

  it("folds what has nothing to do with a finding, and keeps the faulty call with its result", () => {
    expect(foldMessages(detail, new Set())).toEqual([
      { kind: "message", message: 0 },
      { kind: "fold", from: 1, to: 61 },
      { kind: "message", message: 61 },
      { kind: "message", message: 62 },
      { kind: "fold", from: 63, to: 80 },
      { kind: "message", message: 80 },
    ]);
  });

  it("shows what the reader opened", () => {
    const opened = new Set(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(
      foldMessages(detail, opened)
        .slice(0, 62)
        .every(({ kind }) => kind === "message"),
    ).toBe(true);
  });

  it("draws parallel calls in lanes of their own, and a lane again once it is free", () => {
    const two = { role: "assistant", content: null, tool_calls: [shopCall("a", { parcel: 1 }), shopCall("b", { parcel: 2 })] };
    const messages = [ask, two, shopResult("a", "-"), shopResult("b", "-"), call("c", { parcel: 3 }), shopResult("c", "-")];
    const page = pageOf({ "a.json": shopTranscript(messages) }).detailOf("a.json#1");
    if (page === undefined) throw new Error("The page has no detail");
    const rows = rowsOf(foldMessages(page, new Set()), page.messages);
    const { pieces, count } = lanesOf(rows, page.messages);
    expect(count).toBe(2);
    const ends = pieces.flatMap((each, row) => each.flatMap(({ lane, piece }) => (piece === "through" ? [] : [`${row} ${piece} ${lane}`])));
    expect(ends).toEqual(["3 start 0", "4 start 1", "6 end 0", "8 end 1", "10 start 0", "12 end 0"]);
  });
});

describe("words", () => {
  it("say a declared parameter as a signature would", () => {
    const schema = {
      type: "object",
      properties: {
        unit: { enum: ["metric", "imperial"] },
        count: { type: "integer", minimum: 1 },
        tags: { type: "array", items: { type: "string" }, description: "Words" },
        either: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      required: ["unit"],
    };
    expect(parametersOf(JSON.stringify(schema))?.map(({ name, type, isRequired }) => `${name} ${type} ${isRequired}`)).toEqual([
      'unit "metric" | "imperial" true',
      "count integer, at least 1 false",
      "tags array of string false",
      "either string | null false",
    ]);
    expect(parametersOf("true")).toBeUndefined();
  });

  it("say an argument by its path, and never 100 % where something is missing", () => {
    expect([argumentInWords("/items/*/a~1b"), argumentInWords(null)]).toEqual(["items[].a/b", "the whole call"]);
    expect([percent(99_999, 100_000), percent(3, 3), percent(0, 0)]).toEqual(["99.9 %", "100 %", "–"]);
  });
});
