import type { Random } from "./random.js";
import type { TreeObject } from "./written.js";

/** A tool, and arguments that fit it. */
export interface Template {
  readonly name: string;
  readonly schema: TreeObject | undefined;
  arguments(random: Random): TreeObject;
}

const cities = ["Köln", "São Paulo", 'the "Old" Town', "東京", "Reno/Nevada", "🏙️ City"];

/** Tools of many kinds: without arguments, nested, lists, enums, closed and open objects, limits. */
export const templates: readonly Template[] = [
  {
    name: "get_weather",
    schema: {
      type: "object",
      properties: { city: { type: "string", description: "Name of a city" }, unit: { type: "string", enum: ["celsius", "fahrenheit"] } },
      required: ["city"],
    },
    arguments: (random) => ({ city: random.pick(cities), ...(random.oneIn(2) && { unit: random.pick(["celsius", "fahrenheit"]) }) }),
  },
  { name: "list_open_tickets", schema: { type: "object", properties: {} }, arguments: () => ({}) },
  { name: "ping", schema: { type: "object", properties: {}, additionalProperties: false }, arguments: () => ({}) },
  {
    name: "create_order",
    schema: {
      type: "object",
      properties: {
        customer: {
          type: "object",
          properties: {
            name: { type: "string" },
            address: { type: "object", properties: { street: { type: "string" }, zip: { type: "string" } }, required: ["street", "zip"] },
          },
          required: ["name", "address"],
          additionalProperties: false,
        },
        items: {
          type: "array",
          minItems: 1,
          items: {
            type: "object",
            properties: { sku: { type: "string" }, quantity: { type: "integer", minimum: 1 } },
            required: ["sku", "quantity"],
            additionalProperties: false,
          },
        },
        express: { type: "boolean" },
      },
      required: ["customer", "items"],
      additionalProperties: false,
    },
    arguments: (random) => ({
      customer: { name: random.word(6), address: { street: random.pick(cities), zip: "50667" } },
      items: Array.from({ length: 1 + random.below(3) }, () => ({ sku: random.word(4), quantity: 1 + random.below(9) })),
      ...(random.oneIn(2) && { express: random.oneIn(2) }),
    }),
  },
  {
    name: "set_labels",
    schema: {
      type: "object",
      properties: {
        ticket: { type: "integer" },
        labels: { type: "array", items: { type: "string", enum: ["bug", "feature", "question"] } },
        mode: { enum: ["add", "replace"] },
      },
      required: ["ticket", "labels", "mode"],
      additionalProperties: false,
    },
    arguments: (random) => ({
      ticket: random.below(10_000),
      labels: random.shuffled(["bug", "feature", "question"]).slice(0, 1 + random.below(3)),
      mode: random.pick(["add", "replace"]),
    }),
  },
  {
    name: "search_flights",
    schema: {
      type: "object",
      properties: {
        from: { type: "string", pattern: "^[A-Z]{3}$" },
        to: { type: "string", pattern: "^[A-Z]{3}$" },
        seats: { type: "integer", minimum: 1, maximum: 9 },
        flexible: { type: "boolean" },
        budget: { type: ["number", "null"] },
      },
      required: ["from", "to"],
    },
    arguments: (random) => ({
      from: random.pick(["CGN", "HND"]),
      to: random.pick(["RNO", "GRU"]),
      seats: 1 + random.below(9),
      flexible: random.oneIn(2),
      budget: random.oneIn(2) ? null : random.below(90_000) / 100,
    }),
  },
  {
    name: "lookup_user",
    schema: {
      type: "object",
      properties: { email: { type: "string" }, filter: { $ref: "#/$defs/filter" } },
      required: ["email"],
      additionalProperties: false,
      $defs: {
        filter: { type: "object", properties: { active: { type: "boolean" }, tags: { type: "array", items: { type: "string" } } } },
      },
    },
    arguments: (random) => ({
      email: `${random.word(5)}@example.com`,
      ...(random.oneIn(2) && { filter: { active: random.oneIn(2), tags: [random.word(3), random.pick(cities)] } }),
    }),
  },
];
