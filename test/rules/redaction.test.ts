import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";

const secrets = {
  arguments: {
    s3cretName: "s3cret-value",
    order: { s3cretKey: "s3cret" },
    reason: "s3cret",
    code: "s3cret",
    deep: { s3cretMap: "s3cret" },
  },
};

const schema = {
  type: "object",
  properties: {
    order: { type: "object", additionalProperties: { type: "integer" } },
    reason: { enum: ["late"] },
    code: { type: "string", pattern: "^[0-9]+$" },
    deep: { type: "object", propertyNames: { maxLength: 3 } },
  },
  additionalProperties: false,
};

it("hides what the model chose from redacted messages: values and the names of arguments", () => {
  const found = lint({
    tools: [
      { name: "refund", parameters: schema },
      { name: "ping", parameters: { type: "object", properties: {} } },
    ],
    transcript: {
      messages: [
        { role: "user", content: "Refund it." },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "call_1", type: "function", function: { name: "refund", arguments: JSON.stringify(secrets.arguments) } },
            { id: "call_2", type: "function", function: { name: "ping", arguments: JSON.stringify(secrets.arguments) } },
          ],
        },
      ],
    },
  });
  expect(found.map(({ ruleId }) => ruleId)).toContain("unexpected-arguments");
  expect(found.filter(({ ruleId }) => ruleId === "invalid-arguments").length).toBeGreaterThan(4);
  expect(found.filter(({ message }) => message.includes("s3cret")).length).toBeGreaterThan(4);
  expect(found.filter(({ redacted }) => JSON.stringify(redacted).includes("s3cret"))).toEqual([]);
});

it("keeps every message of the fixtures on one line, without a final period", () => {
  const root = fileURLToPath(new URL("../../fixtures/rules", import.meta.url));
  for (const id of readdirSync(root)) {
    for (const file of readdirSync(join(root, id)).filter((name) => name.startsWith("invalid-") && name.endsWith(".json"))) {
      for (const { message, redacted } of lintBytes(readFileSync(join(root, id, file)))) {
        expect(message).toMatch(/^[^\n]+[^.\n]$/);
        expect(redacted.message).toMatch(/^[^\n]+[^.\n]$/);
      }
    }
  }
});

function lint(envelope: unknown): readonly Violation[] {
  return lintBytes(Buffer.from(JSON.stringify(envelope)));
}

function lintBytes(bytes: Uint8Array): readonly Violation[] {
  const violations: Violation[] = [];
  new Linter().lintFile({ path: "a.json", chunks: () => [bytes] }, { violation: (violation) => violations.push(violation) > 0 });
  return violations;
}
