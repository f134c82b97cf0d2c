// `text/sha256.ts` for browsers, whose own digests are promises.
import { sha256 as digestOf } from "@noble/hashes/sha2.js";
import { Buffer } from "./buffer.js";

export function sha256(text: string, encoding: "hex" | "base64"): string {
  return Buffer.from(digestOf(new TextEncoder().encode(text))).toString(encoding);
}
