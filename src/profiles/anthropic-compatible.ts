import { anthropic } from "./anthropic.js";
import { defineProfile } from "./define-profile.js";
import { hearsay } from "./evidence.js";
import { unrefused } from "./pairing-evidence.js";

const unknownElsewhere = hearsay("not known for endpoints other than Anthropic's", "2026-11");

/**
 * Any other endpoint that speaks the Messages API: gateways, and the compatible endpoints of Moonshot, DeepSeek, MiniMax, z.ai.
 *
 * Which of Anthropic's checks it repeats is unknown, so limits on ids, names and blocks are off, and a split is none of our business.
 */
export const anthropicCompatible = defineProfile({
  extends: anthropic,
  id: "anthropic-compatible",
  title: "Anthropic-compatible endpoint",
  hosts: ["localhost", "openrouter.ai", "api.kimi.com", "api.moonshot.ai", "api.deepseek.com", "api.minimax.io", "api.z.ai"],
  models: [],
  without: ["ids", "names", "results", "messages", "thinking", "requests", "declarations", "parameters", "limits"],
  pairing: {
    assistantMayContinue: false,
    splitResults: true,
    ...unrefused,
  },
  ids: {
    required: { value: true, evidence: unknownElsewhere, severity: "warning" },
  },
  messages: {
    rejectsEmptyUserText: { value: true, evidence: unknownElsewhere, severity: "warning" },
  },
  thinking: {
    kept: { value: true, evidence: unknownElsewhere, severity: "warning" },
  },
});
