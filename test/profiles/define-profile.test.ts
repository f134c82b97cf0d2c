import { describe, expect, it } from "vitest";
import { defineProfile, notEnforced } from "../../src/profiles/define-profile.js";
import { reference } from "../../src/profiles/evidence.js";
import { inheritedFacts } from "../../src/profiles/facts.js";
import { forModel } from "../../src/profiles/for-model.js";
import { anyOrder } from "../../src/profiles/pairing-evidence.js";

const evidence = reference("a vendor's page", "2026-12");
const strict = { value: true, evidence } as const;

const base = defineProfile({
  id: "base",
  title: "Base",
  hosts: ["api.base.example"],
  models: [/^base-/],
  formats: ["openai-chat"],
  pairing: { ...anyOrder, key: "id", placement: "anywhere-after" },
  ids: { required: strict },
  calls: { argumentsContainer: "string", typeRequired: strict, rejectsEmptyList: strict },
  limits: { maxTools: { value: 8, evidence } },
  variants: [{ when: { model: /-large$/ }, description: "large ones", facts: { limits: { maxTools: { value: 64, evidence } } } }],
});

const extending = defineProfile({
  extends: base,
  id: "extending",
  title: "Extending",
  hosts: [],
  models: [],
  without: ["limits"],
  pairing: { key: "order" },
  calls: { typeRequired: notEnforced },
});

describe("A profile that extends another", () => {
  it("takes over each fact that it says nothing of", () => {
    expect(extending.ids).toEqual(base.ids);
    expect(extending.calls.rejectsEmptyList).toBe(strict);
    expect(extending.pairing).toEqual({ ...base.pairing, key: "order" });
    expect(extending.formats).toEqual(base.formats);
  });

  it("takes over nothing of the subjects that it is without, and no fact that it says is not enforced", () => {
    expect(extending.limits).toEqual({});
    expect(extending.calls.typeRequired).toBeUndefined();
  });

  it("takes over no variants", () => {
    expect(forModel(extending, "x-large")).toBe(extending);
  });

  it("lists what it has from there", () => {
    const names = inheritedFacts(extending).map(({ name }) => name);
    expect(names).toContain("ids.required");
    expect(names).toContain("calls.rejectsEmptyList");
    expect(names).not.toContain("calls.typeRequired");
    expect(names.filter((name) => name.startsWith("limits."))).toEqual([]);
  });
});

describe("A profile with variants", () => {
  it("has their facts for a model that they name, beside its own", () => {
    const large = forModel(base, "base-large");
    expect(large.limits.maxTools?.value).toBe(64);
    expect(large.ids).toEqual(base.ids);
    expect(forModel(base, "base-large")).toBe(large);
  });

  it("is itself for any other model, and for none", () => {
    expect(forModel(base, "base-small")).toBe(base);
    expect(forModel(base, undefined)).toBe(base);
  });
});
