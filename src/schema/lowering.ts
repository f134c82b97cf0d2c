import type { SchemaObject } from "ajv";
import type { JsonValue } from "../json/value.js";
import type { Dialect } from "./dialect.js";

/** A keyword as the declaration spells it; `*` in its path stands for the property in question. */
export interface DeclaredKeyword {
  readonly keyword: string;
  readonly path: string;
}

/** One lowering on its way, as the pieces for older drafts use it; `at` and `pointer` are places in the declared schema. */
export interface Lowering {
  readonly dialect: Dialect;
  /** A schema inside the current one; `true` becomes `{}`, so that each lowered schema has an identity. */
  lower(schema: JsonValue, pointer: string): SchemaObject;
  /** A combinator's branch, or another schema whose failures must be told from those around it. */
  branch(schema: JsonValue, pointer: string): SchemaObject;
  /** The schemas of a map by property name. */
  members(map: JsonValue, pointer: string): Record<string, SchemaObject>;
  /** A schema for what others leave over, where ajv tells `false` apart. */
  rest(value: JsonValue, at: string): SchemaObject | boolean;
}
