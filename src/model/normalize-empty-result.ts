import { isObject, type JsonObject, type JsonValue } from "../json/value.js";

/** What an empty list or object of a lookup means. */
const noMatch = "No matching records were found";

/**
 * Keeps a tool's empty result from being taken for success.
 *
 * Frameworks replace what Python calls false by the word `COMPLETED`, which a model reads as "done" (pipecat's function-call handlers).
 * An empty list becomes `{success, results, count: 0, message}`, an empty object the same without `count`; null, the empty text, zero and
 * false are wrapped with the value kept: `{success, result}`. Anything else passes unchanged. Meant for the one place where results are
 * handed to the framework, not for replays, which need the raw shape.
 * Source: `nemo_voice_agent.utils.tool_calling.base._normalize_empty_result` (NVIDIA labs-voice-agent reference, read 2026-11).
 */
export function normalizeEmptyResult(result: JsonValue): JsonValue {
  if (Array.isArray(result)) return result.length > 0 ? result : { success: true, results: [], count: 0, message: noMatch };
  if (isObject(result)) return Object.keys(result).length > 0 ? result : { success: true, results: {}, message: noMatch };
  return result === null || result === "" || result === 0 || result === false ? wrap(result) : result;
}

function wrap(result: JsonValue): JsonObject {
  return { success: true, result };
}
