import { Buffer } from "node:buffer";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { extname } from "node:path";
import { systemPath } from "./path-bytes.js";
import { readBlocks } from "./read-file.js";

/** Endings of files that are never asked for the mark of Parquet: transcripts are many, and each look costs. */
const plainEndings: ReadonlySet<string> = new Set([".json", ".jsonl", ".ndjson"]);

/**
 * Opens a transcript for reading in blocks. The rows of a Parquet table are decoded first, since its decoder only works asynchronously.
 *
 * @param name what messages call it
 * @returns blocks as `readBlocks` gives them; a file that cannot be read throws InputError when they are asked for
 */
export async function openTranscript(path: string, name = path): Promise<() => Iterable<Uint8Array>> {
  if (plainEndings.has(extname(path).toLowerCase()) || !isParquet(path)) return () => readBlocks(path, name);
  const { decodeParquetFile } = await import("./parquet-file.js");
  const blocks = await decodeParquetFile(path);
  return () => blocks;
}

function isParquet(path: string): boolean {
  let descriptor: number | undefined;
  try {
    if (!statSync(systemPath(path)).isFile()) return false; // a pipe can be read only once
    descriptor = openSync(systemPath(path), "r");
    const head = Buffer.alloc(4);
    return readSync(descriptor, head, 0, 4, 0) === 4 && head.toString("latin1") === "PAR1";
  } catch {
    return false; // told where it is read
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
