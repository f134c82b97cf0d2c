import { defineProfile } from "./define-profile.js";
import { recordedRefusal } from "./evidence.js";
import { responsesCompatible } from "./openai-responses.js";

const evidence = recordedRefusal(
  "400, quoted with minimal requests in DeepSeek-V3 issue 1588 and deepseek-ai/awesome-deepseek-integration issue 740",
  "2026-09",
);

/**
 * DeepSeek's Responses endpoint: outputs are directly after their calls.
 *
 * A message or a reasoning item in between is rejected as if the output were missing (deepseek-ai/DeepSeek-V3 issue 1588, 2026-08, and
 * deepseek-ai/awesome-deepseek-integration issue 740, 2026-09, with minimal requests). Parallel calls and then their outputs are taken:
 * recorded traffic.
 */
export const deepseekResponses = defineProfile({
  extends: responsesCompatible,
  id: "deepseek-responses",
  title: "DeepSeek Responses",
  hosts: ["api.deepseek.com"],
  models: [/^deepseek-(?:chat|reasoner|coder|flash|pro)$/, /^deepseek-v\d+(?:-(?:pro|flash))?$/],
  pairing: {
    placement: "before-other-roles",
    callsLast: true,
    unanswered: { rejection: { status: 400, code: "invalid_request_error", gist: "no tool output found for the call" }, evidence },
    orphaned: { rejection: { status: 400, code: "invalid_request_error", gist: "no tool call found for the output" }, evidence },
    misplaced: {
      rejection: { status: 400, code: "invalid_request_error", gist: "no tool output found for the call, unless it comes directly after" },
      evidence,
    },
  },
});
