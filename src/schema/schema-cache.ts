import type { JsonValue } from "../json/value.js";
import { type CompiledSchema, type CompileOptions, compileSchema } from "./validator.js";

/** Compiles each distinct schema once, as long as it is among those used last. */
export interface SchemaCompiler {
  /**
   * The compiled schema for a key; the schema itself is only asked for when the key is new.
   *
   * @param key what the caller knows the schema by: its bytes, or a digest of them, with whatever else decides its meaning. Two schemas
   *   under one key are taken for the same, so the options belong to the key as well
   */
  compile(key: string, schema: () => JsonValue, options?: CompileOptions): CompiledSchema;
}

/**
 * A compiler with a cache bounded by number and by the length of the keys, oldest use out first, so that a million different
 * schemas take no more memory than the bound.
 */
export function createSchemaCompiler({ mostSchemas = 2_000, mostKeyCharacters = 16_000_000 } = {}): SchemaCompiler {
  const cache = new Map<string, CompiledSchema>();
  let characters = 0;
  return {
    compile(key, schema, options) {
      const known = cache.get(key);
      const compiled = known ?? compileSchema(schema(), options);
      if (known === undefined) characters += key.length;
      cache.delete(key);
      cache.set(key, compiled); // a Map keeps its order: the last is the one used last
      for (const oldest of cache.keys()) {
        if ((cache.size <= mostSchemas && characters <= mostKeyCharacters) || oldest === key) break;
        cache.delete(oldest);
        characters -= oldest.length;
      }
      return compiled;
    },
  };
}
