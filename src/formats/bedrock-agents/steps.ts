import { composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";

/** What an agent invoked, until what came of it is seen. */
interface OpenStep {
  readonly invocation: JsonNode;
  readonly traceId: string | undefined;
  readonly output: string | undefined;
  readonly index: number;
}

/** What is invoked, and where what comes of it is observed (`InvocationInput` and `Observation`). */
const outputOf: ReadonlyMap<string, string> = new Map([
  ["actionGroupInvocationInput", "actionGroupInvocationOutput"],
  ["agentCollaboratorInvocationInput", "agentCollaboratorInvocationOutput"],
  ["knowledgeBaseLookupInput", "knowledgeBaseLookupOutput"],
  ["codeInterpreterInvocationInput", "codeInterpreterInvocationOutput"],
]);

/**
 * The steps of trace events: each invocation with what was observed of it, which has the same trace id. A step may invoke several things
 * under one id, so the first that is still open counts.
 */
export function stepsOf(events: readonly JsonNode[]): readonly JsonNode[] {
  const steps: JsonNode[] = [];
  const open: OpenStep[] = [];
  const returned = new Set<string>();
  let agentId: JsonNode | undefined;
  for (const event of events) {
    const trace = traceIn(event);
    agentId = event.get("agentId") ?? event.get("trace")?.get("agentId") ?? agentId;
    const agent: Member = ["agentId", agentId];
    const step = (name: string, node: JsonNode) => steps.push(composeObject([agent, [name, node]], node));
    const invocation = trace?.get("invocationInput");
    const observation = trace?.get("observation");
    const rationale = trace?.get("rationale");
    if (rationale !== undefined) step("rationale", rationale);
    if (invocation !== undefined) {
      const input = [...outputOf.keys()].find((key) => invocation.get(key) !== undefined);
      open.push({ invocation, traceId: idOf(invocation), output: outputOf.get(input ?? ""), index: steps.length });
      returned.add(
        invocation
          .get(input ?? "")
          ?.get("invocationId")
          ?.string() ?? "",
      );
      step("invocation", invocation);
    }
    if (observation !== undefined) {
      const answered = open.findIndex((each) => isAnswer(observation, each));
      const said = observation.get("finalResponse")?.get("text");
      const [found] = answered < 0 ? [] : open.splice(answered, 1);
      if (found !== undefined) {
        const members: readonly Member[] = [agent, ["invocation", found.invocation], ["observation", observation]];
        steps[found.index] = composeObject(members, found.invocation);
      } else if (said !== undefined) step("said", said);
      else if ([...outputOf.values()].some((key) => observation.get(key) !== undefined)) step("orphan", observation);
    }
    for (const returnedStep of returnedBy(event, returned)) step("invocation", returnedStep);
  }
  return steps;
}

type Member = readonly [string, JsonNode | undefined];

/** What an event tells of a step: the stream wraps it, and some recorders keep what is inside. */
function traceIn(event: JsonNode): JsonNode | undefined {
  for (const holder of [event.get("trace")?.get("trace"), event.get("trace"), event]) {
    const trace = holder?.get("orchestrationTrace") ?? holder?.get("routingClassifierTrace");
    if (trace !== undefined) return trace;
  }
  return undefined;
}

function idOf(node: JsonNode): string | undefined {
  return node.get("traceId")?.string();
}

function isAnswer(observation: JsonNode, { traceId, output }: OpenStep): boolean {
  const id = idOf(observation);
  if (id !== undefined && traceId !== undefined && id !== traceId) return false;
  // An agent that is asked again was not understood: what it invoked failed.
  return (output !== undefined && observation.get(output) !== undefined) || observation.get("repromptResponse") !== undefined;
}

/** What the caller is asked to run, where no trace says so (`ReturnControlPayload`). */
function returnedBy(event: JsonNode, known: ReadonlySet<string>): readonly JsonNode[] {
  const payload = event.get("returnControl");
  if (payload === undefined || known.has(payload.get("invocationId")?.string() ?? "")) return [];
  return (payload.get("invocationInputs")?.items() ?? []).flatMap((input) => {
    const called = input.get("functionInvocationInput") ?? input.get("apiInvocationInput");
    if (called === undefined) return [];
    return [composeObject([["returned", called]], called)];
  });
}
