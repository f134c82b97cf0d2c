import type { AsyncBuffer, ColumnMetaData, Compressors, FileMetaData, PageHeader, SchemaTree } from "hyparquet";
import { parquetSchema } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { decompressPage } from "hyparquet/src/datapage.js";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getTreePath } from "hyparquet/src/schema.js";
import { readVarInt } from "hyparquet/src/thrift.js";

/** What a table may ask of the decoder: it believes every number that is in the file, and goes on until it has counted that far. */
export interface ParquetLimits {
  /** Bytes that the pages of the whole table may unpack to. */
  readonly bytes: number;
  /** Values that the columns of the whole table may have together, nulls included. */
  readonly values: number;
}

/** A table whose numbers contradict each other or go past the limits. */
export class ParquetFault extends Error {}

/** Deeper schemas than this are nobody's. */
const maxLevels = 64;
const maxColumns = 10_000;

/**
 * Walks over all pages of a table and over the runs in them before the decoder does, and rejects what would keep it busy for longer than the
 * file's size warrants: pages that lead back or out of their column, more values than there are rows, runs past the end of their page.
 *
 * @throws ParquetFault, or whatever the headers make the decoder throw
 */
export async function checkBounds(
  file: AsyncBuffer,
  metadata: FileMetaData,
  compressors: Compressors,
  limits: ParquetLimits,
): Promise<void> {
  if (metadata.schema.length > maxColumns) throw new ParquetFault("columns");
  const tree = parquetSchema(metadata);
  const left = { ...limits };
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    if (!Number.isSafeInteger(rows) || rows < 0) throw new ParquetFault("rows");
    take(left, "values", rows);
    for (const { meta_data: column } of group.columns) {
      if (column !== undefined) await checkColumn(file, column, tree, compressors, left);
    }
  }
}

async function checkColumn(
  file: AsyncBuffer,
  column: ColumnMetaData,
  tree: SchemaTree,
  compressors: Compressors,
  left: Left,
): Promise<void> {
  const schemaPath = getTreePath(tree, column.path_in_schema);
  if (schemaPath.length > maxLevels) throw new ParquetFault("depth");
  const start = Number(column.dictionary_page_offset || column.data_page_offset);
  const end = start + Number(column.total_compressed_size);
  if (!(start >= 0 && start <= end && end <= file.byteLength)) throw new ParquetFault("place of a column");
  take(left, "bytes", end - start);
  const reader = { view: new DataView(await file.slice(start, end)), offset: 0 };
  // As the decoder walks: it stops at the last byte.
  while (reader.offset < reader.view.byteLength - 1) {
    const header = parquetHeader(reader);
    const size = header.compressed_page_size;
    if (!(size >= 0 && reader.offset + size <= reader.view.byteLength)) throw new ParquetFault("size of a page");
    const bytes = new Uint8Array(reader.view.buffer, reader.view.byteOffset + reader.offset, size);
    reader.offset += size;
    checkPage(bytes, header, { column, schemaPath, compressors }, left);
  }
}

interface PageContext {
  readonly column: ColumnMetaData;
  readonly schemaPath: SchemaTree[];
  readonly compressors: Compressors;
}

type Left = { -readonly [Key in keyof ParquetLimits]: number };

/** A count that the limits allow; negative ones and fractions are none. */
function take(left: Left, what: keyof Left, count: number): void {
  if (!(count >= 0)) throw new ParquetFault(what);
  left[what] -= count;
  if (left[what] < 0) throw new ParquetFault(`${what}: too many`);
}

function checkPage(packed: Uint8Array, header: PageHeader, { column, schemaPath, compressors }: PageContext, left: Left): void {
  const { uncompressed_page_size: size, data_page_header: first, data_page_header_v2: second, dictionary_page_header: dictionary } = header;
  take(left, "bytes", size);
  if (header.type === "DICTIONARY_PAGE") {
    take(left, "values", dictionary?.num_values ?? 0);
    return;
  }
  const repetition = getMaxRepetitionLevel(schemaPath);
  const definition = getMaxDefinitionLevel(schemaPath);
  if (header.type === "DATA_PAGE" && first !== undefined) {
    take(left, "values", first.num_values);
    const page = new Runs(decompressPage(packed, size, column.codec, compressors));
    if (repetition > 0) page.skipLevels(repetition, first.num_values);
    if (definition > 0) page.skipLevels(definition, first.num_values);
    page.checkValues(first.encoding, column.type, first.num_values, left);
  } else if (header.type === "DATA_PAGE_V2" && second !== undefined) {
    const {
      num_values: values,
      num_nulls: nulls,
      repetition_levels_byte_length: repetitions,
      definition_levels_byte_length: definitions,
    } = second;
    take(left, "values", values);
    take(left, "values", second.num_rows);
    if (!(nulls >= 0 && nulls <= values && repetitions >= 0 && definitions >= 0)) throw new ParquetFault("counts of a page");
    const levels = repetitions + definitions;
    if (levels > packed.length || levels > size) throw new ParquetFault("levels of a page");
    if (repetition > 0) new Runs(packed).checkRuns(bitWidth(repetition), values);
    if (definition > 0) new Runs(packed, repetitions).checkRuns(bitWidth(definition), values);
    const rest = packed.subarray(definition > 0 ? levels : repetitions);
    const isPacked = second.is_compressed !== false && size > levels;
    const page = new Runs(isPacked ? decompressPage(rest, size - levels, column.codec, compressors) : rest);
    page.checkValues(second.encoding, column.type, values - nulls, left);
  }
}

/** Runs in the bytes of a page: RLE and bit-packed groups in turn (parquet-format, Encodings.md, "Run Length Encoding / Bit-Packing Hybrid"). */
class Runs {
  readonly view: DataView;
  offset: number;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array, offset = 0) {
    this.view = new DataView(buffer, byteOffset, byteLength);
    this.offset = offset;
  }

  /** Levels before the values, with their length. */
  skipLevels(highest: number, values: number): void {
    const length = this.view.getUint32(this.offset, true);
    const from = this.offset + 4;
    this.offset = from;
    this.checkRuns(bitWidth(highest), values);
    if (from + length > this.view.byteLength) throw new ParquetFault("levels of a page");
    this.offset = from + length;
  }

  /** @param values at most so many: nulls have none */
  checkValues(encoding: string, type: string, values: number, left: Left): void {
    switch (encoding) {
      case "RLE":
      case "PLAIN_DICTIONARY":
      case "RLE_DICTIONARY":
        if (type === "BOOLEAN") this.offset += 4;
        if (this.offset >= this.view.byteLength) return;
        this.checkRuns(type === "BOOLEAN" ? 1 : this.view.getUint8(this.offset++), values);
        return;
      case "DELTA_BYTE_ARRAY":
        // Each value repeats the beginning of the one before: a short page may unfold to anything.
        take(left, "bytes", this.#sumOfDeltas(values));
        take(left, "bytes", this.#sumOfDeltas(values));
        return;
      default: // every other value has bytes of its own, and the decoder ends with them
    }
  }

  /** Counts the runs until there are enough values or no more bytes, as the decoder does. */
  checkRuns(width: number, values: number): void {
    if (width > 32) throw new ParquetFault("width of values");
    for (let seen = 0; seen < values && this.offset < this.view.byteLength; ) {
      const header = readVarInt(this);
      const isPacked = (header & 1) === 1;
      const count = isPacked ? (header >> 1) << 3 : header >>> 1;
      if (!(count >= 0 && count <= values - seen + slack)) throw new ParquetFault("length of a run");
      this.offset += isPacked ? Math.max(1, (count * width) / 8) : (width + 7) >> 3;
      seen += count;
    }
  }

  /** Lengths kept as differences; how many there are is before them. */
  #sumOfDeltas(values: number): number {
    const { offset } = this;
    readVarInt(this);
    readVarInt(this);
    const count = readVarInt(this);
    this.offset = offset;
    if (!(count >= 0 && count <= values)) throw new ParquetFault("count of a page");
    if (count === 0) return 0;
    const lengths = new Int32Array(count);
    deltaBinaryUnpack(this, count, lengths);
    return lengths.reduce((sum, length) => (length < 0 ? Number.NaN : sum + length), 0);
  }
}

/** The last group of a run is filled up to eight values; some writers round further. */
const slack = 1024;

function bitWidth(highest: number): number {
  return 32 - Math.clz32(highest);
}
