import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import { type Fault, faults, textOf, withFault } from "../support/mutations/injected.js";
import { Random } from "../support/mutations/random.js";
import { type Rewritable, textsIn } from "../support/rewritten/fixture-texts.js";

// More by hand: FAULT_PLACES=100 npx vitest run test/properties/injected-faults.test.ts
const places = Number(process.env.FAULT_PLACES ?? 1);
const seed = Number(process.env.FAULT_SEED ?? 1);

/** Fixtures where the fault is what a format is told by: nothing else is left that could tell it. */
const exceptions: ReadonlyMap<Fault, RegExp> = new Map([
  // Bare messages are told apart by the container of their arguments: text is the chat API's, objects are NeMo's, Ollama's and data sets'.
  ["arguments-in-the-other-container", /^(?:nemo|ollama|openai-chat)\//],
  // The only line with a call, in a log that any wire may have written.
  [
    "id-lost",
    /^(?:ai-sdk-ui\/stream-lines|codex-rollout|openai-agents\/items|openai-responses\/session|pi-session|openai-chat\/calls-in-both)/,
  ],
  // The only line of its kind, or the only message that calls.
  ["role-unknown", /^(?:ollama\/messages|pi-session\/first-version|text-embedded\/qwen)/],
]);

const fixtures = textsIn("formats").filter(({ name, text }) => /\.jsonl?$/.test(name) && text.length < 40_000);

/** What a recording is taken for, and whether a part of it was given up. */
function takenFor(text: string, linter: Linter): readonly string[] {
  const given = new Set<string>();
  const { summary } = linter.lintFile(
    { path: "file", chunks: () => [Buffer.from(text)] },
    {
      violation: ({ ruleId }) => {
        if (ruleId === "ambiguous-format" || ruleId === "unknown-format") given.add(ruleId);
        return true;
      },
    },
  );
  return [...new Set(summary.conversations.map(({ format, profile }) => `${format} for ${profile}`)), ...given].sort();
}

/** The file with the fault at one place, for each place. */
function variantsOf({ document, lines }: Rewritable, fault: Fault): readonly string[] {
  if (document !== undefined) return withFault(fault, document).map(textOf);
  const texts = lines.map((line) => ("text" in line ? line.text : textOf(line.tree)));
  return lines.flatMap((line, index) =>
    "text" in line ? [] : withFault(fault, line.tree).map((tree) => texts.with(index, textOf(tree)).join("\n")),
  );
}

describe("a fault in a call or a message", () => {
  it.each(faults)("does not change what a recording is taken for: %s", { timeout: 0 }, (fault) => {
    const linter = new Linter();
    const random = new Random(seed);
    let cases = 0;
    for (const fixture of fixtures) {
      if (exceptions.get(fault)?.test(fixture.name) === true) continue;
      const clean = takenFor(fixture.text, linter);
      for (const text of random.shuffled(variantsOf(fixture, fault)).slice(0, places)) {
        cases += 1;
        expect(takenFor(text, linter), `${fixture.name}, seed ${seed}\n${text}`).toEqual(clean);
      }
    }
    expect(cases).toBeGreaterThan(40);
  });
});
