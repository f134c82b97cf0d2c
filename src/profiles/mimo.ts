import { defineProfile } from "./define-profile.js";
import { recordedRefusal } from "./evidence.js";
import { openaiCompatible } from "./openai-compatible.js";

const quoted = recordedRefusal(
  "400 Param Incorrect: the reasoning_content in the thinking mode must be passed back to the API, quoted in tailcallhq/forgecode issue 3347, earendil-works/pi issue 4602 and decolua/9router issue 1210",
  "2026-05",
);

/** Xiaomi's Chat Completions endpoint, which serves MiMo. */
export const mimo = defineProfile({
  extends: openaiCompatible,
  id: "mimo",
  title: "Xiaomi MiMo",
  hosts: [".xiaomimimo.com"],
  models: [/^mimo-v(?!.*:)/i],
  thinking: {
    returnedWithCalls: {
      value: ["reasoning_content"],
      rejection: { status: 400, gist: "the reasoning_content in the thinking mode must be passed back to the API" },
      evidence: quoted,
    },
  },
  variants: [
    {
      // The Flash model of the second version thinks where it is asked to.
      when: { model: /^mimo-v(?:2\.[5-9]|2-(?:pro|omni)|[3-9])/i },
      description: "models that think by default",
      facts: { thinking: { onByDefault: { value: true, rejection: { status: 400 }, evidence: quoted } } },
    },
  ],
});
