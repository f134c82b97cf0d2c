import type { Tool } from "../model/tool.js";
import type { Finding } from "../model/violation.js";
import type { SchemaFault } from "../schema/check-schema.js";
import { quote } from "../text/quote.js";
import { declaredAt } from "./declared-at.js";
import { type DeclaredTools, defineRule } from "./rule.js";
import { argumentsSchemaFaults } from "./schema-objections.js";

/**
 * Declared schemas are valid JSON Schemas: each wrong keyword is a finding, at the keyword.
 *
 * Nothing is fetched, so a remote `$ref` leads nowhere. What only an older draft takes, where the endpoint fixes a newer one, is
 * `unsupported-schema`.
 */
export const invalidSchema = defineRule({
  id: "invalid-schema",
  category: "declaration",
  summary: "A declared schema is not a valid JSON Schema",
  severity: "error",
  consequence: "Endpoints reject the request, and no call of the tool can be judged.",
  repair: "Correct the keyword; keep what a $ref leads to under $defs of the same schema.",
  evidence: [
    "JSON Schema meta-schemas, draft-04 to 2020-12 (json-schema.org, read 2026-11)",
    "Anthropic Messages, rejection: JSON schema is invalid, must match draft 2020-12 (quoted in claude-code issue 86664, 2026-08)",
  ],
  on: {
    *tools(declared, { schemas, profile }) {
      for (const tool of declared.toolset.tools) {
        const faults = argumentsSchemaFaults(tool, schemas.argumentsOf(tool), profile);
        if (faults.length > 0) yield* findingsOf(faults, tool, "argumentsSchema", declared);
        if (tool.resultSchema === null) continue;
        const result = schemas.resultOf(tool);
        if (result?.kind === "invalid") yield* findingsOf(result.faults, tool, "resultSchema", declared);
      }
    },
  },
});

function* findingsOf(
  faults: readonly SchemaFault[],
  tool: Tool,
  part: "argumentsSchema" | "resultSchema",
  declared: DeclaredTools,
): Generator<Finding> {
  for (const { keyword, schemaPointer, message, nearest } of faults) {
    yield {
      at: declaredAt(declared, tool, part, schemaPointer),
      message: `The ${part === "resultSchema" ? "result schema" : "schema"} of tool ${quote(tool.key)} is invalid: ${message}`,
      ...(nearest !== undefined && { fix: `Did you mean ${quote(nearest)}?` }),
      data: { keyword },
      key: `${tool.key} ${part} ${schemaPointer}`,
    };
  }
}
