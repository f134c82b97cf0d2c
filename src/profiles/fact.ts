import type { Role } from "../model/conversation.js";
import type { Severity } from "../model/violation.js";

/** What a fact about a provider rests on. The last two carry no error. */
export interface Evidence {
  /** `contradiction`: the transcript contradicts itself, whoever reads it. */
  readonly kind: "recorded-refusal" | "vendor-type" | "reference" | "contradiction" | "public-report" | "hearsay";
  /** Where it is said, in few words. */
  readonly source: string;
  /** Day or month it was read or recorded: `2026-11`. */
  readonly date: string;
}

/** What an endpoint answers to a breach, as far as it is known. */
export interface Rejection {
  /** HTTP status; absent where what rejects is no server. */
  readonly status?: number;
  /** Its own error code. */
  readonly code?: string;
  /** The part of the request that it blames, as it writes it. */
  readonly at?: string;
  /** The gist of its words. */
  readonly gist?: string;
}

/** What every fact rests on, and how a breach is reported. A fault of the pairing has no more: what counts as one is in the `PairingPolicy`. */
export interface FactBasis {
  readonly evidence: Evidence;
  /** Weighs other than the rule's default. */
  readonly severity?: Severity;
  readonly rejection?: Rejection;
}

/** A value that an endpoint enforces. */
export interface Fact<T> extends FactBasis {
  readonly value: T;
}

/** What an identifier or a name must look like. */
export interface TextShape {
  readonly pattern: RegExp | null;
  /** In UTF-16 units; `null` where there is no limit. */
  readonly maxLength: number | null;
  /** For people: `1 to 64 of a-z, A-Z, 0-9, _ and -`. */
  readonly description: string;
}

/** An order of roles that an endpoint rejects: a message of `role` right after one of `after`. */
export interface ForbiddenOrder extends FactBasis {
  readonly role: Role;
  readonly after: Role;
}
