import { openaiChat } from "./openai-chat.js";
import { unrefused } from "./pairing-evidence.js";
import type { Evidence, Profile } from "./profile.js";

const logs: Evidence = { kind: "reference", source: "a harness's own log: what it sent to a provider is not in it", date: "2026-11" };

/**
 * Logs of coding agents and frameworks, whatever provider answered: calls and results are linked by id, wherever they stand. What an
 * endpoint enforces is asked with its own profile.
 */
export const sessionLog: Profile = {
  ...openaiChat,
  id: "session-log",
  title: "Session log",
  hosts: [],
  models: [],
  formats: [],
  pairing: { ...openaiChat.pairing, placement: "anywhere-after", mergesRoles: true },
  argumentsContainer: "either",
  callId: null,
  callIdRequired: { value: true, evidence: logs, severity: "warning" },
  toolName: null,
  toolsetRequired: { value: false, evidence: logs },
  resultBlocks: null,
  declarations: {},
  results: {},
  messages: {},
  refusesEmptyCalls: { value: false, evidence: logs },
  pairingFacts: unrefused,
};
