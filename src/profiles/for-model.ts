import { withChanges } from "./define-profile.js";
import type { Profile } from "./profile.js";

/** What a profile comes to for a set of its variants. There are few sets, whatever models the recordings name. */
const known = new WeakMap<Profile, Map<string, Profile>>();

/** The profile as it holds for a model: its variants for it laid over it. The same profile for the same variants. */
export function forModel(profile: Profile, model: string | undefined): Profile {
  const { variants } = profile;
  if (variants.length === 0 || model === undefined) return profile;
  const fitting = variants.filter(({ when }) => when.model.test(model));
  if (fitting.length === 0) return profile;
  const made = known.get(profile) ?? new Map<string, Profile>();
  known.set(profile, made);
  const key = fitting.map((variant) => variants.indexOf(variant)).join();
  const before = made.get(key);
  if (before !== undefined) return before;
  let laid = profile;
  for (const { facts } of fitting) laid = { ...laid, ...withChanges(laid, facts) };
  made.set(key, laid);
  return laid;
}
