import type { JsonMember, JsonNode } from "../json/node.js";
import { asList, isObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Dialect } from "./dialect.js";
import { keywordsOf } from "./keywords.js";
import { accept, type Check, PatternCheck, textOf } from "./quick-checks.js";

/** Builds the check for a schema inside the one at hand. */
type Build = (schema: JsonValue) => Check;

/** The keywords that look at objects alone, all of which `objectCheck` takes care of. */
export const objectKeywords: ReadonlySet<string> = new Set([
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "minProperties",
  "maxProperties",
  "dependentRequired",
  "dependentSchemas",
]);

/** The check for all keywords that look at objects; it lets other values pass. */
export function objectCheck(schema: JsonObject, dialect: Dialect, build: Build): Check {
  const has = (keyword: string) => keywordsOf(dialect).has(keyword);
  const dependents = has("dependentRequired") && (schema.dependentRequired ?? schema.dependentSchemas) !== undefined;
  return new ObjectCheck(
    asList(schema.required).filter((name) => typeof name === "string"),
    membersCheck(schema, has("propertyNames") && schema.propertyNames !== undefined ? build(schema.propertyNames) : accept, build),
    dependents ? dependentsOf(schema, build) : [],
  );
}

class ObjectCheck implements Check {
  private readonly required: readonly string[];
  private readonly members: MembersCheck | undefined;
  private readonly dependents: readonly Dependent[];

  constructor(required: readonly string[], members: MembersCheck | undefined, dependents: readonly Dependent[]) {
    this.required = required;
    this.members = members;
    this.dependents = dependents;
  }

  passes(node: JsonNode): boolean {
    if (node.kind !== "object") return true;
    for (const name of this.required) if (node.get(name) === undefined) return false;
    if (this.members !== undefined && !this.members.pass(node.members?.() ?? node.entries())) return false;
    for (const { name, needed, check } of this.dependents) {
      if (node.get(name) === undefined) continue;
      if (!needed.every((each) => node.get(each) !== undefined) || !check.passes(node)) return false;
    }
    return true;
  }
}

function membersCheck(schema: JsonObject, name: Check, build: Build): MembersCheck | undefined {
  const { additionalProperties, minProperties, maxProperties } = schema;
  const check = new MembersCheck({
    least: typeof minProperties === "number" ? minProperties : 0,
    most: typeof maxProperties === "number" ? maxProperties : Number.POSITIVE_INFINITY,
    properties: new Map(entriesOf(schema.properties).map(([key, each]) => [key, build(each)])),
    patterns: entriesOf(schema.patternProperties).map(([source, each]) => ({ pattern: new PatternCheck(source), check: build(each) })),
    additional: additionalProperties === undefined ? accept : build(additionalProperties),
    name,
  });
  return check.asksNothing ? undefined : check;
}

/** What a schema asks of the members of an object. */
interface Members {
  readonly least: number;
  readonly most: number;
  readonly properties: ReadonlyMap<string, Check>;
  readonly patterns: readonly { readonly pattern: PatternCheck; readonly check: Check }[];
  /** For members that neither is for. */
  readonly additional: Check;
  /** For the names of members. */
  readonly name: Check;
}

class MembersCheck {
  private readonly asked: Members;

  constructor(asked: Members) {
    this.asked = asked;
  }

  get asksNothing(): boolean {
    const { least, most, properties, patterns, additional, name } = this.asked;
    const isCounted = least > 0 || most < Number.POSITIVE_INFINITY;
    return !isCounted && properties.size === 0 && patterns.length === 0 && additional === accept && name === accept;
  }

  pass(members: readonly JsonMember[]): boolean {
    const { least, most, properties, patterns, additional, name } = this.asked;
    if (members.length < least || members.length > most) return false;
    for (const { key, value } of members) {
      if (patterns.length > 0) {
        if (!this.passesPatterns(textOf(key), value)) return false;
        continue;
      }
      const check = properties.get(textOf(key)) ?? additional;
      if (check !== accept && !check.passes(value)) return false;
    }
    return name === accept || members.every(({ key }) => name.passes(key));
  }

  private passesPatterns(name: string, value: JsonNode): boolean {
    const { properties, patterns, additional } = this.asked;
    const checks = patterns.filter(({ pattern }) => pattern.matches(name)).map(({ check }) => check);
    const own = properties.get(name);
    if (own !== undefined) checks.push(own);
    return checks.length === 0 ? additional.passes(value) : checks.every((check) => check.passes(value));
  }
}

/** What one member asks for beside it: other members, or that the object fits a schema. */
interface Dependent {
  readonly name: string;
  readonly needed: readonly string[];
  readonly check: Check;
}

function dependentsOf(schema: JsonObject, build: Build): readonly Dependent[] {
  const names = entriesOf(schema.dependentRequired).map(([name, needed]) => ({ name, needed: asList(needed).map(String), check: accept }));
  const schemas = entriesOf(schema.dependentSchemas).map(([name, each]) => ({ name, needed: [], check: build(each) }));
  return [...names, ...schemas];
}

function entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return isObject(value) ? Object.entries(value) : [];
}
