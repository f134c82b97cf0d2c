import { InputError, PluginError } from "../errors.js";
import type { Notice } from "../model/violation.js";
import { escapeControls } from "../text/quote.js";

/** Why a file could not be checked to its end, and for a fault of ours where it came from. */
export function faultNotice(path: string, error: unknown): { readonly notice: Notice; readonly stack: string | undefined } {
  if (error instanceof InputError) {
    return { notice: { code: "unreadable-file", level: "error", message: error.message }, stack: undefined };
  }
  const reason = error instanceof Error ? error.message : String(error);
  const isOurs = !(error instanceof PluginError);
  const message = `${escapeControls(path)} could not be checked${isOurs ? ", please report this" : ""}: ${escapeControls(reason)}`;
  const stack = error instanceof Error ? (error.stack ?? reason) : reason;
  return { notice: { code: "internal-fault", level: "error", message }, stack: isOurs ? stack : undefined };
}
