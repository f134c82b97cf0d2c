import type { JsonDocument, JsonFault, Position } from "../json/node.js";
import type { JsonReader } from "../json/read.js";

/** A document that may die when the next record is asked for. */
export interface RecordDocument extends JsonDocument {
  /** One that lives as long as it is used. Nodes of this one, also nested ones, stay this one's. */
  keep(): JsonDocument;
}

/** One document of a file, or what kept it from being one. The document lives until the next record is asked for. */
export type FileRecord =
  | {
      readonly kind: "document";
      readonly document: RecordDocument;
      /** Counts the documents of a file that holds several (0-based), else `null`. */
      readonly record: number | null;
      /** The name of the file inside the file (an archive's). */
      readonly member?: string;
    }
  | {
      readonly kind: "fault";
      readonly fault: JsonFault;
      readonly record: number | null;
      /** The last line of a JSON Lines file ends inside its value, as a crash leaves it. */
      readonly cutOff: boolean;
      /** A line among JSON Lines that does not even begin as JSON: other output of the program that wrote the log. */
      readonly isText?: boolean;
      readonly member?: string;
    };

/** A part of a JSON Lines file that begins where a line begins. It goes on while it is read: at the end it says where that is. */
export interface JsonLinesPart {
  /** Number of the next record, 0-based; never 0 but at the start of the file. */
  record: number;
  /** Place of the next line. */
  origin: Position;
  /** A record was too large: nothing after it is read. */
  isEnded: boolean;
  /** A record belongs together with later ones, wherever they are: the part goes on to the end of the file. */
  onJoint(): void;
}

/** How many bytes a file may still unpack to: all that is packed in it together, in whatever depth. Counts down; below zero it was too much. */
export interface UnpackingBudget {
  left: number;
}

/** What containers read with. */
export interface ContainerReading {
  /** Its memory is reused from record to record. */
  readonly reader: JsonReader;
  /** Largest document that is read, in bytes; a larger one is a fault `too-large`. */
  readonly maxBytes: number;
  /** Shared with what is inside: many members, or one inside the other, unpack to no more than one document may have. */
  readonly budget: UnpackingBudget;
  /** Reads a file that was inside the file, whatever it is. */
  open(blocks: Iterable<Uint8Array>): Iterable<FileRecord>;
}

/**
 * A kind of file: how it is recognised, and the documents in it.
 *
 * Total: any bytes give records, what is broken is a fault, nothing throws but what the blocks throw.
 */
export interface Container {
  readonly id: string;
  readonly title: string;
  /** Whether a file is one of these. `head`: its first bytes, at least 4 KiB of them where it has so many. Never by its name. */
  sniff(head: Uint8Array): boolean;
  /** @param blocks the file from its start, each block valid until the next one is asked for */
  read(blocks: Iterable<Uint8Array>, reading: ContainerReading): Iterable<FileRecord>;
}

/** A document with memory of its own, which nothing takes away. */
export function lasting(document: JsonDocument): RecordDocument {
  return { root: document.root, defects: () => document.defects(), keep: () => document };
}
