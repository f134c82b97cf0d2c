import type { PairingPolicy } from "../model/pairing-policy.js";
import { hearsay } from "./evidence.js";
import type { FactBasis } from "./fact.js";
import type { PairingFacts } from "./profile.js";

/** A call without its result, a result without its call, two results for one call: no reader can make sense of it, rejected or not. */
const contradiction: FactBasis = {
  evidence: { kind: "contradiction", source: "calls and results do not fit together, whoever reads them", date: "2026-12" },
};

/** What is where is the endpoint's own affair, and nothing is known of this one. */
const unknownOrder: FactBasis = {
  evidence: hearsay("no rejection of this endpoint is known", "2026-12"),
  severity: "warning",
};

/** Where no refusal is known: what contradicts itself is an error all the same, order is not. */
export const unrefused: Omit<PairingFacts, keyof PairingPolicy> = {
  unanswered: contradiction,
  orphaned: contradiction,
  misplaced: unknownOrder,
  duplicate: contradiction,
  split: unknownOrder,
  mismatchedName: {
    evidence: { kind: "contradiction", source: "a result that names another tool than its call belongs to neither", date: "2026-12" },
  },
};

/** Where nothing is known to be enforced of how results are, and no refusal was seen: what a profile knows better it says after this. */
export const anyOrder = {
  mergesRoles: false,
  resultsFirst: false,
  callsLast: false,
  splitResults: true,
  severalResults: false,
  nameMustMatch: false,
  ...unrefused,
} as const satisfies Partial<PairingFacts>;
