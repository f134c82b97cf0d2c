import { escapeStep } from "../json/pointer.js";
import { isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { checkSchema, isBareReference, referenceIn, type SchemaFault } from "./check-schema.js";
import { type Dialect, dialectNamed } from "./dialect.js";
import { keywordsOf } from "./keywords.js";
import { findLoops } from "./reference-loops.js";
import type { ReferenceTarget } from "./reference-target.js";
import { absolute, decode, newResource, type Resource, type SchemaPlace, type Scope, withoutFragment } from "./resources.js";
import { isSchema, subschemas } from "./schema-walk.js";

/** The references of one schema. */
export interface References {
  /** Dangling, remote and circular references, and faults of schemas that only a reference makes one. */
  readonly faults: readonly SchemaFault[];
  /**
   * Where a reference of a schema object leads.
   *
   * @returns `undefined` where there is none, where it is at fault, and where only the way that led here could tell
   */
  target(schema: JsonObject, keyword: string): ReferenceTarget | undefined;
  /**
   * Where a reference leads for one value: dynamic references depend on the way here.
   *
   * @returns `undefined` where it leads into a part of a meta-schema, which we don't hold
   */
  resolve(schema: JsonObject, keyword: string, scope: Scope | undefined): ReferenceTarget | undefined;
  /** The way to a schema: longer by one where the schema is of another resource than the one before. */
  enter(schema: JsonObject, scope: Scope | undefined): Scope | undefined;
}

/** Further schemas that references may lead to, by URI. */
export type SchemaDocuments = ReadonlyMap<string, JsonValue>;

/** The keywords that refer, as far as a dialect has them. */
export function referenceKeywords(dialect: Dialect): readonly string[] {
  if (dialect === "2020-12") return ["$ref", "$dynamicRef"];
  return dialect === "2019-09" ? ["$ref", "$recursiveRef"] : ["$ref"];
}

/** References of a schema without any. */
export const noReferences: References = {
  faults: [],
  target: () => undefined,
  resolve: () => undefined,
  enter: () => undefined,
};

const noDocuments: SchemaDocuments = new Map();

/**
 * Finds out where every reference of a schema leads: by JSON Pointer, `$id` or anchor, inside this declaration and the documents that
 * were handed over. Nothing is ever fetched, and the identifiers of other declarations mean nothing here.
 *
 * Linear in the size of the schema and the length of its references.
 */
export function resolveReferences(schema: JsonValue, dialect: Dialect, documents = noDocuments): References {
  const resolver = new Resolver(dialect, documents);
  resolver.readDeclaration(schema);
  const loops = findLoops(schema, dialect, (from, keyword) => resolver.target(from, keyword));
  return {
    faults: [...resolver.faults, ...loops],
    target: (from, keyword) => resolver.target(from, keyword),
    resolve: (from, keyword, scope) => resolver.resolveIn(from, keyword, scope),
    enter: (to, scope) => resolver.enterScope(to, scope),
  };
}

/** The base of all identifiers that are relative: never looked up, since it is no address. */
const base = "declaration:///";

class Resolver {
  readonly faults: SchemaFault[] = [];
  private readonly dialect: Dialect;
  private readonly documents: SchemaDocuments;
  private readonly dynamic = new Map<JsonObject, Map<string, string>>();
  private readonly resources = new Map<string, Resource>();
  private readonly resourceOf = new Map<JsonObject, Resource>();
  private readonly targets = new Map<JsonObject, Map<string, ReferenceTarget>>();
  private readonly pending: SchemaPlace[] = [];

  constructor(dialect: Dialect, documents: SchemaDocuments) {
    this.dialect = dialect;
    this.documents = documents;
  }

  target(schema: JsonObject, keyword: string): ReferenceTarget | undefined {
    const anchor = this.dynamic.get(schema)?.get(keyword);
    if (anchor !== undefined && this.candidates(anchor) > 1) return undefined;
    return this.targets.get(schema)?.get(keyword);
  }

  /** A dynamic reference means the outermost schema on the way here that has the anchor. */
  resolveIn(schema: JsonObject, keyword: string, scope: Scope | undefined): ReferenceTarget | undefined {
    const anchor = this.dynamic.get(schema)?.get(keyword);
    let outermost: SchemaPlace | undefined;
    if (anchor !== undefined)
      for (let at = scope; at !== undefined; at = at.outer) outermost = at.resource.dynamicAnchors.get(anchor) ?? outermost;
    if (outermost === undefined || !isSchema(outermost.schema)) return this.targets.get(schema)?.get(keyword);
    return { kind: "schema", schema: outermost.schema, pointer: outermost.pointer };
  }

  enterScope(schema: JsonObject, scope: Scope | undefined): Scope | undefined {
    if (this.dynamic.size === 0) return undefined;
    const resource = this.resourceOf.get(schema);
    return resource === undefined || resource === scope?.resource ? scope : { resource, outer: scope };
  }

  readDeclaration(schema: JsonValue): void {
    this.addResource(base, schema, "");
    for (let place = this.pending.pop(); place !== undefined; place = this.pending.pop()) this.resolveAll(place);
  }

  private addResource(uri: string, schema: JsonValue, pointer: string): Resource {
    const outer = newResource(uri, schema, pointer);
    this.resources.set(uri, outer);
    this.index({ schema, pointer, resource: outer });
    const resource = (isObject(schema) ? this.resourceOf.get(schema) : undefined) ?? outer;
    this.resources.set(uri, resource);
    return resource;
  }

  private resourceAt(uri: string): Resource | undefined {
    const known = this.resources.get(uri);
    const document = known === undefined ? this.documents.get(uri) : undefined;
    return document === undefined ? known : this.addResource(uri, document, `${uri}#`);
  }

  private candidates(anchor: string): number {
    return new Set([...this.resources.values()].filter((each) => each.dynamicAnchors.has(anchor))).size;
  }

  /** Notes the identifiers of a schema and all inside it, and puts them up for resolution. Depth is bounded by `checkSchema`. */
  private index(place: SchemaPlace): void {
    const { schema, pointer } = place;
    if (!isObject(schema) || this.resourceOf.has(schema)) return;
    const resource = this.enter(schema, place);
    this.resourceOf.set(schema, resource);
    this.noteAnchors(schema, pointer, resource);
    this.pending.push({ schema, pointer, resource });
    for (const inner of subschemas(schema, this.dialect)) this.index({ schema: inner.schema, pointer: pointer + inner.path, resource });
  }

  /** The resource that a schema belongs to: its own, if it has an identifier. */
  private enter(schema: JsonObject, { pointer, resource }: SchemaPlace): Resource {
    const identifier = ownValue(schema, this.identifierKeyword);
    if (typeof identifier !== "string" || identifier.startsWith("#")) return resource;
    if (isBareReference(schema, this.dialect)) return resource;
    const uri = withoutFragment(absolute(identifier, resource.uri) ?? identifier);
    if (uri === resource.uri) return resource;
    const own = newResource(uri, schema, pointer);
    if (!this.resources.has(uri)) this.resources.set(uri, own);
    return own;
  }

  private get identifierKeyword(): string {
    return this.dialect === "draft-03" || this.dialect === "draft-04" ? "id" : "$id";
  }

  private noteAnchors(schema: JsonObject, pointer: string, resource: Resource): void {
    const note = (name: string) => {
      if (!resource.anchors.has(name)) resource.anchors.set(name, { schema, pointer, resource });
    };
    const shapes = keywordsOf(this.dialect);
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const name = shapes.has(keyword) ? ownValue(schema, keyword) : undefined;
      if (typeof name === "string") note(name);
    }
    const identifier = ownValue(schema, this.identifierKeyword);
    const hash = typeof identifier === "string" && !isBareReference(schema, this.dialect) ? identifier.indexOf("#") : -1;
    if (typeof identifier === "string" && hash >= 0 && hash < identifier.length - 1) note(identifier.slice(hash + 1));
    const dynamic = ownValue(schema, "$dynamicAnchor");
    const place = { schema, pointer, resource };
    if (this.dialect === "2020-12" && typeof dynamic === "string") resource.dynamicAnchors.set(dynamic, place);
    const isRecursive = this.dialect === "2019-09" && ownValue(schema, "$recursiveAnchor") === true && resource.root === schema;
    if (isRecursive) resource.dynamicAnchors.set("", place);
  }

  private resolveAll({ schema, pointer, resource }: SchemaPlace): void {
    if (!isObject(schema)) return;
    for (const keyword of referenceKeywords(this.dialect)) {
      const reference = referenceIn(schema, keyword);
      if (reference === undefined) continue;
      const target = this.resolve(reference, { schema, keyword, pointer, resource });
      if (target === undefined) continue;
      const targets = this.targets.get(schema) ?? new Map<string, ReferenceTarget>();
      this.targets.set(schema, targets.set(keyword, target));
    }
  }

  private resolve(
    reference: string,
    from: { readonly schema: JsonObject; readonly keyword: string; readonly pointer: string; readonly resource: Resource },
  ): ReferenceTarget | undefined {
    const [uri, fragment] = this.splitReference(reference, from.resource);
    const resource = this.resourceAt(uri);
    if (resource === undefined) {
      const dialect = dialectNamed(uri);
      if (dialect !== undefined) {
        if (fragment === "") return { kind: "meta-schema", dialect };
        return undefined; // a part of a meta-schema: no fault, but we don't hold its text
      }
      this.fault(from, uri.startsWith(base) ? "does not exist" : `is remote, and remote schemas are never fetched`, reference);
      return undefined;
    }
    const found = fragment === "" || fragment.startsWith("/") ? this.follow(fragment, resource) : resource.anchors.get(fragment);
    if (found === undefined) {
      this.fault(from, "does not exist", reference, nearestDefinition(reference, resource.root));
      return undefined;
    }
    if (!isSchema(found.schema)) {
      this.fault(from, "does not lead to a schema", reference);
      return undefined;
    }
    if (from.keyword !== "$ref" && found.resource.dynamicAnchors.get(fragment)?.schema === found.schema) {
      const anchors = this.dynamic.get(from.schema) ?? new Map<string, string>();
      this.dynamic.set(from.schema, anchors.set(from.keyword, fragment));
    }
    this.adopt(found);
    return { kind: "schema", schema: found.schema, pointer: found.pointer };
  }

  private splitReference(reference: string, resource: Resource): readonly [uri: string, fragment: string] {
    if (reference.startsWith("#")) return [resource.uri, decode(reference.slice(1))];
    const uri = absolute(reference, resource.uri) ?? reference;
    const hash = uri.indexOf("#");
    return hash === -1 ? [uri, ""] : [uri.slice(0, hash), decode(uri.slice(hash + 1))];
  }

  /** Walks a JSON Pointer through whatever is there, schemas or not. */
  private follow(pointer: string, from: Resource): SchemaPlace | undefined {
    let place: SchemaPlace = { schema: from.root, pointer: from.pointer, resource: from };
    if (pointer === "") return place;
    for (const step of pointer.slice(1).split("/")) {
      const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
      const { schema } = place;
      const next: JsonValue | undefined = Array.isArray(schema)
        ? itemAt(schema, key)
        : isObject(schema)
          ? ownValue(schema, key)
          : undefined;
      if (next === undefined) return undefined;
      const resource = (isObject(next) ? this.resourceOf.get(next) : undefined) ?? place.resource;
      place = { schema: next, pointer: `${place.pointer}/${escapeStep(key)}`, resource };
    }
    return place;
  }

  /** A schema under an unknown keyword was neither indexed nor checked before something referred to it. */
  private adopt(place: SchemaPlace): void {
    const { schema, pointer } = place;
    if (!isObject(schema) || this.resourceOf.has(schema)) return;
    const { faults } = checkSchema(schema, this.dialect, pointer);
    this.faults.push(...faults);
    if (faults.length === 0) this.index(place);
  }

  private fault(from: { readonly keyword: string; readonly pointer: string }, claim: string, reference: string, nearest?: string): void {
    this.faults.push({
      keyword: from.keyword,
      schemaPointer: `${from.pointer}/${escapeStep(from.keyword)}`,
      message: `\`${from.keyword}\` ${quote(reference)} ${claim}`,
      ...(nearest !== undefined && { nearest }),
    });
  }
}

function itemAt(items: readonly JsonValue[], step: string): JsonValue | undefined {
  return /^(?:0|[1-9][0-9]*)$/.test(step) ? items[Number(step)] : undefined;
}

/** The reference that was probably meant, among the definitions at the root. */
function nearestDefinition(reference: string, root: JsonValue): string | undefined {
  if (!isObject(root)) return undefined;
  const wanted = reference.slice(reference.lastIndexOf("/") + 1);
  for (const keyword of ["$defs", "definitions"]) {
    const definitions = ownValue(root, keyword);
    if (!isObject(definitions)) continue;
    const name = Object.hasOwn(definitions, wanted) ? wanted : nearestName(wanted, Object.keys(definitions));
    if (name !== undefined && `#/${keyword}/${name}` !== reference) return `#/${keyword}/${escapeStep(name)}`;
  }
  return undefined;
}
