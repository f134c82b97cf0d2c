import type { PageDetail, PageMessage, PagePart } from "../page-data.js";

/** What the timeline shows: a message, or a row that stands for several. */
export type Shown =
  | { readonly kind: "message"; readonly message: number }
  | { readonly kind: "fold"; readonly from: number; readonly to: number };

/** Fewer messages than this are not worth a fold. */
const shortest = 3;

/** Messages shown of a conversation without findings before it folds. */
const shownOfClean = 60;

/**
 * Folds the messages that have nothing to do with a finding: those with one stay, and so do their neighbours, what their calls are linked
 * to, the first message and the last.
 *
 * @param opened messages that the reader asked for
 */
export function foldMessages({ messages, findings }: PageDetail, opened: ReadonlySet<number>): readonly Shown[] {
  const kept = new Set<number>(opened);
  const pinned = new Set<number>();
  for (const { pin } of findings) if (pin.at !== "conversation") pinned.add(pin.message);
  for (const index of pinned) {
    kept.add(index).add(index + 1);
    // What was said before tells why; results of other calls do not.
    if (messages[index - 1]?.parts.some(({ kind }) => kind !== "result") === true) kept.add(index - 1);
    for (const part of messages[index]?.parts ?? []) for (const linked of linkedMessages(part)) kept.add(linked);
  }
  const firstUser = messages.findIndex(({ role }) => role === "user");
  kept.add(firstUser === -1 ? 0 : firstUser).add(messages.length - 1);
  if (pinned.size === 0) for (let index = 0; index < shownOfClean; index += 1) kept.add(index);
  const shown: Shown[] = [];
  for (let index = 0; index < messages.length; ) {
    let end = index;
    while (end < messages.length && !kept.has(end)) end += 1;
    if (end - index >= shortest) shown.push({ kind: "fold", from: index, to: end });
    else for (let each = index; each < end; each += 1) shown.push({ kind: "message", message: each });
    if (end < messages.length) shown.push({ kind: "message", message: end });
    index = end + 1;
  }
  return shown;
}

function linkedMessages(part: PagePart): readonly number[] {
  if (part.kind === "call") return part.results.map(({ message }) => message);
  return part.kind === "result" && part.call !== null ? [part.call.message] : [];
}

/** What a fold holds: `12 messages, 5 calls`. */
export function callsIn(messages: readonly PageMessage[]): number {
  return messages.reduce((sum, { parts }) => sum + parts.filter(({ kind }) => kind === "call").length, 0);
}
