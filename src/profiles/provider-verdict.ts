import type { ProviderVerdict } from "../model/violation.js";
import type { FactBasis, Rejection } from "./fact.js";
import type { Profile } from "./profile.js";

/** What the endpoint answers to a breach of a fact, as far as the fact says it, and on what evidence. */
export function verdictOf({ title }: Pick<Profile, "title">, { rejection = {}, evidence }: FactBasis): ProviderVerdict {
  return { name: title, status: rejection.status ?? null, says: wordsOf(rejection), source: `${evidence.source} (${evidence.date})` };
}

/** A rejection in one line: `400 invalid_request_error at messages.N: …`. */
export function rejectionText(rejection: Rejection): string {
  return [rejection.status, wordsOf(rejection)].filter((part) => part !== undefined && part !== null).join(" ");
}

/** `invalid_request_error at messages.N: …`; `null` where no more than the status is known. */
function wordsOf({ code, at, gist }: Rejection): string | null {
  const head = [
    ...(code === undefined ? [] : [/^\d+$/.test(code) ? `code ${code}` : code]),
    ...(at === undefined ? [] : [`at ${at}`]),
  ].join(" ");
  if (gist === undefined) return head === "" ? null : head;
  return head === "" ? gist : `${head}: ${gist}`;
}
