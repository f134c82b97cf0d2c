import { asyncBufferFromFile } from "hyparquet";
import { decodeParquet } from "./parquet.js";

/** The rows of a Parquet table on disk, as `decodeParquet` gives them. */
export function decodeParquetFile(path: string): Promise<readonly Uint8Array[]> {
  return decodeParquet(() => asyncBufferFromFile(path));
}
