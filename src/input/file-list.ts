import { mayHideBytes, pathOfBytes } from "./path-bytes.js";
import { readStdin, readWhole } from "./read-file.js";

/**
 * Names of files from a file or, for `-`, from standard input: separated by NUL where there is one (`find -print0`), else one a line.
 *
 * @throws InputError where the list cannot be read
 */
export function readFileList(path: string): readonly string[] {
  const bytes = path === "-" ? Buffer.concat(Array.from(readStdin(), (block) => Uint8Array.from(block))) : Buffer.from(readWhole(path));
  const decoded = bytes.toString("utf8");
  const text = (mayHideBytes(decoded) ? pathOfBytes(bytes) : decoded).replace(/^\ufeff/, "");
  const names = text.includes("\0") ? text.split("\0") : text.split(/\r?\n/);
  return names.filter((name) => name !== "");
}
