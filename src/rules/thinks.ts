import type { Conversation } from "../model/conversation.js";
import type { RelatedPlace } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";

/** Whether the model thinks at this request, as far as the request and the profile say it. */
export function thinks({ thinking, parameters }: Conversation, profile: Profile): boolean {
  if (parameters.thinkingOff !== undefined) return false;
  return thinking !== undefined || profile.thinking.onByDefault?.value === true;
}

/** Where thinking is turned on, if it is. */
export function turnedOnAt({ thinking, parameters }: Conversation): readonly RelatedPlace[] {
  const at = thinking ?? parameters.mayThink;
  return at === undefined ? [] : [{ message: "Thinking is turned on here", at }];
}
