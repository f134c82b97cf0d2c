import { type JsonTree, treeOf } from "../rewritten/json-tree.js";

/** Faults that writers of transcripts make: each is judged by rules, so none may change what a recording is taken for. */
export const faults = ["arguments-in-the-other-container", "argument-of-another-type", "id-lost", "role-unknown", "name-null"] as const;

export type Fault = (typeof faults)[number];

const argumentKeys: ReadonlySet<string> = new Set(["arguments", "args", "input", "tool_input", "rawInput", "tool_args"]);
const idKeys: ReadonlySet<string> = new Set([
  ...["id", "tool_call_id", "tool_use_id", "call_id", "toolCallId", "toolUseId", "callId", "tool_id"],
]);
const roles: ReadonlySet<string> = new Set(["assistant", "user", "tool", "model", "system", "human", "gpt", "USER", "CHATBOT"]);

/** Each way to put one such fault into a document. */
export function withFault(fault: Fault, tree: JsonTree): readonly JsonTree[] {
  return [...variants(tree, (key, value, siblings) => faulty(fault, key, value, siblings))];
}

/** The member anew, `null` where it is lost, `undefined` where the fault does not fit. */
type Change = (key: string, value: JsonTree, siblings: ReadonlySet<string>) => JsonTree | null | undefined;

function faulty(fault: Fault, key: string, value: JsonTree, siblings: ReadonlySet<string>): JsonTree | null | undefined {
  switch (fault) {
    case "arguments-in-the-other-container":
      return isArguments(key, siblings) ? inOtherContainer(value) : undefined;
    case "argument-of-another-type":
      return isArguments(key, siblings) ? withOtherType(value) : undefined;
    case "id-lost":
      return idKeys.has(key) && isOfCall(siblings) ? null : undefined;
    case "role-unknown":
      return key === "role" && value.kind === "string" && roles.has(value.text) ? { kind: "string", text: "wizard" } : undefined;
    default:
      return key === "name" && isOfCall(siblings) ? { kind: "word", source: "null" } : undefined;
  }
}

/** `arguments` of a call, not those of a run or a schema. */
function isArguments(key: string, siblings: ReadonlySet<string>): boolean {
  return argumentKeys.has(key) && isOfCall(siblings);
}

function isOfCall(siblings: ReadonlySet<string>): boolean {
  const hasName = ["name", "toolName", "tool_name", "tool"].some((key) => siblings.has(key));
  return (hasName && [...argumentKeys].some((key) => siblings.has(key))) || [...idKeys].some((key) => key !== "id" && siblings.has(key));
}

function inOtherContainer(value: JsonTree): JsonTree | undefined {
  if (value.kind === "object") return { kind: "string", text: textOf(value) };
  const inside = value.kind === "string" ? treeOf(value.text) : undefined;
  return inside?.kind === "object" ? inside : undefined;
}

function withOtherType(value: JsonTree): JsonTree | undefined {
  if (value.kind === "string") {
    const inside = treeOf(value.text);
    const changed = inside && withOtherType(inside);
    return changed && { kind: "string", text: textOf(changed) };
  }
  if (value.kind !== "object") return undefined;
  const [first, ...others] = value.members;
  if (first === undefined) return undefined;
  const other: JsonTree = first[1].kind === "string" ? { kind: "word", source: "17" } : { kind: "string", text: "seventeen" };
  return { kind: "object", members: [[first[0], other], ...others] };
}

function* variants(tree: JsonTree, change: Change): Generator<JsonTree> {
  if (tree.kind === "array") {
    for (const [index, item] of tree.items.entries())
      for (const each of variants(item, change)) yield { kind: "array", items: tree.items.with(index, each) };
  } else if (tree.kind === "object") {
    const siblings = new Set(tree.members.map(([key]) => key));
    for (const [index, [key, value]] of tree.members.entries()) {
      const changed = change(key, value, siblings);
      if (changed === null) yield { kind: "object", members: tree.members.toSpliced(index, 1) };
      else if (changed !== undefined) yield { kind: "object", members: tree.members.with(index, [key, changed]) };
      for (const each of variants(value, change)) yield { kind: "object", members: tree.members.with(index, [key, each]) };
    }
  }
}

/** The tree as JSON text. */
export function textOf(tree: JsonTree): string {
  switch (tree.kind) {
    case "object":
      return `{${tree.members.map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`).join(",")}}`;
    case "array":
      return `[${tree.items.map(textOf).join(",")}]`;
    case "string":
      return JSON.stringify(tree.text);
    default:
      return tree.source;
  }
}
