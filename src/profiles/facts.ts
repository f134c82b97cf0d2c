import { isDeepStrictEqual } from "node:util";
import type { PairingPolicy } from "../model/pairing-policy.js";
import type { Severity } from "../model/violation.js";
import type { Evidence, Fact, FactBasis, ForbiddenOrder } from "./fact.js";
import type { Changes, Facts, Profile } from "./profile.js";
import { rejectionText } from "./provider-verdict.js";

/** The facts of each subject, in the order in which they are listed: a subject that is not here does not compile. */
const bySubjectName: { readonly [Subject in keyof Facts]: (facts: Changes) => Changes[Subject] } = {
  pairing: ({ pairing }) => pairing,
  ids: ({ ids }) => ids,
  names: ({ names }) => names,
  calls: ({ calls }) => calls,
  results: ({ results }) => results,
  messages: ({ messages }) => messages,
  thinking: ({ thinking }) => thinking,
  requests: ({ requests }) => requests,
  declarations: ({ declarations }) => declarations,
  parameters: ({ parameters }) => parameters,
  limits: ({ limits }) => limits,
  advice: ({ advice }) => advice,
};

/** One thing that an endpoint enforces, in words, and what that rests on. */
export interface ToldFact {
  /** Path in the profile: `limits.maxTools`. */
  readonly name: string;
  /** The models that it holds for; `null` where it holds for all. */
  readonly models: string | null;
  readonly value: string;
  readonly severity: Severity | null;
  /** What the endpoint answers to a breach; `null` where that is not known. */
  readonly rejection: string | null;
  readonly evidence: Evidence;
}

/** All facts of a profile that carry evidence, by subject. Facts that say "not enforced" are left out. */
export function factsOf(profile: Profile): readonly ToldFact[] {
  const idle = idleFacts(profile.pairing);
  const everywhere = [...bySubject(profile)].filter(({ name }) => !idle.has(name));
  const some = profile.variants.flatMap((variant) =>
    [...bySubject(variant.facts)].map((fact) => ({ ...fact, models: variant.description })),
  );
  return [...everywhere, ...some].filter(({ value }) => value !== "no");
}

/** The facts that a profile has from the one that it extends, as they are there. */
export function inheritedFacts(profile: Profile): readonly ToldFact[] {
  if (profile.extends === undefined) return [];
  const theirs = factsOf(profile.extends);
  return factsOf(profile).filter((own) => theirs.some((fact) => isDeepStrictEqual(fact, own)));
}

function* bySubject(all: Changes): Generator<ToldFact> {
  for (const [subject, factsIn] of Object.entries(bySubjectName)) {
    for (const [name, value] of Object.entries(factsIn(all) ?? {})) {
      for (const fact of Array.isArray(value) ? value : [value]) if (isFact(fact)) yield told(`${subject}.${name}`, fact);
    }
  }
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
    ...(splitResults ? ["pairing.split"] : []),
    ...(severalResults ? ["pairing.duplicate"] : []),
    ...(nameMustMatch ? [] : ["pairing.mismatchedName"]),
  ]);
}

/** One of any subject. */
type AnyFact = FactBasis & Partial<Fact<unknown> & ForbiddenOrder>;

function isFact(value: unknown): value is AnyFact {
  return typeof value === "object" && value !== null && "evidence" in value;
}

function told(name: string, { value = true, role, after, severity, rejection, evidence }: AnyFact): ToldFact {
  return {
    name,
    models: null,
    value: role === undefined ? textOf(value) : `${role} after ${after}`,
    severity: severity ?? null,
    rejection: rejection === undefined ? null : rejectionText(rejection),
    evidence,
  };
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
