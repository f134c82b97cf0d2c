import type { JsonNode } from "../json/node.js";
import type { Recorded } from "../model/conversation.js";
import { ConversationDraft, recordedFrom } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type Recording } from "./format.js";
import { listIn } from "./message-list.js";

/**
 * Steps of smolagents: each keeps its calls and what was observed after them.
 *
 * Source: `smolagents.memory`, `ActionStep.dict` and `RunResult`, smolagents 1.2x (read 2026-11).
 */
export const smolagents: Format = {
  id: "smolagents",
  title: "smolagents steps",
  carries: ["calls", "inline results"],
  source: "smolagents 1.2x, smolagents.memory (read 2026-11)",
  profile: "framework",
  rootKeys: ["steps", "step_number", "[].step_number", "[].system_prompt", "[].task", "[].plan"],
  detect,
  adapt,
};

function detect({ body, response }: Recording): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  const list = listIn(body, ["steps"]);
  for (const step of list?.items() ?? (body.kind === "object" ? [body] : [])) {
    if (step.get("step_number") === undefined) continue;
    const calls = step.get("tool_calls");
    if (calls?.first()?.get("function") === undefined && step.get("observations") === undefined) return noMatch;
    return { match: "certain", because: "has numbered steps with calls and observations", ...(list === undefined && { unit: "message" }) };
  }
  return noMatch;
}

function adapt(recording: Recording): readonly Recorded[] {
  const { body } = recording;
  const list = listIn(body, ["steps"]);
  const draft = new ConversationDraft();
  if (list === undefined && body.get("step_number") === undefined) {
    draft.report(body, `Unexpected ${body.kind} without steps, expected a list of steps`);
  }
  for (const step of list?.items() ?? [body]) readStep(step, draft);
  return [recordedFrom(draft, recording, { format: "smolagents", tools: [], isRequest: false, model: undefined })];
}

function readStep(step: JsonNode, draft: ConversationDraft): void {
  if (step.kind !== "object") {
    draft.report(step, `Unexpected ${step.kind} as step, expected an object`);
    return;
  }
  const task = step.get("task");
  const prompt = step.get("system_prompt");
  if (task !== undefined) draft.open({ role: "user", at: step }).text(task);
  if (prompt?.kind === "string") draft.open({ role: "system", at: step }).text(prompt);
  if (step.get("step_number") === undefined) return;
  const message = draft.open({ role: "assistant", at: step });
  const said = step.get("model_output");
  if (said?.kind === "string") message.text(said);
  const calls = (step.get("tool_calls")?.items() ?? []).filter(({ kind }) => kind === "object");
  const observed = observationsOf(step);
  calls.forEach((node, index) => {
    const called = node.get("function");
    const given = called?.get("arguments");
    const name = called?.get("name");
    const call = message.call({
      call: node,
      type: node.get("type")?.string() ?? "function",
      id: node.get("id"),
      name,
      arguments: given,
      // An agent that writes code is given the code as it is.
      ...(name?.string() === codeTool && given?.kind === "string" && { decoded: { kind: "text", at: given } }),
      // What was observed is one text for all calls of a step: it stands for the first, the others owe nothing.
      owesNothing: true,
    });
    if (index > 0 || observed === undefined) return;
    message.result({ result: observed.at, callId: undefined, content: observed.at, isError: observed.isError, inlineCall: call });
  });
}

const codeTool = "python_interpreter";

function observationsOf(step: JsonNode): { readonly at: JsonNode; readonly isError: boolean } | undefined {
  const error = step.get("error");
  if (error !== undefined && error.kind !== "null") return { at: error.get("message") ?? error, isError: true };
  const observed = step.get("observations");
  return observed === undefined || observed.kind === "null" ? undefined : { at: observed, isError: false };
}
