import { withJsonTypes } from "../declarations/python-types.js";
import type { ExactNumbers } from "../json/exact-numbers.js";
import type { JsonValue } from "../json/value.js";
import type { Tool } from "../model/tool.js";
import type { Profile } from "../profiles/profile.js";
import type { ToolSchemas } from "../rules/rule.js";
import { normaliseOpenApiSchema } from "../schema/normalise.js";
import { createSchemaCompiler } from "../schema/schema-cache.js";
import type { CompiledSchema, CompileOptions } from "../schema/validator.js";

/** Compiled schemas of declared tools, for any profile. */
export interface SchemaSource {
  /** As an endpoint reads them: some fix the dialect. */
  under(profile: Profile): ToolSchemas;
}

/**
 * Compiles each declared schema once: tool lists are cached by their bytes, so a tool that many records repeat is one object, and a
 * schema is found by it without being read again.
 */
export function createSchemaSource(assertFormats: boolean): SchemaSource {
  const compiler = createSchemaCompiler();
  const sources = new Map<string, ToolSchemas>();
  return {
    under({ parameters }) {
      const dialect = parameters.dialect?.value;
      const takesPython = parameters.takesPythonTypes?.value === true;
      const key = `${dialect} ${takesPython}`;
      const known = sources.get(key);
      if (known !== undefined) return known;
      const options: CompileOptions = dialect === undefined ? { assertFormats } : { assertFormats, dialect, fallbackDialects: false };
      const compile = (schema: JsonValue, numbers: ExactNumbers | undefined) => {
        const digits = numbers === undefined ? "" : JSON.stringify([...numbers]);
        return compiler.compile(`${dialect} ${JSON.stringify(schema)}${digits}`, () => schema, { ...options, ...(numbers && { numbers }) });
      };
      const schemas = createToolSchemas(takesPython ? (schema, numbers) => compile(withJsonTypes(schema), numbers) : compile);
      sources.set(key, schemas);
      return schemas;
    },
  };
}

function createToolSchemas(compile: (schema: JsonValue, numbers: ExactNumbers | undefined) => CompiledSchema): ToolSchemas {
  const compiled = { arguments: new WeakMap<Tool, CompiledSchema>(), result: new WeakMap<Tool, CompiledSchema>() };
  const find = (tool: Tool, part: keyof typeof compiled, schema: JsonValue | null): CompiledSchema | null => {
    if (schema === null) return null;
    const known = compiled[part].get(tool);
    if (known !== undefined) return known;
    const digits = tool.digits?.[part === "arguments" ? "argumentsSchema" : "resultSchema"];
    const found = compile(tool.dialect === "openapi" ? normaliseOpenApiSchema(schema) : schema, digits);
    compiled[part].set(tool, found);
    return found;
  };
  return {
    argumentsOf: (tool) => find(tool, "arguments", tool.argumentsSchema),
    resultOf: (tool) => find(tool, "result", tool.resultSchema),
  };
}
