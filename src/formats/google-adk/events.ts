import type { JsonNode } from "../../json/node.js";
import { given } from "../google/field.js";

/** The event in an item of a stream: recorders keep `{event?, data}`, where `data` may be JSON text, or the bare event. */
export function eventIn(item: JsonNode): JsonNode {
  const data = item.get("data");
  const nested = data?.kind === "string" ? data.nested() : undefined;
  return nested?.kind === "json" ? nested.document.root : data?.kind === "object" ? data : item;
}

/** Whether a value is an event: somebody's content or action within an invocation. */
export function isAgentEvent(node: JsonNode | undefined): boolean {
  if (node?.kind !== "object" || node.get("author")?.kind !== "string") return false;
  if (given(node, "invocationId", "invocation_id") === undefined) return false;
  return given(node, "content")?.kind === "object" || given(node, "actions", "eventMetadata", "event_metadata")?.kind === "object";
}

/** A field of an event; Agent Engine keeps some of them in `eventMetadata`. */
export function eventField(event: JsonNode, camel: string, snake: string): JsonNode | undefined {
  return given(event, camel, snake) ?? given(given(event, "eventMetadata", "event_metadata"), camel, snake);
}

/**
 * The events that count, in order: fragments of streams come again as a whole, and a rewind takes back what is after the first
 * event of an invocation (`EventActions.rewind_before_invocation_id`, google-adk 1.17, read 2026-11).
 */
export function eventsThatCount(items: readonly JsonNode[]): {
  readonly events: readonly JsonNode[];
  readonly leftOut: readonly JsonNode[];
} {
  const events: JsonNode[] = [];
  const leftOut: JsonNode[] = [];
  for (const item of items) {
    const event = eventIn(item);
    const rewind = given(given(event, "actions"), "rewindBeforeInvocationId", "rewind_before_invocation_id")?.string();
    if (rewind !== undefined) {
      const first = events.findIndex((each) => given(each, "invocationId", "invocation_id")?.string() === rewind);
      if (first >= 0) leftOut.push(...events.splice(first));
    }
    if (eventField(event, "partial", "partial")?.boolean() === true) leftOut.push(event);
    else events.push(event);
  }
  return { events, leftOut };
}

/** The calls and the results of an event. */
export function callsOfEvent(event: JsonNode): { readonly calls: readonly JsonNode[]; readonly results: readonly JsonNode[] } {
  const parts = given(given(event, "content"), "parts")?.items() ?? [];
  return {
    calls: parts.flatMap((part) => given(part, "functionCall", "function_call") ?? []),
    results: parts.flatMap((part) => given(part, "functionResponse", "function_response") ?? []),
  };
}

/**
 * The events of each branch: parallel agents do not see each other's. A result goes where its call is, since a user's answer to a
 * long-running call may not name the branch.
 */
export function byBranch(events: readonly JsonNode[]): readonly (readonly JsonNode[])[] {
  const groups = new Map<string, JsonNode[]>();
  const branchOfCall = new Map<string, string>();
  for (const event of events) {
    const { calls, results } = callsOfEvent(event);
    const answered = results.map((result) => branchOfCall.get(given(result, "id")?.string() ?? "")).find((branch) => branch !== undefined);
    const branch = answered ?? eventField(event, "branch", "branch")?.string() ?? "";
    for (const call of calls) branchOfCall.set(given(call, "id")?.string() ?? "", branch);
    const group = groups.get(branch);
    if (group === undefined) groups.set(branch, [event]);
    else group.push(event);
  }
  return [...groups.values()];
}
