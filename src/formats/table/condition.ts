import type { JsonKind, JsonNode } from "../../json/node.js";
import { type Path, pathOf, someAt } from "./place.js";
import type { Condition } from "./table.js";

/** A condition made ready for being asked often. */
export interface Test {
  holds(node: JsonNode): boolean;
}

const always: Test = { holds: () => true };

/** Makes a condition ready; without one, everything holds. */
export function testOf(condition: Condition | undefined): Test {
  if (condition === undefined) return always;
  const checks = [...checksOf(condition)];
  return { holds: (node) => checks.every((check) => check(node)) };
}

type Check = (node: JsonNode) => boolean;

function* checksOf({
  has = [],
  keys = [],
  lacks = [],
  is = {},
  kinds = {},
  some = {},
  any,
  not,
}: Condition): Generator<Check, void, undefined> {
  for (const path of has.map(pathOf)) yield (node) => stands(node, path);
  for (const path of keys.map(pathOf)) yield (node) => someAt(node, path, isThere);
  for (const path of lacks.map(pathOf)) yield (node) => !stands(node, path);
  for (const [place, word] of Object.entries(is)) {
    const matches = matcherOf(word);
    yield at(place, (value) => matches(wordOf(value)));
  }
  for (const [place, kind] of Object.entries(kinds)) {
    const allowed: ReadonlySet<JsonKind> = new Set(typeof kind === "string" ? [kind] : kind);
    yield at(place, (value) => allowed.has(value.kind));
  }
  for (const [place, condition] of Object.entries(some)) {
    const inner = testOf(condition);
    yield at(place, (value) => inner.holds(value));
  }
  if (any !== undefined) {
    const tests = any.map(testOf);
    yield (node) => tests.some((test) => test.holds(node));
  }
  if (not !== undefined) {
    const test = testOf(not);
    yield (node) => !test.holds(node);
  }
}

/** Whether one of the values at a place fits. */
function at(place: string, fits: Check): Check {
  const path = pathOf(place);
  return (node) => someAt(node, path, fits);
}

/** A word as it is, a number or a boolean as text. */
export function wordOf(node: JsonNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  return node.string() ?? (node.kind === "number" || node.kind === "boolean" ? node.raw() : undefined);
}

const isThere: Check = () => true;
const isGiven: Check = ({ kind }) => kind !== "null";

function stands(node: JsonNode, path: Path): boolean {
  return someAt(node, path, isGiven);
}

function matcherOf(word: string | readonly string[]): (given: string | undefined) => boolean {
  const words = new Words((typeof word === "string" ? [word] : word).map((each) => [each, true]));
  return (given) => words.get(given) === true;
}

/** What words mean. A word that ends with `*` stands for all that begin so; the word itself goes first. */
export class Words<Meaning> {
  readonly #exact: ReadonlyMap<string, Meaning>;
  readonly #beginnings: readonly (readonly [string, Meaning])[];

  constructor(entries: Iterable<readonly [string, Meaning]>) {
    const all = [...entries];
    this.#exact = new Map(all);
    this.#beginnings = all.flatMap(([word, meaning]) => (word.endsWith("*") ? [[word.slice(0, -1), meaning] as const] : []));
  }

  /** The words as they were written. */
  get names(): readonly string[] {
    return [...this.#exact.keys()];
  }

  entries(): Iterable<readonly [string, Meaning]> {
    return this.#exact;
  }

  get(word: string | undefined): Meaning | undefined {
    if (word === undefined) return undefined;
    return this.#exact.get(word) ?? this.#beginnings.find(([beginning]) => word.startsWith(beginning))?.[1];
  }
}
