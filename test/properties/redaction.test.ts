import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { redactUnderstood } from "../../src/cli/redact-understood.js";
import { declaredNames } from "../../src/lint/declared-names.js";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";
import { createSketcher } from "../../src/page/sketch.js";
import { reporters } from "../../src/reporters/index.js";
import { understand } from "../../src/run/understand.js";
import { Random } from "../support/mutations/random.js";
import { type Planting, planted, secret } from "../support/planted.js";
import { report, reporterOptions } from "../support/report.js";
import { textsIn } from "../support/rewritten/fixture-texts.js";

// More by hand: REDACTION_RUNS=50 REDACTION_SEED=7 npx vitest run test/properties/redaction.test.ts
const runs = Number(process.env.REDACTION_RUNS ?? 1);
const firstSeed = Number(process.env.REDACTION_SEED ?? 1);

/** A third of them each time: all of them in three runs. */
const files = textsIn().filter((_, index) => runs > 1 || index % 3 === firstSeed % 3);
const loaded = await Promise.all(reporters.map(({ load }) => load(false)));

it("shows nothing of a transcript in any report", { timeout: 0 }, () => {
  const linter = new Linter();
  const leaks: string[] = [];
  for (const { text, context } of salted()) {
    const violations: Violation[] = [];
    const sink = { violation: (violation: Violation) => violations.push(violation) > 0 };
    const { notices } = linter.lintFile({ path: "file", chunks: () => [Buffer.from(text)] }, sink);
    if (violations.length + notices.length === 0) continue;
    const options = reporterOptions({ redact: true });
    for (const reporter of loaded) {
      const single = violations.map((violation) => reporter.violation?.(violation, options) ?? "");
      const shown = [...single, ...reporter.report(report(violations, { notices }), options)].join("");
      if (shown.includes(secret)) leaks.push(`${reporter.id}, ${context}: ${linesWithSecret(shown)}`);
    }
  }
  expect(leaks).toEqual([]);
});

it("shows nothing of a transcript in what was understood of it", { timeout: 0 }, () => {
  const leaks: string[] = [];
  for (const { text, context } of salted()) {
    const understood = [...understand([Buffer.from(text)], undefined, undefined)].map(redactUnderstood);
    const shown = JSON.stringify(understood, null, 1);
    if (shown.includes(secret)) leaks.push(`${context}: ${linesWithSecret(shown)}`);
  }
  expect(leaks).toEqual([]);
});

it("shows nothing of a transcript in the conversations that are drawn", { timeout: 0 }, () => {
  const linter = new Linter({ sketch: createSketcher(true, declaredNames) });
  const leaks: string[] = [];
  for (const { text, context } of salted()) {
    const drawn: string[] = [];
    linter.lintFile(
      { path: "file", chunks: () => [Buffer.from(text)] },
      {
        violation: () => true,
        conversation: (_, { messages, ...sketch }) => {
          drawn.push(...messages.split("},{"), JSON.stringify(sketch, null, 1));
        },
      },
    );
    const shown = drawn.join("\n");
    if (shown.includes(secret)) leaks.push(`${context}: ${linesWithSecret(shown)}`);
  }
  expect(leaks).toEqual([]);
});

function* salted(): Generator<{ readonly text: string; readonly context: string }> {
  for (const [index, file] of files.entries()) {
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      const random = new Random(seed * 7919 + index);
      const how: Planting = { strings: random.pick([1, 2, 8, 30]), keys: random.pick([2, 10]), behind: random.oneIn(2) };
      const parts = file.document === undefined ? file.lines : [{ before: "", tree: file.document }];
      const text = parts.map((part, line) => ("text" in part ? part.text : part.before + planted(part.tree, how, seed + line))).join("\n");
      yield { text, context: `${file.name}, seed ${seed}, ${JSON.stringify(how)}` };
    }
  }
}

function linesWithSecret(shown: string): string {
  const lines = shown.split("\n").filter((line) => line.includes(secret));
  return lines.map((line) => line.slice(0, 300)).join("\n");
}
