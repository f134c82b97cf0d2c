import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { factsOf } from "../../src/profiles/facts.js";
import { profiles } from "../../src/profiles/index.js";
import type { Profile } from "../../src/profiles/profile.js";
import { probesOf } from "./probes.js";
import { Bench } from "./verdicts-bench.js";

const folder = resolve(import.meta.dirname, "../../fixtures/profiles");

/** What a profile says to each breach, and to each near miss where it has something against that as well. */
function table(profile: Profile): readonly string[] {
  const bench = new Bench(profile);
  return probesOf(profile).map((probe) => {
    const [breach, twin] = [bench.verdict(probe, probe.breach), bench.verdict(probe, probe.twin)];
    return `${probe.name.padEnd(56)}${probe.rule.padEnd(28)}${breach}${twin === "-" ? "" : `   (near miss: ${twin})`}`.trimEnd();
  });
}

describe("the verdicts of profiles", () => {
  it.each(profiles.map((profile) => [profile.id, profile] as const))(
    "%s says what its table says, fact by fact, inherited or not",
    async (id, profile) => {
      const rows = table(profile);
      // A near miss differs from its breach by the fact alone.
      expect(rows.filter((row) => row.includes("near miss"))).toEqual([]);
      await expect(`${rows.join("\n")}\n`).toMatchFileSnapshot(resolve(folder, `${id}.txt`));
    },
  );

  it("has a table for each profile, and no other", () => {
    expect(readdirSync(folder).sort()).toEqual(profiles.map(({ id }) => `${id}.txt`).sort());
  });
});

describe("the facts of profiles", () => {
  /** What they let pass needs no such evidence. */
  const permits = new Set(["parameters.takesPythonTypes"]);
  const hard = ["recorded-refusal", "vendor-type", "reference", "contradiction"];

  it.each(profiles.map((profile) => [profile.id, profile] as const))(
    "%s rests errors on hard evidence only, and says what was answered where a rejection is it",
    (_, profile) => {
      for (const { name, severity, rejection, evidence } of factsOf(profile)) {
        expect(evidence.source).not.toBe("");
        expect(evidence.date).toMatch(/^20\d\d-\d\d(-\d\d)?$/);
        if (evidence.kind === "recorded-refusal" && severity === null) expect(rejection, name).not.toBeNull();
        if ((severity === null || severity === "error") && !permits.has(name)) expect(hard, name).toContain(evidence.kind);
      }
    },
  );
});
