import { defineProfile } from "./define-profile.js";
import { recordedRefusal } from "./evidence.js";
import { openaiCompatible } from "./openai-compatible.js";

/** Z.ai's Chat Completions endpoint (Zhipu, BigModel), which serves GLM. */
export const zai = defineProfile({
  extends: openaiCompatible,
  id: "zai",
  title: "Z.ai",
  hosts: ["api.z.ai", "open.bigmodel.cn"],
  models: [/^glm-\d(?!.*:)/i],
  messages: {
    needsUser: {
      value: true,
      rejection: { status: 400, code: "1214", gist: "the messages parameter is illegal" },
      evidence: recordedRefusal(
        "400 code 1214 for requests without a user message, quoted with messages in MetaGLM/zhipuai-sdk-python-v4 issue 14, HKUDS/nanobot pull request 3086 and anomalyco/opencode issue 2557",
        "2026-04",
      ),
    },
  },
});
