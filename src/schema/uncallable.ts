import { asList, isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";
import { isBareReference } from "./check-schema.js";
import type { Dialect } from "./dialect.js";
import { keywordsOf } from "./keywords.js";
import { compilePattern } from "./pattern.js";
import { type References, referenceKeywords } from "./references.js";

/** Schemas looked into for one answer: past that the answer is "not certain". */
const maxSteps = 10_000;

/**
 * Whether a schema rejects every object, and so every call of its tool: because it is `false`, because its types leave no room for
 * an object, or because it requires a property that it forbids or that no value satisfies.
 *
 * Only what can be proved counts; draft-03 and the conditional keywords are not looked into.
 */
export function isUncallable(schema: JsonValue, dialect: Dialect, references: References): boolean {
  if (dialect === "draft-03") return false;
  return new Prover(dialect, references).refuses(schema, "object");
}

/** The type that all values in question have; `any` for every value. */
type Kind = "object" | "any";

class Prover {
  private readonly dialect: Dialect;
  private readonly references: References;
  private readonly open = new Set<JsonObject>();
  private steps = 0;

  constructor(dialect: Dialect, references: References) {
    this.dialect = dialect;
    this.references = references;
  }

  /** Whether every value of that kind is rejected, for certain. */
  refuses(schema: JsonValue, kind: Kind): boolean {
    if (schema === false) return true;
    if (!isObject(schema) || this.open.has(schema) || ++this.steps > maxSteps) return false;
    this.open.add(schema);
    const parts = this.conjunction(schema);
    const schemas = parts.filter(isObject);
    const types = this.typesLeft(schemas, kind);
    const sharper = isOnly(types, "object") ? "object" : kind;
    const refused =
      types.size === 0 ||
      parts.includes(false) ||
      (sharper === "object" && this.refusesMembers(schemas)) ||
      schemas.some((part) => this.refusesAlone(part, sharper));
    this.open.delete(schema);
    return refused;
  }

  /** A schema and all that must hold with it: `allOf` and what it refers to. */
  private conjunction(schema: JsonObject): readonly JsonValue[] {
    const parts = new Set<JsonValue>();
    const left: JsonValue[] = [schema];
    for (let next = left.pop(); next !== undefined && ++this.steps <= maxSteps; next = left.pop()) {
      if (parts.has(next)) continue;
      if (!isObject(next)) {
        parts.add(next);
        continue;
      }
      for (const keyword of referenceKeywords(this.dialect)) {
        const target = this.references.target(next, keyword);
        if (target?.kind === "schema") left.push(target.schema);
      }
      if (isBareReference(next, this.dialect)) continue;
      parts.add(next);
      left.push(...this.list(next, "allOf"));
    }
    return [...parts];
  }

  /** Whether a property that some part requires is forbidden, or satisfied by no value, in some part; or there are too many. */
  private refusesMembers(parts: readonly JsonObject[]): boolean {
    const required = new Set(parts.flatMap((part) => this.list(part, "required").filter((name) => typeof name === "string")));
    if (parts.some((part) => required.size > this.number(part, "maxProperties", Number.POSITIVE_INFINITY))) return true;
    return [...required].some((name) => parts.some((part) => this.refusesMember(part, name)));
  }

  private refusesMember(part: JsonObject, name: string): boolean {
    const properties = asObject(this.value(part, "properties"));
    const patterns = Object.keys(asObject(this.value(part, "patternProperties")));
    const own = ownValue(properties, name);
    if (own !== undefined) return this.refuses(own, "any");
    if (patterns.some((source) => compilePattern(source)?.test(name) !== false)) return false;
    const additional = this.value(part, "additionalProperties");
    return additional !== undefined && this.refuses(additional, "any");
  }

  /** The types that all parts leave open. */
  private typesLeft(parts: readonly JsonObject[], kind: Kind): ReadonlySet<string> {
    let left = new Set(kind === "object" ? ["object"] : ["array", "boolean", "null", "number", "object", "string"]);
    for (const part of parts) {
      for (const allowed of [this.typesNamed(part), this.typesOfValues(part)]) {
        if (allowed !== undefined) left = new Set([...left].filter((name) => allowed.includes(name)));
      }
    }
    return left;
  }

  private typesNamed(part: JsonObject): readonly string[] | undefined {
    const type = this.value(part, "type");
    if (type === undefined) return undefined;
    return (Array.isArray(type) ? type : [type]).map((name) => (name === "integer" ? "number" : String(name)));
  }

  /** The types of the values under `enum` and `const`; `undefined` without either. */
  private typesOfValues(part: JsonObject): readonly string[] | undefined {
    const only = this.value(part, "const");
    if (only !== undefined) return [typeOf(only)];
    const members = this.value(part, "enum");
    return Array.isArray(members) ? members.map(typeOf) : undefined;
  }

  private refusesAlone(part: JsonObject, kind: Kind): boolean {
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = this.list(part, keyword);
      if (branches.length > 0 && branches.every((branch) => this.refuses(branch, kind))) return true;
    }
    const not = this.value(part, "not");
    if (not === true || (isObject(not) && Object.keys(not).length === 0)) return true;
    if (kind !== "object") return false;
    if (isObject(not) && Object.keys(not).length === 1 && not.type === "object") return true;
    const least = this.number(part, "minProperties", 0);
    if (least > this.number(part, "maxProperties", Number.POSITIVE_INFINITY)) return true;
    const isClosed = this.value(part, "additionalProperties") === false && this.value(part, "patternProperties") === undefined;
    return isClosed && least > Object.keys(asObject(this.value(part, "properties"))).length;
  }

  private value(part: JsonObject, keyword: string): JsonValue | undefined {
    return keywordsOf(this.dialect).has(keyword) ? ownValue(part, keyword) : undefined;
  }

  private list(part: JsonObject, keyword: string): readonly JsonValue[] {
    return asList(this.value(part, keyword));
  }

  private number(part: JsonObject, keyword: string, otherwise: number): number {
    const value = this.value(part, keyword);
    return typeof value === "number" ? value : otherwise;
  }
}

function isOnly(types: ReadonlySet<string>, name: string): boolean {
  return types.size === 1 && types.has(name);
}

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}
