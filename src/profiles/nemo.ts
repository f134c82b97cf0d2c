import { openaiChat } from "./openai-chat.js";
import { unrefused } from "./pairing-evidence.js";
import type { Evidence, Profile } from "./profile.js";

const rails: Evidence = {
  kind: "reference",
  source: "NVIDIA NeMo Guardrails, tool call and tool result rails (guardrails/tool_schema.py and the actions' tests)",
  date: "2026-11",
};

/**
 * NeMo Guardrails' tool rails, for its neutral chat messages. A result must stand in its call's own turn; call ids and names have no
 * pattern. Calls without a result are ours to find: NeMo does not look for them.
 */
export const nemo: Profile = {
  ...openaiChat,
  id: "nemo",
  title: "NeMo Guardrails",
  hosts: [],
  models: [],
  formats: ["nemo"],
  argumentsContainer: "either",
  callId: null,
  callIdRequired: { value: true, evidence: rails },
  toolName: null,
  toolsetRequired: { value: false, evidence: rails },
  resultBlocks: null,
  declarations: {},
  messages: {},
  results: { contentKinds: { value: ["string", "array", "null"], evidence: rails } },
  refusesEmptyCalls: { value: false, evidence: rails },
  pairingFacts: {
    ...unrefused,
    orphaned: { refusal: "blocked by the tool result rail: unknown_call_id", evidence: rails },
    misplaced: { refusal: "blocked by the tool result rail: unknown_call_id, since any other message ends the turn", evidence: rails },
    duplicate: { refusal: "blocked by the tool result rail: duplicate_result", evidence: rails },
    mismatchedName: { refusal: "blocked by the tool result rail: name_mismatch", evidence: rails },
  },
};
