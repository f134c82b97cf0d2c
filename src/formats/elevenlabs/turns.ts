import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";

/**
 * The turns of a transcript, with the results where their calls have come before: a turn lists the calls that the agent made in it, and
 * the results that came in up to its end, be it of these calls or of earlier ones.
 */
export function withResultsAfterCalls(turns: readonly JsonNode[]): readonly JsonNode[] {
  const called = new Set<string>();
  return turns.flatMap((turn) => {
    const results = turn.get("tool_results");
    const calls = turn.get("tool_calls")?.items() ?? [];
    const isEarlier = (result: JsonNode) => {
      const id = result.get("request_id")?.string();
      return id === undefined ? calls.length === 0 : called.has(id);
    };
    const all = results?.items() ?? [];
    const earlier = all.filter(isEarlier);
    const later = all.filter((result) => !isEarlier(result));
    for (const call of calls) called.add(call.get("request_id")?.string() ?? "");
    if (results === undefined || all.length === 0) return [turn];
    const isSaid = calls.length > 0 || (turn.get("message")?.string() ?? "") !== "";
    return [
      ...(earlier.length === 0 ? [] : [resultsOf(earlier, results)]),
      ...(isSaid || later.length === 0 ? [turn] : []),
      ...(later.length === 0 ? [] : [resultsOf(later, results)]),
    ];
  });
}

function resultsOf(results: readonly JsonNode[], place: JsonNode): JsonNode {
  return composeObject([["results", composeArray(results, place)]], place);
}
