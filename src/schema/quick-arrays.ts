import type { JsonNode } from "../json/node.js";
import { asList, type JsonObject, type JsonValue } from "../json/value.js";
import type { Dialect } from "./dialect.js";
import { firstEqualPair } from "./equal-values.js";
import { keywordsOf } from "./keywords.js";
import { accept, type Check, notDecided } from "./quick-checks.js";

/** The keywords that look at arrays alone, all of which `arrayCheck` takes care of. */
export const arrayKeywords: ReadonlySet<string> = new Set(["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"]);

/** The check for all keywords that look at arrays; it lets other values pass. */
export function arrayCheck(schema: JsonObject, dialect: Dialect, build: (schema: JsonValue) => Check): Check {
  const has = (keyword: string) => keywordsOf(dialect).has(keyword);
  const { minItems, maxItems, items, contains, minContains, maxContains } = schema;
  const counts = has("minContains");
  return new ArrayCheck({
    least: typeof minItems === "number" ? minItems : 0,
    most: typeof maxItems === "number" ? maxItems : Number.POSITIVE_INFINITY,
    isUnique: schema.uniqueItems === true,
    contains: has("contains") && contains !== undefined ? build(contains) : undefined,
    leastContained: counts && typeof minContains === "number" ? minContains : 1,
    maxContained: counts && typeof maxContains === "number" ? maxContains : Number.POSITIVE_INFINITY,
    prefix: has("prefixItems") ? asList(schema.prefixItems).map(build) : [],
    rest: items === undefined ? accept : Array.isArray(items) ? notDecided : build(items),
  });
}

/** What a schema asks of the items of an array. */
interface Items {
  readonly least: number;
  readonly most: number;
  readonly isUnique: boolean;
  readonly contains: Check | undefined;
  readonly leastContained: number;
  readonly maxContained: number;
  readonly prefix: readonly Check[];
  /** For the items after the prefix. */
  readonly rest: Check;
}

class ArrayCheck implements Check {
  private readonly asked: Items;

  constructor(asked: Items) {
    this.asked = asked;
  }

  passes(node: JsonNode): boolean {
    if (node.kind !== "array") return true;
    const { least, most, isUnique, contains, prefix, rest } = this.asked;
    const items = node.items();
    if (items.length < least || items.length > most) return false;
    if (isUnique && firstEqualPair(items.map((item) => item.value())) !== undefined) return false;
    if (contains !== undefined && !this.containsEnough(items, contains)) return false;
    if (prefix.length > 0) return items.every((item, index) => (prefix[index] ?? rest).passes(item));
    if (rest !== accept) for (const item of items) if (!rest.passes(item)) return false;
    return true;
  }

  private containsEnough(items: readonly JsonNode[], check: Check): boolean {
    const found = items.filter((item) => check.passes(item)).length;
    return found >= this.asked.leastContained && found <= this.asked.maxContained;
  }
}
