import { defineProfile } from "./define-profile.js";
import { recordedRefusal } from "./evidence.js";
import { openaiCompatible } from "./openai-compatible.js";

/** Alibaba's Chat Completions endpoint (Model Studio, DashScope), which serves Qwen. */
export const dashscope = defineProfile({
  extends: openaiCompatible,
  id: "dashscope",
  title: "Alibaba DashScope",
  hosts: [".aliyuncs.com"],
  // The names of its own API; the open weights are served by many, with tags and vendors in front.
  models: [/^(?:qwen[\d.]*|qwq)-(?:plus|max|turbo|flash|long|coder|next|\d+b)(?!.*:)/i],
  requests: {
    forcedChoice: {
      value: { modes: ["required", "named"], ifItMayThink: false },
      rejection: {
        status: 400,
        code: "invalid_parameter_error",
        gist: "tool_choice does not support being set to required or object in thinking mode",
      },
      evidence: recordedRefusal(
        "400: the tool_choice parameter does not support being set to required or object in thinking mode, quoted with the request in cloudwego/eino issue 994, QwenLM/qwen-code issue 7659 and agentscope issue 1608",
        "2026-09",
      ),
    },
    choiceNeedsTools: {
      value: ["auto", "none", "required", "named"],
      rejection: { status: 400, code: "invalid_parameter_error", gist: "when using tool_choice, tools must be set" },
      evidence: recordedRefusal(
        "400: when using `tool_choice`, `tools` must be set, quoted in public clients' regression tests",
        "2026-11",
      ),
      severity: "warning",
    },
  },
});
