import { error, type Mutation } from "./mutation.js";
import type { Random } from "./random.js";
import { callsOf, type Scene, type SceneCall } from "./scene.js";
import { textOf } from "./wires.js";
import { Raw, type Tree, type TreeObject } from "./written.js";

/** A value inside the arguments of a call, with the schema that it fits. */
interface Place {
  readonly call: SceneCall;
  readonly pointer: string;
  readonly depth: number;
  readonly inList: boolean;
  readonly schema: TreeObject;
  readonly value: Tree;
  readonly holder: { readonly pointer: string; readonly schema: TreeObject; readonly value: TreeObject } | undefined;
  readonly key: string;
  replace(value: Tree): void;
}

function isObject(node: Tree | undefined): node is TreeObject {
  return typeof node === "object" && node !== null && !Array.isArray(node) && !(node instanceof Raw) && node.constructor === Object;
}

/** A member of a schema; `undefined` where there is none. */
function keyword(schema: Tree | undefined, name: string): Tree | undefined {
  return isObject(schema) ? schema[name] : undefined;
}

/** All values inside the arguments that a schema describes. */
function placesOf(scene: Scene): readonly Place[] {
  return callsOf(scene).flatMap((call) => {
    const root = call.template.schema ?? {};
    const inside = (schema: TreeObject, value: Tree, pointer: string, depth: number, inList: boolean): readonly Place[] => {
      const found: Place[] = [];
      const { properties, items } = schema;
      if (isObject(value) && isObject(properties)) {
        for (const [key, member] of Object.entries(properties)) {
          const now = value[key];
          const isReference = keyword(member, "$ref") === "#/$defs/filter";
          const described = isReference ? keyword(keyword(root, "$defs"), "filter") : member;
          if (now === undefined || !isObject(described)) continue;
          const here = `${pointer}/${key}`;
          const replace = (instead: Tree) => {
            value[key] = instead;
          };
          found.push({
            call,
            pointer: here,
            depth: depth + 1,
            inList,
            schema: described,
            value: now,
            holder: { pointer, schema, value },
            key,
            replace,
          });
          found.push(...inside(described, now, here, depth + 1, inList));
        }
      } else if (Array.isArray(value) && isObject(items)) {
        value.forEach((item, index) => {
          const here = `${pointer}/${index}`;
          const replace = (instead: Tree) => {
            value[index] = instead;
          };
          found.push({
            call,
            pointer: here,
            depth: depth + 1,
            inList: true,
            schema: items,
            value: item,
            holder: undefined,
            key: "",
            replace,
          });
          found.push(...inside(items, item, here, depth + 1, true));
        });
      }
      return found;
    };
    return inside(root, call.arguments, "", 0, false);
  });
}

function requires(place: Place): boolean {
  const required = keyword(place.holder?.schema, "required");
  return Array.isArray(required) && required.includes(place.key);
}

function invalid({ call }: Place, argument: string) {
  return error("invalid-arguments", call, "arguments", { argument });
}

/** A value of another type than the schema's. */
function wrongValue({ type }: TreeObject): Tree {
  if (type === "string" || type === undefined) return 17;
  return type === "object" || type === "array" ? "none" : { not: "this" };
}

function wrongType(name: string, fits: (place: Place) => boolean): Mutation {
  return {
    name,
    inject(scene, random) {
      const place = random.maybe(placesOf(scene).filter(fits));
      place?.replace(wrongValue(place.schema));
      return place && invalid(place, place.pointer);
    },
  };
}

/** Text that is written instead of the arguments, where the wire carries them as text. */
function asText(
  name: string,
  rewrite: (text: string, random: Random, call: SceneCall) => string | undefined,
  rule = "malformed-arguments",
): Mutation {
  return {
    name,
    inject(scene, random) {
      if (scene.wire !== "openai") return undefined;
      const call = random.maybe(callsOf(scene).filter(({ arguments: args }) => Object.keys(args).length > 0));
      const text = call && rewrite(textOf(call), random, call);
      if (call === undefined || text === undefined) return undefined;
      call.text = text;
      return error(rule, call, "arguments", { inside: true });
    },
  };
}

/** A value that stands instead of the arguments, in a container that the wire does not take. */
function asValue(name: string, wire: Scene["wire"], value: (call: SceneCall) => Tree): Mutation {
  return {
    name,
    inject(scene, random) {
      // Bare messages that carry objects are read as NeMo's.
      const isBare = wire === "openai" && (scene.shape === "envelope" || scene.shape === "bare");
      const call = scene.wire === wire && !isBare ? random.maybe(callsOf(scene)) : undefined;
      if (call === undefined) return undefined;
      call.value = value(call);
      return error("malformed-arguments", call, "arguments");
    },
  };
}

/** Faults in the arguments of a call. */
export const argumentMutations: readonly Mutation[] = [
  asText("arguments are cut off", (text, random) => text.slice(0, 1 + random.below(text.length - 1)), "truncated-arguments"),
  asText("two argument objects are glued together", (text) => `${text}${text}`),
  asText("arguments are fenced", (text) => `\`\`\`json\n${text}\n\`\`\``),
  asText("arguments are a Python literal", (text) =>
    /:(?:true|false|null)/.test(text)
      ? text.replaceAll(":true", ":True").replaceAll(":false", ":False").replaceAll(":null", ":None")
      : undefined,
  ),
  asText("arguments are encoded twice", (text) => JSON.stringify(text)),
  asText("arguments are a list", (text) => `[${text}]`),
  asText("arguments are a bare word", (_, random) => random.pick(["true", "42", "{city}", "get it", '""'])),
  asText("arguments hold a raw control character", (text) => (text.includes('":"') ? text.replace('":"', '":"\n') : undefined)),
  asText("arguments are in single quotes", (text) => (text.includes("'") || text.includes("\\") ? undefined : text.replaceAll('"', "'"))),
  asText("arguments end in a comma", (text) => text.replace(/\}$/, ",}")),
  asText("arguments hold NaN", (text) => (/:\d+/.test(text) ? text.replace(/:\d+(?:\.\d+)?/, ":NaN") : undefined)),
  asValue("an object stands where text belongs", "openai", (call) => call.arguments),
  asValue("a list stands where text belongs", "openai", (call) => [call.arguments]),
  asValue("text stands where an object belongs", "anthropic", (call) => textOf(call)),
  asValue("a list stands where an object belongs", "anthropic", (call) => [call.arguments]),
  asValue("a list stands where NeMo takes an object or text", "nemo", (call) => [call.arguments]),
  {
    name: "a required argument is missing",
    inject(scene, random) {
      const place = random.maybe(placesOf(scene).filter(requires));
      if (place?.holder === undefined) return undefined;
      delete place.holder.value[place.key];
      return invalid(place, place.holder.pointer);
    },
  },
  wrongType("an argument has the wrong type", ({ depth }) => depth === 1),
  wrongType("a nested argument has the wrong type", ({ depth, inList }) => depth > 1 && !inList),
  wrongType("a value in a list has the wrong type", ({ inList }) => inList),
  {
    name: "a value is none of an enum",
    inject(scene, random) {
      const place = random.maybe(placesOf(scene).filter(({ schema }) => keyword(schema, "enum") !== undefined));
      place?.replace(random.pick(["kelvin", "", "Celsius", "bugs"]));
      return place && invalid(place, place.pointer);
    },
  },
  {
    name: "a number is out of its limits",
    inject(scene, random) {
      const place = random.maybe(placesOf(scene).filter(({ schema }) => keyword(schema, "minimum") !== undefined));
      place?.replace(random.pick([0, -1, 1.5]));
      return place && (place.pointer === "" ? undefined : invalid(place, place.pointer));
    },
  },
  {
    name: "a text breaks its pattern",
    inject(scene, random) {
      const place = random.maybe(placesOf(scene).filter(({ schema }) => keyword(schema, "pattern") !== undefined));
      place?.replace("Köln");
      return place && invalid(place, place.pointer);
    },
  },
  {
    name: "a property of a closed object is misspelt",
    inject(scene, random) {
      const place = random.maybe(
        placesOf(scene).filter(({ holder, key }) => keyword(holder?.schema, "additionalProperties") === false && key.length > 3),
      );
      if (place?.holder === undefined) return undefined;
      const misspelt = `${place.key.slice(0, -2)}${place.key.at(-1)}${place.key.at(-2)}`;
      if (misspelt === place.key) return undefined;
      delete place.holder.value[place.key];
      place.holder.value[misspelt] = place.value;
      return invalid(place, `${place.holder.pointer}/${misspelt}`);
    },
  },
  {
    name: "a closed object has one property too many",
    inject(scene, random) {
      const place = random.maybe(placesOf(scene).filter(({ holder }) => keyword(holder?.schema, "additionalProperties") === false));
      if (place?.holder === undefined) return undefined;
      place.holder.value["zzz unheard/of"] = { deep: [1] };
      return invalid(place, `${place.holder.pointer}/zzz unheard~1of`);
    },
  },
  {
    name: "a tool without parameters is given arguments",
    inject(scene, random) {
      const call = random.maybe(callsOf(scene).filter(({ name }) => name === "list_open_tickets" || name === "ping"));
      if (call === undefined) return undefined;
      call.arguments = { verbose: true };
      return error("unexpected-arguments", call, "arguments", { argument: "" });
    },
  },
];
