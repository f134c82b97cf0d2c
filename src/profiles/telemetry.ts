import type { Evidence, Profile } from "./profile.js";

const conventions: Evidence = {
  kind: "reference",
  source: "OpenTelemetry semantic conventions for generative AI: the id of a call is optional",
  date: "2026-11",
};

/** Traces, whatever provider answered: what instrumentation kept of a request is not what was sent, so no endpoint's limits apply. */
export const telemetry: Profile = {
  id: "telemetry",
  title: "Telemetry",
  hosts: [],
  models: [],
  formats: ["otel-genai", "openinference"],
  pairing: {
    key: "id-or-order",
    placement: "before-next-assistant",
    mergesRoles: true,
    resultsFirst: false,
    callsLast: false,
    splitResults: "allowed",
    severalResults: false,
    nameMustMatch: false,
  },
  argumentsContainer: "either",
  callId: null,
  callIdRequired: { value: false, evidence: conventions },
  toolName: null,
  dialect: null,
  toolsetRequired: { value: false, evidence: conventions },
  resultBlocks: null,
  errorResultBlocks: null,
  refusals: { unanswered: null, orphaned: null, misplaced: null, duplicate: null },
};
