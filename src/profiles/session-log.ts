import { defineProfile } from "./define-profile.js";
import { reference } from "./evidence.js";
import { anyOrder } from "./pairing-evidence.js";

const logs = reference("a harness's own log: what it sent to a provider is not in it", "2026-11");

/**
 * Logs of coding agents and frameworks, whatever provider answered: calls and results are linked by id, wherever they are. What an
 * endpoint enforces is asked with its own profile.
 */
export const sessionLog = defineProfile({
  id: "session-log",
  title: "Session log",
  hosts: [],
  models: [],
  formats: [],
  pairing: {
    ...anyOrder,
    key: "id",
    placement: "anywhere-after",
    mergesRoles: true,
    nameMustMatch: true,
  },
  ids: {
    required: { value: true, evidence: logs, severity: "warning" },
  },
  calls: {
    argumentsContainer: "either",
  },
});
