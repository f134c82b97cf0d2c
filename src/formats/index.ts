import { anthropic } from "./anthropic.js";
import { bedrockConverse } from "./bedrock-converse.js";
import type { Format } from "./format.js";
import { gemini } from "./gemini.js";
import { nemo } from "./nemo.js";
import { openaiChat } from "./openai-chat.js";

/** All formats, most telling first: of two that fit equally the earlier one is taken. */
export const formats: readonly Format[] = [bedrockConverse, gemini, anthropic, openaiChat, nemo];
