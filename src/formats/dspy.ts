import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { decoded } from "./decoded.js";
import { certain, type Detection, type Format, noMatch, type RecordingInput } from "./format.js";

/**
 * Trajectories of DSPy's ReAct: for each step a thought, the name of a tool, its arguments and what was observed, under numbered keys of
 * one object.
 *
 * Source: stanfordnlp/dspy, dspy/predict/react.py (read 2026-12).
 */
export const dspy: Format = {
  id: "dspy",
  title: "DSPy trajectories",
  carries: ["calls", "results"],
  source: "stanfordnlp/dspy, dspy/predict/react.py (read 2026-12)",
  profile: "framework",
  rootKeys: ["trajectory", "tool_name_0", "[].trajectory", "[].tool_name_0"],
  detect,
  adapt,
};

function detect({ body, response }: RecordingInput): Detection {
  return response === undefined && trajectoriesIn(body).length > 0 ? certain("has the numbered steps of a trajectory") : noMatch;
}

function trajectoriesIn(body: JsonNode): readonly JsonNode[] {
  const records = body.kind === "array" ? body.items() : [body];
  return records.flatMap((record) => {
    const trajectory = decoded(record.get("trajectory")) ?? record;
    return trajectory.get("tool_name_0") === undefined ? [] : [trajectory];
  });
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const trajectories = trajectoriesIn(recording.body);
  return (trajectories.length === 0 ? [recording.body] : trajectories).map((trajectory) => {
    const draft = new ConversationDraft();
    for (let step = 0; trajectory.get(`tool_name_${step}`) !== undefined; step += 1) readStep(trajectory, step, draft);
    // The agent was given its tools by its program.
    return adaptedFrom(draft, recording, { format: "dspy", isLog: true, at: trajectories.length > 1 ? trajectory : undefined });
  });
}

function readStep(trajectory: JsonNode, step: number, draft: ConversationDraft): void {
  const [thought, name, given, seen] = ["thought", "tool_name", "tool_args", "observation"].map((key) => trajectory.get(`${key}_${step}`));
  const message = draft.open({ role: "assistant", at: thought ?? name ?? trajectory });
  if (thought !== undefined) message.thinking("thought", thought);
  const at = given?.kind === "object" ? given : (name ?? trajectory);
  const call = message.call({
    call: at,
    id: undefined,
    name,
    arguments: given,
    container: "object",
    idOptional: true,
    expectsNoResult: seen === undefined,
  });
  if (seen === undefined) return;
  const isError = /^\s*(?:Execution error in |Failed to execute: |Traceback \()/.test(seen.string() ?? "");
  draft
    .open({ role: "tool", at: seen })
    .result({ result: seen, callId: undefined, content: seen, isError, idOptional: true, inlineCall: call });
}
