import { aiSdk } from "./ai-sdk.js";
import { anthropic } from "./anthropic.js";
import { bedrockConverse } from "./bedrock-converse.js";
import { bfcl } from "./bfcl.js";
import { cohereV1 } from "./cohere-v1.js";
import type { ToolDialect } from "./dialect.js";
import { gemini } from "./gemini.js";
import { hosted } from "./hosted.js";
import { mcp } from "./mcp.js";
import { openaiChat } from "./openai-chat.js";
import { openaiCustom } from "./openai-custom.js";
import { openaiNamespace } from "./openai-namespace.js";
import { openaiResponses } from "./openai-responses.js";
import { pydanticAi } from "./pydantic-ai.js";
import { toolList } from "./tool-list.js";
import { toolSpec } from "./tool-spec.js";
import { xlam } from "./xlam.js";

/** Every dialect, the most telling marks first: the first that recognises an entry reads it. */
export const dialects: readonly ToolDialect[] = [
  toolList,
  gemini,
  bedrockConverse,
  openaiNamespace,
  openaiChat,
  openaiCustom,
  aiSdk,
  anthropic,
  mcp,
  cohereV1,
  pydanticAi,
  bfcl,
  xlam,
  openaiResponses,
  hosted,
  toolSpec,
];
