import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { configOfValue } from "../../src/config/parse-config.js";
import { readConfig } from "../../src/config/read-config.js";
import { readRecords } from "../../src/containers/index.js";
import { draftTable } from "../../src/draft/draft-table.js";
import type { FormatTable } from "../../src/formats/table/table.js";
import { tableFormat } from "../../src/formats/table/table-format.js";
import { JsonReader } from "../../src/json/read.js";
import type { JsonValue } from "../../src/json/value.js";
import { understand } from "../../src/run/understand.js";

const folder = resolve(import.meta.dirname, "../../fixtures/drafts");
const logs = readdirSync(folder).filter((name) => !name.endsWith(".out"));

function documentsIn(bytes: Uint8Array): readonly JsonValue[] {
  const records = readRecords([bytes], new JsonReader(), 1 << 30);
  return Array.from(records, (record) => (record.kind === "document" ? record.document.root.value() : null));
}

/** What a table reads: a line for each call with its result. */
function* readWith(table: FormatTable, bytes: Uint8Array): Generator<string> {
  for (const found of understand([bytes], undefined, undefined, [tableFormat(table)])) {
    if (!("format" in found)) {
      yield `not understood: ${found.message}`;
      continue;
    }
    yield `${found.format}: ${found.messages} messages, tools: ${found.tools.names.join(", ")}`;
    for (const { call, result, linked } of found.links) {
      const isError = result?.isError === true ? "error: " : "";
      yield `  ${call?.tool ?? null} ${call?.id ?? null} ${oneLine(call?.arguments)} -> ${isError}${oneLine(result?.content)} (${linked})`;
    }
  }
}

function oneLine(text = "none"): string {
  return text.replace(/\s+/g, " ");
}

describe("a draft", () => {
  it.each(logs)("of %s reads its calls, arguments, ids and results", async (name) => {
    const bytes = readFileSync(join(folder, name));
    const draft = draftTable(documentsIn(bytes), "drafted", name);
    if (draft === undefined) throw new Error("Nothing looks like a call");
    const { config, faults } = readConfig(configOfValue(JSON.parse(JSON.stringify({ formats: [draft.table] }))), ["pretty"]);
    expect(faults).toEqual([]);
    expect(config.formats).toEqual([draft.table]);
    const unsure = draft.unsure.map(({ key, says }) => `${key}: ${says}`);
    const shown = [JSON.stringify(draft.table, null, 2), ...unsure, ...readWith(draft.table, bytes)].join("\n");
    await expect(`${shown}\n`).toMatchFileSnapshot(join(folder, `${name}.out`));
  });

  it("is there or not for any JSON, and never throws", () => {
    const keys = fc.constantFrom("tool", "args", "id", "role", "text", "result", "calls", "type", "name", "a", "__proto__", "constructor");
    const value = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.oneof(
          fc.constantFrom("search", "user", "c1", "{}", '[{"tool":"x","args":{}}]', "two words", ""),
          fc.integer(),
          fc.boolean(),
          fc.constant(null),
        ),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(keys, tie("value"), { maxKeys: 5 }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (documents) => {
        const draft = draftTable(documents, "drafted", "anything");
        if (draft === undefined) return;
        const { faults } = readConfig(configOfValue(JSON.parse(JSON.stringify({ formats: [draft.table] }))), ["pretty"]);
        expect(faults.map(({ at, message }) => `${at.pointer} ${message}`)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("is none where nothing looks like a call", () => {
    for (const nothing of [[], [1, "x", null], [{ user: "hello there", bot: "good day to you" }], [{ a: { b: {} } }]]) {
      expect(draftTable(nothing, "drafted", "anything")).toBeUndefined();
    }
  });

  it("ends soon for a log that is large or deep", () => {
    const many = Array.from({ length: 20_000 }, (_, index) => ({ tool: "look", args: { index }, id: `c${index}`, result: index }));
    expect(draftTable([many], "drafted", "many")?.reading.calls).toBe(1000);
    let deep: JsonValue = { tool: "look", args: {} };
    for (let level = 0; level < 400; level += 1) deep = [{ inner: deep }];
    expect(draftTable([deep], "drafted", "deep")).toBeUndefined();
  });
});
