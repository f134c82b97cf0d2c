import { isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";
import { type Dialect, declaredDialect } from "./dialect.js";
import type { SchemaDocuments } from "./references.js";

/** The keywords of the validation vocabulary (JSON Schema Validation 2019-09 and 2020-12, section 6). */
const validation: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "const",
  "multipleOf",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "maxContains",
  "minContains",
  "maxProperties",
  "minProperties",
  "required",
  "dependentRequired",
]);

/** What a schema's own meta-schema says of it, where that is among the documents at hand. */
export interface CustomDialect {
  readonly dialect: Dialect | undefined;
  /** Keywords of a vocabulary that the meta-schema leaves out: they ask nothing. */
  readonly ignored: ReadonlySet<string>;
}

const none: CustomDialect = { dialect: undefined, ignored: new Set() };

/** The dialect that a schema's custom meta-schema is written in, and the keywords that it takes away. */
export function customDialect(schema: JsonValue, documents: SchemaDocuments | undefined): CustomDialect {
  const metaSchema = documents === undefined ? undefined : documents.get(nameOfMetaSchema(schema));
  if (!isObject(metaSchema)) return none;
  return { dialect: declaredDialect(metaSchema), ignored: hasValidation(metaSchema) ? none.ignored : validation };
}

function nameOfMetaSchema(schema: JsonValue): string {
  const name = isObject(schema) ? ownValue(schema, "$schema") : undefined;
  return typeof name === "string" ? name : "";
}

function hasValidation(metaSchema: JsonObject): boolean {
  const vocabularies = ownValue(metaSchema, "$vocabulary");
  return !isObject(vocabularies) || Object.keys(vocabularies).some((name) => name.endsWith("/vocab/validation"));
}
