import type { JsonMember } from "./node.js";

/** Of members with the same key the last: what `JSON.parse` keeps of them. */
export function lastOfEach(members: readonly JsonMember[]): readonly JsonMember[] {
  return [...new Map(members.map((member) => [member.key.string(), member])).values()];
}
