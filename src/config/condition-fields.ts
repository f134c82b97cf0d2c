import type { Place, Places } from "../formats/table/place.js";
import type { Condition } from "../formats/table/table.js";
import type { JsonKind } from "../json/node.js";
import { quote } from "../text/quote.js";
import { choice, type Field, text } from "./fields.js";
import { definedAs, manyOf, may, recordOf, shapeOf, singleOrMany } from "./shape.js";

/** What looks like a JSON pointer or JSONPath, and is neither here. */
const otherNotation = "^/|^\\$[.\\[]|\\[(?:\\d+|\\*)\\]";

/** A place of a table. */
export const place: Field<Place> = {
  schema: { type: "string", not: { pattern: otherNotation } },
  read(node, report) {
    const written = node.string();
    if (written === undefined) return text('a place such as "tool" or "data/calls/*"').read(node, report);
    if (!new RegExp(otherNotation, "u").test(written)) return written;
    const meant = written
      .replace(/^\$/, "")
      .replace(/\[(\d+|\*)\]/g, "/$1")
      .replace(/^[./]+/, "");
    const keys = written.startsWith("$") ? meant.replaceAll(".", "/") : meant;
    return void report({ at: node, message: `Place ${quote(written)} is not written as keys joined by "/", did you mean ${quote(keys)}?` });
  },
};

/** One place, or several of which the first that is there counts. */
export const places: Field<Places> = singleOrMany(place);

/** What a value shows. */
export const condition: Field<Condition> = definedAs("condition", () => wholeCondition);

const jsonKind: Field<JsonKind> = choice(["object", "array", "string", "number", "boolean", "null"]);
/** Also the empty word: somebody may have written that. */
const word: Field<string> = {
  schema: { type: "string" },
  read: (node, report) => node.string() ?? text('a word in quotes, also for a number or a boolean: "true"').read(node, report),
};

/** The same, spelled out: where it is defined in the JSON Schema. */
export const wholeCondition = shapeOf<Condition>({
  has: may(manyOf(place), "Places where something is"),
  keys: may(manyOf(place), "Places where something is, be it null"),
  lacks: may(manyOf(place), "Places where nothing is, or null"),
  is: may(
    recordOf(singleOrMany(word)),
    "Words (or numbers and booleans as words) at places: the word itself, one of several, or how it begins (`ATIF*`)",
  ),
  kinds: may(recordOf(singleOrMany(jsonKind)), "What kind of JSON value is at a place"),
  some: may(recordOf(condition), "What a value at a place shows in turn"),
  any: may(manyOf(condition), "One of these holds"),
  not: may(condition, "This does not hold"),
});
