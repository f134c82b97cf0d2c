import type { Conversation } from "../model/conversation.js";
import type { Tool } from "../model/tool.js";
import type { Finding } from "../model/violation.js";
import type { CompiledSchema } from "../schema/validator.js";
import { quote } from "../text/quote.js";
import { declaredAt } from "./declared-at.js";
import { defineRule } from "./rule.js";
import { olderDialect } from "./schema-objections.js";

/**
 * Declared schemas are valid JSON Schemas: each wrong keyword is a finding, at the keyword.
 *
 * Nothing is fetched, so a remote `$ref` leads nowhere. What only an older draft takes, where the endpoint fixes a newer one, is
 * `unsupported-schema`.
 */
export const invalidSchema = defineRule({
  id: "invalid-schema",
  category: "declaration",
  judgesOnly: ["declarations"],
  summary: "A declared schema is not a valid JSON Schema",
  severity: "error",
  consequence: "Endpoints refuse the request, and no call of the tool can be judged.",
  repair: "Correct the keyword; keep what a $ref leads to under $defs of the same schema.",
  evidence: [
    "JSON Schema meta-schemas, draft-04 to 2020-12 (json-schema.org, read 2026-11)",
    "Anthropic Messages, refusal: JSON schema is invalid, must match draft 2020-12 (quoted in claude-code issue 86664, 2026-08)",
  ],
  *check(conversation, { schemas, profile }) {
    for (const tool of conversation.toolset.tools) {
      if (tool.argumentsSchema !== null) {
        const compiled = schemas.argumentsOf(tool);
        const isOnlyOld =
          compiled?.kind === "invalid" && profile.dialect !== null && olderDialect(tool.argumentsSchema, profile.dialect) !== undefined;
        if (!isOnlyOld) yield* faultsOf(compiled, tool, "argumentsSchema", conversation);
      }
      if (tool.resultSchema !== null) yield* faultsOf(schemas.resultOf(tool), tool, "resultSchema", conversation);
    }
  },
});

function* faultsOf(
  compiled: CompiledSchema | null,
  tool: Tool,
  part: "argumentsSchema" | "resultSchema",
  conversation: Conversation,
): Generator<Finding> {
  if (compiled?.kind !== "invalid") return;
  for (const { keyword, schemaPointer, message, nearest } of compiled.faults) {
    yield {
      at: declaredAt(conversation, tool, part, schemaPointer),
      message: `Invalid schema of ${part === "resultSchema" ? "results of " : ""}tool ${quote(tool.key)}: ${message}`,
      ...(nearest !== undefined && { hint: `Did you mean ${quote(nearest)}?` }),
      data: { keyword },
      key: `${tool.key} ${part} ${schemaPointer}`,
    };
  }
}
