import { publicReport, recordedRefusal } from "./evidence.js";
import type { Variant } from "./profile.js";

/** The first generation of Nova, wherever it is served: it fails to call a tool with a hyphen in its name, which shows only once it tries to. */
export const novaAdvice: Variant = {
  when: { model: /\bnova-(?:micro|lite|pro|premier)\b/i },
  description: "Amazon Nova 1",
  facts: {
    advice: {
      toolNames: {
        value: { pattern: /^[^-]*$/, maxLength: null, description: "without hyphens" },
        rejection: { status: 424, code: "ModelErrorException", gist: "model produced invalid sequence as part of ToolUse" },
        evidence: recordedRefusal(
          "ModelErrorException for every call to a tool with a hyphen in its name, none without, measured with nova-pro-v1 for SEMOSS/Semoss pull request 2892; mcp-agent pull request 126",
          "2026-08",
        ),
        severity: "info",
      },
    },
  },
};

/**
 * Kimi K2 by its open weights: the chat template writes ids into the prompt as they are. Moonshot's own API rewrites them before, so they do no
 * harm there, and K3 has ids of another form.
 */
export const kimiAdvice: Variant = {
  when: { model: /\bkimi-k2\b/i },
  description: "Kimi K2",
  facts: {
    advice: {
      callIds: {
        value: { pattern: /^functions\.[^:]+:\d+$/, maxLength: null, description: "of the form `functions.<name>:<index>`" },
        evidence: publicReport(
          "1 of 10 turns acted after foreign ids, 12 of 12 with ids rewritten to functions.{name}:{idx}, measured for getkimchi/kimchi pull request 1066; vybestack/llxprt-code issue 713",
          "2026-08",
        ),
        severity: "info",
      },
    },
  },
};
