import { defineProfile, notEnforced } from "./define-profile.js";
import { sessionLog } from "./session-log.js";

/** Events of Google's ADK: results are linked by id, wherever they are; a long-running call has interim results, one in a retry too (google-adk 1.17, Event). */
export const googleAdk = defineProfile({
  extends: sessionLog,
  id: "google-adk",
  title: "Google ADK",
  hosts: [],
  models: [],
  formats: ["google-adk"],
  pairing: {
    key: "id-or-order",
    severalResults: true,
  },
  ids: {
    required: notEnforced,
  },
  calls: {
    argumentsContainer: "object",
  },
});
