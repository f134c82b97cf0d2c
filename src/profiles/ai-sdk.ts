import { defineProfile } from "./define-profile.js";
import { vendorType } from "./evidence.js";
import type { FactBasis } from "./fact.js";
import { framework } from "./framework.js";
import { unrefused } from "./pairing-evidence.js";

const missingResults: FactBasis = {
  rejection: { code: "AI_MissingToolResultsError", gist: "thrown by the SDK before the request is sent" },
  evidence: vendorType("ai 6.0: convertToLanguageModelPrompt throws AI_MissingToolResultsError", "2026-11"),
};

/**
 * The Vercel AI SDK, which checks a prompt before any provider sees it: when a user or system message, or the end, is reached with open
 * calls of the caller's own tools, it throws `AI_MissingToolResultsError`. Consecutive tool messages are merged, an assistant message in
 * between does not matter, and an approval response stands in for a result. Results without a call pass it, and the provider rejects them.
 */
export const aiSdk = defineProfile({
  extends: framework,
  id: "ai-sdk",
  title: "Vercel AI SDK",
  formats: ["ai-sdk-model", "ai-sdk-ui"],
  hosts: [],
  models: [],
  pairing: {
    key: "id",
    mergesRoles: true,
    systemBetween: "refused",
    ...unrefused,
    unanswered: missingResults,
    misplaced: missingResults,
  },
  ids: {
    required: {
      value: true,
      evidence: vendorType(
        "ai 6.0: ToolCallPart.toolCallId, ToolResultPart.toolCallId and UIToolInvocation.toolCallId are required",
        "2026-11",
      ),
    },
  },
  names: {
    requiredInResults: { value: true, evidence: vendorType("ai 6.0: ToolResultPart.toolName is required", "2026-11") },
  },
  calls: {
    argumentsContainer: "object",
  },
});
