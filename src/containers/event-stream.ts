import { looksLikeEventStream, readEventStream } from "../json/event-stream.js";
import { Tape } from "../json/tape.js";
import { JsonText } from "../json/text.js";
import { type Container, type ContainerReading, type FileRecord, lasting } from "./container.js";
import { headText } from "./head.js";
import { tooLargeFault } from "./json.js";
import { wholeFile } from "./whole-file.js";

/** The text of server-sent events, as `curl` writes it: one document, the list of its events. */
export const eventStream: Container = {
  id: "event-stream",
  title: "server-sent events",
  sniff: (head) => looksLikeEventStream(headText(head)),
  read,
};

const start = { line: 1, column: 1, offset: 0 };

function* read(blocks: Iterable<Uint8Array>, { maxBytes }: ContainerReading): Generator<FileRecord, void, undefined> {
  const bytes = wholeFile(blocks, maxBytes);
  if (bytes === undefined) {
    yield tooLargeFault(start, maxBytes, null);
    return;
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const from = hasMark ? 3 : 0;
  const to = bytes.length - 1;
  const text = new JsonText(new Tape(bytes, 0, false), from, to, hasMark ? { ...start, offset: 1 } : start);
  const read = readEventStream(bytes, from, to, text, undefined);
  if (read.kind === "fault") {
    yield { kind: "fault", fault: read.fault, record: null, cutOff: false };
    return;
  }
  yield { kind: "document", document: lasting(read.document), record: null };
}
