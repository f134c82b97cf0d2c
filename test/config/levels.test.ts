import { describe, expect, it } from "vitest";
import { type LevelLayer, resolveLevels, ruleIds } from "../../src/config/levels.js";

describe("resolveLevels", () => {
  it("leaves every rule at its default without settings: advice off, all others as they are", () => {
    expect([...resolveLevels([])]).toEqual([["harmful-style", "off"]]);
    expect([...resolveLevels([{ presets: ["strict"] }, { presets: ["recommended"] }])]).toEqual([["harmful-style", "off"]]);
  });

  it("gives advice as information with strict, as an error with all, and to whoever asks for it by id", () => {
    const levelWith = (layer: LevelLayer) => resolveLevels([layer]).get("harmful-style");
    expect(levelWith({ presets: ["strict"] })).toBe("info");
    expect(levelWith({ presets: ["all"] })).toBe("error");
    expect(levelWith({ only: ["harmful-style"] })).toBe("info");
    expect(levelWith({ only: ["call"] })).toBe("off");
    expect(levelWith({ rules: new Map([["harmful-style", "warning"]]) })).toBe("warning");
    expect(levelWith({ presets: ["strict"], skip: ["harmful-style"] })).toBe("off");
  });

  it("makes warnings errors with the preset strict", () => {
    const levels = resolveLevels([{ presets: ["strict"] }]);
    expect(levels.get("leaked-call")).toBe("error");
    expect(levels.has("unknown-tool")).toBe(false);
  });

  it("lets later layers win", () => {
    const config = { presets: ["strict"] as const, rules: new Map([["unknown-tool", "off"] as const]) };
    const levels = resolveLevels([config, { rules: new Map([["unknown-tool", "info"] as const]), presets: ["recommended"] }]);
    expect(levels.get("unknown-tool")).toBe("info");
    expect(levels.has("leaked-call")).toBe(false);
  });

  it("selects by rule and by category", () => {
    const only = resolveLevels([{ only: ["declaration", "unknown-tool"] }]);
    expect(only.has("unknown-tool")).toBe(false);
    expect(only.has("duplicate-tool")).toBe(false);
    expect(only.get("leaked-call")).toBe("off");
    const skip = resolveLevels([{ skip: ["call"] }]);
    expect(skip.get("unknown-tool")).toBe("off");
    expect(skip.has("duplicate-tool")).toBe(false);
  });

  it("keeps what says that a file was not read", () => {
    const levels = resolveLevels([{ only: ["unknown-tool"] }]);
    for (const id of ["invalid-json", "unknown-format"]) if (ruleIds.includes(id)) expect(levels.has(id)).toBe(false);
  });

  it("switches on a rule that is asked for by name", () => {
    const config = { rules: new Map([["unknown-tool", "off"] as const]) };
    expect(resolveLevels([config, { only: ["unknown-tool"] }]).has("unknown-tool")).toBe(false);
    expect(resolveLevels([config, { only: ["call"] }]).get("unknown-tool")).toBe("off");
  });
});
