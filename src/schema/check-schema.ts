import { formatPointer } from "../json/pointer.js";
import { isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";
import { listing } from "../text/listing.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { type Dialect, refStandsAlone } from "./dialect.js";
import { keywordsOf, type Shape } from "./keywords.js";
import { compilePattern } from "./pattern.js";

/** Why a schema is not one: a keyword with a value of the wrong shape, or a reference that leads nowhere. */
export interface SchemaFault {
  /** The keyword at fault; empty where the schema is neither an object nor a boolean. */
  readonly keyword: string;
  /** JSON Pointer into the declared schema. */
  readonly schemaPointer: string;
  /** One sentence without final period. */
  readonly message: string;
  /** What was probably meant. */
  readonly nearest?: string;
}

/** What checking a schema brought to light. */
export interface SchemaCheck {
  readonly faults: readonly SchemaFault[];
  /** Whether any schema in it refers to another one. */
  readonly hasReferences: boolean;
}

/** The tape reads no deeper than this, so no declaration in a file is rejected for its depth. */
const deepest = 600;

/** More faults than these say nothing new. */
const maxFaults = 1_000;

/**
 * Checks every keyword of a schema, and of all schemas inside it, against the dialect's meta-schema, patterns included.
 *
 * References are not followed (`resolveReferences` does that). Total; linear in the size of the schema.
 *
 * @param pointer where the schema is in the declaration, before the faults' pointers
 */
export function checkSchema(schema: JsonValue, dialect: Dialect, pointer = ""): SchemaCheck {
  const checker = new Checker(dialect, pointer);
  checker.checkSchema(schema);
  return checker;
}

/** The types of JSON Schema. */
export const simpleTypes: ReadonlySet<string> = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);
const references: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);

const checks: Record<Shape, (checker: Checker, value: JsonValue) => void> = {
  anything: () => undefined,
  schema: (checker, value) => checker.checkSchema(value),
  "schema-map": (checker, value) => checker.eachMember(value, (member) => checker.checkSchema(member)),
  "schema-list": (checker, value) => checker.checkSchemaList(value, 1),
  "schema-or-list": (checker, value) => (Array.isArray(value) ? checker.checkSchemaList(value, 1) : checker.checkSchema(value)),
  "schema-or-any-list": (checker, value) => (Array.isArray(value) ? checker.checkSchemaList(value, 0) : checker.checkSchema(value)),
  "schema-or-flag": (checker, value) => (typeof value === "boolean" ? undefined : checker.checkSchema(value)),
  "schema-by-pattern": (checker, value) =>
    checker.eachMember(value, (member, name) => {
      checker.checkPattern(name);
      checker.checkSchema(member);
    }),
  "schema-or-names-map": (checker, value) =>
    checker.eachMember(value, (member) => {
      if (Array.isArray(member)) checker.checkNames(member, checker.dialect === "draft-04" ? 1 : 0);
      else checker.checkSchema(member);
    }),
  "schema-or-name-map": (checker, value) =>
    checker.eachMember(value, (member) => {
      if (Array.isArray(member)) checker.checkNames(member, 0);
      else if (typeof member !== "string") checker.checkSchema(member);
    }),
  "type-or-schema": (checker, value) => checker.checkTypeOrSchema(value),
  type: (checker, value) => checker.checkType(value),
  "names-map": (checker, value) => checker.eachMember(value, (member) => checker.checkNames(member, 0)),
  names: (checker, value) => checker.checkNames(value, 0),
  "some-names": (checker, value) => checker.checkNames(value, 1),
  text: (checker, value) => checker.expectText(value),
  pattern: (checker, value) => checker.checkPattern(value),
  "base-uri": (checker, value) => checker.expectText(value, /^[^#]*#?$/, "a URI without a fragment"),
  anchor: (checker, value) => checker.expectText(value, anchorOf(checker.dialect), "a name that starts with a letter"),
  flag: (checker, value) => (typeof value === "boolean" ? undefined : checker.expected("a boolean", value)),
  number: (checker, value) => (typeof value === "number" ? undefined : checker.expected("a number", value)),
  divisor: (checker, value) => (typeof value === "number" && value > 0 ? undefined : checker.expected("a number above 0", value)),
  count: (checker, value) => (isCount(value) ? undefined : checker.expected("a whole number from 0 on", value)),
  values: (checker, value) => (Array.isArray(value) ? undefined : checker.expected("an array", value)),
  vocabulary: (checker, value) =>
    checker.eachMember(value, (member) => (typeof member === "boolean" ? undefined : checker.expected("a boolean", member))),
};

class Checker implements SchemaCheck {
  readonly faults: SchemaFault[] = [];
  hasReferences = false;
  private keyword = "";
  private readonly shapes: ReadonlyMap<string, Shape>;
  private readonly booleans: boolean;
  private readonly path: (string | number)[] = [];
  readonly dialect: Dialect;
  private readonly pointer: string;

  constructor(dialect: Dialect, pointer: string) {
    this.dialect = dialect;
    this.pointer = pointer;
    this.shapes = keywordsOf(dialect);
    this.booleans = dialect !== "draft-03" && dialect !== "draft-04";
  }

  checkSchema(schema: JsonValue): void {
    if (typeof schema === "boolean" && this.booleans) return;
    if (!isObject(schema)) this.expected(this.booleans ? "an object or a boolean" : "an object", schema);
    else if (this.path.length > 2 * deepest) this.fault(`is nested more than ${deepest} levels deep`);
    else this.checkKeywords(schema);
  }

  private checkKeywords(schema: JsonObject): void {
    for (const keyword in schema) {
      const shape = this.shapes.get(keyword);
      const value = schema[keyword];
      if (value === undefined) continue;
      if (references.has(keyword)) this.hasReferences = true;
      if (shape === undefined) continue;
      const outer = this.keyword;
      this.keyword = keyword;
      this.path.push(keyword);
      checks[shape](this, value);
      this.path.pop();
      this.keyword = outer;
    }
    if (this.dialect === "draft-04") this.checkExclusiveLimits(schema);
  }

  checkSchemaList(value: JsonValue, least: number): void {
    if (!Array.isArray(value)) this.expected("an array of schemas", value);
    else if (value.length < least) this.fault("must have at least one schema");
    else this.eachItem(value, (item) => this.checkSchema(item));
  }

  checkType(value: JsonValue): void {
    if (!Array.isArray(value)) this.checkTypeName(value);
    else if (value.length === 0) this.fault("must name at least one type");
    else {
      this.eachItem(value, (item) => this.checkTypeName(item));
      if (new Set(value).size < value.length) this.fault("must not name a type twice");
    }
  }

  private checkTypeName(value: JsonValue): void {
    if (typeof value !== "string") this.expected("a type name or an array of them", value);
    else if (!simpleTypes.has(value)) {
      this.fault(`must be ${listing([...simpleTypes].map(quote), "or")}, got ${quote(value)}`, nearestName(value, simpleTypes));
    }
  }

  checkTypeOrSchema(value: JsonValue): void {
    const check = (each: JsonValue) => (typeof each === "string" ? undefined : this.checkSchema(each));
    if (Array.isArray(value)) this.eachItem(value, check);
    else check(value);
  }

  checkNames(value: JsonValue, least: number): void {
    if (!Array.isArray(value)) this.expected("an array of property names", value);
    else if (value.length < least) this.fault("must have at least one property name");
    else {
      this.eachItem(value, (item) => this.expectText(item));
      const seen = new Set<JsonValue>();
      const twice = value.find((name) => seen.size === seen.add(name).size);
      if (typeof twice === "string") this.fault(`must not name ${quote(twice)} twice`);
    }
  }

  checkPattern(source: JsonValue): void {
    if (typeof source !== "string") this.expectText(source);
    else if (compilePattern(source) === undefined)
      this.fault(`must be an ECMA-262 regular expression${this.path.at(-1) === source ? "" : `, got ${quote(source)}`}`);
  }

  expectText(value: JsonValue, form = /^/, name = ""): void {
    if (typeof value !== "string") this.expected("a string", value);
    else if (!form.test(value)) this.fault(`must be ${name}, got ${quote(value)}`);
  }

  private checkExclusiveLimits(schema: JsonObject): void {
    for (const [exclusive, limit] of [
      ["exclusiveMaximum", "maximum"],
      ["exclusiveMinimum", "minimum"],
    ] as const) {
      if (!Object.hasOwn(schema, exclusive) || Object.hasOwn(schema, limit)) continue;
      this.keyword = exclusive;
      this.path.push(exclusive);
      this.fault(`needs \`${limit}\` next to it`);
      this.path.pop();
    }
  }

  eachMember(value: JsonValue, check: (member: JsonValue, name: string) => void): void {
    if (!isObject(value)) this.expected("an object", value);
    else
      for (const name in value) {
        const member = value[name];
        if (member === undefined) continue;
        this.path.push(name);
        check(member, name);
        this.path.pop();
      }
  }

  eachItem(items: readonly JsonValue[], check: (item: JsonValue) => void): void {
    for (const [index, item] of items.entries()) {
      this.path.push(index);
      check(item);
      this.path.pop();
    }
  }

  expected(what: string, value: JsonValue): void {
    this.fault(`must be ${what}, got ${describe(value)}`);
  }

  private fault(claim: string, nearest?: string): void {
    if (this.faults.length >= maxFaults) return;
    this.faults.push({
      keyword: this.keyword,
      schemaPointer: this.pointer + formatPointer(this.path),
      message: `${subjectOf(this.keyword, this.path)} ${claim}`,
      ...(nearest !== undefined && { nearest }),
    });
  }
}

/** The faulty place by name: the keyword, or a member of the object that it holds. */
function subjectOf(keyword: string, path: readonly (string | number)[]): string {
  const last = path.at(-1);
  if (last === undefined) return "the schema";
  const isMember = typeof last === "string" && !(last === keyword && path.at(-2) !== keyword);
  return isMember ? `${quote(last)} under \`${keyword}\`` : `\`${keyword}\``;
}

function anchorOf(dialect: Dialect): RegExp {
  return dialect === "2019-09" ? /^[A-Za-z][-A-Za-z0-9.:_]*$/ : /^[A-Za-z_][-A-Za-z0-9._]*$/;
}

function isCount(value: JsonValue): boolean {
  return typeof value === "number" && value >= 0 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY);
}

function describe(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  switch (typeof value) {
    case "string":
      return `the string ${quote(value)}`;
    case "number":
    case "boolean":
      return String(value);
    default:
      return "an object";
  }
}

/** The reference that a schema object makes under a keyword, where that is a text. */
export function referenceIn(schema: JsonObject, keyword: string): string | undefined {
  const reference = ownValue(schema, keyword);
  return typeof reference === "string" ? reference : undefined;
}

/** Whether everything beside a schema's `$ref` is without meaning. */
export function isBareReference(schema: JsonObject, dialect: Dialect): boolean {
  return refStandsAlone(dialect) && referenceIn(schema, "$ref") !== undefined;
}
