import { Buffer } from "node:buffer";
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import type { Unpacked } from "../codecs/unpacked.js";
import { gunzip, unbrotli } from "../codecs/zlib.js";
import { unzstd } from "../codecs/zstd.js";
import { checkBounds, ParquetFault } from "./parquet-bounds.js";

/** The rows are held as JSON: more than this is rejected, as are pages that unpack to more. */
const maxBytes = 512 * 1024 * 1024;

const blockSize = 1 << 20;

/** Values of a table, nulls included: each costs memory while its group is decoded, though in the file it may cost none. */
const maxValues = 64 * 1024 * 1024;

/**
 * The rows of a Parquet table as blocks of text: the line `PAR1` and a line of JSON for each row, or the line `PAR1` with a blank and why
 * it cannot be read.
 *
 * @param open what gives the bytes of the file, any part of them when it is asked for
 */
export async function decodeParquet(open: () => AsyncBuffer | Promise<AsyncBuffer>): Promise<readonly Uint8Array[]> {
  const blocks: Uint8Array[] = [Buffer.from("PAR1\n")];
  let size = 0;
  try {
    const file = await open();
    const metadata = await parquetMetadataAsync(file);
    await checkBounds(file, metadata, compressors, { bytes: maxBytes, values: maxValues });
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors, parsers });
      // A value of a dictionary is held once and may be in every row: the text is counted as it grows.
      let text = "";
      for (const [index, row] of rows.entries()) {
        text += `${jsonOf(row)}\n`;
        if (text.length < blockSize && index < rows.length - 1) continue;
        const block = Buffer.from(text);
        text = "";
        size += block.length;
        if (size > maxBytes) return [refusal(`has rows of more than ${maxBytes} bytes`)];
        blocks.push(block);
      }
      rowStart = rowEnd;
    }
    return blocks;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      refusal(
        error instanceof ParquetFault && /too many/.test(reason)
          ? `asks for more than ${maxBytes} bytes or ${maxValues} values`
          : /codec/.test(reason)
            ? "is compressed in a way that is not read here (LZ4)"
            : "is damaged",
      ),
    ];
  }
}

function refusal(reason: string): Uint8Array {
  return Buffer.from(`PAR1 ${reason}\n`);
}

/** What the decoder has no code of its own for; Snappy it has. */
const compressors = {
  GZIP: (bytes: Uint8Array, length: number) => whole(gunzip(bytes, length)),
  BROTLI: (bytes: Uint8Array, length: number) => whole(unbrotli(bytes, length)),
  ZSTD: (bytes: Uint8Array, length: number) => whole(unzstd(bytes, length)),
};

function whole({ bytes, fault }: Unpacked): Uint8Array {
  if (fault !== undefined) throw new Error(`page ${fault}`);
  return bytes;
}

/** Columns of JSON stay text, so that their numbers keep their digits. */
const parsers = { jsonFromBytes: (bytes: Uint8Array) => bytes && Buffer.from(bytes).toString("utf8") };

/**
 * A row as JSON. Members of structs without a value are left out: a table has one struct for all its rows, so it fills with null what a
 * row never had, and a null that was meant cannot be told from it.
 */
function jsonOf(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "boolean":
    case "bigint":
      return String(value);
    case "number":
      return Number.isFinite(value) ? String(value) : "null";
    case "object":
      return value === null ? "null" : jsonOfObject(value);
    default:
      return "null";
  }
}

function jsonOfObject(value: object): string {
  if (value instanceof Date) return Number.isFinite(value.getTime()) ? JSON.stringify(value.toISOString()) : "null";
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString("utf8"));
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(",")}]`;
  if (ArrayBuffer.isView(value)) return jsonOfObject(Array.from(Object.values(value)));
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${jsonOf(member)}`).join(",")}}`;
}
