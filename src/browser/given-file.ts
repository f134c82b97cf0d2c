import { UsageError } from "../errors.js";

/** A file that is at hand. */
export type GivenFile = {
  /** What the report calls it. */
  readonly path: string;
} & ({ readonly text: string; readonly bytes?: undefined } | { readonly bytes: Uint8Array | ArrayBuffer; readonly text?: undefined });

/** A file as it is read. */
export interface ReadableFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * @param option what messages call the list
 * @returns the files, sorted by path
 * @throws UsageError for anything but files that are at hand, and for two of one path
 */
export function readGivenFiles(files: unknown, option: string): readonly ReadableFile[] {
  if (!Array.isArray(files)) throw new UsageError(`Option ${option}: Expected a list of files, each { path, text } or { path, bytes }`);
  const read = files.map((file: unknown, index) => readGivenFile(file, `${option}.${index}`));
  const paths = new Set<string>();
  for (const { path } of read) {
    if (paths.has(path)) throw new UsageError(`Option ${option}: Two files have the path ${JSON.stringify(path)}`);
    paths.add(path);
  }
  return read.toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
}

/** @throws UsageError for anything but a file that is at hand */
export function readGivenFile(file: unknown, option: string): ReadableFile {
  if (typeof file === "object" && file !== null && "path" in file && typeof file.path === "string" && file.path !== "") {
    const { path } = file;
    if ("text" in file && typeof file.text === "string") return { path, bytes: new TextEncoder().encode(file.text) };
    if ("bytes" in file && file.bytes instanceof Uint8Array) return { path, bytes: file.bytes };
    if ("bytes" in file && file.bytes instanceof ArrayBuffer) return { path, bytes: new Uint8Array(file.bytes) };
  }
  throw new UsageError(`Option ${option}: Expected a file with a path and its text or bytes; a browser reads no files from disk`);
}

/** The bytes of a file as they are read: the rows of a Parquet table are decoded first, by a part of the library that is loaded then. */
export async function blocksOf({ bytes }: ReadableFile): Promise<readonly Uint8Array[]> {
  const isParquet = bytes[0] === 0x50 && bytes[1] === 0x41 && bytes[2] === 0x52 && bytes[3] === 0x31;
  if (!isParquet) return [bytes];
  const { decodeParquet } = await import("../input/parquet.js");
  const slice = (start: number, end?: number) => bytes.slice(start, end).buffer;
  return decodeParquet(() => ({ byteLength: bytes.length, slice }));
}
