import { Buffer } from "node:buffer";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Half a surrogate pair that stands for a byte which is no UTF-8. */
const loneByte = /[\ud800-\udfff]/u;

/**
 * A path of bytes as a string. To Unix a name is any bytes: one that is no UTF-8 becomes half a surrogate pair (U+DC80 to U+DCFF), as in
 * Python (PEP 383), so that nothing is lost and reports escape it.
 */
export function pathOfBytes(bytes: Uint8Array): string {
  let path = "";
  for (let from = 0; from < bytes.length; ) {
    const length = sequenceLength(bytes[from] ?? 0);
    const piece = decoded(bytes.subarray(from, from + length));
    path += piece ?? String.fromCharCode(0xdc00 + (bytes[from] ?? 0));
    from += piece === undefined ? 1 : length;
  }
  return path;
}

/** A path for `node:fs`: bytes where it came from bytes that are no UTF-8. */
export function systemPath(path: string): string | Buffer {
  if (!loneByte.test(path)) return path;
  const pieces = Array.from(path, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code >= 0xdc80 && code <= 0xdcff ? Buffer.of(code - 0xdc00) : Buffer.from(character);
  });
  return Buffer.concat(pieces);
}

/** Whether a text was made of bytes by a decoder that replaces what is no UTF-8. */
export function mayHideBytes(text: string): boolean {
  return text.includes("\ufffd");
}

function sequenceLength(lead: number): number {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
