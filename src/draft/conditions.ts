import type { Condition } from "../formats/table/table.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import { isWord, membersOf, placeOfPath, valueOn, type Way } from "./values.js";
import { idKeys, kindKeys, weightOf } from "./words.js";

/** Most words that a condition lists. */
const maxWords = 12;

/**
 * What objects show that others do not: a word for their kind, else what they have.
 *
 * @param has what all of them have
 * @param except keys whose words tell something else: names of tools
 */
export function conditionFor(
  objects: readonly JsonObject[],
  others: readonly JsonObject[],
  has: readonly Way[],
  except: readonly Way[] = [],
): Condition {
  const places = has.map(placeOfPath);
  if (others.length === 0) return { has: places };
  const kind = kindOf(objects, others, [...has, ...except], true);
  if (kind !== undefined) return { is: { [placeOfPath(kind.way)]: kind.words.length === 1 ? (kind.words[0] ?? "") : kind.words } };
  const mistaken = others.filter((other) => hasAll(other, has));
  if (mistaken.length === 0) return { has: places };
  // What the others have beside.
  const lacks = [...membersOf(mistaken[0] ?? {}, 2)]
    .map(({ way }) => way)
    .find((way) => mistaken.every((each) => valueOn(each, way) !== undefined) && objects.every((each) => valueOn(each, way) === undefined));
  if (lacks !== undefined) return { has: places, lacks: [placeOfPath(lacks)] };
  const word = kindOf(objects, others, [...has, ...except], false);
  return word === undefined ? { has: places } : { is: { [placeOfPath(word.way)]: word.words } };
}

/**
 * The key whose words tell objects from others, with the words of the objects.
 *
 * @param isShared others have a word there as well: what one object alone has may be its id
 */
function kindOf(
  objects: readonly JsonObject[],
  others: readonly JsonObject[],
  except: readonly Way[],
  isShared: boolean,
): { readonly way: Way; readonly words: readonly string[] } | undefined {
  const left = except.map(placeOfPath);
  const candidates = [...membersOf(objects[0] ?? {}, 2)]
    .filter(({ way, value }) => isKindWord(value) && !left.some((place) => `${placeOfPath(way)}/`.startsWith(`${place}/`)))
    .map(({ way }) => ({ way, weight: weightOf(way.at(-1) ?? "", kindKeys) - way.length - weightOf(way.at(-1) ?? "", idKeys) }))
    .sort((one, other) => other.weight - one.weight);
  for (const { way } of candidates) {
    const words = wordsAt(objects, way);
    if (words === undefined || words.size > Math.min(maxWords, Math.max(1, objects.length / 2))) continue;
    const theirs = new Set(others.flatMap((each) => valueOn(each, way) ?? []));
    if (isShared && theirs.size === 0) continue;
    if ([...words].some((word) => theirs.has(word))) continue;
    return { way, words: [...words] };
  }
  return undefined;
}

function wordsAt(objects: readonly JsonObject[], way: Way): ReadonlySet<string> | undefined {
  const words = new Set<string>();
  for (const object of objects) {
    const value = valueOn(object, way);
    if (!isKindWord(value)) return undefined;
    words.add(value);
  }
  return words;
}

function isKindWord(value: JsonValue | undefined): value is string {
  return isWord(value) && value.length <= 40;
}

export function hasAll(object: JsonObject, ways: readonly Way[]): boolean {
  return ways.every((way) => valueOn(object, way) !== undefined);
}
