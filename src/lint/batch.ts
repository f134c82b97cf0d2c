import type { Detected } from "../formats/detect.js";
import type { RecordingInput } from "../formats/format.js";
import type { JsonDocument, JsonFault } from "../json/node.js";

/** One document of a batch, and which record of its file it is (0-based; `null` for a file of one document). */
export interface BatchDocument {
  readonly document: JsonDocument;
  readonly record: number | null;
  /** The name of the file inside the file (an archive's). */
  readonly member?: string;
}

/** A recording and the format that it was recognised as. */
export interface ReadRecording {
  readonly recording: RecordingInput;
  readonly detected: Detected;
}

/** What is judged together: a record, or the records that are the messages of one conversation. Lives until the next batch is asked for. */
export type Batch =
  | {
      readonly kind: "fault";
      readonly fault: JsonFault;
      readonly record: number | null;
      readonly cutOff: boolean;
      readonly isText?: boolean;
      readonly member?: string;
    }
  | {
      readonly kind: "recordings";
      readonly documents: readonly BatchDocument[];
      /** Documents of earlier batches that the recordings reach into. */
      readonly others: readonly BatchDocument[];
      readonly recordings: readonly ReadRecording[];
      /** Bodies inside the documents that were to be JSON and are none. */
      readonly faults: readonly JsonFault[];
      /** Conversations that the documents speak of but do not hold. */
      readonly unresolvable: number;
      /** Exchanges that are no conversations. */
      readonly traffic: number;
    };
