import type { Conversation } from "../model/conversation.js";
import type { Toolset } from "../model/tool.js";
import type { Profile } from "../profiles/profile.js";

/**
 * Toolsets that no rule of declarations found fault with: a list that ten thousand records repeat is judged once.
 *
 * Sound because such rules see the declarations, the format and the profile alone (`DeclaredTools`).
 */
export class CleanToolsets {
  readonly #byProfile = new Map<Profile, Map<string, WeakSet<Toolset>>>();

  has({ toolset, format }: Conversation, profile: Profile): boolean {
    return this.#byProfile.get(profile)?.get(format)?.has(toolset) === true;
  }

  add({ toolset, format }: Conversation, profile: Profile): void {
    const byFormat = this.#byProfile.get(profile) ?? new Map<string, WeakSet<Toolset>>();
    const clean = byFormat.get(format) ?? new WeakSet<Toolset>();
    clean.add(toolset);
    byFormat.set(format, clean);
    this.#byProfile.set(profile, byFormat);
  }
}
