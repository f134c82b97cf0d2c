import { composeArray, composeObject, joinText, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { quote } from "../../text/quote.js";
import { given } from "../google/field.js";

/** A value while it is written. */
type Growing =
  | { readonly kind: "object"; readonly members: Map<string, Growing> }
  | { readonly kind: "array"; readonly items: Growing[] }
  | { readonly kind: "text"; readonly pieces: JsonNode[] }
  | { readonly kind: "whole"; readonly node: JsonNode };

/** A step of a path: a member's name or an item's index. */
type Step = string | number;

/** Deeper paths are no arguments that anybody declares. */
const maxSteps = 100;

/**
 * The arguments of one call as a stream writes them: each piece sets the value at a path, texts at the same path are continued.
 *
 * Source: type `PartialArg` of the Vertex AI API reference (paths are those of RFC 9535), read 2026-11.
 */
export class PartialArguments {
  readonly #root = new Map<string, Growing>();
  #isWritten = false;

  /** Whether anything was written. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  /** Takes over whole arguments, member by member: some chunks bring them beside, or in place of, the pieces. */
  seed(args: JsonNode): void {
    this.#isWritten = true;
    for (const { key, value } of args.entries()) this.#root.set(key.string() ?? "", { kind: "whole", node: value });
  }

  /** Writes one piece, `{jsonPath, stringValue | numberValue | boolValue | nullValue}`. @returns why it cannot be written, or `undefined` */
  write(piece: JsonNode): string | undefined {
    const path = given(piece, "jsonPath", "json_path");
    const steps = stepsOf(path?.string() ?? "");
    const [first, ...rest] = steps ?? [];
    if (typeof first !== "string") return `A piece of the arguments has the path ${quote(path?.string() ?? "")}, which leads nowhere`;
    const value = pieceValue(piece);
    this.#isWritten = true;
    if (value === undefined) return undefined;
    return writeAt(this.#root, first, rest, value) ? undefined : `A piece of the arguments is written past the end of a list`;
  }

  /** The arguments as an object at `place`. */
  node(place: JsonNode): JsonNode {
    return nodeOf({ kind: "object", members: this.#root }, place);
  }
}

/** The value of a piece; `undefined` for one that only announces its path. A null is spelled by name, or not at all (REST). */
function pieceValue(piece: JsonNode): Growing | undefined {
  const text = given(piece, "stringValue", "string_value");
  if (text !== undefined) return { kind: "text", pieces: [text] };
  const node = given(piece, "numberValue", "number_value") ?? given(piece, "boolValue", "bool_value");
  if (node !== undefined) return { kind: "whole", node };
  const nothing = piece.get("nullValue") ?? piece.get("null_value");
  const isSet = nothing !== undefined && (nothing.kind !== "null" || (piece.get("stringValue") ?? piece.get("string_value")) === undefined);
  return isSet ? { kind: "whole", node: literal(null, nothing) } : undefined;
}

/** @returns false where an index leaves a gap: lists are written from the front */
function writeAt(members: Map<string, Growing>, name: string, rest: readonly Step[], value: Growing): boolean {
  const put = (grown: Growing) => members.set(name, grown);
  let set: (grown: Growing) => void = put;
  let current = members.get(name);
  for (const step of rest) {
    if (typeof step === "string") {
      const object = current?.kind === "object" ? current : { kind: "object" as const, members: membersOf(current) };
      set(object);
      set = (grown) => object.members.set(step, grown);
      current = object.members.get(step);
    } else {
      const array = current?.kind === "array" ? current : { kind: "array" as const, items: itemsOf(current) };
      set(array);
      if (step > array.items.length) return false;
      set = (grown) => {
        array.items[step] = grown;
      };
      current = array.items[step];
    }
  }
  if (current?.kind === "text" && value.kind === "text") current.pieces.push(...value.pieces);
  else set(value);
  return true;
}

function membersOf(current: Growing | undefined): Map<string, Growing> {
  if (current?.kind !== "whole") return new Map();
  return new Map(current.node.entries().map(({ key, value }) => [key.string() ?? "", { kind: "whole", node: value }]));
}

function itemsOf(current: Growing | undefined): Growing[] {
  return current?.kind === "whole" ? current.node.items().map((node): Growing => ({ kind: "whole", node })) : [];
}

function nodeOf(growing: Growing, place: JsonNode): JsonNode {
  switch (growing.kind) {
    case "object":
      return composeObject(
        [...growing.members].map(([name, member]) => [name, nodeOf(member, place)]),
        place,
      );
    case "array":
      return composeArray(
        growing.items.map((item) => nodeOf(item, place)),
        place,
      );
    case "text": {
      const [first, ...more] = growing.pieces;
      return first === undefined || more.length === 0 ? (first ?? literal("", place)) : joinText(growing.pieces, first);
    }
    case "whole":
      return growing.node;
  }
}

/** The steps of a singular path, `$.stops[0]['a name']`; `undefined` where it is none. */
function stepsOf(path: string): readonly Step[] | undefined {
  if (!path.startsWith("$")) return undefined;
  const steps: Step[] = [];
  const step = /\.([^.[\]]+)|\[(\d+)\]|\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]/y;
  step.lastIndex = 1;
  while (step.lastIndex < path.length && steps.length < maxSteps) {
    const found = step.exec(path);
    if (found === null) return undefined;
    const [, name, index, single, double] = found;
    steps.push(index === undefined ? (name ?? (single ?? double ?? "").replace(/\\(.)/g, "$1")) : Number(index));
  }
  return step.lastIndex < path.length ? undefined : steps;
}
