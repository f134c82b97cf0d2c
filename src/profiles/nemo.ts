import { defineProfile } from "./define-profile.js";
import { reference } from "./evidence.js";
import { anyOrder } from "./pairing-evidence.js";

const rails = reference(
  "NVIDIA NeMo Guardrails, tool call and tool result rails (guardrails/tool_schema.py and the actions' tests)",
  "2026-11",
);

/**
 * NeMo Guardrails' tool rails, for its neutral chat messages. A result must be in its call's own turn; call ids and names have no
 * pattern. Calls without a result are ours to find: NeMo does not look for them.
 */
export const nemo = defineProfile({
  id: "nemo",
  title: "NeMo Guardrails",
  hosts: [],
  models: [],
  formats: ["nemo"],
  pairing: {
    ...anyOrder,
    key: "id",
    placement: "before-other-roles",
    nameMustMatch: true,
    orphaned: { rejection: { code: "unknown_call_id", gist: "blocked by the tool result rail" }, evidence: rails },
    misplaced: {
      rejection: { code: "unknown_call_id", gist: "blocked by the tool result rail, since any other message ends the turn" },
      evidence: rails,
    },
    duplicate: { rejection: { code: "duplicate_result", gist: "blocked by the tool result rail" }, evidence: rails },
    mismatchedName: { rejection: { code: "name_mismatch", gist: "blocked by the tool result rail" }, evidence: rails },
  },
  ids: {
    required: { value: true, evidence: rails },
  },
  calls: {
    argumentsContainer: "either",
  },
  results: {
    contentKinds: { value: ["string", "array", "null"], evidence: rails },
  },
});
