import { withChanges } from "./define-profile.js";
import type { Profile, Variant } from "./profile.js";

/** What a profile comes to for a set of its variants. There are few sets, whatever models the recordings name. */
const known = new WeakMap<Profile, Map<string, Profile>>();

/** The profile as it holds for a model and a revision of its protocol: its variants for them laid over it. The same profile for the same variants. */
export function forModel(profile: Profile, model: string | undefined, protocol?: string): Profile {
  const { variants } = profile;
  if (variants.length === 0 || (model ?? protocol) === undefined) return profile;
  const fitting = variants.filter(({ when }) => isFor(when, model, protocol));
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

function isFor(when: Variant["when"], model: string | undefined, protocol: string | undefined): boolean {
  if ("model" in when) return model !== undefined && when.model.test(model);
  return protocol !== undefined && when.protocol.test(protocol);
}
