import type { SchemaObject } from "ajv";
import { escapeStep } from "../json/pointer.js";
import { asList, isObject, type JsonObject, type JsonValue } from "../json/value.js";
import { isBareReference } from "./check-schema.js";
import { type Dialect, refStandsAlone } from "./dialect.js";
import { lowerDraft03 } from "./draft-03.js";
import { keywordsOf } from "./keywords.js";
import type { DeclaredKeyword, Lowering } from "./lowering.js";
import { lowerDependencies, lowerItems, lowerLimits } from "./older-drafts.js";
import { type References, referenceKeywords } from "./references.js";

/** Where a lowered schema comes from. */
export interface Origin {
  /** JSON Pointer of the declared schema. */
  readonly pointer: string;
  readonly schema: JsonObject | boolean;
  /** The declared names of keywords that were written otherwise. */
  readonly renamed: ReadonlyMap<string, DeclaredKeyword>;
}

/** A schema in the one dialect that ajv is asked to judge by. */
export interface LoweredSchema {
  readonly schema: SchemaObject;
  /** Origins by the identity of each lowered schema object; the branches of a combinator are objects of their own. */
  readonly origins: ReadonlyMap<object, Origin>;
  /** Whether judging might take very long: patterns, formats, references. */
  readonly isRisky: boolean;
  /** Whether it has `unevaluatedProperties` or `unevaluatedItems`. */
  readonly tracksEvaluated: boolean;
}

/** What lowering needs beside the schema. */
export interface LowerOptions {
  readonly dialect: Dialect;
  readonly references: References;
  readonly assertFormats: boolean;
  /** Properties that occur in the value: others are left out, which makes no difference to it but much to a huge schema. */
  readonly properties?: ReadonlySet<string>;
}

/**
 * Writes a faultless schema of any dialect as one of 2020-12, in which references are numbers of definitions and there is no `$id`,
 * no anchor and no annotation: two declarations can't clash, nothing can be fetched, and ajv's own extensions are out of reach.
 *
 * Beside standard keywords it uses those of `ajv-keywords.ts`: `branch`, `nothing` and `metaSchema`.
 */
export function lowerSchema(schema: JsonObject | boolean, options: LowerOptions): LoweredSchema {
  const lowerer = new Lowerer(options);
  return {
    schema: lowerer.lowerRoot(schema),
    origins: lowerer.origins,
    isRisky: lowerer.isRisky,
    tracksEvaluated: lowerer.tracksEvaluated,
  };
}

/** Keywords that mean the same in every dialect that has them. */
const copied: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "const",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minContains",
  "maxContains",
  "required",
  "minProperties",
  "maxProperties",
]);

// biome-ignore lint/suspicious/noThenProperty: the keyword's name
const alwaysThen = { then: { branch: {} } };

const nothingRenamed: ReadonlyMap<string, DeclaredKeyword> = new Map();

class Lowerer implements Lowering {
  readonly origins = new Map<object, Origin>();
  isRisky = false;
  tracksEvaluated = false;
  readonly dialect: Dialect;
  private readonly options: LowerOptions;
  private readonly numbers = new Map<JsonObject | boolean, number>();
  private readonly pending: { readonly schema: JsonObject | boolean; readonly pointer: string }[] = [];

  constructor(options: LowerOptions) {
    this.options = options;
    this.dialect = options.dialect;
  }

  lowerRoot(schema: JsonObject | boolean): SchemaObject {
    const root = this.definition(schema, "");
    const definitions: Record<string, SchemaObject> = {};
    for (let index = 0; index < this.pending.length; index++) {
      const { schema: each, pointer } = this.pending[index] ?? { schema: true, pointer: "" };
      definitions[index] = this.lower(each, pointer);
    }
    return { ...root, $defs: definitions };
  }

  lower(schema: JsonValue, pointer: string): SchemaObject {
    if (!isObject(schema)) return this.place(schema === false ? { nothing: true } : {}, pointer, schema !== false);
    const lowered: SchemaObject = {};
    const renamed = new Map<string, DeclaredKeyword>();
    this.place(lowered, pointer, schema, renamed);
    this.lowerReferences(schema, lowered);
    if (isBareReference(schema, this.dialect)) return lowered;
    const shapes = keywordsOf(this.dialect);
    for (const [keyword, value] of Object.entries(schema)) {
      if (!shapes.has(keyword)) continue;
      const at = `${pointer}/${escapeStep(keyword)}`;
      if (this.dialect === "draft-03" && lowerDraft03(this, keyword, value, at, lowered, renamed)) continue;
      this.lowerKeyword(keyword, value, at, lowered);
    }
    // An `if` alone decides nothing, but what it looked at counts as evaluated; ajv passes over it unless something follows.
    if (lowered.if !== undefined && lowered.then === undefined && lowered.else === undefined) Object.assign(lowered, alwaysThen);
    lowerLimits(schema, lowered, renamed);
    lowerItems(this, schema, pointer, lowered, renamed);
    if (refStandsAlone(this.dialect)) lowerDependencies(this, schema, pointer, lowered, renamed);
    return lowered;
  }

  branch(schema: JsonValue, pointer: string): SchemaObject {
    return this.place({ branch: this.lower(schema, pointer) }, pointer, isObject(schema) || typeof schema === "boolean" ? schema : true);
  }

  branches(schemas: JsonValue, pointer: string): readonly SchemaObject[] {
    return asList(schemas).map((each, index) => this.branch(each, `${pointer}/${index}`));
  }

  members(map: JsonValue, pointer: string): Record<string, SchemaObject> {
    return this.kept(map, (member, name) => this.lower(member, `${pointer}/${escapeStep(name)}`));
  }

  /** The members of a map by property name, without those that the value has no use for. */
  private kept<Lowered>(map: JsonValue, lowerMember: (member: JsonValue, name: string) => Lowered): Record<string, Lowered> {
    const { properties } = this.options;
    const entries = Object.entries(isObject(map) ? map : {}).filter(([name]) => properties === undefined || properties.has(name));
    return Object.fromEntries(entries.map(([name, member]) => [name, lowerMember(member, name)]));
  }

  private lowerKeyword(keyword: string, value: JsonValue, at: string, lowered: SchemaObject): void {
    if (copied.has(keyword)) lowered[keyword] = value;
    switch (keyword) {
      case "pattern":
        this.isRisky = true;
        break;
      case "format":
        if (this.options.assertFormats) lowered.format = value;
        this.isRisky ||= this.options.assertFormats;
        break;
      case "properties":
        this.lowerProperties(value, at, lowered);
        break;
      case "patternProperties":
        this.isRisky = true;
        lowered.patternProperties = { ...lowered.patternProperties, ...this.allMembers(value, at) };
        break;
      case "additionalProperties":
        lowered[keyword] = this.rest(value, at);
        break;
      case "unevaluatedProperties":
      case "unevaluatedItems":
        lowered[keyword] = this.rest(value, at);
        this.tracksEvaluated = true;
        break;
      case "propertyNames":
      case "contains":
      case "not":
      case "if":
        lowered[keyword] = this.branch(value, at);
        break;
      case "allOf":
        lowered.allOf = [...asList(lowered.allOf), ...asList(value).map((each, index) => this.lower(each, `${at}/${index}`))];
        break;
      case "anyOf":
      case "oneOf":
        lowered[keyword] = this.branches(value, at);
        break;
      case "then":
      case "else":
        lowered[keyword] = this.lower(value, at);
        break;
      case "dependentRequired":
        lowered[keyword] = this.kept(value, (names) => names);
        break;
      case "dependentSchemas":
        lowered[keyword] = this.members(value, at);
        break;
    }
  }

  private lowerReferences(schema: JsonObject, lowered: SchemaObject): void {
    for (const keyword of referenceKeywords(this.dialect)) {
      const target = this.options.references.target(schema, keyword);
      if (target === undefined) continue;
      this.isRisky = true;
      const reference = target.kind === "meta-schema" ? { metaSchema: target.dialect } : this.definition(target.schema, target.pointer);
      if (keyword === "$ref") Object.assign(lowered, reference);
      else lowered.allOf = [...asList(lowered.allOf), reference];
    }
  }

  private definition(schema: JsonObject | boolean, pointer: string): SchemaObject {
    const number = this.numbers.get(schema) ?? this.pending.push({ schema, pointer }) - 1;
    this.numbers.set(schema, number);
    return { $ref: `#/$defs/${number}` };
  }

  /** ajv passes over a property called `__proto__`, but not over a pattern for it. */
  private lowerProperties(value: JsonValue, at: string, lowered: SchemaObject): void {
    const members = this.members(value, at);
    lowered.properties = members;
    if (Object.hasOwn(members, "__proto__"))
      lowered.patternProperties = {
        ...lowered.patternProperties,
        "^__proto__$": this.lower(ownMember(value, "__proto__"), `${at}/__proto__`),
      };
  }

  private allMembers(map: JsonValue, pointer: string): SchemaObject {
    const entries = Object.entries(isObject(map) ? map : {});
    return Object.fromEntries(entries.map(([name, member]) => [name, this.lower(member, `${pointer}/${escapeStep(name)}`)]));
  }

  rest(value: JsonValue, at: string): SchemaObject | boolean {
    return typeof value === "boolean" ? value : this.lower(value, at);
  }

  private place(lowered: SchemaObject, pointer: string, schema: JsonObject | boolean, renamed = nothingRenamed): SchemaObject {
    this.origins.set(lowered, { pointer, schema, renamed });
    return lowered;
  }
}

function ownMember(map: JsonValue, name: string): JsonValue {
  return isObject(map) ? (map[name] ?? true) : true;
}
