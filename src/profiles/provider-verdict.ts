import type { ProviderVerdict } from "../model/violation.js";
import type { Fact, Profile } from "./profile.js";

/** What the endpoint answers to a breach of a fact, as far as the fact says it, and on what evidence. */
export function verdictOf({ title }: Pick<Profile, "title">, { refusal, evidence }: Omit<Fact<unknown>, "value">): ProviderVerdict {
  const { status, says } = refusal === undefined ? nothingSaid : partsOf(refusal);
  return { name: title, status, says, source: `${evidence.source} (${evidence.date})` };
}

const nothingSaid = { status: null, says: null };

/** `400 invalid_request_error: …` in its parts. */
function partsOf(refusal: string): Pick<ProviderVerdict, "status" | "says"> {
  const [whole, status] = /^(\d{3})(?:, | )/.exec(refusal) ?? [];
  return whole === undefined ? { status: null, says: refusal } : { status: Number(status), says: refusal.slice(whole.length) };
}
