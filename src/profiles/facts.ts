import type { PairingPolicy } from "../model/pairing-policy.js";
import type { Severity } from "../model/violation.js";
import type { Changes, Evidence, Facts, Profile } from "./profile.js";

/** In the order in which they are listed. */
const subjects = [
  "pairing",
  "ids",
  "names",
  "calls",
  "results",
  "messages",
  "thinking",
  "declarations",
  "parameters",
  "limits",
] as const satisfies readonly (keyof Facts)[];

/** One thing that an endpoint enforces, in words, and what that rests on. */
export interface ToldFact {
  /** Path in the profile: `limits.maxTools`. */
  readonly name: string;
  readonly value: string;
  readonly severity: Severity | null;
  readonly evidence: Evidence;
}

/** All facts of a profile that carry evidence, by subject. Facts that say "not enforced" are left out. */
export function factsOf(profile: Profile): readonly ToldFact[] {
  const idle = idleFacts(profile.pairing);
  const everywhere = [...bySubject(profile)].filter(({ name }) => !idle.has(name));
  const some = profile.variants.flatMap((variant) =>
    [...bySubject(variant.facts)].map((fact) => ({ ...fact, name: `${fact.name} (${variant.description})` })),
  );
  return [...everywhere, ...some].filter(({ value }) => value !== "no");
}

function* bySubject(all: Changes): Generator<ToldFact> {
  for (const subject of subjects) yield* facts(subject, all[subject]);
}

/** Facts about faults that this policy never finds. */
function idleFacts({
  placement,
  mergesRoles,
  resultsFirst,
  callsLast,
  splitResults,
  severalResults,
  nameMustMatch,
}: PairingPolicy): ReadonlySet<string> {
  const isStrict = resultsFirst || callsLast || placement === "before-other-roles";
  const isOpenOrder = !isStrict && (placement !== "next-message" || mergesRoles);
  return new Set([
    ...(isOpenOrder ? ["pairing.misplaced"] : []),
    ...(splitResults === "allowed" ? ["pairing.split"] : []),
    ...(severalResults ? ["pairing.duplicate"] : []),
    ...(nameMustMatch ? [] : ["pairing.mismatchedName"]),
  ]);
}

function* facts(path: string, node: unknown): Generator<ToldFact> {
  if (typeof node !== "object" || node === null || node instanceof RegExp || node instanceof Map) return;
  if ("evidence" in node && isEvidence(node.evidence)) {
    const severity = "severity" in node ? severityOf(node.severity) : null;
    const value = "value" in node ? textOf(node.value) : "role" in node && "after" in node ? `${node.role} after ${node.after}` : "yes";
    yield { name: path, value, severity, evidence: node.evidence };
    return;
  }
  const isList = Array.isArray(node);
  for (const [key, value] of Object.entries(node)) {
    const step = isList ? "" : `.${key}`;
    yield* facts(path + step, value);
  }
}

function isEvidence(value: unknown): value is Evidence {
  return typeof value === "object" && value !== null && "kind" in value && "source" in value && "date" in value;
}

function severityOf(value: unknown): Severity | null {
  return value === "error" || value === "warning" || value === "info" ? value : null;
}

function textOf(value: unknown): string {
  if (value === true) return "yes";
  if (value === false || value === null) return "no";
  if (value instanceof Map) return [...value].map(([key, each]) => `${key}: ${each}`).join(", ");
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value !== "object" || value === undefined) return String(value);
  if ("pattern" in value && value.pattern === null && "maxLength" in value && value.maxLength === null) return "no";
  if ("description" in value && typeof value.description === "string") return value.description;
  const parts = Object.entries(value).filter(([, each]) => each !== false);
  return parts.map(([key, each]) => (each === true ? key : `${key}: ${textOf(each)}`)).join("; ");
}
