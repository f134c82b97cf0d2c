import type { JsonObject } from "../json/value.js";
import { quote } from "../text/quote.js";
import { type ConfigFault, type Field, MemberReader, mustBe, subjectOf } from "./fields.js";

/** A member of an object: what reads it, what it is for, and, where it must be there, why. */
export interface Member<T, Why extends string | undefined = string | undefined> {
  readonly field: Field<T>;
  readonly description: string;
  readonly why: Why;
}

/** All members of an object type. A key that the type has and its description lacks does not compile, nor one that may be missing and must be there. */
export type FieldShape<T> = {
  readonly [Key in keyof T]-?: Member<Exclude<T[Key], undefined>, undefined extends T[Key] ? undefined : string>;
};

type AnyShape = Readonly<Record<string, Member<unknown>>>;

/** A member that may be left out. */
export function may<T>(field: Field<T>, description: string): Member<T, undefined> {
  return { field, description, why: undefined };
}

/** A member that must be there. `why` finishes the sentence "Missing key …: …". */
export function must<T>(field: Field<T>, description: string, why: string): Member<T, string> {
  return { field, description, why };
}

/** An object with the members of a type; one that is not whole is left out after its faults were reported. */
export function shapeOf<T extends object>(shape: FieldShape<T> & AnyShape): Field<T> {
  const members: readonly (readonly [string, Member<unknown>])[] = Object.entries<Member<unknown>>(shape);
  const keys = members.map(([key]) => key);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(members.map(([key, { field, description }]) => [key, { description, ...field.schema }])),
      required: members.flatMap(([key, { why }]) => (why === undefined ? [] : [key])),
      additionalProperties: false,
    },
    read(node, report) {
      let isWhole = node.kind === "object";
      const tell = (fault: ConfigFault) => {
        isWhole = false;
        report(fault);
      };
      const reader = new MemberReader(node, keys, tell);
      const read = members.flatMap(([key, { field, why }]) => {
        const value = why === undefined ? reader.optional(key, field) : reader.required(key, field, why);
        return value === undefined ? [] : [[key, value] as const];
      });
      const value = Object.fromEntries(read);
      return hasAll<T>(value, isWhole) ? value : undefined;
    },
  };
}

/**
 * A field of which more must hold: the same, said as JSON Schema and as a check.
 *
 * @param why what is wrong with a value, a sentence; `undefined` where nothing is
 */
export function demanding<T>(field: Field<T>, schema: JsonObject, why: (value: T) => string | undefined): Field<T> {
  return {
    schema: { ...field.schema, ...schema },
    read(node, report) {
      const value = field.read(node, report);
      const message = value === undefined ? undefined : why(value);
      return message === undefined ? value : void report({ at: node, message });
    },
  };
}

/** Every member was read by the field of its type. */
function hasAll<T extends object>(_: object, isWhole: boolean): _ is T {
  return isWhole;
}

/** One of several kinds of objects, told apart by a word. */
export function oneOfKinds<T>(key: string, kinds: Readonly<Record<string, Field<T>>>, word: Field<string>, why: string): Field<T> {
  return {
    schema: { anyOf: Object.values(kinds).map(({ schema }) => schema) },
    read(node, report) {
      const reader = new MemberReader(
        node,
        node.entries().map((entry) => entry.key.string() ?? ""),
        report,
      );
      const kind = reader.required(key, word, why);
      return kind === undefined ? undefined : kinds[kind]?.read(node, report);
    },
  };
}

/** An object whose keys are free. */
export function recordOf<T>(field: Field<T>): Field<Readonly<Record<string, T>>> {
  return {
    schema: { type: "object", additionalProperties: field.schema },
    read(node, report) {
      if (node.kind !== "object") return void report({ at: node, message: mustBe(node, "an object") });
      return Object.fromEntries(
        node.entries().flatMap(({ key, value }) => {
          const read = field.read(value, report);
          return read === undefined ? [] : [[key.string() ?? "", read] as const];
        }),
      );
    },
  };
}

/** A list of values of one kind. */
export function manyOf<T>(field: Field<T>, minItems = 0): Field<readonly T[]> {
  return {
    schema: { type: "array", items: field.schema, ...(minItems > 0 && { minItems }) },
    read(node, report) {
      if (node.kind !== "array") return void report({ at: node, message: mustBe(node, "a list") });
      const items = node.items();
      if (items.length < minItems) return void report({ at: node, message: `${subjectOf(node)} must have at least one entry` });
      return items.flatMap((item) => field.read(item, report) ?? []);
    },
  };
}

/** A value, or a list of such values, as it is written. */
export function singleOrMany<T>(field: Field<T>): Field<T | readonly T[]> {
  const many = manyOf(field);
  return {
    schema: { anyOf: [field.schema, many.schema] },
    read: (node, report) => (node.kind === "array" ? many.read(node, report) : field.read(node, report)),
  };
}

/** A value of one kind of JSON, or else of another field. */
export function textOr<A extends string, B>(texts: Field<A>, others: Field<B>): Field<A | B> {
  return {
    schema: { anyOf: [texts.schema, others.schema] },
    read: (node, report): A | B | undefined => (node.kind === "string" ? texts.read(node, report) : others.read(node, report)),
  };
}

/** A field that another file or a later line describes: fields may hold one another. */
export function definedAs<T>(name: string, field: () => Field<T>): Field<T> {
  return { schema: { $ref: `#/$defs/${name}` }, read: (node, report) => field().read(node, report) };
}

/** The very word. */
export function exactly<const T extends string>(word: T): Field<T> {
  return {
    schema: { const: word },
    read: (node, report) => (node.string() === word ? word : void report({ at: node, message: mustBe(node, quote(word)) })),
  };
}
