import type { JsonNode } from "../json/node.js";
import type { Conversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { Profile } from "../profiles/profile.js";
import { nearestNames } from "../text/nearest-name.js";
import { quote } from "../text/quote.js";
import { hidden, sentence } from "../text/sentence.js";
import { declaredAt } from "./declared-at.js";
import { defineRule } from "./rule.js";
import { breach } from "./text-shape.js";
import { type UndeclaredCall, undeclaredCall } from "./undeclared-call.js";

/**
 * Every call names a tool that is declared for its turn.
 *
 * Without declarations there is nothing to compare with, so the rule stays silent. Where the list may be incomplete (the history of a
 * recorded request, session logs, a declaration that could not be read) it warns.
 */
export const unknownTool = defineRule({
  id: "unknown-tool",
  category: "call",
  summary: "A tool call names a tool that is not declared",
  severity: "error",
  consequence: "No code answers the call: agents crash on the lookup, wait for ever, or skip the call without a result.",
  repair: "Answer the call with an error result that lists the available tools, and correct the name where a converter changed it.",
  evidence: [
    "NeMo Guardrails, tool input rail: a call of a tool that is not declared is blocked (read 2026-11)",
    "OpenAI, guide to function calling: validate what the model calls before it is run (read 2026-11)",
  ],
  on: {
    *call(call, { conversation, profile }) {
      if (conversation.toolset.completeness === "absent") return;
      const undeclared = undeclaredCall(conversation, call);
      if (undeclared === undefined) return;
      const { name, severity, elsewhere } = undeclared;
      // A name that the endpoint rejects is the more certain fault, and the same one.
      if (severity === "warning" && refusesName(profile, name)) return;
      const wrapped = wrappedNames(call);
      yield {
        at: call.at.name ?? call.at.call,
        message: sentenceOf(undeclared, call, wrapped !== undefined),
        severity,
        call,
        key: name,
        fix: wrapped?.length
          ? sentence`Run the calls that it wraps, one by one: ${hidden([...new Set(wrapped)].map(quote).join(", "), "…")}`
          : declaredTools(undeclared, call, conversation),
        ...(elsewhere !== undefined && { related: [{ message: "Declared here", at: declaredAt(conversation, elsewhere, "name") }] }),
      };
    },
  },
});

function refusesName({ names: { tool } }: Profile, name: string): boolean {
  return tool !== undefined && (tool.severity ?? "error") === "error" && breach(name, tool.value) !== undefined;
}

function sentenceOf({ name, elsewhere }: UndeclaredCall, call: ToolCall, isWrapper: boolean): string {
  if (elsewhere !== undefined) {
    const when = elsewhere.availableFrom > call.message ? "before it is declared" : "after it was removed";
    return `Tool ${quote(name)} is called ${when}`;
  }
  if (isWrapper) return `Tool ${quote(name)} is not declared: models make it up to wrap parallel calls`;
  return `Tool ${quote(name)} is not declared`;
}

/** Names near the wrong one first, then what else the model could see at that turn. */
function declaredTools({ name, elsewhere }: UndeclaredCall, call: ToolCall, { toolset }: Conversation): string {
  const keys = toolset.keysAt(call.message);
  const suffix = keys.filter((key) => name.endsWith(key) && /[.:/_-]/.test(name.at(-key.length - 1) ?? ""));
  const near = new Set([...suffix, ...nearestNames(name, keys)]);
  const [first] = near;
  if (first !== undefined) near.delete(first);
  const others = [...new Set([...near, ...keys])].filter((key) => key !== first);
  const shown = others.slice(0, 5).map(quote);
  if (others.length > shown.length) shown.push(`${others.length - shown.length} more`);
  if (first === undefined)
    return shown.length === 0
      ? "Declare the tool: no tool is declared at this turn"
      : `Declare the tool${elsewhere === undefined ? "" : " at this turn"}, or call one that is declared: ${shown.join(", ")}`;
  return `Did you mean ${quote(first)}?${shown.length === 0 ? "" : ` Also declared: ${shown.join(", ")}`}`;
}

/** Names under which the wrapper of parallel calls turns up (recorded traffic of OpenAI models, 2026-11). */
const wrapperNames = new Set(["multi_tool_use.parallel", "multi_tool_use", "parallel"]);

/** The calls inside a made-up wrapper of parallel calls; `undefined` for any other call. */
function wrappedNames({ function: { name, arguments: args } }: ToolCall): readonly string[] | undefined {
  if (name === null || !wrapperNames.has(name) || args.kind !== "parsed") return undefined;
  const uses: readonly JsonNode[] | undefined = args.root.get("tool_uses")?.items();
  return uses
    ?.flatMap(
      (use) =>
        use
          .get("recipient_name")
          ?.string()
          ?.replace(/^functions\./, "") ?? [],
    )
    .slice(0, 5);
}
