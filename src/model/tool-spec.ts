import { isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";
import { counted } from "../text/counted.js";
import { listing } from "../text/listing.js";
import { quote } from "../text/quote.js";
import { defineTool } from "./define-tool.js";
import type { Tool } from "./tool.js";

/** JSON Schema types by their own names and by those of Python's types. */
const jsonTypes = {
  string: "string",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  array: "array",
  object: "object",
  str: "string",
  int: "integer",
  float: "number",
  bool: "boolean",
  list: "array",
  dict: "object",
} as const;

/** A parameter's type: `integer` or `int`, `array` or `list`, … */
export type ParameterType = keyof typeof jsonTypes;

/** One parameter of a function, as its signature would tell where types exist at run time. */
export interface ParameterSpec {
  readonly name: string;
  /** A type's name, or a whole JSON Schema. */
  readonly type: ParameterType | JsonObject;
  /** It has a default: a call may leave it out. */
  readonly optional?: boolean;
  readonly description?: string;
}

/** A function's signature, written down: JavaScript keeps no types that could be read from the function. */
export interface FunctionSpec {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: readonly ParameterSpec[];
  /** Default `object`. */
  readonly returns?: ParameterType | JsonObject;
}

/** Four parts of a tool's interface. */
export interface ToolSpecFields {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly parameters: JsonObject;
  /** JSON Schema of the return value. */
  readonly returns: JsonObject;
  /** In the order of positional arguments; default: the order of `parameters.properties`. */
  readonly parameterNames?: readonly string[];
}

/** What a tool returns of which nobody said what it returns. */
const anyObject: JsonObject = { type: "object" };

/**
 * A tool's interface as JSON Schema, result included.
 *
 * Follows `ToolSpec` of the 021labs SDK (documentation, read 2026-11), but for its silence: what cannot be mapped or is missing throws.
 */
export class ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly returns: JsonObject;
  readonly parameterNames: readonly string[];

  constructor({ name, description, parameters, returns, parameterNames }: ToolSpecFields) {
    this.name = name;
    this.description = description;
    this.parameters = parameters;
    this.returns = returns;
    this.parameterNames = parameterNames ?? propertyNames(parameters);
  }

  /**
   * Describes a function. A parameter that is not optional is required; `required` is left out when it would be empty.
   *
   * @throws TypeError for an empty name, two parameters of one name, and a type of no known name
   */
  static fromFunction({ name, description = "", parameters = [], returns = anyObject }: FunctionSpec): ToolSpec {
    if (name === "") throw new TypeError("The name of a tool must not be empty");
    const names = parameters.map((parameter) => parameter.name);
    const repeated = names.find((each, index) => names.indexOf(each) !== index);
    if (repeated !== undefined) throw new TypeError(`Tool ${quote(name)} has two parameters called ${quote(repeated)}`);
    const required = parameters.filter(({ optional }) => optional !== true).map((parameter) => parameter.name);
    const properties = Object.fromEntries(parameters.map((parameter) => [parameter.name, schemaOfParameter(parameter)]));
    return new ToolSpec({
      name,
      description,
      parameters: { type: "object", properties, ...(required.length > 0 && { required }) },
      returns: schemaOf(returns),
      parameterNames: names,
    });
  }

  /**
   * Reads an OpenAI declaration, nested or flat. Without `parameters` the tool takes none; what it returns is any object.
   *
   * @throws TypeError for what is no such declaration
   */
  static fromOpenAI(value: JsonValue): ToolSpec {
    const block = isObject(value) ? (ownValue(value, "function") ?? value) : value;
    return readDeclaration(block, "parameters", "an OpenAI tool");
  }

  /**
   * Reads an Anthropic declaration: `{name, input_schema}`. What it returns is any object.
   *
   * @throws TypeError for what is no such declaration
   */
  static fromAnthropic(value: JsonValue): ToolSpec {
    return readDeclaration(value, "input_schema", "an Anthropic tool");
  }

  /** The four parts under their names, as `readTools` reads them back. */
  toSchema(): JsonObject {
    return { name: this.name, description: this.description, parameters: this.parameters, returns: this.returns };
  }

  /**
   * The arguments object of a call.
   *
   * @param positional in the order of `parameterNames`
   * @throws TypeError for more positional arguments than parameters, a name that is no parameter or is given twice, and a
   * required parameter that is missing
   */
  buildInput(positional: readonly JsonValue[] = [], named: JsonObject = {}): JsonObject {
    const tool = quote(this.name);
    const { parameterNames } = this;
    if (positional.length > parameterNames.length) {
      throw new TypeError(`Tool ${tool} takes at most ${counted(parameterNames.length, "argument")}, got ${positional.length}`);
    }
    const input = new Map(parameterNames.slice(0, positional.length).map((name, index) => [name, positional[index] ?? null]));
    for (const [name, value] of Object.entries(named)) {
      if (!parameterNames.includes(name)) throw new TypeError(`Tool ${tool} has no parameter ${quote(name)}`);
      if (input.has(name)) throw new TypeError(`Parameter ${quote(name)} of tool ${tool} has two values`);
      input.set(name, value);
    }
    const missing = requiredNames(this.parameters).filter((name) => !input.has(name));
    if (missing.length > 0) throw new TypeError(`Tool ${tool} requires ${listing(missing.map(quote), "and")}`);
    return Object.fromEntries(input);
  }

  /**
   * The tool that this describes, as rules and `validateArguments` take it. Pointers lead into `toSchema()`. A result that nobody
   * described is not judged.
   */
  toTool(): Tool {
    const resultSchema = this.returns === anyObject ? null : this.returns;
    return {
      ...defineTool({ name: this.name, description: this.description, argumentsSchema: this.parameters, resultSchema }),
      at: { entry: "", name: "/name", argumentsSchema: "/parameters", resultSchema: "/returns" },
      writtenAs: "tool-spec",
    };
  }
}

function schemaOf(type: ParameterType | JsonObject): JsonObject {
  if (typeof type !== "string") return type;
  if (!Object.hasOwn(jsonTypes, type))
    throw new TypeError(`The type of a parameter must be ${listing(Object.keys(jsonTypes).map(quote), "or")}, got ${quote(type)}`);
  return { type: jsonTypes[type] };
}

function schemaOfParameter({ type, description }: ParameterSpec): JsonObject {
  return { ...schemaOf(type), ...(description !== undefined && { description }) };
}

function propertyNames(parameters: JsonObject): readonly string[] {
  const properties = ownValue(parameters, "properties");
  return isObject(properties) ? Object.keys(properties) : [];
}

function requiredNames(parameters: JsonObject): readonly string[] {
  const required = ownValue(parameters, "required");
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

function readDeclaration(value: JsonValue, schemaKey: string, what: string): ToolSpec {
  if (!isObject(value)) throw new TypeError(`The declaration of ${what} must be an object`);
  const name = ownValue(value, "name");
  if (typeof name !== "string" || name === "") throw new TypeError(`The name of ${what} must be a non-empty string`);
  const description = ownValue(value, "description");
  const parameters = ownValue(value, schemaKey) ?? { type: "object", properties: {} };
  if (!isObject(parameters)) throw new TypeError(`\`${schemaKey}\` of ${quote(name)} must be a JSON Schema (an object)`);
  return new ToolSpec({ name, description: typeof description === "string" ? description : "", parameters, returns: anyObject });
}
