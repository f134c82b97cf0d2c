import { composeArray, composeObject, joinText, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";

/** Whether a field says something: streams repeat fields as `""` or null where they have nothing new. */
export function isSaid(node: JsonNode | undefined): node is JsonNode {
  return node !== undefined && node.kind !== "null" && node.string() !== "";
}

/** The field, if it says something. */
export function said(node: JsonNode | undefined): JsonNode | undefined {
  return isSaid(node) ? node : undefined;
}

/** One choice of a response while its deltas come in. */
export class ChoiceDraft {
  finish: JsonNode | undefined;
  readonly #at: JsonNode;
  readonly #content: JsonNode[] = [];
  readonly #reasoning: JsonNode[] = [];
  readonly #slots: CallDraft[] = [];
  #role: JsonNode | undefined;
  #legacy: CallDraft | undefined;

  constructor(at: JsonNode) {
    this.#at = at;
  }

  add(choice: JsonNode): void {
    // Mistral on Bedrock says it as Claude does.
    const finish = choice.get("finish_reason") ?? choice.get("stop_reason");
    if (isSaid(finish)) this.finish = finish;
    const delta = choice.get("delta") ?? choice.get("message");
    if (delta === undefined) return;
    this.#role ??= said(delta.get("role"));
    const content = delta.get("content");
    if (isSaid(content)) this.#content.push(content);
    const reasoning = delta.get("reasoning_content") ?? delta.get("reasoning");
    if (reasoning?.kind === "string" && isSaid(reasoning)) this.#reasoning.push(reasoning);
    for (const call of delta.get("tool_calls")?.items() ?? []) this.#slotOf(call).add(call, call.get("function") ?? call.get("custom"));
    const legacy = delta.get("function_call");
    if (legacy?.kind !== "object") return;
    this.#legacy ??= new CallDraft(legacy, undefined);
    this.#legacy.add(legacy, legacy);
  }

  /**
   * The call that a fragment belongs to. Its index says so, but servers have been seen to count from one, to say 0 for every call or
   * to leave it out: another id or name, or an object after a finished one, begins the next call.
   */
  #slotOf(fragment: JsonNode): CallDraft {
    const index = fragment.get("index")?.number();
    const current = index === undefined ? this.#slots.at(-1) : this.#slots.findLast((slot) => slot.index === index);
    const id = fragment.get("id")?.string() ?? "";
    const known = id === "" ? undefined : this.#slots.find((slot) => slot.index === index && slot.id?.string() === id);
    if (known !== undefined) return known;
    if (current !== undefined && (id === "" || current.id === undefined) && !current.isOther(fragment)) return current;
    const slot = new CallDraft(fragment, index);
    this.#slots.push(slot);
    return slot;
  }

  compose(): JsonNode {
    const calls = this.#slots.map((slot) => slot.composeCall());
    const message = composeObject(
      [
        ["role", this.#role],
        ["reasoning_content", joined(this.#reasoning)],
        ["content", composeContent(this.#content)],
        ["tool_calls", calls.length === 0 ? undefined : composeArray(calls, this.#slots[0]?.at ?? this.#at)],
        ["function_call", this.#legacy?.composeFunction("arguments")],
      ],
      this.#at,
    );
    return composeObject(
      [
        ["finish_reason", this.finish],
        ["message", message],
      ],
      this.#at,
    );
  }
}

/** One call while its fragments come in: of id, type and name the first that is said counts, arguments add up. */
class CallDraft {
  readonly at: JsonNode;
  readonly index: number | undefined;
  id: JsonNode | undefined;
  #type: JsonNode | undefined;
  #name: JsonNode | undefined;
  #called: JsonNode | undefined;
  #isCustom = false;
  readonly #arguments: JsonNode[] = [];

  constructor(at: JsonNode, index: number | undefined) {
    this.at = at;
    this.index = index;
  }

  add(fragment: JsonNode, called: JsonNode | undefined): void {
    this.id ??= said(fragment.get("id"));
    this.#type ??= said(fragment.get("type"));
    if (called === undefined) return;
    this.#called ??= called;
    this.#name ??= said(called.get("name"));
    const input = called.get("input");
    if (input !== undefined) this.#isCustom = true;
    const piece = input ?? called.get("arguments");
    // An empty first piece still says that there are arguments, and where.
    if (piece !== undefined && piece.kind !== "null") this.#arguments.push(piece);
  }

  /** Whether a fragment without an id of its own begins another call: it names another tool, or brings an object after an object. */
  isOther(fragment: JsonNode): boolean {
    const called = fragment.get("function");
    const name = called?.get("name")?.string() ?? "";
    const known = this.#name?.string();
    if (name === "" || known === undefined) return false;
    if (name !== known) return true;
    const last = this.#arguments.at(-1)?.string()?.trimEnd() ?? "";
    return last.endsWith("}") && called?.get("arguments")?.string()?.trimStart().startsWith("{") === true;
  }

  composeCall(): JsonNode {
    const isCustom = this.#isCustom || this.#type?.string() === "custom";
    return composeObject(
      [
        ["id", this.id],
        ["type", this.#type],
        [isCustom ? "custom" : "function", this.composeFunction(isCustom ? "input" : "arguments")],
      ],
      this.at,
    );
  }

  composeFunction(argumentsKey: "arguments" | "input"): JsonNode | undefined {
    if (this.#called === undefined) return undefined;
    return composeObject(
      [
        ["name", this.#name],
        [argumentsKey, this.#arguments.find(({ kind }) => kind !== "string") ?? joined(this.#arguments)],
      ],
      this.#called,
    );
  }
}

/** Fragments as one text; a single one stays itself. Empty ones are left out where others say something. */
function joined(fragments: readonly JsonNode[]): JsonNode | undefined {
  const words = fragments.filter(isSaid);
  const [first, second] = words.length > 0 ? words : fragments.slice(0, 1);
  return first === undefined || second === undefined ? first : joinText(words, first);
}

/** Content as text, or as a list of parts where a server streams those (Mistral's thinking chunks). */
function composeContent(fragments: readonly JsonNode[]): JsonNode | undefined {
  const [first] = fragments;
  if (first === undefined || fragments.every(({ kind }) => kind === "string")) return joined(fragments);
  const parts = fragments.flatMap((fragment) =>
    fragment.kind === "array"
      ? fragment.items()
      : [
          composeObject(
            [
              ["type", literal("text", fragment)],
              ["text", fragment],
            ],
            fragment,
          ),
        ],
  );
  return composeArray(parts, first);
}
