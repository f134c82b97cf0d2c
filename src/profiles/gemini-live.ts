import { geminiDeclarations } from "./declaration-policies.js";
import { gemini } from "./gemini.js";
import type { Evidence, Profile } from "./profile.js";
import { sessionLog } from "./session-log.js";

const report: Evidence = {
  kind: "public-report",
  source: "livekit/agents pull request 2194: Vertex AI takes no ids in the responses of a live session",
  date: "2025-05",
};

/** Gemini's Live API: results come when they come, those of functions that do not block in several parts (`willContinue`). */
export const geminiLive: Profile = {
  ...sessionLog,
  id: "gemini-live",
  title: "Gemini Live",
  formats: ["gemini-live"],
  pairing: { ...sessionLog.pairing, key: "id-or-order", severalResults: true },
  argumentsContainer: "object",
  callIdRequired: { value: false, evidence: report },
  toolName: gemini.toolName,
  declarations: geminiDeclarations,
};
