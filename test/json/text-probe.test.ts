import { describe, expect, it } from "vitest";
import { beginningOf, beginsWith, TextProbe } from "../../src/json/text-probe.js";
import { rootOf } from "../support/json.js";

describe("words that are looked for in texts", () => {
  const probe = new TextProbe(["<tool_call>"], ["<"]);
  it.each([
    ["as it is", '"see <tool_call> here"', true],
    ["with one letter escaped", '"see <t\\u006fol_call> here"', true],
    ["as Go writes it", '"see \\u003ctool_call\\u003e here"', true],
    ["inside JSON inside the string", String.raw`"{\"a\":\"\\u003ctool_call>\"}"`, true],
    ["inside JSON inside the string, escaped twice", String.raw`"{\"a\":\"\\\u0075003ctool_call>\"}"`, true],
    ["deep inside a value", '{"a":["\\u003ctool_call>"]}', true],
    ["not at all", '"no call < here"', false],
    ["not where only other letters are escaped", '"caf\\u00e9 <tool>"', false],
    ["not behind an escaped backslash", '"\\\\u003q"', false],
  ])("are found %s", (_, source, found) => {
    expect(probe.mayBeIn(rootOf(source))).toBe(found);
  });

  it("are found behind a slash that PHP escaped", () => {
    expect(new TextProbe(["attachment://"]).mayBeIn(rootOf('"attachment:\\/\\/1"'))).toBe(true);
  });
});

describe("the beginning of a text", () => {
  it("is decoded, and nothing behind it", () => {
    expect(beginningOf(rootOf('"\\u003cturn_aborted> \\ud83d\\ude42"'), 5)).toBe("<turn");
    expect(beginningOf(rootOf('"\\n{\\"a\\":1}"'), 40)).toBe('\n{"a":1}');
    expect(beginsWith(rootOf('"resp\\u005f1"'), "resp_")).toBe(true);
    expect(beginsWith(rootOf('"res"'), "resp_")).toBe(false);
    expect(beginsWith(rootOf("[]"), "resp_")).toBe(false);
  });
});
