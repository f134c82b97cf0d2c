import { readTools } from "../../declarations/index.js";
import type { JsonNode } from "../../json/node.js";
import type { Message, ToolChoice } from "../../model/conversation.js";
import { type Tool, Toolset } from "../../model/tool.js";
import type { DraftTools } from "../conversation-draft.js";
import { given } from "./field.js";

/**
 * Functions that `computerUse` brings along without a declaration (Gemini API, "Computer Use", Supported UI actions, read 2026-11).
 */
const computerActions: ReadonlySet<string> = new Set([
  "open_web_browser",
  "wait_5_seconds",
  "go_back",
  "go_forward",
  "search",
  "navigate",
  "click_at",
  "hover_at",
  "type_text_at",
  "key_combination",
  "scroll_document",
  "scroll_at",
  "drag_and_drop",
]);

/** Reads the list of a request, and adds what its computer tool brings along where the messages call it. */
export function readGoogleTools(list: JsonNode | undefined, messages: readonly Message[]): DraftTools {
  if (list === undefined) return { toolset: Toolset.absent, declarations: [] };
  const toolset = readTools(list);
  const computer = toolset.get("computerUse");
  if (computer === undefined) return { toolset, declarations: [list] };
  const actions = actionsOf(messages, toolset, computer);
  const all = actions.length === 0 ? toolset : new Toolset([...toolset.tools, ...actions], toolset.completeness, toolset.faults);
  return { toolset: all, declarations: [list] };
}

function actionsOf(messages: readonly Message[], toolset: Toolset, computer: Tool): readonly Tool[] {
  const called = new Set<string>();
  for (const { parts } of messages) {
    for (const part of parts) {
      const name = part.kind === "call" ? part.call.function.name : null;
      if (name !== null && computerActions.has(name) && toolset.get(name) === undefined) called.add(name);
    }
  }
  return [...called].map((name) => ({ ...computer, name, key: name }));
}

/** `FunctionCallingConfigMode` as REST writes it with `enum-encoding=int`. */
const numberedModes: readonly (string | undefined)[] = [undefined, "AUTO", "ANY", "NONE", "VALIDATED"];

/** `toolConfig.functionCallingConfig`: which calls the model was allowed or forced to make. */
export function readGoogleToolChoice(toolConfig: JsonNode | undefined): ToolChoice | undefined {
  const at = given(toolConfig, "functionCallingConfig", "function_calling_config");
  const mode = given(at, "mode");
  if (at === undefined) return undefined;
  const allowed = given(at, "allowedFunctionNames", "allowed_function_names");
  const names = (allowed?.items() ?? []).flatMap((name) => name.string() ?? []);
  switch ((mode?.string() ?? numberedModes[mode?.number() ?? 0])?.toUpperCase()) {
    case "ANY":
      return { mode: names.length > 0 ? "named" : "required", names, at };
    case "NONE":
      return { mode: "none", names: [], at };
    case "VALIDATED":
      return { mode: names.length > 0 ? "allowed" : "auto", names, at };
    case "AUTO":
      return { mode: "auto", names: [], at };
    default:
      return undefined;
  }
}
