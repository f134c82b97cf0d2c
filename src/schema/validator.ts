import type { JsonNode } from "../json/node.js";
import { valueNode } from "../json/plain-node.js";
import { isObject, type JsonValue, ownValue } from "../json/value.js";
import { checkSchema, type SchemaFault } from "./check-schema.js";
import { type Dialect, declaredDialect } from "./dialect.js";
import { type ExactNumbers, isRounded } from "./equal-values.js";
import { isHeldExactly } from "./exact-number.js";
import type { SchemaViolation } from "./explain.js";
import { ExplainingJudge } from "./explaining-judge.js";
import { noReferences, type References, resolveReferences, type SchemaDocuments } from "./references.js";
import { buildFastValidator, type FastValidator } from "./surely-valid.js";
import { isUncallable } from "./uncallable.js";
import { customDialect } from "./vocabularies.js";

export type { SchemaFault } from "./check-schema.js";
export type { Dialect } from "./dialect.js";
export type { ExactNumbers } from "./equal-values.js";
export type { SchemaViolation } from "./explain.js";

/** A schema ready to judge values, or what is wrong with it. */
export type CompiledSchema = ValidSchema | { readonly kind: "invalid"; readonly faults: readonly SchemaFault[] };

/** A schema without fault. */
export interface ValidSchema {
  readonly kind: "valid";
  readonly dialect: Dialect;
  /**
   * All that is wrong with a value; an empty list for a valid one. Never throws.
   *
   * @returns `not-checked` where no verdict was found within bounds (a hostile pattern, references that multiply), where the value is
   *   deeper than the stack, or where a reference leads into a part of a meta-schema
   */
  validate(value: JsonValue, options?: ValidateOptions): readonly SchemaViolation[] | "not-checked";
  /**
   * As `validate`, for a value where it is: of one that is valid, nothing is built.
   *
   * @param numbers asked for where digits that a double does not hold could matter
   * @param rootName what messages call the value itself; `arguments` if not said
   */
  validateNode(node: JsonNode, numbers: () => ExactNumbers, rootName?: string): readonly SchemaViolation[] | "not-checked";
  /** Whether no object whatever can satisfy the schema; `false` unless that is certain. */
  readonly isUncallable: boolean;
}

export interface ValidateOptions {
  /** The digits of numbers as the transcript spells them, by JSON Pointer; needed only for those that a double does not hold. */
  readonly numbers?: ExactNumbers;
  /** What messages call the value itself; `arguments` if not said. */
  readonly rootName?: string;
}

export interface CompileOptions {
  /** Reads the schema in this dialect, whatever `$schema` says. */
  readonly dialect?: Dialect;
  /** Whether `format` is a condition; else it is an annotation. */
  readonly assertFormats?: boolean;
  /** Whether a schema that names no dialect and is none of 2020-12 may be one of draft-07 or draft-04; so it is if not said. */
  readonly fallbackDialects?: boolean;
  /** The digits of the schema's own numbers, as for `ValidateOptions`; without them a rounded limit gets the benefit of the doubt. */
  readonly numbers?: ExactNumbers;
  /** Further schemas that references may lead to, by URI; without them such a reference is remote, hence a fault. */
  readonly documents?: SchemaDocuments;
}

/**
 * Compiles any JSON value as a JSON Schema.
 *
 * The dialect is the one asked for, else that of `$schema`, else 2020-12, else the older draft that accepts the schema. Nothing
 * is fetched, no value is changed. Values are proved valid by small checks; the evaluator looks at one that fails, or that meets a
 * keyword that `surely-valid.ts` does not cover.
 */
export function compileSchema(schema: JsonValue, options: CompileOptions = {}): CompiledSchema {
  const dialect = options.dialect ?? declaredDialect(schema) ?? customDialect(schema, options.documents).dialect;
  const first = dialect ?? "2020-12";
  const check = checkSchema(schema, first);
  if (check.faults.length === 0) return withReferences(schema, first, check.hasReferences, options);
  if (dialect === undefined && options.fallbackDialects !== false && !namesDialect(schema)) {
    for (const fallback of ["draft-07", "draft-04"] as const) {
      const other = checkSchema(schema, fallback);
      if (other.faults.length === 0) return withReferences(schema, fallback, other.hasReferences, options);
    }
  }
  return { kind: "invalid", faults: check.faults };
}

function namesDialect(schema: JsonValue): boolean {
  return isObject(schema) && ownValue(schema, "$schema") !== undefined;
}

function withReferences(schema: JsonValue, dialect: Dialect, hasReferences: boolean, options: CompileOptions): CompiledSchema {
  const references = hasReferences ? resolveReferences(schema, dialect, options.documents) : noReferences;
  if (references.faults.length > 0) return { kind: "invalid", faults: references.faults };
  return new FaultlessSchema(schema, dialect, references, options);
}

/** The quick judge is sure, but to say where the fault lies would take too many steps. */
function unexplained(rootName: string): SchemaViolation {
  return {
    keyword: "",
    pointer: "",
    schemaPointer: "",
    message: `The ${rootName} must match the schema; which part does not is not known`,
  };
}

const noViolations: readonly SchemaViolation[] = [];
const noNumbers: ExactNumbers = new Map();

/** All digits of a schema's numbers, where some of them are more than a double surely holds. */
function digitsThatMatter(numbers: ExactNumbers = noNumbers): ExactNumbers {
  return [...numbers.values()].some(needsDigits) ? numbers : noNumbers;
}

/** Whether a double loses digits of a number, or would be written in other ones. */
function needsDigits(digits: string): boolean {
  return isRounded(Number(digits)) || !isHeldExactly(digits);
}

function lostDigits(numbers: ExactNumbers): ExactNumbers {
  return numbers.size === 0 ? noNumbers : new Map([...numbers].filter(([, digits]) => needsDigits(digits)));
}

class FaultlessSchema implements ValidSchema {
  readonly kind = "valid";
  readonly dialect: Dialect;
  private readonly schema: JsonValue;
  private readonly references: References;
  private readonly options: CompileOptions;
  private readonly declaredNumbers: ExactNumbers;
  private quick: FastValidator | undefined;
  private explaining: ExplainingJudge | undefined;
  private uncallable: boolean | undefined;

  constructor(schema: JsonValue, dialect: Dialect, references: References, options: CompileOptions) {
    this.schema = schema;
    this.dialect = dialect;
    this.references = references;
    this.options = options;
    this.declaredNumbers = digitsThatMatter(options.numbers);
  }

  get isUncallable(): boolean {
    this.uncallable ??= isUncallable(this.schema, this.dialect, this.references);
    return this.uncallable;
  }

  validate(value: JsonValue, { numbers = noNumbers, rootName }: ValidateOptions = {}): readonly SchemaViolation[] | "not-checked" {
    return this.judge(
      valueNode(value),
      () => value,
      () => numbers,
      rootName,
    );
  }

  validateNode(node: JsonNode, numbers: () => ExactNumbers, rootName?: string): readonly SchemaViolation[] | "not-checked" {
    return this.judge(node, () => node.value(), numbers, rootName);
  }

  private judge(
    node: JsonNode,
    value: () => JsonValue,
    numbers: () => ExactNumbers,
    rootName = "arguments",
  ): readonly SchemaViolation[] | "not-checked" {
    this.quick ??= buildFastValidator(this.schema, this.dialect, this.references, this.options);
    const verdict = this.quick.judge(node);
    if (verdict === "valid" && !this.quick.weighsNumbers) return noViolations;
    if (verdict === "valid" && this.declaredNumbers.size === 0 && numbers().size === 0) return noViolations;
    const lost = lostDigits(numbers());
    const isExact = lost.size === 0 && this.declaredNumbers.size === 0;
    if (verdict === "valid" && isExact) return noViolations;
    this.explaining ??= new ExplainingJudge(this.schema, {
      dialect: this.dialect,
      references: this.references,
      assertFormats: this.options.assertFormats ?? false,
      declaredNumbers: this.declaredNumbers,
      ignored: customDialect(this.schema, this.options.documents).ignored,
    });
    const found = this.explaining.judge(value(), { numbers: lost, rootName });
    return found === "not-checked" && verdict === "invalid" && isExact ? [unexplained(rootName)] : found;
  }
}
