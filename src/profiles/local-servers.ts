import { kimiAdvice } from "./advice.js";
import { defineProfile } from "./define-profile.js";
import { publicReport, recordedRefusal } from "./evidence.js";
import { openaiCompatible } from "./openai-compatible.js";

/** vLLM's server: chosen by name, since any server may be at its host. */
export const vllm = defineProfile({
  extends: openaiCompatible,
  id: "vllm",
  title: "vLLM",
  hosts: [],
  models: [],
  variants: [kimiAdvice],
  requests: {
    choiceNeedsTools: {
      value: ["required", "named"],
      rejection: { status: 400, gist: "when using tool_choice, tools must be set" },
      evidence: recordedRefusal(
        "400: when using `tool_choice`, `tools` must be set, quoted in langgenius/dify issue 12485; newer versions take auto (vllm pull request 40311)",
        "2026-04",
      ),
    },
  },
});

/** llama.cpp's server. */
export const llamaCpp = defineProfile({
  extends: openaiCompatible,
  id: "llama-cpp",
  title: "llama.cpp",
  hosts: [],
  models: [],
  variants: [kimiAdvice],
  messages: {
    rejectsPrefill: {
      value: [],
      evidence: publicReport(
        "400: assistant response prefill is incompatible with enable_thinking, quoted in ggml-org/llama.cpp issues 20861 and 21889; taken where the template does not think",
        "2026-04",
      ),
      severity: "warning",
    },
  },
});

/** Snowflake Cortex, its Chat Completions endpoint. */
export const snowflake = defineProfile({
  extends: openaiCompatible,
  id: "snowflake",
  title: "Snowflake Cortex",
  hosts: [".snowflakecomputing.com"],
  models: [],
  messages: {
    rejectsPrefill: {
      value: [],
      rejection: { status: 400, gist: "requests cannot contain `assistant` role in the final position when `tools` are used" },
      evidence: recordedRefusal(
        "400: requests cannot contain `assistant` role in the final position when `tools` are used, quoted in aaif-goose/goose issue 5997",
        "2025-12",
      ),
    },
  },
});
