import type { Role } from "../model/conversation.js";
import type { PairingPolicy } from "../model/pairing.js";
import type { Severity } from "../model/violation.js";

/** What a fact about a provider rests on. Only the first three may carry an error. */
export interface Evidence {
  readonly kind: "recorded-refusal" | "vendor-type" | "reference" | "public-report" | "hearsay";
  /** Where it is said, in few words. */
  readonly source: string;
  /** Day or month it was read or recorded: `2026-11`. */
  readonly date: string;
}

/** A value that an endpoint enforces. */
export interface Fact<T> {
  readonly value: T;
  readonly evidence: Evidence;
  /** Weighs other than the rule's default. */
  readonly severity?: Severity;
}

/** What an identifier or a name must look like. */
export interface TextShape {
  readonly pattern: RegExp | null;
  /** In UTF-16 units; `null` where there is no limit. */
  readonly maxLength: number | null;
  /** For people: `1 to 64 of a-z, A-Z, 0-9, _ and -`. */
  readonly description: string;
}

/** An order of roles that an endpoint refuses: a message of `role` right after one of `after`. */
export interface ForbiddenOrder {
  readonly role: Role;
  readonly after: Role;
  readonly evidence: Evidence;
  /** Weighs other than the rule's default. */
  readonly severity?: Severity;
  /** The refusal it causes, in the provider's own error code and the gist of its words. */
  readonly refusal: string;
}

/** What one endpoint enforces, as data. */
export interface Profile {
  readonly id: string;
  readonly title: string;
  /** Hosts of a recording's URL that speak for this profile: exact, or `.suffix`. */
  readonly hosts: readonly string[];
  /** Model names that speak for it, tried in order of the profiles' list. */
  readonly models: readonly RegExp[];
  /** Formats whose histories this endpoint takes: a recording in another format is not judged by host or model. */
  readonly formats: readonly string[];
  readonly pairing: PairingPolicy;
  /** Container of the arguments on this wire. */
  readonly argumentsContainer: "string" | "object" | "either";
  readonly callId: Fact<TextShape> | null;
  readonly callIdRequired: Fact<boolean>;
  readonly toolName: Fact<TextShape> | null;
  /** JSON Schema dialect that the endpoint fixes, whatever `$schema` says; `null`: as declared (contract 3). */
  readonly dialect: "2020-12" | "draft-07" | null;
  /** A history with tool blocks needs declarations. */
  readonly toolsetRequired: Fact<boolean>;
  /** Block types that a result may hold; `null` = any. */
  readonly resultBlocks: Fact<readonly string[]> | null;
  /** Block types that a result flagged as error may hold; `null` = as `resultBlocks`. */
  readonly errorResultBlocks: Fact<readonly string[]> | null;
  /** Orders of roles that the endpoint refuses; absent: any order goes. */
  readonly roleOrder?: readonly ForbiddenOrder[];
  /** An empty list of calls in a message of the history is refused. */
  readonly refusesEmptyCalls?: Fact<boolean>;
  /** An empty text in a user message of the history is refused. */
  readonly refusesEmptyUserText?: Fact<boolean>;
  /**
   * The refusal that a pairing fault causes: status, the provider's own error code and the gist of its words, fit to stand in
   * parentheses. `null` where none is known.
   */
  readonly refusals: {
    readonly unanswered: string | null;
    readonly orphaned: string | null;
    readonly misplaced: string | null;
    readonly duplicate: string | null;
  };
}
