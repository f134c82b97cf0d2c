import { readTools } from "../declarations/index.js";
import { valueNode } from "../json/plain-node.js";
import { isObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { LogLevel } from "./levels.js";
import { looksLikeSchema, membersOf, openedValue, placeOfPath, valueOn } from "./values.js";

/** Documents looked at. */
const maxDocuments = 20;

/** Where declarations and the name of the model are, seen from the document and from the entries. */
export function around(
  documents: readonly JsonValue[],
  level?: LogLevel,
): { readonly tools: readonly string[]; readonly model: readonly string[] } {
  const objects: readonly JsonObject[] = [...documents.slice(0, maxDocuments).filter(isObject), ...inner(documents, level)];
  const tools = new Set<string>();
  const model = new Set<string>();
  for (const object of objects) {
    for (const { way, value } of membersOf(object, 2)) {
      const key = way.at(-1) ?? "";
      if (/^(model|model_?name|model_?id|llm|modell)$/i.test(key) && typeof value === "string" && value.length < 100)
        model.add(placeOfPath(way));
      if (isDeclarations(value)) tools.add(placeOfPath(way));
    }
  }
  return { tools: [...tools], model: [...model].slice(0, 3) };
}

/** The conversations of a document, and what is in an entry for its model. */
function inner(documents: readonly JsonValue[], level: LogLevel | undefined): readonly JsonObject[] {
  if (level?.conversations === undefined) return [];
  const way = level.conversations.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return documents.slice(0, maxDocuments).flatMap((document) => {
    const first = valueOn(document, way);
    return isObject(first) ? [first] : [];
  });
}

/** A list of tools with their parameters, in a dialect that is read. */
function isDeclarations(value: JsonValue): boolean {
  const list = openedValue(value);
  const items: readonly JsonValue[] = Array.isArray(list) ? list : isObject(list) ? Object.values(list) : [];
  if (items.length === 0 || !items.every((item) => isObject(item) && hasSchema(item))) return false;
  const { tools, faults } = readTools(valueNode(list));
  return faults.length === 0 && tools.some(({ argumentsSchema }) => argumentsSchema !== null);
}

function hasSchema(item: JsonObject): boolean {
  return [...membersOf(item, 2)].some(({ value }) => looksLikeSchema(value));
}
