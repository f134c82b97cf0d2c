import type { JsonNode } from "../json/node.js";
import type { JsonValue } from "../json/value.js";
import type { Tool, ToolFault } from "../model/tool.js";
import type { DeclarationPlace } from "./place.js";

/** What reading an entry gave. */
export type Declaration =
  | {
      readonly kind: "tool";
      readonly tool: Tool;
      /** The namespace that the model calls it through, where the wire has them. */
      readonly namespace: string | null;
      /** It lets the model call tools that no list names (Gemini's computer use): the list is then not all of them. */
      readonly bringsUnlisted: boolean;
    }
  | { readonly kind: "fault"; readonly fault: ToolFault }
  /** A page of a list ends here; after the last page nothing is missing. */
  | { readonly kind: "page"; readonly isLast: boolean }
  /** The key of a list is there and holds null: nothing is declared. */
  | { readonly kind: "absent" };

/** The parts of one tool as a dialect found them, not yet judged. */
export interface ToolParts {
  readonly entry: DeclarationPlace;
  /** Where its name is. */
  readonly name: DeclarationPlace;
  /** The name where no text at `name` spells it: a key of the list, or `null` for a hosted tool that only its type identifies. */
  readonly named?: string | null;
  /** Default `function`. */
  readonly type?: string;
  readonly description?: DeclarationPlace;
  readonly parameters: DeclarationPlace;
  /** The schema where the dialect does not write JSON Schema; pointers then lead to the nearest place that exists. */
  readonly converted?: JsonValue | null;
  readonly returns?: DeclarationPlace;
  readonly strict?: DeclarationPlace;
  readonly hosted?: boolean;
  readonly input?: "json" | "text";
  readonly dialect?: "json-schema" | "openapi";
  /** Objects in which other dialects would keep the schema: one that is there is a fault, not "no arguments". */
  readonly homes?: readonly DeclarationPlace[];
  readonly bringsUnlisted?: boolean;
}

/** What a dialect may ask of the reader. */
export interface Reading {
  /** Judges the parts: a tool, or the fault that keeps the entry from being one. */
  declare(parts: ToolParts): Declaration;
  refuse(at: DeclarationPlace, message: string, fix?: string): Declaration;
  /** Reads a list inside an entry, in any dialect. */
  list(list: DeclarationPlace): readonly Declaration[];
}

/** One way to write a tool down. It knows no other dialect; the first of the ordered list that recognises an entry reads it. */
export interface ToolDialect {
  readonly id: string;
  readonly title: string;
  /** Asked of objects only. A broken entry of the dialect is recognised too, so that its fault is reported in the dialect's words. */
  recognises(entry: JsonNode): boolean;
  read(entry: DeclarationPlace, reading: Reading): readonly Declaration[];
}

/** Whether something other than JSON null is under a key. */
export function has(node: JsonNode, key: string): boolean {
  const value = node.get(key);
  return value !== undefined && value.kind !== "null";
}
