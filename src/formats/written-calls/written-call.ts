import type { JsonNode } from "../../json/node.js";
import { sliceText } from "../../json/text-slice.js";
import type { JsonValue } from "../../json/value.js";
import type { ToolArguments } from "../../model/exchange.js";
import { decodeArguments } from "../arguments.js";

/** A call that is in a text. Its nodes are parts of that text, so each has its own place. */
export interface WrittenCall {
  readonly call: JsonNode;
  /** `undefined` where the text does not say what it calls. */
  readonly name: JsonNode | undefined;
  readonly id: JsonNode | undefined;
  readonly arguments: JsonNode | undefined;
  readonly decoded: ToolArguments;
}

/** The calls of one text, in its order. */
export interface WrittenCalls {
  readonly calls: readonly WrittenCall[];
  /** `false`: the text could not be read to its end, so that it may hold more calls than were found. */
  readonly isWhole: boolean;
}

export const noCalls: WrittenCalls = { calls: [], isWhole: true };

/** The declared schema of a tool's arguments, for wires that write values without their types; `undefined` where none is known. */
export type SchemaOf = (tool: string) => JsonValue | undefined;

/** A call whose text cannot be read: what it calls is reported as far as it shows, and the fault in the words of arguments. */
export function malformedCall(text: JsonNode): WrittenCall {
  const decoded = decodeArguments(text, { container: "either" });
  return { call: text, name: nameIn(text), id: undefined, arguments: text, decoded: isFault(decoded) ? decoded : noCall(text) };
}

/** A text that is readable but no call at all. */
function noCall(text: JsonNode): ToolArguments {
  return { kind: "malformed", fault: "not-an-object", at: text, message: "The text is not a call with a name and arguments" };
}

function isFault({ kind }: ToolArguments): boolean {
  return kind === "malformed";
}

function nameIn(text: JsonNode): JsonNode | undefined {
  const found = /["']name["']\s*:\s*["']([^"'\n]{1,200})["']/d.exec(text.string() ?? "")?.indices?.[1];
  return found && sliceText(text, found[0], found[1]);
}
