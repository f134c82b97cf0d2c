import { composeObject } from "../../json/composed.js";
import type { JsonMember, JsonNode } from "../../json/node.js";
import { opened } from "../decoded.js";

/**
 * Where a value is, seen from the object at hand: a key (`name`), keys joined by `/` (`origin/id`), `*` for each item of a list
 * (`runs/*`), `{}` for each value of an object (`store/{}`), `{key}` for each of its keys, `{entries}` for each
 * of its members as an object of `key` and `value`, a number for one item (`choices/0`), the empty text for the value itself. A
 * `/` or `~` in a key is written `~1` or `~0`, as in JSON pointers (RFC 6901). Text that holds JSON is opened on the way.
 */
export type Place = string;

/** One place, or several of which the first that is there counts: writers of different versions name it differently. */
export type Places = Place | readonly Place[];

/** A place, taken apart once. */
export type Path = readonly string[];

/** Takes places apart. */
export function pathsOf(places: Places | undefined): readonly Path[] {
  if (places === undefined) return [];
  return (typeof places === "string" ? [places] : places).map(pathOf);
}

/** Takes a place apart. */
export function pathOf(place: Place): Path {
  return place === "" ? [] : place.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The last key of the first place, for messages. */
export function keyOf(paths: readonly Path[]): string | undefined {
  return paths[0]?.findLast((key) => !fans.has(key));
}

/** The value at the first path that leads to one; null counts as none. */
export function valueAt(node: JsonNode, paths: readonly Path[]): JsonNode | undefined {
  for (const path of paths) {
    const value = follow(node, path).find(({ kind }) => kind !== "null");
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The value at the first path that leads to one, or the null that is there in its place. */
export function givenAt(node: JsonNode, paths: readonly Path[]): JsonNode | undefined {
  return valueAt(node, paths) ?? valuesAt(node, paths)[0];
}

/** All values at the first path that leads to any. */
export function valuesAt(node: JsonNode, paths: readonly Path[]): readonly JsonNode[] {
  for (const path of paths) {
    const values = follow(node, path);
    if (values.length > 0) return values;
  }
  return [];
}

/** Whether one of the values at a path fits. Most paths lead to one value or to none: that makes no list. */
export function someAt(node: JsonNode, path: Path, fits: (value: JsonNode) => boolean, from = 0): boolean {
  let value = node;
  for (let at = from; at < path.length; at++) {
    const key = path[at] ?? "";
    if (fans.has(key)) return step(value, key).some((each) => someAt(each, path, fits, at + 1));
    const inner = memberOf(value, key);
    if (inner === undefined) return false;
    value = inner;
  }
  return fits(value);
}

/** The list at the first path that leads to one, also as JSON text. */
export function listAt(node: JsonNode, paths: readonly Path[]): JsonNode | undefined {
  for (const path of paths) {
    for (const value of follow(node, path)) {
      const list = opened(value);
      if (list.kind === "array") return list;
    }
  }
  return undefined;
}

/** Whether a step leads to several values. */
export function isFan(key: string): boolean {
  return fans.has(key);
}

const none: readonly JsonNode[] = [];

/** What leads to several values. */
const fans: ReadonlySet<string> = new Set(["*", "{}", "{key}", "{entries}"]);

function follow(node: JsonNode, path: Path): readonly JsonNode[] {
  let value = node;
  for (const [at, key] of path.entries()) {
    if (fans.has(key)) {
      let nodes = step(value, key);
      for (const further of path.slice(at + 1)) nodes = nodes.flatMap((each) => step(each, further));
      return nodes;
    }
    const inner = memberOf(value, key);
    if (inner === undefined) return none;
    value = inner;
  }
  return [value];
}

function step(node: JsonNode, key: string): readonly JsonNode[] {
  const inner = opened(node);
  if (key === "*") return inner.items();
  if (key === "{}" && inner.kind === "object") return inner.entries().map(({ value }) => value);
  if (key === "{key}" && inner.kind === "object") return inner.entries().map((entry) => entry.key);
  if (key === "{entries}" && inner.kind === "object") return inner.entries().map(entryOf);
  const value = memberOf(inner, key);
  return value === undefined ? none : [value];
}

function entryOf({ key, value }: JsonMember): JsonNode {
  return composeObject(
    [
      ["key", key],
      ["value", value],
    ],
    value,
  );
}

function memberOf(node: JsonNode, key: string): JsonNode | undefined {
  const inner = opened(node);
  return inner.kind === "array" ? itemAt(inner, key) : inner.get(key);
}

function itemAt(list: JsonNode, key: string): JsonNode | undefined {
  if (key === "0") return list.first();
  return /^[1-9][0-9]{0,8}$/.test(key) ? list.items()[Number(key)] : undefined;
}
