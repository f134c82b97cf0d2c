import { describe, expect, it } from "vitest";
import { globMatcher, hasGlobCharacters } from "../../src/text/glob.js";

describe("globMatcher", () => {
  const cases: readonly (readonly [glob: string, matches: readonly string[], others: readonly string[]])[] = [
    ["*.json", ["a.json", "x/y/a.json"], ["a.jsonl", "a.json5"]],
    ["runs/*.json", ["runs/a.json"], ["a.json", "runs/x/a.json", "x/runs/a.json"]],
    ["./runs/*.json", ["runs/a.json"], []],
    ["/a.json", ["a.json"], ["x/a.json"]],
    ["runs/**", ["runs/a", "runs/x/y"], ["runs", "run/a"]],
    ["runs/**/a.json", ["runs/a.json", "runs/x/y/a.json"], ["runs/xa.json"]],
    ["**/a.json", ["a.json", "x/a.json"], ["xa.json"]],
    ["drafts", ["drafts", "drafts/a.json", "x/drafts/y/a.json"], ["drafts2/a.json"]],
    ["drafts/", ["drafts/a.json"], ["drafts.json"]],
    ["a?.json", ["ab.json"], ["a.json", "a/.json"]],
    ["[ab].json", ["a.json", "b.json"], ["c.json"]],
    ["[!ab].json", ["c.json"], ["a.json"]],
    ["a.{json,jsonl}", ["a.json", "a.jsonl"], ["a.js"]],
    ["a+(b).json", ["a+(b).json"], ["ab.json"]],
    ["\\*.json", ["*.json"], ["a.json"]],
    ["[z-a].json", ["[z-a].json"], ["z.json"]],
    [".", ["a.json", "x/a.json"], []],
    ["../x/*.json", ["../x/a.json"], ["x/a.json"]],
  ];

  it.each(cases)("%s", (glob, matches, others) => {
    const isMatch = globMatcher([glob]);
    expect(matches.filter((path) => !isMatch(path))).toEqual([]);
    expect(others.filter((path) => isMatch(path))).toEqual([]);
  });

  it("lets the last glob that matches decide", () => {
    const isMatch = globMatcher(["runs/**", "!runs/keep/**", "runs/keep/not.json"]);
    expect(["runs/a.json", "runs/keep/a.json", "runs/keep/not.json"].map(isMatch)).toEqual([true, false, true]);
  });

  it("matches nothing without globs", () => {
    expect(globMatcher([])("a.json")).toBe(false);
  });
});

describe("hasGlobCharacters", () => {
  it("tells globs from plain names", () => {
    expect(["*.json", "a?.json", "[ab].json", "{a,b}.json", "!(a).json"].every(hasGlobCharacters)).toBe(true);
    expect(["a.json", "a (1).json", "runs/a-b_c.json", "!a.json"].some(hasGlobCharacters)).toBe(false);
  });
});
