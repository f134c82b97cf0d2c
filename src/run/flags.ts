import type { ColorChoice, Level, Preset } from "../config/config.js";
import type { Mode } from "../model/conversation.js";
import type { Severity } from "../model/violation.js";
import type { ConfiguredPolicy } from "../policies/policy.js";
import type { Grouping } from "../reporters/kinds.js";
import type { ShardNumber } from "./shard-number.js";

/** The flags of `check` as given: what nobody set is `undefined`, or `null` where the flag starts with `--no-`. */
export interface CheckFlags {
  readonly tools?: readonly string[];
  readonly format?: string;
  readonly profile?: readonly string[];
  readonly mode?: Mode;
  readonly assertFormats?: boolean;
  readonly maxSize?: number;
  readonly ignore?: readonly string[];
  readonly gitignore: boolean | null;
  readonly forceExclude?: boolean;
  readonly errorOnUnmatchedPattern: boolean | null;
  readonly filesFrom?: string;
  readonly stdinFilename?: string;
  readonly listFiles?: boolean;
  readonly shard?: ShardNumber;
  readonly concurrency?: number | "auto";
  readonly preset?: Preset;
  readonly rule?: ReadonlyMap<string, Level>;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly failOn?: Severity | "never";
  readonly maxWarnings?: number;
  readonly allowHandled?: boolean;
  readonly minFiles?: number;
  readonly minToolCalls?: number;
  readonly requireTools?: boolean;
  readonly reporter?: string;
  /** Reporter id and path. */
  readonly output?: readonly (readonly [string, string])[];
  readonly quiet?: boolean;
  readonly maxShown?: number;
  readonly groupBy?: Grouping;
  readonly snippets: boolean | null;
  readonly redact?: boolean;
  readonly color?: ColorChoice;
  readonly pathBase?: string;
  readonly stats?: boolean;
  readonly progress?: boolean;
  readonly cache?: boolean;
  readonly cacheLocation?: string;
  readonly watch?: boolean;
  /** `false`: no baseline at all. */
  readonly baseline?: string | false;
  readonly updateBaseline?: boolean;
  readonly pruneBaseline?: boolean;
  /** Those of the configuration, where the library is not given others. */
  readonly policies?: readonly ConfiguredPolicy[];
  /** `false`: no configuration at all. */
  readonly config?: string | false;
}
