import { composeArray, composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { decoded } from "../decoded.js";
import type { Envelope, Layer } from "./envelope.js";
import { openGeneration } from "./generation.js";

/**
 * Results of promptfoo: for each prompt and provider what came back, in the provider's own shape where the model called a tool. The tools
 * are in the configuration.
 *
 * Source: promptfoo/promptfoo, src/types/index.ts (`EvaluateResult`, `EvaluateSummaryV3`), read 2026-12.
 */
export const promptfoo: Envelope = {
  key: "results",
  open(node) {
    const outer = node.get("results");
    const list = outer?.kind === "object" ? outer.get("results") : outer;
    const first = list?.first();
    if (list === undefined || first?.get("prompt")?.get("raw") === undefined || first.get("provider") === undefined) return undefined;
    const providers = node.get("config")?.get("providers")?.items() ?? [];
    return { layers: list.items().flatMap((result) => openResult(result, providers)) };
  },
};

function openResult(result: JsonNode, providers: readonly JsonNode[]): readonly Layer[] {
  const provider = result.get("provider");
  const id = (provider?.get("id") ?? provider)?.string();
  const own = providers.find((each) => each.get("id")?.string() === id);
  const output = result.get("response")?.get("output");
  if (output === undefined) return [];
  const tools = (result.get("prompt")?.get("config") ?? own?.get("config"))?.get("tools");
  return openGeneration({ input: result.get("prompt")?.get("raw"), output: asMessage(output), model: undefined, tools, at: result });
}

/** The providers write an Anthropic block alone, as JSON text. */
function asMessage(output: JsonNode): JsonNode {
  const block = decoded(output);
  if (block.get("type")?.string() !== "tool_use") return output;
  return composeObject(
    [
      ["role", literal("assistant", block)],
      ["content", composeArray([block], block)],
    ],
    block,
  );
}
