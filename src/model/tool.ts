import type { JsonValue } from "../json/value.js";

/** How much the declared list claims to hold: all of it, a part (a later snapshot, names only, deferred), nothing. */
export type Completeness = "declared" | "partial" | "absent";

/** Where the parts of a declaration are: RFC 6901 pointers from the node that the list was read from. */
export interface ToolPointers {
  readonly entry: string;
  readonly name: string;
  readonly argumentsSchema: string;
  readonly resultSchema: string;
}

/**
 * A declared tool, whatever dialect declared it.
 *
 * Field names follow `nemoguardrails.guardrails.tool_schema.Tool` (NVIDIA NeMo Guardrails API reference, read 2026-11).
 */
export interface Tool {
  /** `null` for a hosted tool that only its type identifies. */
  readonly name: string | null;
  /** `function`, `custom`, or a hosted tool's type such as `web_search_20250305`. */
  readonly type: string;
  readonly description: string | null;
  /** JSON Schema of the arguments; `null` when none is declared. Any JSON value: what is no schema is a finding. */
  readonly argumentsSchema: JsonValue | null;
  /** JSON Schema of the result (`returns`, `outputSchema`, `output_schema`); `null` when none is declared. */
  readonly resultSchema: JsonValue | null;
  readonly strict: boolean | null;
  /** What a call is looked up by: the name, else the type. */
  readonly key: string;
  /** The provider owns the call's shape: calls are allowed, their arguments not judged without a schema. */
  readonly hosted: boolean;
  /** `json`: arguments are an object. `text`: free text (custom tools), never parsed. */
  readonly input: "json" | "text";
  /** `openapi`: Gemini and OpenAPI spellings, normalised before they are compiled. */
  readonly dialect: "json-schema" | "openapi";
  /** Id of the dialect that the declaration is written in; `undefined` for a value of a map, which is written in none. */
  readonly writtenAs?: string | undefined;
  /** It is in what came back: the provider repeats what it has taken, which it does not reject. */
  readonly isEcho?: true;
  /** Index of the message from which on the model sees the tool; 0 for a tool of the request. */
  readonly availableFrom: number;
  /** Index of the message from which on it no longer does, `null` if never. */
  readonly removedAt: number | null;
  /** Index into the conversation's `declarations`: the node that `at` is relative to. */
  readonly source: number;
  readonly at: ToolPointers;
  /** The digits of the schemas' numbers by pointer, where the transcript spells some that a double does not hold. */
  readonly digits?: { readonly argumentsSchema: ReadonlyMap<string, string>; readonly resultSchema: ReadonlyMap<string, string> };
}

/** An entry of a tool list that is no tool, or declares a key again. Pointers as in `ToolPointers`. */
export type ToolFault =
  | {
      readonly kind: "invalid";
      readonly source: number;
      readonly pointer: string;
      readonly message: string;
      readonly fix?: string;
      /** The key that the tool would have, where its entry says that much. */
      readonly key?: string;
    }
  | { readonly kind: "duplicate"; readonly tool: Tool; readonly first: Tool };

/**
 * The tools that a conversation declares, found by key.
 *
 * A repeated key keeps its first declaration and is listed in `faults`; NeMo raises instead, which would hide the rest.
 */
export class Toolset {
  readonly tools: readonly Tool[];
  readonly completeness: Completeness;
  readonly faults: readonly ToolFault[];
  /** Some tool declares what its results look like. */
  readonly declaresResults: boolean;
  readonly #byKey = new Map<string, Tool>();

  constructor(tools: Iterable<Tool> = [], completeness: Completeness = "declared", faults: readonly ToolFault[] = []) {
    const kept: Tool[] = [];
    const found = [...faults];
    for (const tool of tools) {
      const first = this.#byKey.get(tool.key);
      if (first === undefined) {
        this.#byKey.set(tool.key, tool);
        kept.push(tool);
      } else {
        found.push({ kind: "duplicate", tool, first });
      }
    }
    this.tools = kept;
    this.completeness = completeness;
    this.faults = found;
    this.declaresResults = kept.some(({ resultSchema }) => resultSchema !== null);
  }

  static readonly absent = new Toolset([], "absent");

  /** The tool declared under a function name or a hosted tool's type, whenever it was visible. */
  get(key: string): Tool | undefined {
    return this.#byKey.get(key);
  }

  /** Whether an entry of this key is there that could not be read as a tool. */
  holdsInvalid(key: string): boolean {
    return this.faults.some((fault) => fault.kind === "invalid" && fault.key === key);
  }

  /** The keys that the model could see when it wrote message `index`, in declaration order. */
  keysAt(index: number): readonly string[] {
    return this.tools.filter((tool) => isVisible(tool, index)).map((tool) => tool.key);
  }
}

/** Whether the model could see a tool when it wrote message `index`. */
export function isVisible(tool: Tool, index: number): boolean {
  return tool.availableFrom <= index && (tool.removedAt === null || index < tool.removedAt);
}
