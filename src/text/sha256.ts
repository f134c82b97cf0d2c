/**
 * The SHA-256 digest of a text as UTF-8.
 *
 * Node's crypto takes 6 ms to load, an eighth of a start, and a clean run has nothing to identify: so it is loaded at the first call.
 */
export function sha256(text: string, encoding: "hex" | "base64"): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(text).digest(encoding);
}
