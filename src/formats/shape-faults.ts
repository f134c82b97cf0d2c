import type { JsonNode } from "../json/node.js";
import type { Role } from "../model/conversation.js";
import { withArticle } from "../text/article.js";
import { listing } from "../text/listing.js";
import { quote } from "../text/quote.js";

/** A part of another kind than it must be, or a part that is missing: `` `content` must be a list of blocks, got a string ``. */
export function mustBeKind(subject: string, expected: string, found: JsonNode | undefined): string {
  return `${subject} must be ${expected}, ${found === undefined ? "but is missing" : `got ${withArticle(found.kind)}`}`;
}

/** An object that lacks its telling keys, or a value that is no object: `` An entry has no `type` ``. */
export function mustBeWith(subject: string, keys: string | readonly string[], found: JsonNode): string {
  const needed = typeof keys === "string" ? [keys] : keys;
  if (found.kind === "object" && needed.length > 0) return hasNo(subject, ...needed);
  return mustBeKind(subject, needed.length === 0 ? "an object" : `an object with ${inCode(needed, "and")}`, found);
}

/** An object without a key that it needs: `` A content part has no `type` ``. */
export function hasNo(owner: string, ...keys: readonly string[]): string {
  return `${owner} has no ${inCode(keys, "or")}`;
}

/** A role, or another word that says what an entry is, that the wire does not have. */
export function unknownRole(found: JsonNode | undefined, known: Iterable<string>, key = "role"): string {
  if (found === undefined) return hasNo("A message", key);
  const word = found.string();
  return `\`${key}\` must be ${listing([...known].map(quote), "or")}, got ${word === undefined ? withArticle(found.kind) : quote(word)}`;
}

/** A part in a message of another role than its own: `A tool call is in a user message; it belongs in an assistant message`. */
export function misplaced(part: string, role: Role, wanted: Role): string {
  return `${part} is in ${messageOf(role)}; it belongs in ${messageOf(wanted)}`;
}

/** What a format does not know, and passes over: warned of once for all of the same type. */
export function unknownType(parts: string, type: string): string {
  return `${parts} of type ${quote(type)} are unknown, so they are not checked`;
}

/** A document that should hold a list, and does not. */
export function noList(list: string, document: JsonNode): string {
  return document.kind === "array" ? `This array holds no ${list}` : `This ${document.kind} has no ${list}`;
}

function messageOf(role: Role): string {
  return `${role === "assistant" ? "an" : "a"} ${role} message`;
}

function inCode(keys: readonly string[], word: "and" | "or"): string {
  const quoted = keys.map((key) => `\`${key}\``);
  return listing(quoted, word);
}
