import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { configSchema } from "../../src/config/config-schema.js";
import { configOfValue, faultPlace, parseConfigText } from "../../src/config/parse-config.js";
import { readConfig } from "../../src/config/read-config.js";
import { formats } from "../../src/formats/index.js";
import type { FormatTable } from "../../src/formats/table/table.js";

/** The tables that built-in formats are made of. */
const tables: readonly FormatTable[] = formats.flatMap((format) => ("table" in format ? [tableOf(format)] : []));

function tableOf(format: object): FormatTable {
  const table: FormatTable = Reflect.get(format, "table");
  return { ...table, id: `my-${table.id}` };
}

const isValid = new Ajv2020({ strict: false, allErrors: false, validateFormats: false }).compile(configSchema(["pretty"]));

function faultsOf(text: string): readonly string[] {
  const parsed = parseConfigText(text, true);
  if (parsed.kind === "fault") return [`${parsed.place} ${parsed.message}`];
  return readConfig(parsed.root, ["pretty"]).faults.map(({ at, message }) => `${faultPlace(at)} ${message}`);
}

/** A small table as text, with one piece of it replaced. */
function written(replaced = "", by = ""): string {
  return `{ "formats": [{
  "id": "steps", "title": "Steps", "source": "us",
  "claims": [{ "because": "has steps", "some": { "has": ["tool"] } }],
  "read": { "each": [{ "is": "call", "name": "tool", "arguments": "input" }] }
}] }`.replace(replaced, () => by);
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** All changes of one value, key or item somewhere in a value. */
function* changesOf(value: Json): Generator<Json> {
  yield typeof value === "string" ? 7 : "word";
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    for (const [index, item] of items.entries()) for (const changed of changesOf(item)) yield items.with(index, changed);
  } else if (typeof value === "object" && value !== null) {
    const entries: readonly (readonly [string, Json])[] = Object.entries(value);
    for (const [index, [key, inner]] of entries.entries()) {
      yield Object.fromEntries(entries.toSpliced(index, 1));
      yield Object.fromEntries(entries.with(index, [`${key}x`, inner]));
      for (const changed of changesOf(inner)) yield Object.fromEntries(entries.with(index, [key, changed]));
    }
  }
}

describe("formats of a configuration", () => {
  it("are written as the tables of built-in formats are: each of these parses to itself, and the schema takes it", () => {
    expect(tables.length).toBeGreaterThan(10);
    for (const table of tables) {
      const text = JSON.stringify({ formats: [table] });
      const { config, faults } = readConfig(configOfValue(JSON.parse(text)), ["pretty"]);
      expect(faults.map(({ at, message }) => `${at.pointer} ${message}`)).toEqual([]);
      expect(config.formats).toEqual([table]);
      expect(isValid(JSON.parse(text)), table.id).toBe(true);
    }
  });

  it("are taken and refused alike by the schema and by the parser, whatever is changed in a table", () => {
    const changed = tables.flatMap((table) => [...changesOf(JSON.parse(JSON.stringify(table)))]);
    fc.assert(
      fc.property(fc.constantFrom(...changed), (table) => {
        const isRight = readConfig(configOfValue({ formats: [table] }), ["pretty"]).faults.length === 0;
        expect(isRight, JSON.stringify(table)).toBe(isValid({ formats: [table] }));
      }),
      { numRuns: 400 },
    );
  });

  it("are read with the place of each fault and the nearest right word", () => {
    expect(faultsOf(written())).toEqual([]);
    expect(faultsOf(written('"name": "tool"', '"nam": "tool"'))).toEqual([
      '4:38 Unknown key "nam", did you mean "name"?',
      '4:22 Missing key "name": a call without a name cannot be checked',
    ]);
    expect(faultsOf(written('"is": "call"', '"is": "cal"'))).toEqual(['4:30 Unknown value "cal", did you mean "call"?']);
    expect(faultsOf(written('"is": "call", ', ""))).toEqual(['4:22 Missing key "is": it says what the value is']);
    expect(faultsOf(written('"has"', '"hass"'))).toEqual(['3:50 Unknown key "hass", did you mean "has"?']);
    expect(faultsOf(written('["tool"]', "[true]"))).toEqual([
      '3:58 Each entry of "has" must be a place such as "tool" or "data/calls/*", not true',
    ]);
    expect(faultsOf(written(/\[\{ "because".*\]/.exec(written())?.[0] ?? "", "[]"))).toEqual([
      '3:13 "claims" must have at least one entry',
    ]);
    expect(faultsOf(written('"read": { "each": [{ "is": "call", "name": "tool", "arguments": "input" }] }', '"read": {}'))).toEqual([
      '4:11 Nothing is read here: say what is under "kinds" or "each"',
    ]);
    expect(faultsOf(written('"source": "us"', '"source": "us", "profile": "opena-chat"'))).toEqual([
      '2:63 Unknown value "opena-chat", did you mean "openai-chat"?',
    ]);
  });

  it("write places as keys, not as JSON pointers or JSONPath", () => {
    for (const [wrong, right] of [
      ["/data/tool", "data/tool"],
      ["$.data.calls[*].tool", "data/calls/*/tool"],
      ["calls[0]", "calls/0"],
    ] as const) {
      expect(faultsOf(written('"name": "tool"', `"name": "${wrong}"`))).toEqual([
        `4:46 Place "${wrong}" is not written as keys joined by "/", did you mean "${right}"?`,
      ]);
    }
    expect(faultsOf(written('"name": "tool"', '"name": ["$type", "a.b", "calls/*", "0"]'))).toEqual([]);
  });

  it("have ids of their own", () => {
    expect(faultsOf(written('"steps"', '"retell"'))).toEqual(['2:9 Id "retell" is the id of a built-in format, did you mean "my-retell"?']);
    expect(faultsOf(written('"steps"', '"My Steps"'))).toEqual([
      '2:9 Id "My Steps" must consist of lower-case letters, digits and hyphens, did you mean "my-steps"?',
    ]);
    const table = /\{\s+"id"[\s\S]*(?=\] \})/.exec(written())?.[0] ?? "";
    expect(faultsOf(`{ "formats": [${table}, ${table}] }`)).toEqual(['6:9 Id "steps" is the id of another format of this configuration']);
  });

  it("can be named where a format is named", () => {
    expect(faultsOf(written('{ "formats"', '{ "format": "steps", "formats"'))).toEqual([]);
    expect(faultsOf(written('{ "formats"', '{ "format": "step", "formats"'))).toEqual(['1:13 Unknown value "step", did you mean "steps"?']);
  });
});
