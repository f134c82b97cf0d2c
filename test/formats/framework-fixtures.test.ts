import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";
import { fixturesOf } from "../support/format-fixtures.js";

const ids = ["langchain", "ai-sdk-model", "ai-sdk-ui", "pydantic-ai", "llamaindex", "meai", "autogen", "haystack", "genkit", "smolagents"];

describe.each(ids)("fixtures of %s", (id) => {
  it.each(fixturesOf(id).filter(({ name }) => !name.includes("broken")))("$name is read without a fault", ({ name, text }) => {
    const found: Violation[] = [];
    const sink = { violation: (violation: Violation) => found.push(violation) > 0 };
    new Linter().lintFile({ path: name, chunks: () => [Buffer.from(text)] }, sink);
    expect(found.filter(({ ruleId }) => ruleId !== "missing-toolset")).toEqual([]);
  });
});
