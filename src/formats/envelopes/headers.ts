import type { JsonNode } from "../../json/node.js";

/** Keys under which recorders keep the headers of a message. */
const headerKeys = ["headers", "header", "rawHeaders", "RequestHeaders", "ResponseHeaders"] as const;

/**
 * The value of a header, whatever its recorder keeps headers as: a map of texts or of lists of texts, a list of `{name, value}`, of pairs,
 * or of names and values in turns.
 *
 * @param name in lower case
 */
export function headerOf(message: JsonNode | undefined, name: string): string | undefined {
  for (const key of headerKeys) {
    const found = valueIn(message?.get(key), name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function valueIn(headers: JsonNode | undefined, name: string): string | undefined {
  if (headers === undefined) return undefined;
  const isName = (node: JsonNode | undefined) => node?.string()?.toLowerCase() === name;
  const member = headers.entries().find(({ key }) => isName(key));
  if (member !== undefined) return (member.value.first() ?? member.value).string();
  const items = headers.items();
  const named = items.find((each) => isName(each.get("name")));
  if (named !== undefined) return named.get("value")?.string();
  const pair = items.find((each) => isName(each.first()));
  if (pair !== undefined) return pair.items()[1]?.string();
  const index = items.findIndex((item, position) => position % 2 === 0 && isName(item));
  return index === -1 ? undefined : items[index + 1]?.string();
}
