import { Buffer } from "node:buffer";
import type { Linter } from "../lint/linter.js";
import type { Violation } from "../model/violation.js";
import { hideQuoted } from "../text/quote.js";

/** A finding without the words of its transcript: two with the same are the same fault. */
export interface Sighting {
  readonly violation: Violation;
  /** Rule, level, format, profile, and the message without what it quotes and counts. */
  readonly shape: string;
}

/** How much may still be checked: many small candidates, or few large ones. */
export interface ProbeBudget {
  checks: number;
  bytes: number;
}

/** Checks candidates for a reproduction. */
export class Probe {
  readonly #linter: Linter;
  readonly #path: string;
  readonly #budget: ProbeBudget;

  constructor(linter: Linter, path: string, budget: ProbeBudget) {
    this.#linter = linter;
    this.#path = path;
    this.#budget = budget;
  }

  /** What is found in a file. */
  look(bytes: Uint8Array): readonly Sighting[] {
    const found: Violation[] = [];
    const sink = { violation: (violation: Violation) => found.push(violation) > 0 };
    const { summary } = this.#linter.lintFile({ path: this.#path, chunks: () => [bytes] }, sink);
    return found
      .filter(({ path }) => path === this.#path)
      .map((violation) => {
        const conversation = violation.conversation === null ? undefined : summary.conversations[violation.conversation];
        return { violation, shape: shapeOfFinding(violation, conversation?.format ?? "", conversation?.profile ?? "") };
      });
  }

  /**
   * Whether a candidate shows the finding.
   *
   * @param rules no error or warning of another rule than these may appear; `undefined`: any may
   * @returns `false` when the budget is used up
   */
  shows(text: string, shape: string, rules?: ReadonlySet<string>): boolean {
    const bytes = Buffer.from(text);
    if (this.#budget.checks <= 0 || this.#budget.bytes < bytes.length) return false;
    this.#budget.checks -= 1;
    this.#budget.bytes -= bytes.length;
    const found = this.look(bytes);
    if (rules !== undefined && found.some(({ violation: { ruleId, severity } }) => severity !== "info" && !rules.has(ruleId))) return false;
    return found.some((each) => each.shape === shape);
  }
}

/** The first finding of a rule; without one the first error, else the first warning, else what there is. */
export function targetAmong(found: readonly Sighting[], rule: string | undefined): Sighting | undefined {
  if (rule !== undefined) return found.find(({ violation }) => violation.ruleId === rule);
  const weights = ["error", "warning", "info"] as const;
  return weights.map((weight) => found.find(({ violation }) => violation.severity === weight)).find((each) => each !== undefined);
}

function shapeOfFinding({ ruleId, severity, message, data }: Violation, format: string, profile: string): string {
  const words = hideQuoted(message, () => false).replace(/\d+/g, "0");
  const facts = Object.entries(data).filter(([, value]) => typeof value === "string");
  return JSON.stringify([ruleId, severity, words, facts, format, profile]);
}
