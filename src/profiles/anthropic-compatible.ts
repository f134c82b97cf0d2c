import { anthropic } from "./anthropic.js";
import { unrefused } from "./pairing-evidence.js";
import type { Evidence, Profile } from "./profile.js";

const unknownElsewhere: Evidence = { kind: "hearsay", source: "not known for endpoints other than Anthropic's", date: "2026-11" };

/**
 * Any other endpoint that speaks the Messages API: gateways, and the compatible endpoints of Moonshot, DeepSeek, MiniMax, z.ai.
 *
 * Which of Anthropic's checks it repeats is unknown, so limits on ids, names and blocks are off, and a split is none of our business.
 */
export const anthropicCompatible: Profile = {
  ...anthropic,
  id: "anthropic-compatible",
  title: "Anthropic-compatible endpoint",
  hosts: ["localhost", "openrouter.ai", "api.kimi.com", "api.moonshot.ai", "api.deepseek.com", "api.minimax.io", "api.z.ai"],
  models: [],
  pairing: { ...anthropic.pairing, textGoesOn: false, splitResults: "allowed" },
  // Where results stand is asked as Anthropic asks it; that it is refused was not seen elsewhere.
  pairingFacts: unrefused,
  callId: null,
  hostedCallId: { value: { pattern: null, maxLength: null, description: "any text" }, evidence: unknownElsewhere },
  callIdRequired: { ...anthropic.callIdRequired, severity: "warning" },
  toolName: null,
  dialect: null,
  resultBlocks: null,
  errorResultBlocks: null,
  declarations: {},
  results: {},
  messages: { thinkingKept: { value: true, evidence: unknownElsewhere, severity: "warning" } },
  roleOrder: [],
  refusesEmptyUserText: { value: true, evidence: unknownElsewhere, severity: "warning" },
};
