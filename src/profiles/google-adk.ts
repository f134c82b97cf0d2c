import type { Evidence, Profile } from "./profile.js";
import { sessionLog } from "./session-log.js";

const kit: Evidence = {
  kind: "vendor-type",
  source: "google-adk 1.17: Event, whose long_running_tool_ids are answered again and again",
  date: "2026-11",
};

/** Events of Google's ADK: results are linked by id, wherever they stand; a long-running call has interim results, one in a retry too. */
export const googleAdk: Profile = {
  ...sessionLog,
  id: "google-adk",
  title: "Google ADK",
  formats: ["google-adk"],
  pairing: { ...sessionLog.pairing, key: "id-or-order", severalResults: true },
  argumentsContainer: "object",
  callIdRequired: { value: false, evidence: kit },
};
