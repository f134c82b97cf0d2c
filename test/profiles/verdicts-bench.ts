import { formats } from "../../src/formats/index.js";
import type { JsonValue } from "../../src/json/value.js";
import { Linter } from "../../src/lint/linter.js";
import type { Violation } from "../../src/model/violation.js";
import type { Profile } from "../../src/profiles/profile.js";
import type { Probe } from "./probes.js";

/** Judges what a format reads under one profile. One linter reads many files, as in a run. */
export class Bench {
  readonly #profile: Profile;
  readonly #linters = new Map<string, Linter>();

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /** The severities that a rule gives a transcript: `-` where it has nothing against it. */
  verdict({ rule, format: id }: Probe, transcript: JsonValue): string {
    const found: string[] = [];
    const sink = { violation: ({ ruleId, severity }: Violation) => ruleId === rule && found.push(severity) > 0 };
    this.#linterOf(id).lintFile({ path: "x.json", chunks: () => [Buffer.from(JSON.stringify(transcript))] }, sink);
    return found.length === 0 ? "-" : found.join(" ");
  }

  #linterOf(id: string): Linter {
    const known = this.#linters.get(id);
    if (known !== undefined) return known;
    const format = formats.find((each) => each.id === id);
    if (format === undefined) throw new Error(`no format ${id}`);
    const made = new Linter({ profiles: [this.#profile], format, severities: new Map([["harmful-style", "info"]]) });
    this.#linters.set(id, made);
    return made;
  }
}
