import type { JsonMember, JsonNode } from "../json/node.js";
import { asList, isObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Dialect } from "./dialect.js";
import { keywordsOf } from "./keywords.js";
import { accept, all, type Check, textOf, textPattern, unsure } from "./quick-checks.js";

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
  const checks: Check[] = [];
  const required = asList(schema.required).filter((name) => typeof name === "string");
  if (required.length > 0) {
    checks.push((node) => {
      for (const name of required) if (node.get(name) === undefined) return false;
      return true;
    });
  }
  const { minProperties, maxProperties } = schema;
  if (typeof minProperties === "number") checks.push((node) => membersOf(node).length >= minProperties);
  if (typeof maxProperties === "number") checks.push((node) => membersOf(node).length <= maxProperties);
  const members = membersCheck(schema, build);
  if (members !== undefined) checks.push((node) => members(membersOf(node)));
  if (has("propertyNames") && schema.propertyNames !== undefined) {
    const name = build(schema.propertyNames);
    checks.push((node) => membersOf(node).every(({ key }) => name(key)));
  }
  if (has("dependentRequired") && (schema.dependentRequired ?? schema.dependentSchemas) !== undefined)
    checks.push(...dependentChecks(schema, build));
  if (checks.length === 0) return [];
  const check = all(checks);
  return [(node) => node.kind !== "object" || check(node)];
}

function membersOf(node: JsonNode): readonly JsonMember[] {
  return node.members?.() ?? node.entries();
}

function membersCheck(schema: JsonObject, build: Build): ((members: readonly JsonMember[]) => boolean) | undefined {
  const properties = buildMembers(schema.properties, build);
  const patterns = entriesOf(schema.patternProperties).map(([source, each]) => [textPattern(source), build(each)] as const);
  const { additionalProperties } = schema;
  const additional = additionalProperties === undefined ? accept : build(additionalProperties);
  if (properties.size === 0 && patterns.length === 0 && additional === accept) return undefined;
  if (patterns.length === 0) {
    return (members) => {
      for (const { key, value } of members) {
        const check = properties.get(textOf(key)) ?? additional;
        if (check !== accept && !check(value)) return false;
      }
      return true;
    };
  }
  return (members) =>
    members.every(({ key, value }) => {
      const name = textOf(key);
      const checks = patterns.filter(([matches]) => matchesName(matches, name)).map(([, check]) => check);
      const own = properties.get(name);
      if (own !== undefined) checks.push(own);
      return checks.length === 0 ? additional(value) : checks.every((check) => check(value));
    });
}

function matchesName(matches: ReturnType<typeof textPattern>, name: string): boolean {
  if (matches === undefined) throw unsure;
  return matches(name);
}

function buildMembers(members: JsonValue | undefined, build: Build): ReadonlyMap<string, Check> {
  const checks = new Map<string, Check>();
  if (!isObject(members)) return checks;
  for (const name in members) checks.set(name, build(members[name] ?? true));
  return checks;
}

function dependentChecks(schema: JsonObject, build: Build): readonly Check[] {
  const has = (node: JsonNode, name: string) => node.get(name) !== undefined;
  const names = entriesOf(schema.dependentRequired).map(
    ([name, needed]): Check =>
      (node) =>
        !has(node, name) || asList(needed).every((each) => has(node, String(each))),
  );
  const schemas = entriesOf(schema.dependentSchemas).map(([name, each]): Check => {
    const check = build(each);
    return (node) => !has(node, name) || check(node);
  });
  return [...names, ...schemas];
}

function entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return isObject(value) ? Object.entries(value) : [];
}
