import { exactNumbers } from "../json/exact-numbers.js";
import type { JsonNode } from "../json/node.js";
import { isObject, type JsonObject } from "../json/value.js";
import type { Conversation } from "../model/conversation.js";
import type { ToolArguments, ToolCall } from "../model/exchange.js";
import type { Tool } from "../model/tool.js";
import type { Profile } from "../profiles/profile.js";
import { acceptsNoArguments } from "../schema/no-arguments.js";
import type { FaultyArguments, FaultyCall } from "./faulty-call.js";
import type { ToolSchemas } from "./rule.js";
import { declarationFor } from "./undeclared-call.js";

/** What became of the arguments of a conversation's calls. */
export interface JudgedArguments {
  readonly faulty: readonly FaultyCall[];
  /** How many calls have a declaration that gave no verdict: it is at fault itself, or judging by it took too long. */
  readonly undecided: number;
}

/**
 * Judges the arguments of all calls of a conversation: decode, no-argument rule, schema. A call whose
 * declaration is at fault itself, which was still being written, or whose arguments were withheld is not judged.
 */
export function judgeArguments(conversation: Conversation, profile: Profile, schemas: ToolSchemas): JudgedArguments {
  const faulty: FaultyCall[] = [];
  let undecided = 0;
  for (const { calls } of conversation.exchanges) {
    for (const call of calls) {
      const fault = judge(call, conversation, profile, schemas);
      if (fault === "undecided") undecided += 1;
      else if (fault !== undefined) faulty.push({ call, fault });
    }
  }
  return { faulty, undecided };
}

function judge(
  call: ToolCall,
  conversation: Conversation,
  profile: Profile,
  schemas: ToolSchemas,
): FaultyArguments | "undecided" | undefined {
  const decoded = acceptContainer(call.function.arguments, conversation, profile);
  if (decoded.kind === "malformed") return decoded;
  if (call.partial || (decoded.kind !== "parsed" && decoded.kind !== "empty")) return undefined;
  const tool = declarationFor(conversation, call);
  if (tool === undefined) return call.at.arguments?.string() === "" && isCutOff(call, conversation) ? unwritten(call) : undefined;
  if (tool.input === "text") return undefined;
  const { argumentsSchema: schema } = tool;
  // Session logs list names alone: that says nothing about arguments.
  if (schema === null && (tool.hosted || conversation.toolset.completeness !== "declared")) return undefined;
  const root = decoded.kind === "parsed" ? decoded.root : undefined;
  if (root !== undefined && takesNoArguments(tool)) {
    const names = Object.keys(objectOf(root));
    if (names.length > 0) return { kind: "unexpected", tool, names, at: root };
  }
  const compiled = schemas.argumentsOf(tool);
  if (compiled === null) return undefined;
  if (compiled.kind === "invalid") return "undecided";
  const violations =
    decoded.kind === "parsed"
      ? compiled.validateNode(decoded.root, () => exactNumbers(decoded.root, decoded.document))
      : compiled.validate({});
  if (violations === "not-checked") return "undecided";
  if (violations.length === 0 || compiled.isUncallable) return undefined;
  if ((root === undefined || root.entries().length === 0) && isCutOff(call, conversation)) return unwritten(call);
  return { kind: "invalid", tool, violations, root };
}

/** Whether the token limit stopped the model at this call: the last of a message that says so. */
function isCutOff(call: ToolCall, { finishes, messages }: Conversation): boolean {
  if (call.hosted || !finishes.some(({ message, reason }) => message === call.message && reason === "length")) return false;
  const last = messages[call.message]?.parts.findLast(({ kind }) => kind === "call");
  return last?.kind === "call" && last.call === call;
}

/** Nothing of the arguments was written: objects and texts are recorded as empty then, which is not what the model meant. */
function unwritten(call: ToolCall): FaultyArguments {
  return {
    kind: "malformed",
    fault: "truncated",
    at: call.at.arguments ?? call.at.call,
    message: "The arguments were never written",
    fix: "Let the model write the call again, with a higher token limit",
  };
}

/** What `takesNoArguments` found: the schema is looked through once for a tool. */
const withoutArguments = new WeakMap<Tool, boolean>();

function takesNoArguments(tool: Tool): boolean {
  const known = withoutArguments.get(tool);
  if (known !== undefined) return known;
  const found = !tool.hosted && acceptsNoArguments(tool.argumentsSchema);
  withoutArguments.set(tool, found);
  return found;
}

function objectOf(root: JsonNode): JsonObject {
  const value = root.value();
  return isObject(value) ? value : {};
}

/** An object where the wire asks for text is no fault for an endpoint of that wire which takes both (Mistral). */
function acceptContainer(decoded: ToolArguments, { format }: Conversation, profile: Profile): ToolArguments {
  if (decoded.kind !== "malformed" || decoded.fault !== "wrong-container" || decoded.at.kind !== "object") return decoded;
  if (profile.calls.argumentsContainer !== "either" || !profile.formats.includes(format)) return decoded;
  return { kind: "parsed", root: decoded.at, document: null };
}
