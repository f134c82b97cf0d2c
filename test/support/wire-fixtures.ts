import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { unwrap } from "../../src/formats/envelope.js";
import type { Format } from "../../src/formats/format.js";
import type { JsonValue } from "../../src/json/value.js";
import { defaultMaxBytes } from "../../src/lint/linter.js";
import { FileReader } from "../../src/lint/read-file.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { rootOf } from "./recording.js";

/** Conversations of a text, read through envelopes, detection and the adapter that detection chose. */
export function readText(text: string): readonly AdaptedConversation[] {
  const conversations: AdaptedConversation[] = [];
  for (const batch of new FileReader(undefined, defaultMaxBytes).read([Buffer.from(text)])) {
    if (batch.kind === "fault") throw new Error(`no JSON: ${batch.fault.message}`);
    for (const { recording, detected } of batch.recordings) {
      if (detected.kind === "unknown") throw new Error(`unknown format: ${recording.at.raw().slice(0, 80)}`);
      conversations.push(...detected.claim.format.adapt(recording));
    }
  }
  return conversations;
}

/** Rule and pointer of each violation that is not an `info`. */
export function complaintsOf(text: string): readonly string[] {
  return checkText(text)
    .violations.filter(({ severity }) => severity !== "info")
    .map(({ severity, ruleId, pointer }) => `${severity} ${ruleId} ${pointer}`);
}

/** The text of a fixture of a format. */
export function fixture(format: string, file: string): string {
  return readFileSync(join(import.meta.dirname, "../../fixtures/formats", format, file), "utf8");
}

/**
 * What holds for the fixtures of a format: nothing in them is at fault, unless their name begins with `broken-`, and damaged copies still
 * give an answer.
 */
export function describeFixtures(format: Format): void {
  const folder = join(import.meta.dirname, "../../fixtures/formats", format.id);
  const files = readdirSync(folder).filter((file) => /\.jsonl?$/.test(file) && !file.endsWith(".model.json"));

  describe("fixtures", () => {
    it.each(files.filter((file) => !file.startsWith("broken-")))("%s is without fault", (file) => {
      const complaints = complaintsOf(fixture(format.id, file));
      // Bare messages have no declarations, and the reader is told so.
      expect(complaints.filter((complaint) => !complaint.startsWith("warning missing-toolset "))).toEqual([]);
    });

    it("give an answer when they are damaged", () => {
      const bodies = files.flatMap((file) => valuesIn(fixture(format.id, file)));
      fc.assert(
        fc.property(fc.constantFrom(...bodies), fc.array(fc.tuple(fc.nat(), junk), { minLength: 1, maxLength: 4 }), (body, wounds) => {
          const damaged = wounds.reduce((value, [place, by]) => damage(value, place, by), body);
          for (const recording of unwrap(rootOf(JSON.stringify(damaged))).recordings) {
            expect(["certain", "possible", "none"]).toContain(format.detect(recording).match);
            for (const { messages, finishes } of format.adapt(recording)) {
              for (const { message } of finishes) expect(messages[message]).toBeDefined();
              for (const [index, { parts }] of messages.entries()) {
                for (const part of parts) {
                  if (part.kind === "call") expect(part.call.message).toBe(index);
                  if (part.kind === "result") expect(part.result.message).toBe(index);
                }
              }
            }
          }
        }),
        { numRuns: 200 },
      );
    });
  });
}

/** A file's values: lines of JSON Lines also as the list that they are joined to. */
function valuesIn(text: string): readonly JsonValue[] {
  try {
    return [JSON.parse(text)];
  } catch {
    const lines = text
      .trim()
      .split("\n")
      .map((line): JsonValue => JSON.parse(line));
    return [lines, ...lines];
  }
}

const junk: fc.Arbitrary<JsonValue | undefined> = fc.constantFrom(undefined, null, "", "x", "{", 0, true, [], {}, [null], [[]], { a: 1 });

/** A copy in which one node is taken away (`undefined`) or replaced. */
function damage(root: JsonValue, place: number, by: JsonValue | undefined): JsonValue {
  const size = sizeOf(root);
  let left = place % size;
  const copy = (value: JsonValue): JsonValue | undefined => {
    if (left-- === 0) return by;
    if (Array.isArray(value)) return value.flatMap((item) => copy(item) ?? []);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]) => {
        const kept = copy(member);
        return kept === undefined ? [] : [[key, kept]];
      }),
    );
  };
  return copy(root) ?? null;
}

function sizeOf(value: JsonValue): number {
  if (value === null || typeof value !== "object") return 1;
  return Object.values(value).reduce((sum: number, member) => sum + sizeOf(member), 1);
}
