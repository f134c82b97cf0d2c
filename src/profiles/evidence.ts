import type { Evidence } from "./fact.js";

/** An endpoint rejected it, and the answer was recorded or is quoted. */
export function recordedRefusal(source: string, date: string): Evidence {
  return { kind: "recorded-refusal", source, date };
}

/** The vendor's own types or code say so. */
export function vendorType(source: string, date: string): Evidence {
  return { kind: "vendor-type", source, date };
}

/** The vendor's reference or a specification says so. */
export function reference(source: string, date: string): Evidence {
  return { kind: "reference", source, date };
}

/** Somebody reports it in public, without the answer: worth a warning. */
export function publicReport(source: string, date: string): Evidence {
  return { kind: "public-report", source, date };
}

/** It may be so: worth a warning. */
export function hearsay(source: string, date: string): Evidence {
  return { kind: "hearsay", source, date };
}
