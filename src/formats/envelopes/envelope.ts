import type { JsonDocument, JsonFault, JsonNode } from "../../json/node.js";
import type { RecordingInput } from "../format.js";

/** What one layer of wrapping held: what it says of a recording wins over what is further inside, and loses to what is around it. */
export type Layer = Partial<Omit<RecordingInput, "body">> & { readonly body: JsonNode };

/** An envelope, opened. */
export interface Opened {
  readonly layers: readonly Layer[];
  /** Bodies that were to be JSON and are none. */
  readonly faults?: readonly JsonFault[];
  /** Conversations that the file speaks of but does not hold: stored elsewhere, redacted, not recorded. */
  readonly unresolvable?: number;
  /** Exchanges that are no conversations whatever is in them. */
  readonly traffic?: number;
}

/** A way in which recordings are wrapped. */
export interface Envelope {
  /** Asked only where the value has this key; `[]`: where it is a list. */
  readonly key: string;
  /** @returns `undefined` where the key means something else */
  open(node: JsonNode): Opened | undefined;
}

/** The JSON that a text holds, and the documents passed on the way, or the value itself. */
export function decodedBody(node: JsonNode): { readonly root: JsonNode; readonly documents: readonly JsonDocument[] } {
  const documents: JsonDocument[] = [];
  let root = node;
  // Gateways write a body as text, and a log as text again.
  for (let depth = 0; depth < 3 && root.kind === "string"; depth++) {
    const nested = root.nested();
    if (nested?.kind !== "json") break;
    documents.push(nested.document);
    root = nested.document.root;
  }
  return { root, documents };
}

/** The URL that a recorder keeps beside a message, or in its request, whole or in parts. */
export function urlOf(node: JsonNode): string | undefined {
  const whole = node.get("url") ?? node.get("uri");
  if (whole !== undefined) return whole.string();
  const [scheme, host, path] = [node.get("scheme")?.string(), node.get("host")?.string(), node.get("path")?.string()];
  return scheme === undefined || host === undefined || path === undefined ? undefined : `${scheme}://${host}${path}`;
}

/** The HTTP status of a response, however it is written: a number, `"200 OK"`, `{code}`. */
export function statusOf(node: JsonNode): number | undefined {
  for (const key of ["status", "status_code", "statusCode", "code"]) {
    const value = node.get(key);
    const status = value?.kind === "object" ? value.get("code")?.number() : (value?.number() ?? leadingNumber(value?.string()));
    // Vendors number their errors under the same keys.
    if (status !== undefined && status >= 100 && status < 600) return status;
  }
  return undefined;
}

function leadingNumber(text: string | undefined): number | undefined {
  const digits = text === undefined ? undefined : /^([1-5][0-9]{2})(?: |$)/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
