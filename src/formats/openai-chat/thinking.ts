import type { JsonNode } from "../../json/node.js";

/** What a request says of thinking. */
export interface ThinkingRequest {
  /** It is asked for. */
  readonly on: JsonNode | undefined;
  /** It is turned off. */
  readonly off: JsonNode | undefined;
}

const unsaid: ThinkingRequest = { on: undefined, off: undefined };

/**
 * Reads whether a request to an OpenAI-compatible server asks for thinking: `thinking: {type}` (DeepSeek, Moonshot, z.ai, MiMo),
 * `enable_thinking` (DashScope), `chat_template_kwargs` (vLLM, SGLang), `reasoning` (OpenRouter), `reasoning_effort: "none"`; Python
 * clients log what they add as `extra_body` (vendors' API references, read 2026-11).
 */
export function readThinking(body: JsonNode): ThinkingRequest {
  const extra = body.get("extra_body");
  for (const place of extra === undefined ? [body] : [body, extra]) {
    const said = saidIn(place);
    if (said !== unsaid) return said;
  }
  return unsaid;
}

function saidIn(place: JsonNode): ThinkingRequest {
  const thinking = place.get("thinking");
  const type = thinking?.get("type")?.string();
  if (thinking !== undefined && (type === "enabled" || type === "disabled")) return said(thinking, type === "enabled");
  const template = place.get("chat_template_kwargs");
  for (const flag of [place.get("enable_thinking"), template?.get("enable_thinking"), template?.get("thinking")]) {
    const value = flag?.boolean();
    if (flag !== undefined && value !== undefined) return said(flag, value);
  }
  const reasoning = place.get("reasoning");
  const enabled = reasoning?.get("enabled")?.boolean();
  if (reasoning !== undefined && enabled !== undefined) return said(reasoning, enabled);
  const effort = place.get("reasoning_effort") ?? reasoning?.get("effort");
  return effort?.string() === "none" ? said(effort, false) : unsaid;
}

function said(at: JsonNode, isOn: boolean): ThinkingRequest {
  return isOn ? { on: at, off: undefined } : { on: undefined, off: at };
}
