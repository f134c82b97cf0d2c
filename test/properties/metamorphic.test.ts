import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import { Random } from "../support/mutations/random.js";
import { type FileRewriting, textsIn, written } from "../support/rewritten/fixture-texts.js";
import { verdictOn, verdictWithoutOrder } from "../support/rewritten/verdict.js";

// More by hand: METAMORPHIC_RUNS=50 METAMORPHIC_SEED=7 npx vitest run test/properties/metamorphic.test.ts
const runs = Number(process.env.METAMORPHIC_RUNS ?? 1);
const firstSeed = Number(process.env.METAMORPHIC_SEED ?? 1);

/** Other texts than the fixtures, for a run by hand. */
const files = textsIn(process.env.METAMORPHIC_FOLDER);

/** One of the ways in which a writer may spell the same. */
function anyRewriting(random: Random): FileRewriting {
  return {
    escapes: random.pick([0, 1, 4, 40]),
    shuffles: random.oneIn(2),
    nested: random.oneIn(2),
    spaced: random.oneIn(3),
    newline: random.pick(["\n", "\r\n"]),
    bom: random.oneIn(4),
  };
}

describe("what is found in a recording", () => {
  it("does not depend on how its JSON is spelt", { timeout: 0 }, () => {
    const linter = new Linter();
    for (const [index, file] of files.entries()) {
      for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
        const how = anyRewriting(new Random(seed * 7919 + index));
        const verdict = how.shuffles ? verdictWithoutOrder : verdictOn;
        const text = written(file, how, seed);
        const context = () => `${file.name}, seed ${seed}, ${JSON.stringify(how)}\n${text}`;
        const [found, wanted] = [verdict(text, linter), verdict(file.text, linter)];
        if (found.join() !== wanted.join()) expect(found, context()).toEqual(wanted);
      }
    }
  });

  it("does not depend on the files before it", { timeout: 0 }, () => {
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      const random = new Random(seed);
      const [one, other] = [new Linter(), new Linter()];
      const wanted = new Map(files.map((file) => [file, verdictOn(file.text, one)]));
      for (const file of random.shuffled(files)) {
        expect(verdictOn(file.text, other), `${file.name}, seed ${seed}`).toEqual(wanted.get(file));
        if (random.oneIn(60)) expect(verdictOn(file.text), `${file.name} alone, seed ${seed}`).toEqual(wanted.get(file));
      }
    }
  });
});
