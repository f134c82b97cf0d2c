import type { Unpacked } from "../codecs/unpacked.js";
import { composeArray, composeObject } from "../json/composed.js";
import type { JsonDocument, JsonNode } from "../json/node.js";
import { parseJson } from "../json/read.js";
import type { Container, ContainerReading, FileRecord } from "./container.js";
import { placelessFault } from "./placeless.js";
import { unpackingFault } from "./unpacked.js";
import { wholeFile } from "./whole-file.js";
import { isZip, overlap, readDirectory, readMember, type ZipMember } from "./zip-directory.js";

/**
 * A zip archive of recordings. Each member is a file of its own, with lines and columns of its own.
 *
 * An archive of Inspect (`.eval`; inspect_ai, "Log File Format", read 2026-11) holds one log: `header.json`, or `_journal/start.json`
 * while it is being written, and a file for each sample, which is read as if the log held that sample alone.
 */
export const zip: Container = { id: "zip", title: "zip archive (Inspect .eval)", sniff: isZip, read };

/** Members that may hold recordings; not what archivers leave (`__MACOSX/`, hidden files). */
const recordings = /^(?!__MACOSX\/)(?:[^/]+\/)*[^./][^/]*\.(?:json|jsonl|ndjson|har|ya?ml|sse|eval|gz|zst)$/i;

const sampleName = /^samples\/[^/]+\.json$/;
const headerNames = ["header.json", "_journal/start.json"];

function* read(blocks: Iterable<Uint8Array>, reading: ContainerReading): Generator<FileRecord, void, undefined> {
  const { maxBytes } = reading;
  const bytes = wholeFile(blocks, maxBytes)?.subarray(0, -1);
  if (bytes === undefined) {
    yield unpackingFault("zip", "too-large", maxBytes);
    return;
  }
  const { members, isWhole } = readDirectory(bytes);
  const header = headerNames.map((name) => members.find((member) => member.name === name)).find((member) => member !== undefined);
  const samples = members.filter(({ name }) => sampleName.test(name));
  if (overlap(bytes, members)) {
    yield placelessFault("damaged", "The members of the zip archive overlap, as those of a zip bomb do");
    return;
  }
  const archive = new Archive(bytes, reading);
  if (header !== undefined && samples.length > 0) yield* archive.readSamples(header, samples);
  else yield* archive.readFiles(members.filter(({ name }) => recordings.test(name)));
  if (archive.isTooLarge) yield unpackingFault("zip", "too-large", maxBytes);
  else if (!isWhole) yield unpackingFault("zip", "truncated", maxBytes);
  else if (!archive.hasRecords) yield placelessFault("empty", "The archive holds no file of JSON or YAML");
}

class Archive {
  hasRecords = false;
  /** The limit was reached: no further member is unpacked. */
  isTooLarge = false;
  readonly #bytes: Buffer;
  readonly #reading: ContainerReading;

  constructor(bytes: Buffer, reading: ContainerReading) {
    this.#bytes = bytes;
    this.#reading = reading;
  }

  *readFiles(members: readonly ZipMember[]): Generator<FileRecord, void, undefined> {
    for (const member of members) {
      if (this.isTooLarge) return;
      for (const record of this.#records(member)) {
        this.hasRecords = true;
        yield { ...record, member: record.member === undefined ? member.name : `${member.name}/${record.member}` };
      }
    }
  }

  *readSamples(header: ZipMember, samples: readonly ZipMember[]): Generator<FileRecord, void, undefined> {
    const log = this.#headerOf(header);
    for (const [index, sample] of samples.entries()) {
      if (this.isTooLarge) return;
      for (const record of this.#records(sample)) {
        this.hasRecords = true;
        if (record.kind === "fault") {
          yield { ...record, record: index, member: sample.name };
          continue;
        }
        const { document } = record;
        const whole = { ...asLog(log, document), keep: () => asLog(log, document.keep()) };
        yield { kind: "document", document: whole, record: index, member: sample.name };
      }
    }
  }

  *#records(member: ZipMember): Generator<FileRecord, void, undefined> {
    const unpacked = this.#unpack(member);
    if (unpacked === undefined) {
      const why = member.isEncrypted ? "an encrypted member" : `a member that is packed by method ${member.method}`;
      yield placelessFault("damaged", `The archive holds ${why}, which cannot be unpacked`);
    } else if (unpacked.fault === "too-large") {
      this.isTooLarge = true;
    } else if (unpacked.fault !== undefined) {
      yield unpackingFault("zip", unpacked.fault, this.#reading.maxBytes);
    } else {
      yield* this.#reading.open([unpacked.bytes]);
    }
  }

  #unpack(member: ZipMember): Unpacked | undefined {
    const { budget } = this.#reading;
    const unpacked = readMember(this.#bytes, member, budget.left);
    budget.left = unpacked?.fault === "too-large" ? -1 : budget.left - (unpacked?.bytes.length ?? 0);
    return unpacked;
  }

  #headerOf(member: ZipMember): JsonNode | undefined {
    const unpacked = this.#unpack(member);
    if (unpacked === undefined || unpacked.fault !== undefined) return undefined;
    const read = parseJson(unpacked.bytes);
    return read.kind === "document" ? read.document.root : undefined;
  }
}

/** The log that holds one sample. */
function asLog(log: JsonNode | undefined, sample: JsonDocument): JsonDocument {
  const { root } = sample;
  const members = [
    ["version", log?.get("version")],
    ["status", log?.get("status")],
    ["eval", log?.get("eval")],
    ["samples", composeArray([root], root)],
  ] as const;
  return { root: composeObject(members, root), defects: () => sample.defects() };
}
