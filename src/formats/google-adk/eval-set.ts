import type { JsonNode } from "../../json/node.js";
import { googleContent } from "../google/content.js";
import { given } from "../google/field.js";

/** The cases of an eval set (`EvalSet.eval_cases`, google-adk 1.17, read 2026-11), `undefined` where the body is none. */
export function evalCasesIn(body: JsonNode): readonly JsonNode[] | undefined {
  const cases = given(body, "evalCases", "eval_cases");
  return cases?.kind === "array" ? cases.items() : undefined;
}

/** Whether a case holds what an agent said, or should say. */
export function isEvalCase(node: JsonNode | undefined): boolean {
  return node?.kind === "object" && (given(node, "conversation")?.kind === "array" || given(node, "evalId", "eval_id") !== undefined);
}

/** One content of a case, and whose it is. */
export interface EvalContent {
  readonly role: "user" | "assistant";
  readonly content: JsonNode;
}

/**
 * The contents of a case in the order in which they were said: the user's, the calls, the results, the answer. Newer sets keep the events
 * in between instead of lists of calls and results.
 */
export function contentsOfCase(evalCase: JsonNode): readonly EvalContent[] {
  return (given(evalCase, "conversation")?.items() ?? []).flatMap((invocation): readonly EvalContent[] => {
    const said = given(invocation, "userContent", "user_content");
    const answer = given(invocation, "finalResponse", "final_response");
    return [
      ...(said === undefined ? [] : [{ role: "user", content: said } as const]),
      ...between(given(invocation, "intermediateData", "intermediate_data")),
      ...(answer === undefined ? [] : [{ role: "assistant", content: answer } as const]),
    ];
  });
}

function between(data: JsonNode | undefined): readonly EvalContent[] {
  const events = given(data, "invocationEvents", "invocation_events");
  if (events !== undefined) {
    return events.items().flatMap((event): readonly EvalContent[] => {
      const content = given(event, "content");
      if (content === undefined) return [];
      const hasResults = (given(content, "parts")?.items() ?? []).some(
        (part) => given(part, "functionResponse", "function_response") !== undefined,
      );
      return [{ role: hasResults || given(event, "author")?.string() === "user" ? "user" : "assistant", content }];
    });
  }
  const calls = given(data, "toolUses", "tool_uses");
  const results = given(data, "toolResponses", "tool_responses");
  return [
    ...(calls?.first() === undefined ? [] : [{ role: "assistant", content: googleContent("functionCall", calls.items(), calls) } as const]),
    ...(results?.first() === undefined
      ? []
      : [{ role: "user", content: googleContent("functionResponse", results.items(), results) } as const]),
  ];
}
