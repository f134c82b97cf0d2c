import type { JsonNode } from "../json/node.js";
import type { JsonObject } from "../json/value.js";
import { nearestName } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";

/** Something wrong in a configuration: a sentence without final period, and the value or key that it is about. */
export interface ConfigFault {
  readonly at: JsonNode;
  readonly message: string;
}

/** One kind of value that a configuration may hold: how it is read, and its JSON Schema for editors. */
export interface Field<T> {
  readonly schema: JsonObject;
  /** `undefined` after a fault was reported. */
  read(node: JsonNode, report: (fault: ConfigFault) => void): T | undefined;
}

/** `true` or `false`. */
export const flag: Field<boolean> = {
  schema: { type: "boolean" },
  read: (node, report) => node.boolean() ?? refuse(node, "true or false", report),
};

/** A whole number from zero on. */
export const count: Field<number> = {
  schema: { type: "integer", minimum: 0 },
  read(node, report) {
    const value = node.number();
    return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : refuse(node, "a whole number, zero or more", report);
  },
};

/** A text that is not empty. `kind` finishes the sentence "… must be …". */
export function text(kind: string): Field<string> {
  return {
    schema: { type: "string", minLength: 1 },
    read: (node, report) => (node.string() === "" ? undefined : node.string()) ?? refuse(node, kind, report),
  };
}

/** One of a list of words; a near one is suggested. */
export function choice<T extends string>(choices: readonly T[]): Field<T> {
  return {
    schema: { enum: choices },
    read(node, report) {
      const value = node.string();
      const chosen = choices.find((each) => each === value);
      if (chosen !== undefined) return chosen;
      if (value === undefined) return refuse(node, oneOf(choices), report);
      const near = nearestName(value, choices);
      const hint = near === undefined ? oneOf(choices) : `did you mean ${quote(near)}?`;
      const wanted = near !== undefined ? `, ${hint}` : choices.length > 8 ? "" : `, it must be ${hint}`;
      return void report({ at: node, message: `Unknown value ${quote(value)}${wanted}` });
    },
  };
}

/** A known id, or one that a configuration or a plugin brings: no schema knows those. */
export function openChoice(known: readonly string[], own: readonly string[]): Field<string> {
  return { ...choice([...own, ...known]), schema: { anyOf: [{ enum: known }, { type: "string", minLength: 1 }] } };
}

/** One value or a list of them, always read as a list. */
export function oneOrMany<T>(field: Field<T>): Field<readonly T[]> {
  return {
    schema: { anyOf: [field.schema, { type: "array", items: field.schema }] },
    read(node, report) {
      const items = node.kind === "array" ? node.items() : [node];
      return items.flatMap((item) => field.read(item, report) ?? []);
    },
  };
}

/**
 * An object with some of a list of keys, all with values of one kind.
 *
 * @param isOpen a plugin may bring more keys, which no schema knows
 */
export function mapOf<T>(keys: readonly string[], field: Field<T>, isOpen = false): Field<ReadonlyMap<string, T>> {
  const properties = Object.fromEntries(keys.map((key) => [key, field.schema]));
  return {
    schema: { type: "object", properties, additionalProperties: isOpen ? field.schema : false },
    read(node, report) {
      const members = new MemberReader(node, keys, report);
      return new Map(
        keys.flatMap((key) => {
          const value = members.optional(key, field);
          return value === undefined ? [] : [[key, value] as const];
        }),
      );
    },
  };
}

/** A list of objects with given members, read by a function; an entry that is not whole is left out after its faults were reported. */
export function listOf<T>(
  fields: Readonly<Record<string, Field<unknown>>>,
  required: readonly string[],
  readEntry: (members: MemberReader, node: JsonNode) => T | undefined,
): Field<readonly T[]> {
  const properties = Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema]));
  return {
    schema: { type: "array", items: { type: "object", properties, required, additionalProperties: false } },
    read(node, report) {
      if (node.kind !== "array") return refuse(node, "a list", report);
      return node.items().flatMap((item) => readEntry(new MemberReader(item, Object.keys(fields), report), item) ?? []);
    },
  };
}

/** Reads the members of an object one by one and tells which keys nobody asked for. */
export class MemberReader {
  readonly #node: JsonNode;
  readonly #report: (fault: ConfigFault) => void;

  constructor(node: JsonNode, keys: readonly string[], report: (fault: ConfigFault) => void) {
    this.#node = node;
    this.#report = report;
    if (node.kind !== "object") refuse(node, "an object", report);
    for (const { key } of node.entries()) {
      const name = key.string() ?? "";
      if (!keys.includes(name)) unknownKey(key, name, keys, report);
    }
  }

  optional<T>(key: string, field: Field<T>): T | undefined {
    const node = this.#node.get(key);
    return node === undefined ? undefined : field.read(node, this.#report);
  }

  required<T>(key: string, field: Field<T>, why: string): T | undefined {
    const node = this.#node.get(key);
    if (node === undefined && this.#node.kind === "object") this.#report({ at: this.#node, message: `Missing key ${quote(key)}: ${why}` });
    return node === undefined ? undefined : field.read(node, this.#report);
  }
}

function refuse(node: JsonNode, wanted: string, report: (fault: ConfigFault) => void): undefined {
  report({ at: node, message: mustBe(node, wanted) });
}

/** The sentence that a value is not what it must be: `"quiet" must be true or false, not 7`. */
export function mustBe(node: JsonNode, wanted: string): string {
  return `${subjectOf(node)} must be ${wanted}, not ${describe(node)}`;
}

/** What a value is called: by its key, an entry of a list by that of the list. */
export function subjectOf({ pointer }: JsonNode): string {
  const keys = pointer.split("/").slice(1);
  const key = keys.findLast((each) => !/^\d+$/.test(each));
  if (key === undefined) return "The configuration";
  const name = quote(key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return key === keys.at(-1) ? name : `Each entry of ${name}`;
}

function unknownKey(at: JsonNode, name: string, keys: readonly string[], report: (fault: ConfigFault) => void): void {
  const near = nearestName(name, keys);
  report({ at, message: `Unknown key ${quote(name)}${near === undefined ? "" : `, did you mean ${quote(near)}?`}` });
}

function describe(node: JsonNode): string {
  switch (node.kind) {
    case "string":
      return quote(node.string() ?? "");
    case "number":
    case "boolean":
      return quote(node.raw()).slice(1, -1);
    case "null":
      return "null";
    default:
      return `an ${node.kind}`;
  }
}

function oneOf(choices: readonly string[]): string {
  const last = choices.at(-1);
  const quoted = choices.slice(0, -1).map(quote).join(", ");
  return choices.length > 8 ? "a known id" : `${quoted} or ${quote(last ?? "")}`;
}
