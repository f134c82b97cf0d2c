import { escapeStep } from "../json/pointer.js";
import { isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { checkSchema, referenceIn, type SchemaFault } from "./check-schema.js";
import { type Dialect, dialectNamed, refStandsAlone } from "./dialect.js";
import { findLoops } from "./reference-loops.js";
import type { ReferenceTarget } from "./reference-target.js";
import { isSchema, subschemas } from "./schema-walk.js";

/** The references of one schema. */
export interface References {
  /** Dangling, remote and circular references, and faults of schemas that only a reference makes one. */
  readonly faults: readonly SchemaFault[];
  /**
   * Where a reference of a schema object leads.
   *
   * @returns `undefined` where there is none, where it is at fault, and where only the way that led here could tell (`isUncertain`)
   */
  target(schema: JsonObject, keyword: string): ReferenceTarget | undefined;
  /** Whether some reference has more than one meaning, or one that we don't follow: then nobody should be blamed. */
  readonly isUncertain: boolean;
}

/** The keywords that refer, as far as a dialect has them. */
export function referenceKeywords(dialect: Dialect): readonly string[] {
  if (dialect === "2020-12") return ["$ref", "$dynamicRef"];
  return dialect === "2019-09" ? ["$ref", "$recursiveRef"] : ["$ref"];
}

/** References of a schema without any. */
export const noReferences: References = { faults: [], target: () => undefined, isUncertain: false };

/**
 * Finds out where every reference of a schema leads: by JSON Pointer, `$id` or anchor, inside this declaration only. Nothing is
 * ever fetched, and the identifiers of other declarations mean nothing here.
 *
 * Linear in the size of the schema and the length of its references.
 */
export function resolveReferences(schema: JsonValue, dialect: Dialect): References {
  const resolver = new Resolver(dialect);
  resolver.readDeclaration(schema);
  const loops = findLoops(schema, dialect, (from, keyword) => resolver.target(from, keyword));
  return {
    faults: [...resolver.faults, ...loops],
    target: (from, keyword) => resolver.target(from, keyword),
    isUncertain: resolver.isUncertain,
  };
}

/** The base of all identifiers that are relative: never looked up, since it is no address. */
const base = "declaration:///";

/** A schema with an identifier of its own, from which the references inside it are read. */
interface Resource {
  readonly uri: string;
  readonly root: JsonValue;
  readonly pointer: string;
  readonly anchors: Map<string, Place>;
  readonly dynamicAnchors: Set<string>;
}

interface Place {
  readonly schema: JsonValue;
  readonly pointer: string;
  readonly resource: Resource;
}

class Resolver {
  readonly faults: SchemaFault[] = [];
  isUncertain = false;
  private readonly dialect: Dialect;
  private readonly resources = new Map<string, Resource>();
  private readonly resourceOf = new Map<JsonObject, Resource>();
  private readonly targets = new Map<JsonObject, Map<string, ReferenceTarget>>();
  private readonly pending: Place[] = [];

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  target(schema: JsonObject, keyword: string): ReferenceTarget | undefined {
    return this.targets.get(schema)?.get(keyword);
  }

  readDeclaration(schema: JsonValue): void {
    const root = newResource(base, schema, "");
    this.resources.set(base, root);
    this.index({ schema, pointer: "", resource: root });
    for (let place = this.pending.pop(); place !== undefined; place = this.pending.pop()) this.resolveAll(place);
  }

  /** Notes the identifiers of a schema and all inside it, and puts them up for resolution. Depth is bounded by `checkSchema`. */
  private index(place: Place): void {
    const { schema, pointer } = place;
    if (!isObject(schema) || this.resourceOf.has(schema)) return;
    const resource = this.enter(schema, place);
    this.resourceOf.set(schema, resource);
    this.noteAnchors(schema, pointer, resource);
    this.pending.push({ schema, pointer, resource });
    for (const inner of subschemas(schema, this.dialect)) this.index({ schema: inner.schema, pointer: pointer + inner.path, resource });
  }

  /** The resource that a schema belongs to: its own, if it has an identifier. */
  private enter(schema: JsonObject, { pointer, resource }: Place): Resource {
    const isOld = this.dialect === "draft-03" || this.dialect === "draft-04";
    const identifier = ownValue(schema, isOld ? "id" : "$id");
    if (typeof identifier !== "string" || identifier.startsWith("#")) return resource;
    if (refStandsAlone(this.dialect) && referenceIn(schema, "$ref") !== undefined) return resource;
    const uri = withoutFragment(absolute(identifier, resource.uri) ?? identifier);
    if (uri === resource.uri) return resource;
    const own = newResource(uri, schema, pointer);
    if (!this.resources.has(uri)) this.resources.set(uri, own);
    return own;
  }

  private noteAnchors(schema: JsonObject, pointer: string, resource: Resource): void {
    const note = (name: string) => {
      if (!resource.anchors.has(name)) resource.anchors.set(name, { schema, pointer, resource });
    };
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const name = ownValue(schema, keyword);
      if (typeof name === "string") note(name);
    }
    const identifier = ownValue(schema, "$id") ?? ownValue(schema, "id");
    if (typeof identifier === "string" && identifier.startsWith("#")) note(identifier.slice(1));
    const dynamic = ownValue(schema, "$dynamicAnchor");
    if (typeof dynamic === "string") resource.dynamicAnchors.add(dynamic);
    if (ownValue(schema, "$recursiveAnchor") === true) resource.dynamicAnchors.add("");
  }

  private resolveAll({ schema, pointer, resource }: Place): void {
    if (!isObject(schema)) return;
    for (const keyword of referenceKeywords(this.dialect)) {
      const reference = referenceIn(schema, keyword);
      if (reference === undefined) continue;
      const target = this.resolve(reference, { keyword, pointer, resource });
      if (target === undefined) continue;
      const targets = this.targets.get(schema) ?? new Map<string, ReferenceTarget>();
      this.targets.set(schema, targets.set(keyword, target));
    }
  }

  private resolve(
    reference: string,
    from: { readonly keyword: string; readonly pointer: string; readonly resource: Resource },
  ): ReferenceTarget | undefined {
    const [uri, fragment] = this.splitReference(reference, from.resource);
    const resource = this.resources.get(uri);
    if (resource === undefined) {
      const dialect = dialectNamed(uri);
      if (dialect !== undefined) {
        if (fragment === "") return { kind: "meta-schema", dialect };
        this.isUncertain = true; // a part of a meta-schema: no fault, but we don't hold its text
        return undefined;
      }
      this.fault(from, uri.startsWith(base) ? `leads nowhere` : `is remote, and remote schemas are never fetched`, reference);
      return undefined;
    }
    const found = fragment === "" || fragment.startsWith("/") ? this.follow(fragment, resource) : resource.anchors.get(fragment);
    if (found === undefined) {
      this.fault(from, "leads nowhere", reference, nearestDefinition(reference, resource.root));
      return undefined;
    }
    if (!isSchema(found.schema)) {
      this.fault(from, "does not lead to a schema", reference);
      return undefined;
    }
    if (from.keyword !== "$ref") this.noteDynamic(fragment, found.resource);
    this.adopt(found);
    return { kind: "schema", schema: found.schema, pointer: found.pointer };
  }

  private splitReference(reference: string, resource: Resource): readonly [uri: string, fragment: string] {
    if (reference.startsWith("#")) return [resource.uri, decode(reference.slice(1))];
    const uri = absolute(reference, resource.uri) ?? reference;
    const hash = uri.indexOf("#");
    return hash === -1 ? [uri, ""] : [uri.slice(0, hash), decode(uri.slice(hash + 1))];
  }

  /** A dynamic reference means the outermost schema on the way here that has the anchor; with one such schema it is plain. */
  private noteDynamic(anchor: string, resource: Resource): void {
    if (!resource.dynamicAnchors.has(anchor)) return;
    const candidates = [...this.resources.values()].filter((each) => each.dynamicAnchors.has(anchor));
    if (candidates.length > 1) this.isUncertain = true;
  }

  /** Walks a JSON Pointer through whatever is there, schemas or not. */
  private follow(pointer: string, from: Resource): Place | undefined {
    let place: Place = { schema: from.root, pointer: from.pointer, resource: from };
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
  private adopt(place: Place): void {
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
      message: `${from.keyword} ${quote(reference)} ${claim}`,
      ...(nearest !== undefined && { nearest }),
    });
  }
}

function newResource(uri: string, root: JsonValue, pointer: string): Resource {
  return { uri, root, pointer, anchors: new Map(), dynamicAnchors: new Set() };
}

function withoutFragment(uri: string): string {
  const hash = uri.indexOf("#");
  return hash === -1 ? uri : uri.slice(0, hash);
}

function absolute(reference: string, from: string): string | undefined {
  return URL.canParse(reference, from) ? new URL(reference, from).href : undefined;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
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
