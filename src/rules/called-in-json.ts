import { isObject, type JsonObject, type JsonValue, ownValue } from "../json/value.js";

/** Keys under which models write what they call, and keys of its arguments. */
const nameKeys = ["name", "tool", "tool_name", "toolName", "tool_call", "function", "function_name", "function_call", "action"] as const;
const argumentKeys = [
  "arguments",
  "parameters",
  "params",
  "args",
  "input",
  "inputs",
  "tool_input",
  "tool_args",
  "toolInput",
  "action_input",
  "kwargs",
] as const;
/** What may be beside them in a call. */
const besideCalls: ReadonlySet<string> = new Set(["id", "type", "call_id", "tool_call_id", "index", "thought", "thoughts", "reasoning"]);
/** Keys whose value is a call or a list of calls, and what may be beside those. */
const wrapperKeys = ["tool_calls", "tool_call", "function_calls", "function_call", "calls", "tools", "tool", "function"] as const;
const besideWrappers: ReadonlySet<string> = new Set([...besideCalls, "role", "content"]);

/** Which names are declared tools. */
export type IsTool = (name: string) => boolean;

/** JSON as text in JSON is looked into so often. */
const maxDepth = 4;

/**
 * The declared tool that a JSON value calls, and nothing else: in one of the spellings that models have, alone, in a list, wrapped, or as
 * JSON text. A declaration and an answer that mention a tool have other keys, or a schema where arguments would be.
 */
export function calledInJson(value: JsonValue, isTool: IsTool, depth = 0): string | undefined {
  if (depth > maxDepth) return undefined;
  if (typeof value === "string") return /^\s*[[{]/.test(value) ? calledInJson(parsed(value), isTool, depth + 1) : undefined;
  if (Array.isArray(value)) {
    const names = value.map((each) => (isObject(each) ? calledInJson(each, isTool, depth + 1) : undefined));
    return names.length > 0 && names.every((name) => name !== undefined) ? names[0] : undefined;
  }
  if (!isObject(value)) return undefined;
  return calledBy(value, isTool) ?? wrappedIn(value, isTool, depth) ?? keyedBy(value, isTool);
}

/** `{name, arguments}`. */
function calledBy(value: JsonObject, isTool: IsTool): string | undefined {
  const nameKey = nameKeys.find((key) => typeof ownValue(value, key) === "string");
  const name = nameKey === undefined ? undefined : toolName(ownValue(value, nameKey), isTool);
  if (name === undefined) return undefined;
  const given = argumentKeys.filter((key) => Object.hasOwn(value, key));
  const [key] = given;
  const rest = Object.keys(value).filter((each) => each !== nameKey && each !== key);
  // An id that models write is a text.
  if (!rest.every((each) => besideCalls.has(each) && typeof ownValue(value, each) === "string")) return undefined;
  if (key === undefined) return nameKey !== "name" && nameKey !== "action" && rest.length === 0 ? name : undefined;
  return given.length === 1 && isArguments(ownValue(value, key)) ? name : undefined;
}

/** `{"tool_calls": […]}`, `{"type": "function", "function": {…}}`. */
function wrappedIn(value: JsonObject, isTool: IsTool, depth: number): string | undefined {
  const key = wrapperKeys.find((each) => typeof ownValue(value, each) === "object");
  if (key === undefined || !Object.keys(value).every((each) => each === key || besideWrappers.has(each))) return undefined;
  const inner = ownValue(value, key) ?? null;
  // A map of tools is a configuration.
  return isObject(inner) ? (calledBy(inner, isTool) ?? wrappedIn(inner, isTool, depth + 1)) : calledInJson(inner, isTool, depth + 1);
}

/** `{"get_weather": {…}}`. */
function keyedBy(value: JsonObject, isTool: IsTool): string | undefined {
  const [key, ...others] = Object.keys(value);
  if (key === undefined || others.length > 0 || !isTool(key)) return undefined;
  const given = ownValue(value, key);
  return isObject(given) && !isSchema(given) ? key : undefined;
}

function toolName(value: JsonValue | undefined, isTool: IsTool): string | undefined {
  const name = typeof value === "string" ? value.replace(/^functions?\./, "").replace(/\(\)$/, "") : undefined;
  return name !== undefined && isTool(name) ? name : undefined;
}

/** An object, also as JSON text; no schema, which is what a declaration has there. */
function isArguments(value: JsonValue | undefined): boolean {
  if (value === null || value === "") return true;
  const given = typeof value === "string" ? parsed(value) : value;
  return isObject(given) && !isSchema(given);
}

function isSchema(value: JsonObject): boolean {
  return isObject(ownValue(value, "properties")) || (ownValue(value, "type") === "object" && Object.keys(value).length > 0);
}

function parsed(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
