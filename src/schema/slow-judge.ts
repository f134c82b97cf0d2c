import { isObject, type JsonValue } from "../json/value.js";
import { type AjvValidator, compileWithAjv, forgetAjv } from "./ajv.js";
import { withinDeadline } from "./deadline.js";
import { declaredProperties } from "./declared-properties.js";
import type { Dialect } from "./dialect.js";
import type { ExactNumbers } from "./equal-values.js";
import { explainFailures, type SchemaViolation } from "./explain.js";
import { readFailures } from "./failures.js";
import { type LoweredSchema, lowerSchema } from "./lower.js";
import type { References } from "./references.js";
import { isSchema, walkSchemas } from "./schema-walk.js";
import type { ExplainContext } from "./sentences.js";
import { type Compiled, compileShared } from "./shared-validators.js";

/** Time for compiling a schema; a second is enough for some five thousand parts. */
const compileMilliseconds = 4_000;

/** Time for one value that may meet patterns or references, and what large values get beside it for each of their parts. */
const judgeMilliseconds = 500;
const millisecondsPerPart = 0.01;

/** Time that one schema may waste on values without a verdict; then its other values are not tried any more. */
const wastedMilliseconds = 2_000;

/** Compiling costs ajv some 0.2 ms a property: a schema of more parts than this is cut to what a value can meet. */
const largeSchema = 1_000;

/** Judges that keep their validators, each of them 70 to 150 KB; the others compile again when they are asked. */
const mostAwake = 200;

/** The judges that were asked last, in that order. */
const awake = new Set<SlowJudge>();

/** Cut schemas that are kept, each for one set of property names. */
const mostCuts = 8;

/** Judges by ajv, explains what fails, and never hangs: what takes too long is not checked. */
export class SlowJudge {
  private readonly schema: JsonValue;
  private readonly dialect: Dialect;
  private readonly references: References;
  private readonly settings: { readonly assertFormats: boolean; readonly declaredNumbers: ExactNumbers };
  private readonly compiled = new Map<string, Compiled>();
  private readonly properties = new Map<JsonValue, ReadonlySet<string>>();
  private readonly isLarge: boolean;
  private wasted = 0;

  constructor(
    schema: JsonValue,
    dialect: Dialect,
    references: References,
    settings: { readonly assertFormats: boolean; readonly declaredNumbers: ExactNumbers },
  ) {
    this.schema = schema;
    this.dialect = dialect;
    this.references = references;
    this.settings = settings;
    this.isLarge = hasMoreParts(schema, dialect, largeSchema);
  }

  judge(
    value: JsonValue,
    { numbers, rootName }: { readonly numbers: ExactNumbers; readonly rootName: string },
  ): readonly SchemaViolation[] | "not-checked" {
    if (this.references.isUncertain || this.wasted >= wastedMilliseconds) return "not-checked";
    this.stayAwake();
    try {
      const compiled = this.compile(value);
      if (compiled === undefined) return "not-checked";
      const errors = this.inTime(compiled, value, () =>
        compiled.validator.errors(value, { numbers, declared: (schema, keyword) => this.digitsOf(compiled, schema, keyword) }),
      );
      if (errors === undefined) return "not-checked";
      const violations = explainFailures(readFailures(errors, value, compiled.origins), this.context(value, numbers, rootName));
      return errors.length > 0 && violations.length === 0 ? [unexplained(rootName)] : violations;
    } catch (error) {
      // Deeper than the stack, ajv's book-keeping for unevaluated properties (see `AjvSettings`), or half a surrogate in a property's name.
      if (error instanceof RangeError || error instanceof TypeError || error instanceof URIError) return "not-checked";
      throw error;
    }
  }

  private stayAwake(): void {
    awake.delete(this);
    awake.add(this);
    const [oldest] = awake;
    if (awake.size <= mostAwake || oldest === undefined) return;
    awake.delete(oldest);
    oldest.compiled.clear();
  }

  private inTime<T>(compiled: LoweredSchema, value: JsonValue, work: () => T): T | undefined {
    if (!compiled.isRisky) return work();
    const started = performance.now();
    const outcome = withinDeadline(Math.ceil(judgeMilliseconds + millisecondsPerPart * countParts(value)), work);
    if (outcome.kind === "done") return outcome.value;
    this.wasted += performance.now() - started;
    return undefined;
  }

  private compile(value: JsonValue): Compiled | undefined {
    const names = this.isLarge ? propertyNamesIn(value) : undefined;
    const key = names === undefined ? "" : JSON.stringify([...names].sort());
    const known = this.compiled.get(key);
    if (known !== undefined) return known;
    const lowered = lowerSchema(isSchema(this.schema) ? this.schema : true, {
      dialect: this.dialect,
      references: this.references,
      assertFormats: this.settings.assertFormats,
      ...(names !== undefined && { properties: names }),
    });
    const compiled = compileShared(lowered, () => this.compileNew(lowered));
    if (compiled === undefined) return undefined;
    if (this.compiled.size >= mostCuts) this.compiled.clear();
    this.compiled.set(key, compiled);
    return compiled;
  }

  private compileNew({ schema, tracksEvaluated }: LoweredSchema): AjvValidator | undefined {
    const { assertFormats } = this.settings;
    const work = () => compileWithAjv(schema, { assertFormats, tracksEvaluated });
    if (!this.isLarge) return work(); // to watch the time would cost as much
    const outcome = withinDeadline(compileMilliseconds, work);
    if (outcome.kind === "done") return outcome.value;
    forgetAjv(); // it was stopped in the middle
    this.wasted = wastedMilliseconds;
    return undefined;
  }

  private digitsOf({ origins }: LoweredSchema, schema: object, keyword: string): string | undefined {
    if (this.settings.declaredNumbers.size === 0) return undefined;
    const origin = origins.get(schema);
    return origin === undefined
      ? undefined
      : this.settings.declaredNumbers.get(`${origin.pointer}/${origin.renamed.get(keyword)?.keyword ?? keyword}`);
  }

  private context(root: JsonValue, numbers: ExactNumbers, rootName: string): ExplainContext {
    return {
      root,
      rootName,
      numbers,
      declaredNumbers: this.settings.declaredNumbers,
      declaredProperties: (schema) => {
        const known = this.properties.get(schema) ?? declaredProperties(schema, this.dialect, this.references);
        this.properties.set(schema, known);
        return known;
      },
    };
  }
}

/** ajv has the last word, also where we find none of our own. */
function unexplained(rootName: string): SchemaViolation {
  return { keyword: "", pointer: "", schemaPointer: "", message: `${rootName} must fit the schema` };
}

function hasMoreParts(schema: JsonValue, dialect: Dialect, limit: number): boolean {
  let parts = 0;
  for (const _ of walkSchemas(schema, dialect)) if (++parts > limit) return true;
  return false;
}

/** All property names that occur anywhere in a value. */
function propertyNamesIn(value: JsonValue): ReadonlySet<string> {
  const names = new Set<string>();
  for (const part of partsOf(value)) if (isObject(part)) for (const name of Object.keys(part)) names.add(name);
  return names;
}

function countParts(value: JsonValue): number {
  let parts = 0;
  for (const _ of partsOf(value)) parts++;
  return parts;
}

/** A value and all values inside it, in no particular order. */
function* partsOf(value: JsonValue): Generator<JsonValue> {
  const left: JsonValue[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    yield next;
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) left.push(part);
  }
}
