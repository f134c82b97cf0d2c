import { defineProfile } from "./define-profile.js";
import { vendorType } from "./evidence.js";
import { sessionLog } from "./session-log.js";

const types = vendorType("@google/genai 2.32: FunctionCallStep.id and FunctionResultStep.call_id are required", "2026-11");

/** Google's Interactions API: calls and results are steps that link by id. What it enforces beside the ids is not known. */
export const geminiInteractions = defineProfile({
  extends: sessionLog,
  id: "gemini-interactions",
  title: "Gemini Interactions",
  hosts: [".googleapis.com"],
  models: [/^(?:models\/)?gemini-/i],
  formats: ["gemini-interactions"],
  pairing: {
    nameMustMatch: false,
  },
  ids: {
    required: { value: true, evidence: types },
  },
  calls: {
    argumentsContainer: "object",
  },
});
