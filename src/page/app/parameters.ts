/** A declared parameter in a few words. */
export interface Parameter {
  readonly name: string;
  /** `"celsius" | "fahrenheit"`, `integer, at least 1`, … */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | null;
}

/** The parameters of an object schema; `undefined` for a schema that says it in other ways. */
export function parametersOf(text: string): readonly Parameter[] | undefined {
  const schema: unknown = JSON.parse(text);
  if (!isRecord(schema)) return undefined;
  const { properties, required } = schema;
  if (!isRecord(properties)) return undefined;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, value]) => ({
    name,
    type: typeInWords(value, 0),
    isRequired: names.includes(name),
    description: isRecord(value) && typeof value.description === "string" ? shorten(value.description, 240) : null,
  }));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Values of an enumeration that are named. */
const namedValues = 12;

const bounds: readonly (readonly [string, string])[] = [
  ["minimum", "at least"],
  ["maximum", "at most"],
  ["exclusiveMinimum", "more than"],
  ["exclusiveMaximum", "less than"],
  ["minLength", "length at least"],
  ["maxLength", "length at most"],
  ["minItems", "items at least"],
  ["maxItems", "items at most"],
  ["pattern", "pattern"],
  ["format", "format"],
];

function typeInWords(schema: unknown, depth: number): string {
  if (schema === false) return "nothing";
  if (!isRecord(schema) || depth > 3) return "anything";
  const { type, enum: values, const: only, items, anyOf, oneOf } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) {
    const named = values.slice(0, namedValues).map((value: unknown) => JSON.stringify(value));
    return values.length > namedValues ? `${named.join(" | ")} | …` : named.join(" | ");
  }
  const choices = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
  if (choices !== undefined && type === undefined)
    return [...new Set(choices.map((each: unknown) => typeInWords(each, depth + 1)))].join(" | ");
  const name = Array.isArray(type)
    ? type.join(" | ")
    : typeof type === "string"
      ? type
      : "$ref" in schema
        ? String(schema.$ref)
        : "anything";
  const whole = name === "array" && items !== undefined ? `array of ${typeInWords(items, depth + 1)}` : name;
  const limits = bounds.flatMap(([keyword, words]) => (schema[keyword] === undefined ? [] : [`${words} ${String(schema[keyword])}`]));
  return [whole, ...limits].join(", ");
}

function shorten(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
