import { isObject, ownValue } from "../json/value.js";
import type { Tool } from "../model/tool.js";
import type { Finding } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";
import { checkSchema } from "../schema/check-schema.js";
import { quote } from "../text/quote.js";
import { declaredAt } from "./declared-at.js";
import { oncePerTool } from "./once-per-tool.js";
import { rejectedBy } from "./pairing-text.js";
import { defineRule } from "./rule.js";
import { argumentsSchemaFaults, olderDialect, type SchemaObjection, unsupportedParts } from "./schema-objections.js";
import { subsetParts } from "./schema-subset.js";

const objections = oncePerTool((tool: Tool, profile: Profile): readonly SchemaObjection[] => {
  const { argumentsSchema: schema, dialect } = tool;
  if (schema === null) return [];
  const { parameters } = profile;
  const subset = dialect === "json-schema" ? subsetParts(schema, parameters) : [];
  return [...unsupportedParts(schema, dialect, parameters), ...subset, ...dialectObjections(tool, profile)];
});

/** A schema that is valid as JSON Schema is also one that the endpoint takes: root, arrays, argument names, dialect, subset. */
export const unsupportedSchema = defineRule({
  id: "unsupported-schema",
  category: "declaration",
  summary: "The endpoint rejects a tool's schema, although it is valid",
  severity: "error",
  consequence: "The endpoint rejects the whole request: one such tool takes all others with it.",
  repair:
    "Rewrite the schema for this endpoint: wrap a root combinator in an argument, give arrays items, rename arguments, use one dialect.",
  evidence: [
    "OpenAI, recorded rejections invalid_function_parameters: array schema missing items; combinators at the top level (2026-11)",
    "Anthropic Messages, recorded rejections for input_schema: combinators at the top level, property keys, draft 2020-12 (2026-11)",
    "Gemini API reference, Schema: a subset of OpenAPI 3.0 (read 2026-11)",
  ],
  on: {
    *tools(declared, { profile, schemas }) {
      const { tools } = declared.toolset;
      const required = profile.declarations.schemaRequired;
      const own = new Set(required === undefined ? [] : tools.flatMap((tool) => (tool.writtenAs === required.value ? tool.source : [])));
      for (const tool of tools) {
        if (tool.hosted || tool.isEcho === true) continue;
        const wrongRoot = resultRoot(tool, profile);
        if (wrongRoot !== undefined) yield { ...wrongRoot, at: declaredAt(declared, tool, "resultSchema"), key: `${tool.key} result` };
        const missing = own.has(tool.source) ? missingSchema(tool, profile) : undefined;
        if (missing !== undefined) {
          yield { ...missing, at: declaredAt(declared, tool, "argumentsSchema"), key: tool.key };
          continue;
        }
        const found = objections(tool, profile);
        if (found.length === 0) continue;
        // Where the schema is none, nothing is left to reject.
        const faulty = new Set(argumentsSchemaFaults(tool, schemas.argumentsOf(tool), profile).map(({ schemaPointer }) => schemaPointer));
        for (const { pointer, keyword, message, fact } of found) {
          if (faulty.has(pointer)) continue;
          yield {
            at: declaredAt(declared, tool, "argumentsSchema", pointer),
            message: message(`tool ${quote(tool.key)}`),
            key: `${tool.key} ${keyword} ${pointer}`,
            data: { keyword },
            ...rejectedBy(fact, profile),
          };
        }
      }
    },
  },
});

/**
 * A tool that says nothing of its arguments, in a list that has tools of the dialect which must: a name alone, where all are such, is
 * what a log keeps of a list.
 */
function missingSchema(tool: Tool, profile: Profile): Omit<Finding, "at"> | undefined {
  const required = profile.declarations.schemaRequired;
  const isOwn = tool.writtenAs === required?.value || tool.writtenAs === "tool-spec";
  if (required === undefined || !isOwn || !saysNothing(tool)) return undefined;
  return {
    message: `Tool ${quote(tool.key)} has no schema; it must have one with "type": "object"`,
    data: { keyword: "type" },
    ...rejectedBy(required, profile),
  };
}

/** A schema of results that is not one of an object, where the results that it promises must be objects. */
function resultRoot({ key, resultSchema: schema }: Tool, profile: Profile): Omit<Finding, "at"> | undefined {
  const fact = profile.results.schemaObjectRoot;
  if (fact?.value !== true || !isObject(schema) || ownValue(schema, "type") === "object") return undefined;
  return {
    message: `The top level of the result schema of tool ${quote(key)} must be \`"type": "object"\``,
    data: { keyword: "type" },
    ...rejectedBy(fact, profile),
  };
}

function saysNothing({ argumentsSchema: schema, input }: Tool): boolean {
  return input === "json" && (schema === null || (isObject(schema) && Object.keys(schema).length === 0));
}

/** What is valid in an older draft alone, where the endpoint reads every schema as one dialect. */
function dialectObjections(tool: Tool, { parameters }: Profile): readonly SchemaObjection[] {
  const { argumentsSchema: schema } = tool;
  const fixed = parameters.dialect;
  if (fixed === undefined || schema === null || tool.dialect === "openapi") return [];
  const { value: dialect, evidence, rejection } = fixed;
  const { faults } = checkSchema(schema, dialect);
  const older = faults.length === 0 ? undefined : olderDialect(schema, dialect);
  if (older === undefined) return [];
  return faults.map(({ keyword, schemaPointer, message }) => ({
    pointer: schemaPointer,
    keyword,
    message: (name) => `The schema of ${name} is valid in ${older} only, not in ${dialect}: ${message}`,
    fact: { evidence, ...(rejection !== undefined && { rejection }) },
  }));
}
