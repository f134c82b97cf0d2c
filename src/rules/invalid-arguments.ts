import { escapeStep, resolvePointer } from "../json/pointer.js";
import type { Finding } from "../model/violation.js";
import type { SchemaViolation } from "../schema/validator.js";
import { quote } from "../text/quote.js";
import { sentence, value } from "../text/sentence.js";
import { declaredAt } from "./declared-at.js";
import { defineRule } from "./rule.js";

/**
 * Arguments fit the declared schema: each fault is a finding, at the value inside the arguments.
 *
 * Nothing is coerced or defaulted, and an error result that follows does not make the call conform.
 */
export const invalidArguments = defineRule({
  id: "invalid-arguments",
  category: "call",
  summary: "Arguments do not fit the declared schema",
  severity: "error",
  consequence: "The tool fails, or runs with something else than what was meant where a lenient decoder coerces the value.",
  repair:
    "Validate arguments before the tool is run and answer with the fault, so that the model can correct it; say in the schema what is meant.",
  evidence: [
    "JSON Schema 2020-12, Validation (read 2026-11)",
    "OpenAI, guide to function calling: arguments may not fit the schema without strict (read 2026-11)",
  ],
  on: {
    *faultyCall({ call, fault }, { conversation }) {
      if (fault.kind !== "invalid") return;
      const { tool, root, violations } = fault;
      for (const violation of violations) {
        if (isMisspelt(violation, violations)) continue;
        const { pointer, schemaPointer, keyword, property, message } = violation;
        yield {
          at: (root && (resolvePointer(root, pointer) ?? root)) ?? call.at.arguments ?? call.at.call,
          message,
          call,
          argumentPointer: pointer,
          data: { keyword },
          key: property === undefined ? keyword : `${keyword} ${property}`,
          related: [{ message: "Declared here", at: declaredAt(conversation, tool, "argumentsSchema", schemaPointer) }],
          ...fix(violation),
        };
      }
    },
  },
});

/** A required name that is missing because it was misspelt, where the misspelt one is reported: one cause, one finding. */
function isMisspelt({ keyword, nearest, pointer, property }: SchemaViolation, violations: readonly SchemaViolation[]): boolean {
  if (keyword !== "required" || nearest === undefined) return false;
  const misspelt = `${pointer}/${escapeStep(nearest)}`;
  return violations.some((other) => other.pointer === misspelt && other.property === nearest && other.nearest === property);
}

function fix({ keyword, nearest, property }: SchemaViolation): Pick<Finding, "fix"> {
  if (nearest === undefined) return {};
  if (keyword !== "required" && keyword !== "dependentRequired") return { fix: `Did you mean ${quote(nearest)}?` };
  return { fix: sentence`Did you mean ${quote(property ?? "")} where ${value(nearest)} is given?` };
}
