import { packingOf, type Unpacked } from "./unpacked.js";
import { gunzip, inflate, unbrotli } from "./zlib.js";
import { unzstd } from "./zstd.js";

/**
 * Unpacks the body of an HTTP message: by what it is, else by what its header says. A body that neither tells is taken as it is.
 *
 * @param encoding the header `content-encoding`, which recorders keep although they unpack the body
 */
export function unpackBody(bytes: Uint8Array, encoding: string | undefined, maxBytes: number): Unpacked {
  switch (packingOf(bytes) ?? encoding?.trim().toLowerCase()) {
    case "gzip":
      return gunzip(bytes, maxBytes);
    case "zstd":
      return unzstd(bytes, maxBytes);
    case "br":
      return orAsIs(unbrotli(bytes, maxBytes), bytes);
    case "deflate":
      return orAsIs(inflate(bytes, maxBytes), bytes);
    default:
      return { bytes, fault: undefined };
  }
}

/** The format has no mark: what cannot be unpacked was unpacked by the recorder. */
function orAsIs(unpacked: Unpacked, bytes: Uint8Array): Unpacked {
  return unpacked.fault === "damaged" ? { bytes, fault: undefined } : unpacked;
}
