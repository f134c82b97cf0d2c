import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { openTranscript } from "../../src/input/open-transcript.js";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";

const folder = resolve(import.meta.dirname, "../../fixtures/containers");
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.(?:out|md)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  .sort();

/** Lints a file as `check` does. */
async function lint(file: string): Promise<string> {
  const chunks = await openTranscript(join(folder, file), file);
  const violations: Violation[] = [];
  const { summary, notChecked, notices } = new Linter().lintFile(
    { path: file, chunks },
    { violation: (each) => violations.push(each) > 0 },
  );
  expect(notices).toEqual([]);
  const conversations = summary.conversations.map(({ format, calls, results }) => `${format} ${calls}/${results}`);
  return [
    ...violations.map((each) => describeViolation(each, file)),
    `= ${conversations.length === 0 ? "nothing" : conversations.join(", ")}${notChecked.unresolvable === 0 ? "" : `; ${notChecked.unresolvable} unresolvable`}`,
    "",
  ].join("\n");
}

/** "line:column severity rule message"; the member of an archive in front of it. */
function describeViolation({ path, range, severity, ruleId, message }: Violation, file: string): string {
  const member = path === file ? "" : `${path.slice(file.length + 1)}:`;
  const place = range === null ? "-" : `${range.start.line}:${range.start.column}`;
  return `${member}${place} ${severity} ${ruleId} ${message}`;
}

describe("files of every kind", () => {
  it.each(files)("%s", async (file) => {
    await expect(await lint(file)).toMatchFileSnapshot(join(folder, `${file}.out`));
  });
});
