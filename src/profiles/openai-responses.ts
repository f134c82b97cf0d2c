import { defineProfile } from "./define-profile.js";
import { recordedRefusal, vendorType } from "./evidence.js";
import type { Fact } from "./fact.js";
import { openaiChat } from "./openai-chat.js";
import { compatibleParameters, openaiLimits, openaiParameters, openaiToolName } from "./openai-tools.js";
import { anyOrder } from "./pairing-evidence.js";

const types = vendorType("openai-node 7.59: ResponseInputItem.FunctionCallOutput and ResponseCustomToolCallOutput", "2026-11");

const textType = vendorType("openai-node 7.59: type and text are required in ResponseInputTextContent", "2026-11");

const idRequired: Fact<boolean> = {
  value: true,
  evidence: vendorType("openai-node 7.59: ResponseFunctionToolCall.call_id is required", "2026-11"),
};

/**
 * Any other endpoint that speaks the Responses API: xAI, vLLM and its like, gateways. Calls and outputs pair as at OpenAI, its limits on ids
 * and names, and its pairs of reasoning and output, are not known there.
 */
export const responsesCompatible = defineProfile({
  id: "responses-compatible",
  title: "Responses-compatible endpoint",
  hosts: ["localhost", "api.x.ai", "openrouter.ai", "router.huggingface.co", "api.groq.com", ".services.ai.azure.com", ".amazonaws.com"],
  // Other vendors' models, a gateway's `vendor/model`, and the tags of local servers.
  models: [
    /^(?:claude|gemini|gemma|gpt-oss|grok|llama|meta-llama|qwen|qwq|kimi|moonshot|glm|command|minimax|mimo|nova|phi|granite|hermes|mistral)/i,
    /^(?!ft:)[^/]+\//i,
    /^(?!ft:)[^:]+:[\w.-]+$/i,
  ],
  formats: ["openai-responses"],
  // Results are found by `call_id` wherever they are after their call: recorded traffic has messages in between accepted.
  pairing: {
    ...anyOrder,
    key: "id",
    placement: "anywhere-after",
  },
  ids: {
    required: { ...idRequired, severity: "warning" },
  },
  calls: {
    argumentsContainer: "string",
  },
  declarations: {
    required: { value: false, evidence: vendorType("openai-node 7.59: tools is optional beside any input", "2026-11") },
  },
  parameters: compatibleParameters,
});

/** OpenAI's Responses API at api.openai.com, and at the host of Codex, which checks the same. */
export const openaiResponses = defineProfile({
  extends: responsesCompatible,
  id: "openai-responses",
  title: "OpenAI Responses",
  hosts: ["api.openai.com", "chatgpt.com"],
  models: openaiChat.models,
  variants: [
    {
      when: { model: /^(?:ft:)?(?:gpt-4|gpt-3\.5|chatgpt-4o|gpt-5(?:\.\d)?-chat)/ },
      description: "models without reasoning",
      facts: {
        thinking: {
          rejectsItems: {
            value: true,
            rejection: {
              status: 400,
              code: "invalid_request_error",
              at: "input",
              gist: "reasoning input items can only be provided to a reasoning or computer use model",
            },
            evidence: recordedRefusal(
              "400 for input: reasoning input items can only be provided to a reasoning or computer use model, quoted in openai-agents-python issue 569",
              "2025-04",
            ),
          },
        },
      },
    },
  ],
  formats: ["openai-responses"],
  pairing: {
    unanswered: {
      rejection: { status: 400, code: "invalid_request_error", at: "input", gist: "no tool output found for the call" },
      evidence: recordedRefusal("400: no tool output found for function call, recorded rejections", "2026-11"),
    },
    orphaned: {
      rejection: { status: 400, code: "invalid_request_error", at: "input", gist: "no tool call found for the output" },
      evidence: recordedRefusal("400: no tool call found for function call output, recorded rejections", "2026-11"),
    },
  },
  ids: {
    required: idRequired,
    call: {
      value: { pattern: null, maxLength: 64, description: "at most 64 characters" },
      rejection: { status: 400, code: "string_above_max_length", at: "input[i].call_id" },
      evidence: recordedRefusal(
        "400 string_above_max_length for input[i].call_id, quoted in AnswerDotAI/fastllm issue 45 and orchidfiles/ungate issue 26",
        "2026-07",
      ),
    },
    optionalInResults: {
      value: ["function_call_output", "tool_search_output"],
      evidence: vendorType(
        "openai-node 7.59: call_id is optional in ResponseInputItem.FunctionCallOutput and ResponseToolSearchOutputItemParam",
        "2026-11",
      ),
      severity: "warning",
    },
    itemPrefixes: {
      value: new Map([
        ["function_call", "fc"],
        ["custom_tool_call", "ctc"],
        ["function_call_output", "fc"],
        ["custom_tool_call_output", "ctco"],
        ["web_search_call", "ws"],
        ["message", "msg"],
        ["reasoning", "rs"],
      ]),
      rejection: { status: 400, code: "invalid_value", at: "input[i].id", gist: "expected an ID that begins with the prefix of its type" },
      evidence: recordedRefusal(
        "400 invalid_value for input[i].id, expected an ID that begins with …, quoted in Wei-Shaw/sub2api issues 3785 (fc) and 3981 (msg), can1357/oh-my-pi issue 977 (ctc), diegosouzapw/OmniRoute issue 224 (rs); all of them probed on 2026-09-24, as proxies note in public code",
        "2026-09",
      ),
    },
  },
  names: {
    tool: { value: openaiToolName, evidence: vendorType("openai-node 7.59: comment on FunctionDefinition.name", "2026-11") },
  },
  results: {
    // A screenshot is what a computer call is answered with.
    blocks: { value: ["input_text", "input_image", "input_file", "computer_screenshot"], evidence: types },
    contentKinds: { value: ["string", "array"], evidence: types },
    blocksNeedType: { value: true, evidence: textType },
    blockMembers: { value: new Map([["input_text", ["text"]]]), evidence: textType },
  },
  messages: {
    rejectsInputOfModel: {
      value: true,
      rejection: { status: 400, code: "invalid_value", at: "input[i].content[j]", gist: "output_text and refusal are supported" },
      evidence: recordedRefusal(
        "400 for input[2].content[0], invalid value input_text, quoted in jeremychone/rust-genai pull request 119",
        "2026-01",
      ),
    },
  },
  thinking: {
    paired: {
      value: true,
      rejection: { status: 400, code: "invalid_request_error", at: "input" },
      evidence: recordedRefusal(
        "400 invalid_request_error for input, quoted in continuedev/continue issue 8933 and mastra-ai/mastra issue 11103",
        "2025-12",
      ),
    },
  },
  declarations: {
    form: {
      value: {
        format: "openai-responses",
        dialects: ["openai-responses", "openai-custom", "openai-namespace", "hosted"],
        description: '{"type": "function", "name": …, "parameters": {…}}',
      },
      rejection: { status: 400, code: "missing_required_parameter", at: "tools[i].name" },
      evidence: recordedRefusal(
        "400 missing_required_parameter for tools[0].name, quoted in diegosouzapw/OmniRoute issue 1914 and microsoft/vscode-copilot-release issue 11157",
        "2026-05",
      ),
    },
  },
  parameters: openaiParameters,
  limits: {
    ...openaiLimits,
    maxItemIdLength: {
      value: 64,
      rejection: { status: 400, at: "input[i].id", gist: "string too long, expected a maximum length of 64" },
      evidence: recordedRefusal(
        "400 for input[i].id, string too long, expected a maximum length of 64, quoted in github/app issue 499",
        "2026-05",
      ),
    },
  },
});

/** The Responses API of Azure OpenAI deployments: OpenAI's models with OpenAI's checks. */
export const azureResponses = defineProfile({
  extends: openaiResponses,
  id: "azure-responses",
  title: "Azure OpenAI Responses",
  // `.services.ai.azure.com` serves models of many vendors, so it is judged as any other compatible endpoint.
  hosts: [".openai.azure.com", ".cognitiveservices.azure.com"],
  // A deployment's name is free, and OpenAI's model names speak for OpenAI.
  models: [],
  formats: ["openai-responses"],
  variants: openaiResponses.variants,
  thinking: {
    paired: {
      value: true,
      rejection: { status: 400, code: "invalid_request_error", at: "input" },
      evidence: recordedRefusal("400 for a reasoning item, quoted in earendil-works/pi issue 886 and pull request 3634", "2026-04"),
    },
  },
});
