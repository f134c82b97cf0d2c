import { defineProfile, notEnforced } from "./define-profile.js";
import { recordedRefusal, vendorType } from "./evidence.js";
import { openaiChat } from "./openai-chat.js";
import { unrefused } from "./pairing-evidence.js";

const submitted = recordedRefusal("400: expected tool outputs for call_ids […], got […], recorded rejections", "2026-11");

/** OpenAI's Assistants API: outputs are submitted apart from everything else, all those of one run at once. */
export const openaiAssistants = defineProfile({
  extends: openaiChat,
  id: "openai-assistants",
  title: "OpenAI Assistants",
  hosts: ["api.openai.com", ".openai.azure.com"],
  models: [],
  formats: ["openai-assistants"],
  without: ["results", "messages"],
  pairing: {
    placement: "anywhere-after",
    ...unrefused,
    unanswered: {
      rejection: { status: 400, code: "invalid_request_error", gist: "expected tool outputs for the call ids" },
      evidence: submitted,
    },
    orphaned: { rejection: { status: 400, code: "invalid_request_error", gist: "unexpected tool outputs" }, evidence: submitted },
  },
  ids: {
    call: notEnforced,
  },
  calls: {
    typeRequired: notEnforced,
    rejectsEmptyList: notEnforced,
  },
  results: {
    contentKinds: {
      value: ["string", "null"],
      evidence: vendorType("openai-node 7.59: RunSubmitToolOutputsParams.ToolOutput.output is an optional text", "2026-11"),
    },
  },
});
