import { describe, expect, it } from "vitest";
import { readRefusal } from "../../src/formats/refusal.js";
import type { JsonValue } from "../../src/json/value.js";
import { nodeOf } from "../declarations/node-of.js";

function causeOf(status: number | undefined, body: JsonValue) {
  return readRefusal(nodeOf(body), status)?.cause;
}

const openai = (message: string, code: string | null = null, param: string | null = null): JsonValue => ({
  error: { message, type: "invalid_request_error", param, code },
});
const anthropic = (message: string, type = "invalid_request_error"): JsonValue => ({ type: "error", error: { type, message } });
const google = (code: number, status: string, message: string): JsonValue => ({ error: { code, message, status } });
const openrouter = (code: number, raw: JsonValue | string): JsonValue => ({
  error: {
    message: "Provider returned error",
    code,
    metadata: { raw: typeof raw === "string" ? raw : JSON.stringify(raw), provider_name: "X" },
  },
});

describe("a refusal that messages or tools may have caused", () => {
  it.each<readonly [string, number | undefined, JsonValue]>([
    ["OpenAI: results are missing", 400, openai("An assistant message with 'tool_calls' must be followed by tool messages")],
    ["OpenAI: null content", 400, openai("Invalid value for 'content': expected a string, got null.", null, "messages.[2].content")],
    ["OpenAI: a long id", 400, openai("Invalid 'input[3].call_id': string too long. Expected 64, got 70.", "string_above_max_length")],
    ["OpenAI: too many tools", 400, openai("Invalid 'tools': array too long. Expected at most 128, got 140.", "array_above_max_length")],
    [
      "OpenAI: a tool by the name of a bill",
      400,
      openai("Invalid schema for function 'payment': 'quota' is not valid", "invalid_function_parameters"),
    ],
    [
      "OpenAI: reasoning without its item",
      400,
      openai("Item 'rs_1' of type 'reasoning' was provided without its required following item."),
    ],
    ["OpenAI: a stored item", 404, openai("Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.")],
    ["OpenAI: a lost response", 400, openai("Previous response with id 'resp_1' not found.", "previous_response_not_found")],
    ["OpenAI: no prefill by the model", 400, openai("This model does not support assistant message prefill.")],
    ["OpenAI: in a stream, without a status", undefined, openai("No tool output found for function call call_time.")],
    ["Azure AI", 424, { error: { code: "424", message: "Missing required parameter: 'messages[2].tool_calls[0].type'." } }],
    ["DeepSeek: thinking", 400, openai("The `reasoning_content` in the thinking mode must be passed back to the API.")],
    [
      "DeepSeek: thinking, the body alone",
      undefined,
      openai("The `reasoning_content` in the thinking mode must be passed back to the API."),
    ],
    ["Moonshot: thinking", 400, openai("thinking is enabled but reasoning_content is missing in assistant tool call message at index 2")],
    [
      "Anthropic: unions",
      400,
      anthropic("Schemas contains too many parameters with union types (17 parameters with type arrays or anyOf)."),
    ],
    ["Anthropic: a large grammar", 400, anthropic("The compiled grammar is too large, which would cause performance issues.")],
    [
      "Anthropic: prefill",
      400,
      anthropic("This model does not support assistant message prefill. The conversation must end with a user message."),
    ],
    ["Anthropic: cache points", 400, anthropic("A maximum of 4 blocks with cache_control may be provided. Found 5.")],
    [
      "Anthropic: cache order",
      400,
      anthropic("messages.3.content.0.cache_control.ttl: a ttl='1h' block must not come after a ttl='5m' block."),
    ],
    ["Anthropic: signature", 400, anthropic("messages.1.content.0: Invalid `signature` in `thinking` block")],
    ["Anthropic: white space at the end", 400, anthropic("messages: final assistant content cannot end with trailing whitespace")],
    ["Anthropic: an extra key", 400, anthropic("tools.0.custom.defer_loading: Extra inputs are not permitted")],
    ["Anthropic: a property called quota", 400, anthropic("tools.0.custom.input_schema.properties.quota: Input should be an object")],
    ["Bedrock", 400, { message: "messages.1.content.0.type: Expected `thinking`, but found `tool_use`.", __type: "ValidationException" }],
    ["Bedrock: of Nova", 424, { message: "Model produced invalid sequence as part of ToolUse. Please refer to the model tool use guide." }],
    ["Bedrock: media", 400, { message: "This model doesn't support the video content block that you provided." }],
    ["Gemini: parts", 400, google(400, "INVALID_ARGUMENT", "Please ensure that the number of function response parts is equal")],
    [
      "Gemini: many states",
      400,
      google(400, "INVALID_ARGUMENT", "The specified schema produces a constraint that has too many states for serving."),
    ],
    ["Gemini: a name", 400, google(400, "INVALID_ARGUMENT", "tools[0].function_declarations[3].name: Invalid function name.")],
    ["Gemini: no more than its code", 400, google(400, "INVALID_ARGUMENT", "Request contains an invalid argument.")],
    [
      "Mistral",
      400,
      {
        object: "error",
        message: "Expected last role User or Tool but got assistant",
        type: "invalid_request_message_order",
        code: "3230",
      },
    ],
    [
      "Mistral: as FastAPI words it",
      422,
      { detail: [{ type: "extra_forbidden", loc: ["body", "messages", 0], msg: "Extra inputs are not permitted" }] },
    ],
    ["Groq", 400, openai("Failed to call a function. See 'failed_generation' for more details.", "tool_use_failed")],
    [
      "vLLM",
      400,
      {
        object: "error",
        message: "Conversation roles must alternate user/assistant/user/assistant/...",
        type: "BadRequestError",
        code: 400,
      },
    ],
    ["llama.cpp", 500, { error: { code: 500, message: "tools param requires --jinja flag", type: "server_error" } }],
    ["Ollama", 400, { error: "registry.example/library/x does not support tools" }],
    ["OpenRouter: no endpoint with tools", 404, { error: { message: "No endpoints found that support tool use.", code: 404 } }],
    ["OpenRouter: wrapped", 400, openrouter(400, anthropic("messages.2: `tool_use` ids were found without `tool_result` blocks"))],
    [
      "OpenRouter: wrapped, with status 200",
      200,
      openrouter(400, openai("Invalid 'messages[3]'. Content blocks are expected to be text.")),
    ],
    [
      "LiteLLM",
      400,
      openai(
        'litellm.BadRequestError: AnthropicException - {"type":"error","error":{"type":"invalid_request_error","message":"tools.0: x"}}',
      ),
    ],
    [
      "LiteLLM: behind an error of its own",
      500,
      { error: { message: "litellm.APIConnectionError: Error code: 400 - bad", type: "None", code: "500" } },
    ],
    ["a refusal without words", 400, {}],
  ])("%s", (_, status, body) => {
    expect(causeOf(status, body)).toBe("request");
  });
});

describe("a refusal whose cause lies elsewhere", () => {
  it.each<readonly [string, number | undefined, JsonValue]>([
    ["OpenAI: key", 401, openai("Incorrect API key provided: sk-1.", "invalid_api_key")],
    ["OpenAI: key, the body alone", undefined, openai("Incorrect API key provided: sk-1.", "invalid_api_key")],
    [
      "OpenAI: quota",
      429,
      { error: { message: "You exceeded your current quota", type: "insufficient_quota", code: "insufficient_quota" } },
    ],
    [
      "OpenAI: rate, in a stream",
      undefined,
      { error: { message: "Rate limit reached for m on tokens per min (TPM)", type: "tokens", code: "rate_limit_exceeded" } },
    ],
    ["OpenAI: model", 404, openai("The model `gpt-9` does not exist or you do not have access to it.", "model_not_found")],
    ["OpenAI: no chat model", 404, openai("This is not a chat model and thus not supported in the v1/chat/completions endpoint.")],
    [
      "OpenAI: length",
      400,
      openai("This model's maximum context length is 8192 tokens. Please reduce the length of the messages.", "context_length_exceeded"),
    ],
    [
      "OpenAI: length, by its words",
      400,
      openai("Your input exceeds the context window of this model. Please adjust your input and try again."),
    ],
    [
      "OpenAI: a sampling parameter",
      400,
      openai("Unsupported parameter: 'max_tokens' is not supported with this model.", "unsupported_parameter", "max_tokens"),
    ],
    [
      "OpenAI: a sampling value",
      400,
      openai("Unsupported value: 'temperature' does not support 0.2 with this model.", "unsupported_value"),
    ],
    ["OpenAI: organization", 403, openai("Your organization must be verified to use the model `m`.")],
    ["OpenAI: the service", 500, { error: { message: "The server had an error while processing your request.", type: "server_error" } }],
    [
      "OpenAI Realtime: nothing to cancel",
      undefined,
      openai("Cancellation failed: no active response found", "response_cancel_not_active"),
    ],
    ["Azure: deployment", 404, { error: { code: "DeploymentNotFound", message: "The API deployment for this resource does not exist." } }],
    ["Azure: key", 401, { statusCode: 401, message: "Unauthorized. Access token is missing, invalid, audience is incorrect." }],
    ["Anthropic: bill", 400, anthropic("Your credit balance is too low to access the Anthropic API.")],
    ["Anthropic: rate", 429, anthropic("Number of request tokens has exceeded your rate limit.", "rate_limit_error")],
    ["Anthropic: overloaded, in a stream", undefined, anthropic("Overloaded", "overloaded_error")],
    ["Anthropic: model", 404, anthropic("model: claude-9", "not_found_error")],
    ["Anthropic: permission", 403, anthropic("Your API key does not have permission to use the specified resource.", "permission_error")],
    ["Anthropic: size", 413, anthropic("Request exceeds the maximum size", "request_too_large")],
    ["Anthropic: length", 400, anthropic("prompt is too long: 208310 tokens > 200000 maximum")],
    ["Anthropic: length with the answer", 400, anthropic("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000")],
    ["Anthropic: output", 400, anthropic("max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for m")],
    [
      "Anthropic: an image",
      400,
      anthropic("messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes"),
    ],
    ["Bedrock: access", 403, { message: "You don't have access to the model with the specified model ID." }],
    ["Bedrock: throttled", 429, { __type: "ThrottlingException", message: "Too many requests, please wait before trying again." }],
    ["Bedrock: throttled, in a stream", undefined, { type: "error", message: "ThrottlingException: Too many tokens, please wait" }],
    [
      "Bedrock: throughput",
      400,
      { message: "Invocation of model ID m with on-demand throughput isn't supported.", __type: "ValidationException" },
    ],
    ["Bedrock: model", 400, { message: "The provided model identifier is invalid.", __type: "ValidationException" }],
    ["Bedrock: length", 400, { message: "Input is too long for requested model.", __type: "ValidationException" }],
    ["Bedrock: expired", 403, { message: "The security token included in the request is expired" }],
    [
      "Gemini: quota",
      429,
      google(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details."),
    ],
    ["Gemini: key", 400, google(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")],
    ["Gemini: permission", 403, google(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers.")],
    [
      "Gemini: model",
      404,
      google(404, "NOT_FOUND", "models/gemini-0.9-pro is not found for API version v1beta, or is not supported for generateContent."),
    ],
    ["Gemini: place", 400, google(400, "FAILED_PRECONDITION", "User location is not supported for the API use.")],
    [
      "Gemini: length",
      400,
      google(400, "INVALID_ARGUMENT", "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."),
    ],
    ["Gemini: the service", 503, google(503, "UNAVAILABLE", "The model is overloaded. Please try again later.")],
    ["Mistral: key", 401, { message: "Unauthorized", request_id: "r" }],
    ["Mistral: model", 400, { object: "error", message: "Invalid model: m", type: "invalid_model", code: "1500" }],
    [
      "Groq: size",
      413,
      { error: { message: "Request too large for model `m` on tokens per minute", type: "tokens", code: "rate_limit_exceeded" } },
    ],
    ["DeepSeek: bill", 402, { error: { message: "Insufficient Balance", type: "unknown_error", code: "invalid_request_error" } }],
    [
      "vLLM: length",
      400,
      {
        object: "error",
        message: "You passed 894 input characters. However, the model's context length is only 4096 tokens",
        type: "BadRequestError",
        code: 400,
      },
    ],
    ["vLLM: model", 404, { object: "error", message: "The model `x` does not exist.", type: "NotFoundError", code: 404 }],
    [
      "llama.cpp: length",
      400,
      { error: { code: 400, message: "the request exceeds the available context size", type: "exceed_context_size_error" } },
    ],
    ["Ollama: model", 404, { error: 'model "x" not found, try pulling it first' }],
    ["OpenRouter: credits", 402, { error: { message: "This request requires more credits, or fewer max_tokens.", code: 402 } }],
    [
      "OpenRouter: credits, with status 200",
      200,
      { error: { message: "This request requires more credits, or fewer max_tokens.", code: 402 } },
    ],
    ["OpenRouter: a rate behind it", 400, openrouter(429, "m is temporarily rate-limited upstream. Please retry shortly.")],
    ["OpenRouter: policy", 404, { error: { message: "No endpoints found matching your data policy.", code: 404 } }],
    ["LiteLLM: length", 400, openai("litellm.ContextWindowExceededError: litellm.BadRequestError: prompt is too long")],
    ["LiteLLM: rate", 429, { error: { message: "litellm.RateLimitError: RateLimitError: x", type: "throttling_error", code: "429" } }],
    ["a refusal without words", 429, {}],
    ["a gateway's page", 502, "<html>Bad gateway</html>"],
    ["the model's choice", 400, openai("Tool choice is required, but model did not call a tool")],
  ])("%s", (_, status, body) => {
    expect(causeOf(status, body)).toBe("elsewhere");
  });
});

describe("a refusal of a filter", () => {
  it.each<readonly [string, number | undefined, JsonValue]>([
    [
      "Azure",
      400,
      {
        error: {
          message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          code: "content_filter",
          innererror: { code: "ResponsibleAIPolicyViolation" },
        },
      },
    ],
    ["OpenAI", 400, openai("Invalid prompt: your prompt was flagged as potentially violating our usage policy.", "invalid_prompt")],
    [
      "Alibaba",
      400,
      {
        error: { code: "data_inspection_failed", message: "Input data may contain inappropriate content.", type: "data_inspection_failed" },
      },
    ],
  ])("%s", (_, status, body) => {
    expect(causeOf(status, body)).toBe("filtered");
  });
});
