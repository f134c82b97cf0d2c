import { defineProfile } from "./define-profile.js";
import { publicReport, recordedRefusal, reference } from "./evidence.js";
import { openaiCompatible } from "./openai-compatible.js";
import { compatibleParameters } from "./openai-tools.js";

/** What every rejection of Moonshot begins with. */
const badRequest = { status: 400, code: "invalid_request_error" } as const;

const flavored = { ...badRequest, at: "tools.function.parameters" } as const;

/** Moonshot's Chat Completions endpoint, which serves Kimi. */
export const moonshot = defineProfile({
  extends: openaiCompatible,
  id: "moonshot",
  title: "Moonshot",
  hosts: [".moonshot.ai", ".moonshot.cn", "api.kimi.com"],
  // The names of its own API; the open weights are served by many, with tags and vendors in front.
  models: [/^(?:kimi|moonshot)-(?!.*(?:instruct|:))/i],
  names: {
    tool: {
      value: {
        pattern: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/,
        maxLength: 64,
        description: "a letter or _, followed by at most 63 characters from a-z, A-Z, 0-9, _ and -",
      },
      rejection: { ...badRequest, at: "tools.function.name" },
      evidence: recordedRefusal(
        "400 for names that begin with a digit, reported with both requests in MoonshotAI/kimi-cli issue 2531",
        "2026-07",
      ),
    },
  },
  thinking: {
    returnedWithCalls: {
      value: ["reasoning_content"],
      rejection: { ...badRequest, gist: "thinking is enabled but reasoning_content is missing in assistant tool call message" },
      evidence: recordedRefusal(
        "400: thinking is enabled but reasoning_content is missing in assistant tool call message at index N, quoted in QuantumNous/new-api issue 3121, mastra-ai/mastra issue 12592 and continuedev/continue issue 11600",
        "2026-03",
      ),
    },
  },
  requests: {
    forcedChoice: {
      value: { modes: ["required", "named"], ifItMayThink: false },
      rejection: { ...badRequest, gist: "tool_choice is incompatible with thinking enabled" },
      evidence: recordedRefusal(
        "400: tool_choice 'required' (or specified) is incompatible with thinking enabled, quoted in AstrBotDevs/AstrBot issue 7805, can1357/oh-my-pi issue 1077 and inspect_ai pull request 5152",
        "2026-08",
      ),
    },
  },
  parameters: {
    ...compatibleParameters,
    objectRoot: {
      value: true,
      rejection: { ...flavored, gist: 'type is required and must be "object"' },
      evidence: recordedRefusal(
        '400: tools.function.parameters.type is required and must be "object", quoted with the request in 14790897/MiqroForge-Desktop issue 1165',
        "2026-09",
      ),
    },
    typeInBranches: {
      value: true,
      // Rejected in 2026-04 to 2026-08, taken by the same endpoint in 2026-09.
      evidence: publicReport(
        "400: when using anyOf, type should be defined in anyOf items instead of the parent schema, quoted in pi-subagents issue 127 and kimi-cli issue 2531; taken in MiqroForge-Desktop issue 1165",
        "2026-09",
      ),
      severity: "warning",
    },
    requiredDeclared: {
      value: true,
      rejection: { ...flavored, gist: "required property is not defined in properties" },
      evidence: recordedRefusal(
        "400: required property is not defined in properties, quoted in MoonshotAI/kimi-code issue 1610",
        "2026-07",
      ),
    },
    itemsAreOne: {
      value: true,
      evidence: publicReport("items must be an object, as probed for vercel/ai pull request 18921", "2026-08"),
      severity: "warning",
    },
  },
  variants: [
    {
      when: { model: /^kimi-(?:k2[.-]?(?:[5-9]|thinking)|k[3-9]|thinking|for-coding|latest)/i },
      description: "models that think by default",
      facts: {
        thinking: {
          onByDefault: {
            value: true,
            evidence: reference("Moonshot API reference, thinking: enabled by default from Kimi K2.5 on (platform.moonshot.ai)", "2026-11"),
          },
        },
      },
    },
    {
      when: { model: /^kimi-k[3-9]/i },
      description: "Kimi K3",
      facts: {
        requests: {
          forcedChoice: {
            value: { modes: ["named"], ifItMayThink: false },
            rejection: { ...badRequest, gist: "tool_choice 'specified' is incompatible with thinking enabled" },
            evidence: recordedRefusal("400 for a named choice alone, probed for inspect_ai pull request 5152", "2026-08"),
          },
        },
      },
    },
  ],
});
