import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { PageCall, PageDetail, PageResult } from "../../src/page/page-data.js";
import { pageOf, pinnedText } from "../support/page-of.js";
import { shopCall, shopResult, shopTranscript } from "../support/small-shop.js";

const fixtures = resolve(import.meta.dirname, "../../fixtures");

function detailOf(text: string, path = "a.json"): PageDetail {
  const detail = pageOf({ [path]: text }).detailOf(`${path}#1`);
  if (detail === undefined) throw new Error("The page has no detail");
  return detail;
}

function callsOf({ messages }: PageDetail): readonly PageCall[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "call" ? [part] : [])));
}

function resultsOf({ messages }: PageDetail): readonly PageResult[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "result" ? [part] : [])));
}

const asked = { role: "user", content: "Where is my parcel?" };

describe("what a finding is pinned to", () => {
  it("is the very characters of an argument inside a text of arguments, through escapes and beyond ASCII", () => {
    const given = '{"note": "später ☂ 😀", "parcel": "B-\\"7\\"", "region": "north"}';
    const detail = detailOf(shopTranscript([asked, { role: "assistant", content: null, tool_calls: [shopCall("c1", given)] }]));
    expect(detail.findings.map((each) => pinnedText(each, detail))).toEqual(['"B-\\"7\\""']);
  });

  it("is the very characters of arguments that are an object", () => {
    const tools = [{ name: "find_parcel", input_schema: { type: "object", properties: { parcel: { type: "integer" } } } }];
    const messages = [
      asked,
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "toolu_1", name: "find_parcel", input: { where: "Köln 😀", parcel: "seven" } }],
      },
    ];
    const detail = detailOf(JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 9, messages, tools }));
    expect(detail.findings.map((each) => pinnedText(each, detail))).toEqual(['"seven"']);
  });

  it("is the very characters of arguments inside a body that was logged as text", () => {
    const body = shopTranscript([
      asked,
      { role: "assistant", content: null, tool_calls: [shopCall("c1", { parcel: true, region: "söuth" })] },
    ]);
    const url = "https://api.openai.com/v1/chat/completions";
    const detail = detailOf(JSON.stringify({ request: { method: "POST", url, body } }));
    expect(detail.findings.map((each) => pinnedText(each, detail))).toEqual(["true", '"söuth"']);
  });

  it("is the name of the call, the id of the result, or the whole of a part", () => {
    const detail = detailOf(
      shopTranscript([
        asked,
        { role: "assistant", content: null, tool_calls: [shopCall("c1", { parcel: 1 }, "find_parcels"), shopCall("c2", { parcel: 2 })] },
        shopResult("c1", "here"),
        shopResult("c9", "there"),
        { role: "user", content: "Thanks" },
      ]),
    );
    const pins = detail.findings.map(({ pin }) => (pin.at === "part" ? `${pin.message} ${pin.part} ${pin.slot}` : pin.at));
    expect(pins).toEqual(["1 0 name", "3 0 id"]);
  });

  it("survives a session whose later requests take the conversation over", () => {
    const answer = { role: "assistant", content: null, tool_calls: [shopCall("c1", { parcel: "seven" })] };
    const first = {
      request: JSON.parse(shopTranscript([asked])),
      response: { id: "r", object: "chat.completion", choices: [{ index: 0, message: answer, finish_reason: "tool_calls" }] },
    };
    const second = {
      request: JSON.parse(shopTranscript([asked, answer, shopResult("c1", "gone")])),
      response: {
        id: "s",
        object: "chat.completion",
        choices: [{ index: 0, message: { role: "assistant", content: "Gone." }, finish_reason: "stop" }],
      },
    };
    const page = pageOf({ "log.jsonl": [first, second].map((each) => JSON.stringify(each)).join("\n") });
    expect(page.data.rows.map(({ id, messages }) => [id, messages])).toEqual([["log.jsonl#1", 4]]);
    const detail = page.detailOf("log.jsonl#1");
    expect(detail?.findings.map((each) => pinnedText(each, detail))).toEqual(['"seven"']);
  });

  it("is, in all fixtures of the rules, what the file holds at the place that is reported", () => {
    let compared = 0;
    for (const [path, text] of ruleFixtures()) {
      const page = pageOf({ [path]: text });
      for (const row of page.data.rows) {
        const detail = page.detailOf(row.id);
        for (const finding of detail?.findings ?? []) {
          const pinned = pinnedText(finding, detail);
          const range = page.violations.find(({ fingerprint }) => fingerprint.startsWith(finding.id))?.range;
          if (pinned === undefined || range == null) continue;
          compared += 1;
          expect(spellings(text.slice(range.start.offset, range.end.offset)), `${path} ${finding.place}`).toContain(pinned);
        }
      }
    }
    expect(compared).toBeGreaterThan(40);
  });
});

/** What a piece of a file may be once the strings around it are read: as it is, or unescaped. */
function spellings(piece: string): readonly string[] {
  const all = [piece];
  for (let level = 0; level < 3; level += 1) {
    try {
      const read: unknown = JSON.parse(`"${all.at(-1)}"`);
      if (typeof read === "string") all.push(read);
    } catch {
      return all;
    }
  }
  return all;
}

function* ruleFixtures(): Generator<readonly [string, string], void, undefined> {
  for (const file of readdirSync(join(fixtures, "rules"), { recursive: true, encoding: "utf8" }).toSorted()) {
    if (/invalid-[^/]*\.jsonl?$/.test(file)) yield [file, readFileSync(join(fixtures, "rules", file), "utf8")];
  }
}

describe("calls and results", () => {
  it("are linked to each other by both ends", () => {
    const detail = detailOf(
      shopTranscript([
        asked,
        { role: "assistant", content: "Let me see.", tool_calls: [shopCall("c1", { parcel: 1 })] },
        shopResult("c1", "here"),
      ]),
    );
    expect(callsOf(detail).map(({ state, results }) => [state, results])).toEqual([["answered", [{ message: 2, part: 0 }]]]);
    expect(resultsOf(detail).map(({ state, call, because }) => [state, call, because])).toEqual([
      ["answers", { message: 1, part: 1 }, "by id"],
    ]);
  });

  it("are pending, unanswered, orphaned, misplaced and duplicate where they are", () => {
    const detail = detailOf(
      shopTranscript([
        asked,
        { role: "assistant", content: null, tool_calls: [shopCall("c1", { parcel: 1 }), shopCall("c2", { parcel: 2 })] },
        shopResult("c1", "here"),
        shopResult("c1", "here again"),
        { role: "user", content: "And the other one?" },
        shopResult("c2", "there"),
        { role: "assistant", content: null, tool_calls: [shopCall("c3", { parcel: 3 })] },
        { role: "user", content: "Well?" },
        shopResult("zz", "late"),
        { role: "assistant", content: null, tool_calls: [shopCall("c4", { parcel: 4 })] },
      ]),
    );
    expect(callsOf(detail).map(({ id, state }) => `${id} ${state}`)).toEqual(["c1 answered", "c2 answered", "c3 unanswered", "c4 pending"]);
    expect(resultsOf(detail).map(({ id, state }) => `${id} ${state}`)).toEqual([
      "c1 answers",
      "c1 duplicate",
      "c2 misplaced",
      "zz orphaned",
    ]);
  });

  it("have the declaration beside them, once in the page, and say why arguments were not judged", () => {
    const calling = shopTranscript([asked, { role: "assistant", content: null, tool_calls: [shopCall("c1", { parcel: 1 })] }]);
    const bare = JSON.stringify({
      model: "gpt-4o",
      messages: [asked, { role: "assistant", content: null, tool_calls: [shopCall("c1", {})] }],
    });
    const page = pageOf({ "a.json": calling, "b.json": calling, "c.json": bare });
    expect(page.data.declarations.map(({ name }) => name)).toEqual(["find_parcel"]);
    expect(page.detailOf("b.json#1")?.declarations).toEqual([0]);
    expect(callsOf(page.detailOf("c.json#1") ?? detailOf(bare)).map(({ notChecked }) => notChecked)).toEqual([
      "no declaration of the tool is known",
    ]);
  });
});
