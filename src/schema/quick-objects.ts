import { asList, isObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Dialect } from "./dialect.js";
import { keywordsOf } from "./keywords.js";
import { accept, type Check, patternCheck } from "./quick-checks.js";

/** Builds the check for a schema inside the one at hand. */
type Build = (schema: JsonValue) => Check;

/** The keywords that look at objects alone, all of which `objectChecks` takes care of. */
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

/** Checks for the keywords that look at objects; each lets other values pass. */
export function objectChecks(schema: JsonObject, dialect: Dialect, build: Build): readonly Check[] {
  const has = (keyword: string) => keywordsOf(dialect).has(keyword);
  const checks: ((value: JsonObject) => boolean)[] = [];
  const required = asList(schema.required).filter((name) => typeof name === "string");
  if (required.length > 0) {
    checks.push((value) => {
      for (const name of required) if (!Object.hasOwn(value, name)) return false;
      return true;
    });
  }
  const { minProperties, maxProperties } = schema;
  if (typeof minProperties === "number") checks.push((value) => Object.keys(value).length >= minProperties);
  if (typeof maxProperties === "number") checks.push((value) => Object.keys(value).length <= maxProperties);
  const members = membersCheck(schema, build);
  if (members !== undefined) checks.push(members);
  if (has("propertyNames") && schema.propertyNames !== undefined) {
    const name = build(schema.propertyNames);
    checks.push((value) => Object.keys(value).every(name));
  }
  if (has("dependentRequired") && (schema.dependentRequired ?? schema.dependentSchemas) !== undefined)
    checks.push(...dependentChecks(schema, build));
  return checks.map((check) => (value) => !isObject(value) || check(value));
}

function membersCheck(schema: JsonObject, build: Build): ((value: JsonObject) => boolean) | undefined {
  const properties = buildMembers(schema.properties, build);
  const patterns = entriesOf(schema.patternProperties).map(([source, each]) => [patternCheck(source), build(each)] as const);
  const { additionalProperties } = schema;
  const additional = additionalProperties === undefined ? accept : build(additionalProperties);
  if (properties.size === 0 && patterns.length === 0 && additional === accept) return undefined;
  if (patterns.length === 0) {
    return (value) => {
      for (const name in value) {
        const check = properties.get(name) ?? additional;
        if (check !== accept && !check(value[name] ?? null)) return false;
      }
      return true;
    };
  }
  return (value) =>
    Object.entries(value).every(([name, member]) => {
      const checks = patterns.filter(([matches]) => matches(name)).map(([, check]) => check);
      const own = properties.get(name);
      if (own !== undefined) checks.push(own);
      return checks.length === 0 ? additional(member) : checks.every((check) => check(member));
    });
}

function buildMembers(members: JsonValue | undefined, build: Build): ReadonlyMap<string, Check> {
  const checks = new Map<string, Check>();
  if (!isObject(members)) return checks;
  for (const name in members) checks.set(name, build(members[name] ?? true));
  return checks;
}

function dependentChecks(schema: JsonObject, build: Build): readonly ((value: JsonObject) => boolean)[] {
  const names = entriesOf(schema.dependentRequired).map(
    ([name, needed]) =>
      (value: JsonObject) =>
        !Object.hasOwn(value, name) || asList(needed).every((each) => Object.hasOwn(value, String(each))),
  );
  const schemas = entriesOf(schema.dependentSchemas).map(([name, each]) => {
    const check = build(each);
    return (value: JsonObject) => !Object.hasOwn(value, name) || check(value);
  });
  return [...names, ...schemas];
}

function entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return isObject(value) ? Object.entries(value) : [];
}
