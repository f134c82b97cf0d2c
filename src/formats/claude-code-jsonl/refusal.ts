import type { Refusal } from "../../model/conversation.js";
import { codesAmong, refusalOf } from "../refusal.js";
import type { Line } from "./lines.js";

/** How Claude Code shows an error of the provider (`API Error: 400 {"type":"error",…}`; quoted in anthropics/claude-code issue 31328, 2026-03). */
const shown = /^API Error:? (4\d\d)\b\s*(.*)$/s;

/** The provider's refusal that a line shows; `undefined` for an error whose cause lies elsewhere, which says nothing about the history. */
export function refusalIn({ message, blocks }: Line): Refusal | undefined {
  const content = message?.get("content");
  const at = content?.kind === "string" ? content : blocks[0]?.get("text");
  const [, status, words] = shown.exec(at?.string() ?? "") ?? [];
  if (at === undefined || status === undefined || words === undefined) return undefined;
  const refusal = refusalOf(Number(status), messageIn(words), at, codesAmong(words));
  return refusal.cause === "elsewhere" ? undefined : refusal;
}

/** The provider's own sentence, where the words are the body of the error. */
function messageIn(words: string): string {
  return /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(words)?.[1] ?? words;
}
