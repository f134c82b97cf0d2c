import type { Excerpt, JsonNode, Range } from "../json/node.js";

/** What a code frame shows: a line of the file, and the place in it that is marked. */
export interface ShownPlace {
  readonly excerpt: Excerpt | null;
  readonly range: Range;
}

/** Members that tell a reader which object it is, most telling first. */
const tellingKeys = ["name", "tool_name", "tool_call_id", "tool_use_id", "call_id", "id", "role", "type"] as const;

/** The line around a place; for an object or a list whose first line is no more than brackets, the line of its first telling member. */
export function shownPlace(node: JsonNode, range: Range): ShownPlace {
  const excerpt = excerptOf(range);
  if (excerpt === null || range.from !== node.range.from || !isBareBracket(excerpt, range)) return { excerpt, range };
  const telling = tellingMember(node);
  return telling === undefined ? { excerpt, range } : { excerpt: excerptOf(telling.range), range: telling.range };
}

function isBareBracket({ text, column }: Excerpt, range: Range): boolean {
  const start = range.source.position(range.from);
  const rest = start === undefined ? "" : text.slice(start.column - column).trim();
  return /^[[{\s]+$/.test(rest);
}

function tellingMember(node: JsonNode): JsonNode | undefined {
  if (node.kind === "array") {
    const first = node.first();
    return first === undefined || isScalar(first) ? first : tellingMember(first);
  }
  for (const key of tellingKeys) {
    const value = node.get(key);
    if (value !== undefined && isScalar(value)) return value;
  }
  const members = node.entries();
  // Where all members are objects and lists, the key of the first says more than a bracket.
  return members.find(({ value }) => isScalar(value))?.value ?? members[0]?.key;
}

function isScalar({ kind }: JsonNode): boolean {
  return kind !== "object" && kind !== "array";
}

function excerptOf(range: Range): Excerpt | null {
  return range.source.excerpt?.(range.from) ?? null;
}
