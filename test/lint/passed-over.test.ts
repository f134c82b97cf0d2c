import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Judge, type Judgement } from "../../src/lint/judge.js";
import { defaultMaxBytes } from "../../src/lint/linter.js";
import { FileReader } from "../../src/lint/read-file.js";
import { createSchemaSource } from "../../src/lint/tool-schemas.js";
import type { Recorded } from "../../src/model/conversation.js";
import { profiles } from "../../src/profiles/index.js";
import { openaiChat } from "../../src/profiles/openai-chat.js";
import type { Profile } from "../../src/profiles/profile.js";
import { rules } from "../../src/rules/index.js";
import type { ConversationRule, Rule } from "../../src/rules/rule.js";
import { readText } from "../support/wire-fixtures.js";

const fixtures = join(import.meta.dirname, "../../fixtures");

const all: readonly Rule[] = rules;
const asTheyAre = all.filter((rule): rule is ConversationRule => rule.scope === "conversation");
const neverPassedOver = asTheyAre.map(({ judgesOnly, enforcedBy, ...rule }): ConversationRule => rule);

const schemas = createSchemaSource(false);
const options = { schemas, severities: new Map(), allowHandled: false };

/** What a rule says and where. */
function told({ judged, crashes, undecided, unresolvable }: Judgement): readonly string[] {
  const lines = judged.map(({ rule, finding, severity }) => `${severity} ${rule.id} ${finding.at.pointer} ${finding.message}`);
  return [...lines, ...crashes.map(({ rule, error }) => `${rule.id} failed: ${error}`), `${undecided} and ${unresolvable} left open`];
}

/** Calls back with each conversation of a folder of fixtures, as long as its document lives. */
function forEachConversation(folder: string, callback: (recorded: Recorded, file: string) => void): void {
  const reader = new FileReader(undefined, defaultMaxBytes);
  const names = readdirSync(join(fixtures, folder), { recursive: true, encoding: "utf8" });
  for (const file of names.filter((name) => /(?<!\.model)\.(?:jsonl?|ya?ml)$/.test(name))) {
    for (const batch of reader.read([readFileSync(join(fixtures, folder, file))])) {
      if (batch.kind === "fault") continue;
      for (const { recording, detected } of batch.recordings) {
        if (detected.kind === "unknown") continue;
        for (const recorded of detected.claim.format.adapt(recording)) callback(recorded, file);
      }
    }
  }
}

/** The same toolset, and nothing that was said: what is found clean here must be clean wherever it is declared. */
function withoutWords(recorded: Recorded): Recorded {
  return { ...recorded, messages: [], finishes: [], anomalies: [], refusal: undefined };
}

/** The profiles that take histories in the conversation's format, and each of the others in turn. */
function profilesFor({ format }: Recorded, turn: number): readonly Profile[] {
  return profiles.filter((profile, index) => profile.formats.includes(format) || index === turn % profiles.length);
}

describe("rules that are passed over", () => {
  it.each(["rules", "formats", "equivalent", "containers"])("would have found nothing in fixtures/%s", (folder) => {
    const hasty = new Judge({ ...options, rules: asTheyAre });
    const thorough = new Judge({ ...options, rules: neverPassedOver });
    let count = 0;
    forEachConversation(folder, (recorded, file) => {
      for (const profile of profilesFor(recorded, count)) {
        hasty.judge(withoutWords(recorded), profile);
        expect(told(hasty.judge(recorded, profile)), `${file} under ${profile.id}`).toEqual(told(thorough.judge(recorded, profile)));
      }
      count += 1;
    });
    expect(count).toBeGreaterThan(0);
  });

  it("would have found no placeholder, however it is written", () => {
    const words = [
      "COMPLETED",
      "IN_PROGRESS",
      "[object Object]",
      '{"status":"running"}',
      '{"status":"in_progress","message":"wait"}',
      "found",
    ];
    const space = fc.stringMatching(/^[ \n\t\u00a0"]{0,3}$/);
    const text = fc.tuple(space, fc.constantFrom(...words), space).map((parts) => JSON.stringify(parts.join("")));
    const content = fc.oneof(
      text,
      text.map((given) => given.replace(/[a-zA-Z{]/, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)),
      text.map((given) => `[{"type":"text","text":${given}}]`),
      text.map((given) => `{"output":${given}}`),
      fc.constantFrom('{"status":"running"}', '{"status":"RUNNING","description":"slow"}', "null", "[]"),
    );
    fc.assert(
      fc.property(content, (given) => {
        for (const recorded of readText(talkWith(given))) {
          const [hasty, thorough] = [asTheyAre, neverPassedOver].map((chosen) => new Judge({ ...options, rules: chosen }));
          expect(hasty && told(hasty.judge(recorded, openaiChat))).toEqual(thorough && told(thorough.judge(recorded, openaiChat)));
        }
      }),
    );
  });
});

/** A conversation that goes on after a result with this content. */
function talkWith(content: string): string {
  const call = '{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"find","arguments":"{}"}}]}';
  const result = `{"role":"tool","tool_call_id":"a","content":${content}}`;
  return `{"model":"gpt-5","messages":[{"role":"user","content":"go"},${call},${result},{"role":"user","content":"so?"}]}`;
}
