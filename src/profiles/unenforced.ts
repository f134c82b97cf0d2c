import type { PairingPolicy } from "../model/pairing-policy.js";
import { unrefused } from "./pairing-evidence.js";
import type { Profile } from "./profile.js";

/** Where nothing is known to be enforced of how results stand: what a profile knows better it says behind this. */
export const anyOrder = {
  mergesRoles: false,
  resultsFirst: false,
  callsLast: false,
  splitResults: "allowed",
  severalResults: false,
  nameMustMatch: false,
} as const satisfies Partial<PairingPolicy>;

/** Where nothing is known to be enforced of names, ids and blocks, and no refusal was seen. */
export const unenforced = {
  callId: null,
  toolName: null,
  dialect: null,
  resultBlocks: null,
  errorResultBlocks: null,
  pairingFacts: unrefused,
} as const satisfies Partial<Profile>;
