import type { JsonValue } from "../json/value.js";

/** A schema with an identifier of its own, from which the references inside it are read. */
export interface Resource {
  readonly uri: string;
  readonly root: JsonValue;
  readonly pointer: string;
  readonly anchors: Map<string, SchemaPlace>;
  /** Those of `$dynamicAnchor`; under the empty name the root, where it has `$recursiveAnchor`. */
  readonly dynamicAnchors: Map<string, SchemaPlace>;
}

/** A schema, or any value that a pointer leads through, and where it is. */
export interface SchemaPlace {
  readonly schema: JsonValue;
  readonly pointer: string;
  readonly resource: Resource;
}

/** The schema resources on the way to a schema, the innermost first; kept only for schemas with dynamic references. */
export interface Scope {
  readonly resource: Resource;
  readonly outer: Scope | undefined;
}

/** A resource without anchors yet. */
export function newResource(uri: string, root: JsonValue, pointer: string): Resource {
  return { uri, root, pointer, anchors: new Map(), dynamicAnchors: new Map() };
}

/** A URI as far as its fragment. */
export function withoutFragment(uri: string): string {
  const hash = uri.indexOf("#");
  return hash === -1 ? uri : uri.slice(0, hash);
}

/** A reference as a URI of its own; `undefined` where it is none. */
export function absolute(reference: string, from: string): string | undefined {
  return URL.canParse(reference, from) ? new URL(reference, from).href : undefined;
}

/** A fragment without its percent signs. */
export function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
