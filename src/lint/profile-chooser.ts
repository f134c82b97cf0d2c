import type { RecordingInput } from "../formats/format.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { forModel } from "../profiles/for-model.js";
import { chooseProfile, type ProfileClues } from "../profiles/index.js";
import type { Profile } from "../profiles/profile.js";

/** A profile, and what spoke for it. */
interface Choice {
  readonly clues: ProfileClues;
  readonly protocol: string | undefined;
  readonly profiles: readonly [Profile];
}

/** Chooses the profiles that conversations are judged for. */
export class ProfileChooser {
  readonly #named: readonly Profile[];
  /** The last choice for each format: the recordings of a file mostly come from one place. */
  readonly #choices = new Map<string, Choice>();

  /** @param named those that the run asks for, instead of the recognised one */
  constructor(named: readonly Profile[]) {
    this.#named = named;
  }

  of(recorded: AdaptedConversation, recording: RecordingInput, formatProfile: string): readonly Profile[] {
    const { format, provider } = recorded;
    if (this.#named.length > 0) return this.#named.map((profile) => forModel(profile, provider.model, provider.protocol));
    const own = provider.profile ?? formatProfile;
    const clues = {
      flag: undefined,
      stated: recording.stated.profile,
      url: provider.url,
      model: provider.model,
      format,
      formatProfile: own,
    };
    const last = this.#choices.get(format);
    if (last !== undefined && last.protocol === provider.protocol && saysTheSame(last.clues, clues)) return last.profiles;
    const choice: Choice = {
      clues,
      protocol: provider.protocol,
      profiles: [forModel(chooseProfile(clues).profile, provider.model, provider.protocol)],
    };
    this.#choices.set(format, choice);
    return choice.profiles;
  }
}

/** What may differ between two recordings of one format. */
function saysTheSame(one: ProfileClues, other: ProfileClues): boolean {
  return one.url === other.url && one.model === other.model && one.stated === other.stated && one.formatProfile === other.formatProfile;
}
