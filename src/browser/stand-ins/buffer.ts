// `node:buffer` for browsers: the package `buffer`, with UTF-8 as Node reads it. The package decodes faulty UTF-8 byte by byte, the
// platform as Node does: one U+FFFD for each part that could not be read.
import { Buffer } from "buffer/";

export { Buffer };

/** As long as V8 allows. */
export const constants = { MAX_STRING_LENGTH: 2 ** 29 - 24 };

export function isAscii(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++) if ((bytes[index] ?? 0) > 127) return false;
  return true;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Characters that are put together one by one sooner than the decoder is asked. */
const short = 32;

const original = Buffer.prototype.toString;

Buffer.prototype.toString = function decode(this: Uint8Array, encoding: string = "utf8", from = 0, to = this.length): string {
  if (encoding !== "utf8" && encoding !== "utf-8") return original.call(this, encoding, from, to);
  if (to - from < short) {
    let text = "";
    let at = from;
    for (; at < to; at++) {
      const byte = this[at] ?? 0;
      if (byte > 127) break;
      text += String.fromCharCode(byte);
    }
    if (at >= to) return text;
  }
  return decoder.decode(new Uint8Array(this.buffer, this.byteOffset + from, Math.max(0, Math.min(to, this.length) - from)));
};
