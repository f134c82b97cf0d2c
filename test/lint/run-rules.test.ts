import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Judge, type Judgement } from "../../src/lint/judge.js";
import { defaultMaxBytes } from "../../src/lint/linter.js";
import { FileReader } from "../../src/lint/read-file.js";
import { createSchemaSource } from "../../src/lint/tool-schemas.js";
import type { AdaptedConversation } from "../../src/model/conversation.js";
import { profiles } from "../../src/profiles/index.js";
import { openaiChat } from "../../src/profiles/openai-chat.js";
import type { Profile } from "../../src/profiles/profile.js";
import { rules } from "../../src/rules/index.js";
import type { ConversationRule, Rule } from "../../src/rules/rule.js";
import { unansweredCall } from "../../src/rules/unanswered-call.js";
import { readText } from "../support/wire-fixtures.js";

const fixtures = join(import.meta.dirname, "../../fixtures");

const all: readonly Rule[] = rules;
const conversationRules = all.filter((rule): rule is ConversationRule => rule.scope === "conversation");

const schemas = createSchemaSource(false);
const options = { rules: conversationRules, schemas, severities: new Map(), allowHandled: false };

/** What a rule says and where. */
function told({ judged, crashes, undecided, unresolvable }: Judgement): readonly string[] {
  const lines = judged.map(({ rule, finding, severity }) => `${severity} ${rule.id} ${finding.at.pointer} ${finding.message}`);
  return [...lines, ...crashes.map(({ rule, error }) => `${rule.id} failed: ${error}`), `${undecided} and ${unresolvable} left open`];
}

/** Calls back with each conversation of a folder of fixtures, as long as its document lives. */
function forEachConversation(folder: string, callback: (recorded: AdaptedConversation, file: string) => void): void {
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
function withoutWords(recorded: AdaptedConversation): AdaptedConversation {
  return { ...recorded, messages: [], finishes: [], anomalies: [], refusal: undefined };
}

/** The profiles that take histories in the conversation's format, and each of the others in turn. */
function profilesFor({ format }: AdaptedConversation, turn: number): readonly Profile[] {
  return profiles.filter((profile, index) => profile.formats.includes(format) || index === turn % profiles.length);
}

describe("toolsets that were found clean", () => {
  it.each(["rules", "formats", "equivalent", "containers"])("are clean wherever fixtures/%s declare them", (folder) => {
    const remembering = new Judge(options);
    let count = 0;
    forEachConversation(folder, (recorded, file) => {
      for (const profile of profilesFor(recorded, count)) {
        remembering.judge(withoutWords(recorded), profile);
        const fresh = new Judge(options);
        expect(told(remembering.judge(recorded, profile)), `${file} under ${profile.id}`).toEqual(told(fresh.judge(recorded, profile)));
      }
      count += 1;
    });
    expect(count).toBeGreaterThan(0);
  });
});

describe("a rule that throws", () => {
  const broken: ConversationRule = {
    ...unansweredCall,
    on: {
      conversation: () => {
        throw new Error("out of order");
      },
      *exchange() {
        yield* [];
      },
    },
  };

  it("is one crash, and the findings of the others count", () => {
    const [recorded] = readText('[{"role":"user","content":"hi"},{"role":"tool","tool_call_id":"x","content":"y"}]');
    if (recorded === undefined) throw new Error("nothing was read");
    const { crashes, judged } = new Judge({ ...options, rules: [broken, ...conversationRules] }).judge(recorded, openaiChat);
    expect(crashes).toEqual([{ rule: broken, error: new Error("out of order") }]);
    expect(judged.map(({ rule }) => rule.id)).toContain("orphaned-result");
  });
});
