import type { Recorded } from "../model/conversation.js";

/** What only requests and their answers say: messages alone and logs of sessions say nothing of it. */
export const unsaid = {
  finishes: [],
  refusal: undefined,
  toolChoice: undefined,
  singleCall: undefined,
  thinking: undefined,
} as const satisfies Partial<Recorded>;
