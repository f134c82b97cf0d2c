import type { Evidence, Profile } from "./profile.js";
import { anyOrder, unenforced } from "./unenforced.js";

const conventions: Evidence = {
  kind: "reference",
  source: "OpenTelemetry semantic conventions for generative AI: the id of a call is optional",
  date: "2026-11",
};

/** Traces, whatever provider answered: what instrumentation kept of a request is not what was sent, so no endpoint's limits apply. */
export const telemetry: Profile = {
  ...unenforced,
  id: "telemetry",
  title: "Telemetry",
  hosts: [],
  models: [],
  formats: ["otel-genai", "openinference"],
  pairing: {
    ...anyOrder,
    key: "id-or-order",
    placement: "before-next-assistant",
    mergesRoles: true,
  },
  argumentsContainer: "either",
  callIdRequired: { value: false, evidence: conventions },
  toolsetRequired: { value: false, evidence: conventions },
};
