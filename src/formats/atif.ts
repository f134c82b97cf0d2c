import type { JsonNode } from "../json/node.js";
import type { Recorded } from "../model/conversation.js";
import { quote } from "../text/quote.js";
import { ConversationDraft, type MessageDraft, recordedFrom } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type Recording } from "./format.js";

/**
 * Trajectories in Harbor's Agent Trajectory Interchange Format: each step holds its calls and what was observed after them. Trajectories of
 * sub-agents may be embedded.
 *
 * Source: Harbor, "Agent Trajectory Format (ATIF)" and RFC 0001, versions 1.0 to 1.7, read 2026-11.
 */
export const atif: Format = {
  id: "atif",
  title: "Agent Trajectory Interchange Format",
  carries: ["calls", "results", "declarations", "sub-agents"],
  source: "https://harborframework.com/docs/trajectory-format (read 2026-11)",
  profile: "atif",
  rootKeys: ["schema_version", "steps", "[].schema_version"],
  detect,
  adapt,
};

function detect({ body, response }: Recording): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  const trajectory = body.kind === "array" ? body.first() : body;
  const version = trajectory?.get("schema_version")?.string();
  if (version?.startsWith("ATIF") === true) return { match: "certain", because: `names ${quote(version)} as its schema` };
  const step = trajectory?.get("steps")?.first();
  const isStep = step?.get("step_id") !== undefined && sources.has(step.get("source")?.string() ?? "");
  return isStep ? { match: "certain", because: "has steps with a step_id and a source" } : noMatch;
}

const sources: ReadonlyMap<string, "user" | "assistant" | "system"> = new Map([
  ["user", "user"],
  ["agent", "assistant"],
  ["system", "system"],
]);

function adapt(recording: Recording): readonly Recorded[] {
  const { body } = recording;
  return (body.kind === "array" ? body.items() : [body]).flatMap((each) => readTrajectory(each, recording, 0));
}

/** Sub-agents of sub-agents: more is a joke on us. */
const mostDepth = 20;

function readTrajectory(node: JsonNode, recording: Recording, depth: number): readonly Recorded[] {
  const draft = new ConversationDraft();
  const steps = node.get("steps");
  if (steps?.kind !== "array") draft.report(steps ?? node, `Unexpected ${node.kind} without steps, expected a trajectory`);
  for (const step of steps?.items() ?? []) readStep(step, draft);
  const agent = node.get("agent");
  const tools = agent?.get("tool_definitions");
  const recorded = recordedFrom(draft, node === recording.body ? recording : { ...recording, at: node }, {
    format: "atif",
    tools: tools === undefined ? [] : [tools],
    isRequest: false,
    model: agent?.get("model_name"),
  });
  const inner = depth === mostDepth ? [] : (node.get("subagent_trajectories")?.items() ?? []);
  const whole: Recorded = recording.tools === undefined ? { ...recorded, declarationOrigin: "log" } : recorded;
  return [whole, ...inner.flatMap((each) => readTrajectory(each, recording, depth + 1))];
}

function readStep(step: JsonNode, draft: ConversationDraft): void {
  if (step.kind !== "object") {
    draft.report(step, `Unexpected ${step.kind} as step, expected an object`);
    return;
  }
  const roleAt = step.get("source");
  const word = roleAt?.string() ?? "";
  const role = sources.get(word);
  if (role === undefined) {
    const what = roleAt === undefined ? "step without source" : `${roleAt.kind === "string" ? quote(word) : roleAt.kind} as source`;
    draft.report(roleAt ?? step, `Unexpected ${what}, expected user, agent or system`);
  }
  const calls = step.get("tool_calls")?.items() ?? [];
  const message = draft.open({ role: role ?? (calls.length > 0 ? "assistant" : "user"), at: step, roleAt });
  message.content(step.get("message"));
  const thought = step.get("reasoning_content");
  if (thought?.kind === "string") message.thinking("reasoning_content", thought);
  const results = step.get("observation")?.get("results")?.items() ?? [];
  // What a terminal shows belongs to all calls of the step.
  const isTerminal = results.some((result) => !namesCall(result));
  for (const call of calls) addCall(call, message, isTerminal, draft);
  if (results.length === 0) return;
  const answer = draft.open({ role: "tool", at: step.get("observation") ?? step });
  for (const result of results) {
    if (result.kind !== "object") draft.report(result, `Unexpected ${result.kind} as observation, expected an object`);
    else answer.result({ result, callId: result.get("source_call_id"), content: result.get("content"), standalone: !namesCall(result) });
  }
}

function namesCall(result: JsonNode): boolean {
  const id = result.get("source_call_id");
  return id !== undefined && id.kind !== "null";
}

function addCall(call: JsonNode, message: MessageDraft, owesNothing: boolean, draft: ConversationDraft): void {
  if (call.kind !== "object") {
    draft.report(call, `Unexpected ${call.kind} as tool call, expected an object with tool_call_id, function_name and arguments`);
    return;
  }
  message.call({
    call,
    type: "function",
    id: call.get("tool_call_id"),
    name: call.get("function_name"),
    arguments: call.get("arguments"),
    container: "object",
    owesNothing,
  });
}
