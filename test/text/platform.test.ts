import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addCheckFlags } from "../../src/cli/check-flags.js";
import { globMatcher } from "../../src/text/glob.js";
import { foldCase, typedPattern, withSlashes } from "../../src/text/platform.js";

describe("on Windows", () => {
  it("loses the single quotes that cmd.exe leaves", () => {
    expect(typedPattern("'*.json'", "win32")).toBe("*.json");
    expect(typedPattern("'logs/**/*.json'", "win32")).toBe("logs/**/*.json");
    for (const text of ["'", "''", "it's", "'a", "a'"]) expect(typedPattern(text, "win32")).toBe(text);
    expect(typedPattern("'*.json'", "linux")).toBe("'*.json'");
  });

  it("separates folders by backslashes as well", () => {
    expect(withSlashes("logs\\old\\*.json", "win32")).toBe("logs/old/*.json");
    expect(withSlashes("C:\\runs\\a.json", "win32")).toBe("C:/runs/a.json");
    expect(withSlashes("run\\[1\\].json", "linux")).toBe("run\\[1\\].json");
  });

  it("leaves out what globs with backslashes, quotes and other case name", () => {
    for (const glob of ["logs\\old", "'logs/old'", "Logs\\OLD\\**", "logs\\*"]) {
      expect(globMatcher([glob], "win32")("logs/old/a.json"), glob).toBe(true);
    }
    expect(globMatcher(["*.JSON", "!keep\\*"], "win32")("a/b.json")).toBe(true);
    expect(globMatcher(["*.JSON", "!keep\\*"], "win32")("keep/b.json")).toBe(false);
  });

  it("keeps the drive of a path behind a reporter", () => {
    const given = ["-o", "json=C:\\out\\a=b.json", "-o", "junit=D:x.xml"];
    const { output } = addCheckFlags(new Command()).parse(given, { from: "user" }).opts();
    expect(output).toEqual([
      ["json", "C:\\out\\a=b.json"],
      ["junit", "D:x.xml"],
    ]);
  });
});

describe("case", () => {
  it("does not count in globs where files have none", () => {
    for (const platform of ["win32", "darwin"] as const) expect(globMatcher(["Runs/*.JSON"], platform)("runs/a.json")).toBe(true);
    expect(globMatcher(["Runs/*.JSON"], "linux")("runs/a.json")).toBe(false);
    expect(globMatcher(["Runs/*.JSON"], "linux")("Runs/a.JSON")).toBe(true);
  });

  it("does not tell names apart there", () => {
    expect(foldCase("/Out/R.json", "darwin")).toBe(foldCase("/out/r.JSON", "darwin"));
    expect(foldCase("/u\u0308.json", "win32")).toBe(foldCase("/\u00dc.json", "win32"));
    expect(foldCase("/Out/R.json", "linux")).toBe("/Out/R.json");
  });
});

describe("elsewhere", () => {
  it("takes the meaning of a character away by a backslash", () => {
    expect(globMatcher(["run\\[1\\].json"], "linux")("run[1].json")).toBe(true);
    expect(globMatcher(["logs\\old"], "linux")("logs/old/a.json")).toBe(false);
  });
});
