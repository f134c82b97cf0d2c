import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordingOf as bare } from "../../src/formats/envelope.js";
import { formats } from "../../src/formats/index.js";
import type { JsonValue } from "../../src/json/value.js";
import { Linter } from "../../src/lint/linter.js";
import { fixturesOf } from "../support/format-fixtures.js";
import { rootOf } from "../support/recording.js";

const ids = ["langchain", "ai-sdk-model", "ai-sdk-ui", "pydantic-ai", "llamaindex", "meai", "autogen", "haystack", "genkit", "smolagents"];

const fixtures = ids.flatMap((id) =>
  fixturesOf(id).map(
    ({ name, text }): JsonValue =>
      name.endsWith(".jsonl")
        ? text
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line))
        : JSON.parse(text),
  ),
);

const junk: readonly JsonValue[] = [
  null,
  true,
  0,
  "",
  "x",
  "{",
  "[]",
  [],
  {},
  [null],
  [[]],
  { type: 1 },
  [{ role: "tool" }],
  { content: [0] },
  -1,
];

/** The value with one node in it, found by a walk that `path` steers, taken out or put in place of another. */
function damaged(value: JsonValue, path: readonly number[], replacement: JsonValue | undefined): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== "object" || value === null) return replacement ?? null;
  const entries: [string, JsonValue][] = Object.entries(value);
  const chosen = entries[step % Math.max(entries.length, 1)];
  if (chosen === undefined) return replacement ?? null;
  const changed = entries.flatMap(([key, member]): [string, JsonValue][] => {
    if (key !== chosen[0]) return [[key, member]];
    if (rest.length > 0 && typeof member === "object" && member !== null) return [[key, damaged(member, rest, replacement)]];
    return replacement === undefined ? [] : [[key, replacement]];
  });
  return Array.isArray(value) ? changed.map(([, member]) => member) : Object.fromEntries(changed);
}

const damage = fc.record({
  path: fc.array(fc.nat(30), { minLength: 1, maxLength: 8 }),
  replacement: fc.option(fc.constantFrom(...junk), { nil: undefined }),
});

const broken = fc
  .record({ fixture: fc.constantFrom(...fixtures), damages: fc.array(damage, { minLength: 1, maxLength: 4 }) })
  .map(({ fixture, damages }) => damages.reduce((value, { path, replacement }) => damaged(value, path, replacement), fixture));

describe("formats of frameworks", () => {
  it("give an answer to any damaged recording", () => {
    const own = formats.filter(({ id }) => ids.includes(id));
    fc.assert(
      fc.property(broken, (value) => {
        const recording = bare(rootOf(JSON.stringify(value)));
        for (const format of own) {
          format.detect(recording);
          for (const { messages } of format.adapt(recording)) {
            for (const [index, { parts }] of messages.entries()) {
              for (const part of parts) {
                if (part.kind === "call") expect(part.call.message).toBe(index);
                if (part.kind === "result") expect(part.result.message).toBe(index);
              }
            }
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it("leave no rule without an answer to them", () => {
    fc.assert(
      fc.property(broken, (value) => {
        const outcome = new Linter().lintFile(
          { path: "x.json", chunks: () => [Buffer.from(JSON.stringify(value))] },
          { violation: () => true },
        );
        expect(outcome.notices).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
