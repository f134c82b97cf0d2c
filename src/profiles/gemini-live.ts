import { defineProfile, notEnforced } from "./define-profile.js";
import { gemini } from "./gemini.js";
import { sessionLog } from "./session-log.js";

/** Gemini's Live API: results come when they come, those of functions that do not block in several parts (`willContinue`). */
export const geminiLive = defineProfile({
  extends: sessionLog,
  id: "gemini-live",
  title: "Gemini Live",
  hosts: [],
  models: [],
  formats: ["gemini-live"],
  pairing: {
    key: "id-or-order",
    severalResults: true,
  },
  ids: {
    // Vertex AI takes no ids in the responses of a live session: livekit/agents pull request 2194, 2025-05.
    required: notEnforced,
  },
  names: {
    tool: gemini.names.tool,
  },
  calls: {
    argumentsContainer: "object",
  },
  parameters: {
    openapi: gemini.parameters.openapi,
  },
});
