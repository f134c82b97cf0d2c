import { exactNumbers } from "../json/exact-numbers.js";
import type { JsonDocument, JsonNode } from "../json/node.js";
import { resolvePointer } from "../json/pointer.js";
import type { ToolResult } from "../model/exchange.js";
import type { Severity } from "../model/violation.js";
import type { ValidSchema } from "../schema/validator.js";
import { quote } from "../text/quote.js";
import type { Sentence } from "../text/sentence.js";
import { declaredAt } from "./declared-at.js";
import { onlyText } from "./result-text.js";
import { defineRule } from "./rule.js";
import { declarationFor } from "./undeclared-call.js";

/**
 * A result fits the result schema that its tool declares, in its structured content or as JSON text. Error results are exempt.
 *
 * Text that is no JSON may be all that a tool returns; where the schema wants more, that weighs a warning: wires without an error flag
 * write errors as plain text.
 */
export const invalidResult = defineRule({
  id: "invalid-result",
  category: "result",
  summary: "A result does not fit the result schema that its tool declares, or lacks its structured content",
  severity: "error",
  consequence: "Clients that validate results reject it, and the model reads something else than what the tool promises.",
  repair: "Return what is declared, or correct the declaration; flag failures as errors.",
  evidence: [
    "Model Context Protocol 2025-06-18, Tools, Output Schema: servers must provide conforming structured results",
    "Gemini API reference, FunctionDeclaration.response (read 2026-11)",
  ],
  on: {
    *link(link, { conversation, profile, schemas }) {
      if (!conversation.toolset.declaresResults) return;
      const structuredRequired = profile.results.structuredRequired?.value === true;
      if (link.kind !== "answered" || link.result.isError) return;
      const { call, result } = link;
      const tool = declarationFor(conversation, call);
      const compiled = tool === undefined ? null : schemas.resultOf(tool);
      if (tool === undefined || compiled?.kind !== "valid") return;
      for (const { at, message, key, severity, schemaPointer } of judgeResult(result, tool.key, compiled, structuredRequired)) {
        yield {
          at,
          message,
          ...(severity !== undefined && { severity }),
          key,
          call,
          related: [{ message: "Declared here", at: declaredAt(conversation, tool, "resultSchema", schemaPointer) }],
        };
      }
    },
  },
});

/** Key of what is said of a result that nobody could judge: no fault, but not passed over either. */
const undecided = "undecided";

interface ResultFault {
  readonly at: JsonNode;
  readonly message: Sentence;
  readonly key: string;
  readonly severity?: Severity;
  readonly schemaPointer: string;
}

function judgeResult(result: ToolResult, tool: string, schema: ValidSchema, structuredRequired: boolean): readonly ResultFault[] {
  const { structured, at } = result;
  if (structured !== undefined) return judgeJson(structured, null, schema);
  const place = at.content ?? at.result;
  if (structuredRequired)
    return [
      {
        at: place,
        message: `Tool ${quote(tool)} declares a result schema, but the result has no structured content`,
        key: "missing",
        schemaPointer: "",
      },
    ];
  if (at.content?.kind === "object") return judgeJson(at.content, null, schema);
  const text = onlyText(result);
  if (text === undefined || fits(text.string() ?? null, schema)) return [];
  const nested = text.nested();
  if (nested?.kind === "json") return judgeJson(nested.document.root, nested.document, schema);
  const message = "The result is plain text, not JSON that fits the declared result schema";
  return [{ at: text, message, key: "text", severity: "warning", schemaPointer: "" }];
}

function judgeJson(root: JsonNode, document: JsonDocument | null, schema: ValidSchema): readonly ResultFault[] {
  const violations = schema.validateNode(root, () => exactNumbers(root, document), "result");
  if (violations === "not-checked") {
    const message = "The result was not checked: its declared schema gave no verdict in time";
    return [{ at: root, message, key: undecided, severity: "info", schemaPointer: "" }];
  }
  if (violations.length === 0) return [];
  // Gemini's convention: the output alone under one key, and the declared schema may mean just that.
  const inner = root.get("output") ?? root.get("result");
  if (inner !== undefined && root.entries().length === 1 && fits(inner.value(), schema)) return [];
  return violations.map((violation) => ({
    at: resolvePointer(root, violation.pointer) ?? root,
    message: violation.message,
    key: `${violation.keyword} ${violation.pointer} ${violation.property ?? ""}`,
    schemaPointer: violation.schemaPointer,
  }));
}

function fits(value: Parameters<ValidSchema["validate"]>[0], schema: ValidSchema): boolean {
  const violations = schema.validate(value);
  return violations === "not-checked" || violations.length === 0;
}
