import type { PageSeverity } from "../page-data.js";

/** A shape for each severity: color alone tells nobody who does not see it. */
export function SeverityMark({ severity }: { readonly severity: PageSeverity }) {
  return (
    <svg class={`mark-${severity}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {severity === "error" && <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" />}
      {severity === "warning" && <path d="M8 1 15.5 15H.5z" />}
      {severity === "info" && <circle cx="8" cy="8" r="7" />}
      {severity === "info" ? (
        <path class="sign" d="M8 4.2v1.6M8 7.4v4.6" />
      ) : (
        <path class="sign" d={severity === "error" ? "M8 4v5M8 11v1.4" : "M8 6v4.4M8 12v1.2"} />
      )}
    </svg>
  );
}

/** `3 errors`, with its shape; nothing where there are none. */
export function SeverityCount({ severity, count }: { readonly severity: PageSeverity; readonly count: number }) {
  if (count === 0) return null;
  const word = severity === "info" ? "note" : severity;
  return (
    <span class={`count ${severity}`}>
      <SeverityMark severity={severity} />
      {count}
      <span class="unseen"> {count === 1 ? word : `${word}s`}</span>
    </span>
  );
}
