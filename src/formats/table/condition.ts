import type { JsonNode } from "../../json/node.js";
import { type Path, pathOf, valueAt, valuesAt } from "./place.js";
import type { Condition } from "./table.js";

/** A condition made ready for being asked often. */
export interface Test {
  holds(node: JsonNode): boolean;
}

const always: Test = { holds: () => true };

/** Makes a condition ready; without one, everything holds. */
export function testOf(condition: Condition | undefined): Test {
  if (condition === undefined) return always;
  const has = (condition.has ?? []).map(pathOf);
  const lacks = (condition.lacks ?? []).map(pathOf);
  const words = Object.entries(condition.is ?? {}).map(([place, word]) => ({ path: pathOf(place), matches: matcherOf(word) }));
  return {
    holds: (node) =>
      has.every((path) => stands(node, path)) &&
      !lacks.some((path) => stands(node, path)) &&
      words.every(({ path, matches }) => valuesAt(node, [path]).some((value) => matches(wordOf(value)))),
  };
}

/** A word as it stands, a number or a boolean as text. */
export function wordOf(node: JsonNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  return node.string() ?? (node.kind === "number" || node.kind === "boolean" ? node.raw() : undefined);
}

function stands(node: JsonNode, path: Path): boolean {
  return valueAt(node, [path]) !== undefined;
}

function matcherOf(word: string | readonly string[]): (given: string | undefined) => boolean {
  const words = typeof word === "string" ? [word] : word;
  const exact = new Set(words.filter((each) => !each.endsWith("*")));
  const beginnings = words.filter((each) => each.endsWith("*")).map((each) => each.slice(0, -1));
  return (given) => given !== undefined && (exact.has(given) || beginnings.some((beginning) => given.startsWith(beginning)));
}
