import { createRequire } from "node:module";
import type { AnySchemaObject, ErrorObject } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonValue } from "../json/value.js";
import { addKeywords, type CodeTools, type Judging } from "./ajv-keywords.js";
import { compilePattern } from "./pattern.js";

/** A validation function made by ajv. */
export interface AjvValidator {
  /** @returns the errors, in the order in which they were met; none for a valid value */
  errors(value: JsonValue, judging: Judging): readonly ErrorObject[];
}

export interface AjvSettings {
  readonly assertFormats: boolean;
  /**
   * Whether the schema has `unevaluatedProperties` or `unevaluatedItems`. Else ajv must not keep book of what they would look at:
   * its book-keeping throws for some schemas (`patternProperties` beside `oneOf`, ajv 8.20).
   */
  readonly tracksEvaluated: boolean;
}

/** An instance keeps all it ever compiled (70 to 150 KB a schema), so it is given up after so many. */
const schemasPerInstance = 100;

let instance: { readonly ajv: Ajv2020; compiled: number; hasFormats: boolean } | undefined;

/**
 * Compiles a lowered schema. The first call loads ajv, which takes some 60 ms; this is the only place that does.
 *
 * What ajv throws is thrown: for a lowered schema that is a RangeError from a chain of references without end, or a URIError from a
 * property whose name holds half a surrogate.
 */
export function compileWithAjv(schema: AnySchemaObject, { assertFormats, tracksEvaluated }: AjvSettings): AjvValidator {
  if (instance === undefined || instance.compiled >= schemasPerInstance) instance = { ajv: newInstance(), compiled: 0, hasFormats: false };
  if (assertFormats && !instance.hasFormats) {
    loadFormats().default(instance.ajv);
    instance.hasFormats = true;
  }
  instance.compiled++;
  instance.ajv.opts.unevaluated = tracksEvaluated;
  const validate = instance.ajv.compile(schema);
  return {
    errors(value, judging) {
      return validate.call(judging, value) ? [] : [...(validate.errors ?? [])];
    },
  };
}

/** Gives up the current instance, which a stopped compilation may have left unfinished. */
export function forgetAjv(): void {
  instance = undefined;
}

const require = createRequire(import.meta.url);

function newInstance(): Ajv2020 {
  const { Ajv2020: Ajv }: typeof import("ajv/dist/2020.js") = require("ajv/dist/2020.js");
  const tools: CodeTools = require("ajv");
  const ajv = new Ajv({
    strict: false,
    strictNumbers: false, // 1e400 is read as Infinity, and is a number all the same
    allErrors: true,
    verbose: true, // for the identity of the failing schema
    ownProperties: true, // `required: ["constructor"]` is not met by every object
    passContext: true,
    inlineRefs: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    code: { regExp: Object.assign(patternEngine, { code: "patternEngine" }) },
  });
  addKeywords(ajv, tools);
  return ajv;
}

/** Patterns as `checkSchema` accepted them: with the `u` flag, else without. */
function patternEngine(source: string): RegExp {
  return compilePattern(source)?.expression ?? /(?:)/;
}

function loadFormats(): typeof import("ajv-formats").default {
  return require("ajv-formats");
}
