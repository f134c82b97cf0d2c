import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import { mutant } from "../support/mutations/mutant.js";
import { Random } from "../support/mutations/random.js";
import { verdictOn } from "../support/rewritten/verdict.js";

// More by hand: MUTANTS=200000 MUTANTS_SEED=7 npx vitest run test/properties/mutants.test.ts
const count = Number(process.env.MUTANTS ?? 600);
const firstSeed = Number(process.env.MUTANTS_SEED ?? 1);

/** So many are checked in a row, forwards and backwards. */
const inOneRun = 50;

/** Larger fixtures would take most of the time. */
const maxBytes = 20_000;

const folder = resolve(import.meta.dirname, "../../fixtures");
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.(?:out|md|model\.json)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
  .map((path) => ({ name: path.slice(folder.length + 1), bytes: readFileSync(path) }))
  .filter(({ bytes }) => bytes.length > 0 && bytes.length <= maxBytes);

describe("files that nobody meant to write", () => {
  it("are checked without a fault of the program, and alike whatever was checked before them", { timeout: 0 }, () => {
    for (let first = 0; first < count; first += inOneRun) {
      const mutants = Array.from({ length: Math.min(inOneRun, count - first) }, (_, index) => {
        const seed = firstSeed * 1_000_003 + first + index;
        const random = new Random(seed);
        const file = random.pick(files);
        return { seed, name: file.name, bytes: mutant(random, file.bytes, random.pick(files).bytes) };
      });
      const [one, other] = [new Linter(), new Linter()];
      const verdicts = mutants.map(({ bytes }) => verdictOn(bytes, one));
      for (const [index, { seed, name, bytes }] of [...mutants.entries()].reverse()) {
        const verdict = verdictOn(bytes, other);
        expect(
          verdict.filter((line) => line.startsWith("internal-fault")),
          `${name}, seed ${seed}`,
        ).toEqual([]);
        expect(verdict, `${name}, seed ${seed}`).toEqual(verdicts[index]);
      }
    }
  });
});
