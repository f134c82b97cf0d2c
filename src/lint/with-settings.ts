import type { RecordingInput } from "../formats/format.js";
import type { AdaptedConversation } from "../model/conversation.js";
import type { LintOptions } from "./options.js";

/** The conversation with what flags and envelope say about it. */
export function withSettings(
  recorded: AdaptedConversation,
  recording: RecordingInput,
  options: Pick<LintOptions, "mode" | "tools">,
): AdaptedConversation {
  const mode = options.mode ?? recording.stated.mode ?? recorded.mode;
  const { tools } = options;
  if (tools === undefined) return mode === recorded.mode ? recorded : { ...recorded, mode };
  const declarationOrigin = recorded.declarationOrigin === "log" ? "log" : "list";
  return { ...recorded, mode, toolset: tools.toolset, declarations: tools.declarations, declarationOrigin };
}
