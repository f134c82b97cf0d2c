import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import type { CheckTextOptions } from "../../src/check-options.js";
import { formats } from "../../src/formats/index.js";
import type { JsonValue } from "../../src/json/value.js";
import { Judge } from "../../src/lint/judge.js";
import { FileReader } from "../../src/lint/read-file.js";
import { createSchemaSource } from "../../src/lint/tool-schemas.js";
import type { Conversation } from "../../src/model/conversation.js";
import { chooseProfile } from "../../src/profiles/index.js";
import { silent, wires } from "../support/equivalent/index.js";
import { expectedOutline, outlineOf } from "../support/equivalent/outline.js";
import { type Scenario, scenarios, type Talk, talkOf } from "../support/equivalent/talk.js";
import type { Wire } from "../support/equivalent/wire.js";

const root = resolve(import.meta.dirname, "../../fixtures/equivalent");
const judge = new Judge({ rules: [], schemas: createSchemaSource(false), severities: new Map(), allowHandled: false });

describe.each(scenarios)("%s", (scenario) => {
  const talk = talkOf(scenario);
  const able = wires.filter(({ cannot }) => cannot?.[scenario] === undefined);

  it.each(able.map((wire) => [wire.format, wire] as const))("is the same conversation in %s", async (format, wire) => {
    const text = textOf(wire, wire.write(talk));
    await expect(text).toMatchFileSnapshot(join(root, scenario, fileOf(wire)));
    const { claims, conversations } = read(text);
    expect(claims).toEqual([`certain ${format}`]);
    expect(conversations.map((conversation) => outlineOf(conversation, talk))).toEqual([expectedOutline(talk, wire)]);
  });

  it.each(able.map((wire) => [wire.format, wire] as const))("has the same findings in %s", (_format, wire) => {
    // A search alone owes no declarations.
    const warnings = scenario !== "hosted-tool" && wire.undeclared === "messages" ? ["missing-toolset"] : [];
    const expected = [...warnings, ...(scenario === "misused-tools" ? misusedByItself(wire) : pairingFaults(scenario, wire))];
    expect(rulesOf(textOf(wire, wire.write(talk)))).toEqual(expected.toSorted());
  });

  it.each(able.map((wire) => [wire.format, wire] as const))(
    "has the same findings in %s where the declarations come from outside",
    (_format, wire) => {
      const expected = scenario === "misused-tools" ? misused(wire) : pairingFaults(scenario, wire);
      expect(rulesOf(textOf(wire, wire.write(talk)), outside(talk))).toEqual(expected.toSorted());
    },
  );

  it("has no files of other formats", () => {
    const told = new Set(able.map(fileOf));
    expect(readdirSync(join(root, scenario)).filter((name) => !told.has(name))).toEqual([]);
  });
});

it("are told by every format, once, or known to be beyond it", () => {
  const told = [...wires.map(({ format }) => format), ...Object.keys(silent)];
  expect(told.toSorted()).toEqual(formats.map(({ id }) => id).toSorted());
});

it("have no folders of other scenarios", () => {
  const told = new Set<string>(scenarios);
  expect(readdirSync(root).filter((name) => !told.has(name))).toEqual([]);
});

/** A wrong type, which the caller was told of, an argument for a tool that takes none, and a name that is not declared. */
function misused({ hidesErrors }: Wire): readonly string[] {
  return [hidesErrors ? "invalid-arguments" : "invalid-arguments (handled)", "unexpected-arguments", "unknown-tool"];
}

/** Those that a wire shows by itself. */
function misusedByItself(wire: Wire): readonly string[] {
  if (wire.undeclared === undefined) return misused(wire);
  return wire.undeclared === "others" ? misused(wire).filter((rule) => rule !== "unknown-tool") : [];
}

function pairingFaults(scenario: Scenario, { forgivesInterruption }: Wire): readonly string[] {
  return scenario === "interrupted" && forgivesInterruption === undefined ? ["unanswered-call"] : [];
}

function rulesOf(text: string, options: CheckTextOptions = {}): readonly string[] {
  return checkText(text, options)
    .violations.map(({ ruleId, handled }) => (handled ? `${ruleId} (handled)` : ruleId))
    .toSorted();
}

/** The declarations of a talk, as `--tools` gives them. */
function outside({ tools }: Talk): CheckTextOptions {
  return { tools };
}

function fileOf({ format, lines }: Wire): string {
  return `${format}.${lines ? "jsonl" : "json"}`;
}

function textOf({ lines }: Wire, value: JsonValue): string {
  if (lines && Array.isArray(value)) return `${value.map((line) => JSON.stringify(line)).join("\n")}\n`;
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The conversations of a text, and what claimed them. */
function read(text: string) {
  const claims = new Set<string>();
  const conversations: Conversation[] = [];
  for (const batch of new FileReader(undefined, 1 << 30).read([Buffer.from(text)])) {
    if (batch.kind === "fault") throw new Error(batch.fault.message);
    for (const { recording, detected } of batch.recordings) {
      if (detected.kind === "unknown") {
        claims.add("unknown");
        continue;
      }
      const { format, detection } = detected.claim;
      claims.add([detection.match, format.id, ...detected.rivals.map((rival) => rival.format.id)].join(" "));
      for (const recorded of format.adapt(recording)) {
        const { url, model } = recorded.provider;
        const clues = { flag: undefined, stated: recording.stated.profile, url, model, format: format.id, formatProfile: format.profile };
        conversations.push(judge.judge(recorded, chooseProfile(clues).profile).conversation);
      }
    }
  }
  return { claims: [...claims], conversations };
}
