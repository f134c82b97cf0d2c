import type { NotUnderstood, Understood } from "../run/understand.js";
import { hideQuoted, redactedMark } from "../text/quote.js";
import { isWireWord } from "../text/wire-words.js";

/** What was understood without text of the transcript: formats, counts, links and the names of declared tools stay. */
export function redactUnderstood(found: Understood | NotUnderstood): Understood | NotUnderstood {
  if (!("format" in found)) return { ...found, message: hideQuoted(found.message, isWireWord) };
  const { tools, links } = found;
  const declared = new Set(tools.completeness === "absent" ? [] : tools.names);
  return {
    ...found,
    because: hideQuoted(found.because, isWireWord),
    profileBecause: hideQuoted(found.profileBecause, isWireWord),
    tools: { ...tools, names: [...declared] },
    links: links.map((link) => ({
      ...link,
      call: link.call && {
        ...link.call,
        id: hide(link.call.id),
        tool: link.call.tool !== null && declared.has(link.call.tool) ? link.call.tool : hide(link.call.tool),
        type: isWireWord(link.call.type) || declared.has(link.call.type) ? link.call.type : redactedMark,
        arguments: redactedMark,
        malformed: link.call.malformed === null ? null : hideQuoted(link.call.malformed, isWireWord),
      },
      result: link.result && { ...link.result, callId: hide(link.result.callId), content: redactedMark },
    })),
  };
}

function hide(text: string | null): string | null {
  return text === null ? null : redactedMark;
}
