import { anthropic } from "./anthropic.js";
import type { Format } from "./format.js";
import { nemo } from "./nemo.js";
import { openaiChat } from "./openai-chat.js";

/** All formats, most telling first: of two that fit equally the earlier one is taken. */
export const formats: readonly Format[] = [anthropic, openaiChat, nemo];
