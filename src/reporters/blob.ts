import type { Reporter } from "./reporter.js";

/** All that any other report needs, as the run goes on: what it holds is written where files are checked, not from a report. */
export const blob: Reporter = {
  id: "blob",
  summary: "For `guardrails merge`: all that any other report needs, of a run or of one shard of it",
  forCi: false,
  isRaw: true,
  *report() {},
  violation: () => "",
};
