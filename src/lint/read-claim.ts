import type { Claim, Detected } from "../formats/detect.js";
import type { RecordingInput } from "../formats/format.js";
import type { AdaptedConversation } from "../model/conversation.js";

/** What the format that a recording was recognised as read in it. */
export interface ReadClaim {
  readonly claim: Claim;
  readonly rivals: readonly Claim[];
  readonly conversations: readonly AdaptedConversation[];
}

/**
 * Reads a recording as the format that claims it. One that knows the envelope and then reads nothing gives it up to the next claim: another
 * program may share the envelope.
 *
 * @param isStated the format was asked for, by a flag or in an envelope: then nothing is what it holds
 * @returns `undefined` where no claim reads anything
 */
export function readClaim(
  recording: RecordingInput,
  detected: Extract<Detected, { kind: "known" }>,
  isStated: boolean,
): ReadClaim | undefined {
  const { claim: first, rivals, weaker = [] } = detected;
  for (const claim of [first, ...rivals, ...weaker]) {
    const conversations = claim.format.adapt(recording);
    if (isStated || !conversations.every(saysNothing)) return { claim, rivals: claim === first ? rivals : [], conversations };
  }
  return undefined;
}

/** Nothing said, nothing declared, and nothing that did not fit. */
function saysNothing({ messages, anomalies, refusal, toolset }: AdaptedConversation): boolean {
  return (
    messages.length === 0 && anomalies.length === 0 && refusal === undefined && toolset.tools.length === 0 && toolset.faults.length === 0
  );
}
