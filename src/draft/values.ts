import { isObject, type JsonObject, type JsonValue } from "../json/value.js";

/**
 * A way into a value: keys, `*` for each item of a list, `{}` for each value of an object whose keys are ids, `{entries}` for each of its
 * members as an object of `key` and `value`.
 */
export type Way = readonly string[];

/** Longest text that is opened as JSON. */
const maxText = 1_000_000;

/** A value; text that holds an object or a list of JSON is that. */
export function openedValue(value: JsonValue): JsonValue {
  if (typeof value !== "string" || value.length > maxText || !/^\s*[[{]/.test(value)) return value;
  try {
    const inner: JsonValue = JSON.parse(value);
    return inner;
  } catch {
    return value;
  }
}

/** Items that are looked at of any list, and levels of values in each other: more tell no more about where things are. */
const maxItems = 1000;
const maxLevels = 40;

/**
 * The beginning of a log, as far as it is looked at.
 *
 * @param opens text that holds JSON is opened: places of a table open it as well
 */
export function sampled(value: JsonValue, opens: boolean, levels = maxLevels): JsonValue {
  const inner = opens ? openedValue(value) : value;
  if (typeof inner !== "object" || inner === null) return inner;
  if (levels === 0) return null;
  if (Array.isArray(inner)) {
    const items: readonly JsonValue[] = inner.slice(0, maxItems);
    return items.map((item) => sampled(item, opens, levels - 1));
  }
  return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, sampled(each, opens, levels - 1)]));
}

/** All values to which a way leads. */
export function valuesOn(value: JsonValue, way: Way): readonly JsonValue[] {
  let found: readonly JsonValue[] = [value];
  for (const step of way) found = found.flatMap((each) => stepInto(openedValue(each), step));
  return found.filter((each) => each !== null);
}

/** The first value to which a way leads. */
export function valueOn(value: JsonValue, way: Way): JsonValue | undefined {
  return valuesOn(value, way)[0];
}

function stepInto(value: JsonValue, step: string): readonly JsonValue[] {
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return step === "*" ? items : [];
  }
  if (!isObject(value)) return [];
  if (step === "{}") return Object.values(value);
  if (step === "{entries}") return entriesOf(value);
  const inner = Object.hasOwn(value, step) ? value[step] : undefined;
  return inner === undefined ? [] : [inner];
}

const entries = new WeakMap<JsonObject, readonly JsonObject[]>();

/** The members of an object, each as an object of `key` and `value`: the same ones whenever it is asked. */
export function entriesOf(object: JsonObject): readonly JsonObject[] {
  const known = entries.get(object);
  if (known !== undefined) return known;
  const made = Object.entries(object).map(([key, value]): JsonObject => ({ key, value: value ?? null }));
  entries.set(object, made);
  return made;
}

/** A way as a place of a table. */
export function placeOfPath(way: Way): string {
  return way.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
}

/** The members of an object and of the objects in it, as far as `depth`, each with its way; null counts as none. */
export function* membersOf(object: JsonObject, depth: number, way: Way = []): Generator<{ readonly way: Way; readonly value: JsonValue }> {
  for (const [key, value] of Object.entries(object)) {
    if (value === null || value === undefined) continue;
    const at = [...way, key];
    yield { way: at, value };
    if (depth > 1 && isObject(value)) yield* membersOf(value, depth - 1, at);
  }
}

/** Whether an object maps ids to things: several keys with digits in them, or with the same members under each. */
export function isMap(object: JsonObject): boolean {
  const entries = Object.entries(object);
  if (entries.length === 0 || !entries.every(([, value]) => isObject(value) || Array.isArray(value))) return false;
  return (
    entries.every(([key]) => /\d/.test(key)) &&
    (entries.length > 1 || /[-_]?\d{2,}|^\d+$|^[a-z]{1,6}[-_]?\d+$/i.test(entries[0]?.[0] ?? ""))
  );
}

/** Text of words, as people and models write it. */
export function isProse(value: JsonValue | undefined): boolean {
  return typeof value === "string" && /\S\s+\S/.test(value) && !/^\s*[[{<]/.test(value) && !/^\d{4}-\d\d-\d\d[T ]/.test(value);
}

/** Text that could be the name of a tool, or a word for a kind. */
export function isWord(value: JsonValue | undefined): value is string {
  return typeof value === "string" && /^[\p{L}_$][\p{L}\p{M}\p{N}_$.:/-]{0,79}$/u.test(value);
}

/** An object, or JSON text of one. */
export function isArguments(value: JsonValue | undefined): boolean {
  return value !== undefined && isObject(openedValue(value));
}

/** A declaration of parameters, not arguments. */
export function looksLikeSchema(value: JsonValue | undefined): boolean {
  const inner = value === undefined ? undefined : openedValue(value);
  return isObject(inner) && (isObject(inner.properties) || (inner.type === "object" && Object.keys(inner).length < 4));
}
