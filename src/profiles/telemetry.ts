import { defineProfile } from "./define-profile.js";
import { reference } from "./evidence.js";
import { anyOrder } from "./pairing-evidence.js";

const conventions = reference("OpenTelemetry semantic conventions for generative AI: the id of a call is optional", "2026-11");

/** Traces, whatever provider answered: what instrumentation kept of a request is not what was sent, so no endpoint's limits apply. */
export const telemetry = defineProfile({
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
  ids: {
    required: { value: false, evidence: conventions },
  },
  calls: {
    argumentsContainer: "either",
  },
  declarations: {
    required: { value: false, evidence: conventions },
  },
});
