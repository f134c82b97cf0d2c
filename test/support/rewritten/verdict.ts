import { Buffer } from "node:buffer";
import { Linter } from "../../../src/lint/linter.js";
import type { Violation } from "../../../src/model/violation.js";

/** What is found in a file, in lines that can be compared. Nothing in them tells where in its text something stands. */
export function verdictOn(bytes: Uint8Array | string, linter: Linter = new Linter()): readonly string[] {
  return verdict(bytes, linter, (violation) => violation);
}

/**
 * As `verdictOn`, without what follows the order of keys: which of two conversations under keys of one object is the first, and the order
 * in which a sentence names keys.
 */
export function verdictWithoutOrder(bytes: Uint8Array | string, linter: Linter = new Linter()): readonly string[] {
  return verdict(bytes, linter, (violation) => ({
    ...violation,
    message:
      violation.ruleId === "unknown-format"
        ? ""
        : violation.message
            .split(/[\s,]+/)
            .sort()
            .join(" "),
    conversation: violation.conversation === null ? null : 0,
    call: violation.call && { ...violation.call, conversation: 0 },
    fingerprint: "",
  }));
}

/** What tells where something stands in the text of its file. */
const places: ReadonlySet<string> = new Set(["range", "excerpt", "shown", "url", "redacted"]);

function verdict(bytes: Uint8Array | string, linter: Linter, told: (violation: Violation) => Violation): readonly string[] {
  const violations: string[] = [];
  const { summary, notChecked, handled, notices } = linter.lintFile(
    { path: "file", chunks: () => [typeof bytes === "string" ? Buffer.from(bytes) : bytes] },
    { violation: (each) => violations.push(JSON.stringify(told(each), (key, value) => (places.has(key) ? undefined : value))) > 0 },
  );
  return [
    ...summary.conversations.map((each) => JSON.stringify(each)),
    JSON.stringify({ ...notChecked, handled, errors: summary.errors, warnings: summary.warnings, infos: summary.infos }),
    ...violations.sort(),
    ...notices.map(({ code, message }) => `${code} ${message}`),
  ];
}
