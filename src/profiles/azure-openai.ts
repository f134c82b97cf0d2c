import { defineProfile } from "./define-profile.js";
import { publicReport, recordedRefusal } from "./evidence.js";
import { openaiChat } from "./openai-chat.js";

/** Azure OpenAI deployments: OpenAI's own models after Microsoft's hosts, with OpenAI's checks and words. */
export const azureOpenai = defineProfile({
  extends: openaiChat,
  id: "azure-openai",
  title: "Azure OpenAI",
  // `.services.ai.azure.com` serves models of many vendors, so it is judged as any other compatible endpoint.
  hosts: [".openai.azure.com", ".cognitiveservices.azure.com"],
  // A deployment's name is free, and OpenAI's model names speak for OpenAI.
  models: [],
  ids: {
    call: {
      value: { pattern: null, maxLength: 40, description: "at most 40 characters" },
      rejection: { status: 400, code: "string_above_max_length", at: "messages[i].tool_calls[j].id" },
      evidence: recordedRefusal(
        "AzureException 400 string_above_max_length for tool_calls[].id, quoted in BerriAI/litellm issue 11392 and azure-dev issue 7324",
        "2026-03",
      ),
    },
  },
  calls: {
    typeRequired: {
      value: true,
      rejection: { status: 424, gist: "missing required parameter messages[i].tool_calls[j].type" },
      evidence: recordedRefusal("424 for messages[2].tool_calls[0].type, quoted in langchain-ai/langchain-azure issue 35", "2025-02"),
    },
    rejectsEmptyList: {
      value: true,
      evidence: publicReport(
        "mlflow pull request 14410: Azure may answer with an empty list; that it takes one back was not seen",
        "2025-02",
      ),
      severity: "warning",
    },
  },
  messages: {
    contentRequired: {
      value: true,
      rejection: { status: 400, code: "invalid_request_error", gist: "expected a string, got null" },
      evidence: recordedRefusal("400 for messages.[0].content, expected a string, got null, quoted in langchainjs issue 4153", "2024-07"),
    },
  },
});
