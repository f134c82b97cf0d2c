import { readYaml } from "../json/yaml-read.js";
import { type Container, type ContainerReading, type FileRecord, lasting } from "./container.js";
import { headText } from "./head.js";
import { tooLargeFault } from "./json.js";
import { wholeFile } from "./whole-file.js";

/**
 * Comments and directives, then the mark of a document, an item of a list, a tag, a key, or a quoted key that ends its line: what no JSON begins
 * with, nor a piece of it.
 */
const beginning =
  /^(?:[ \t]*(?:#[^\n]*)?\r?\n|%[^\n]*\n)*(?:---(?:[ \t\r\n]|$)|-[ \r\n]|![\w/:.-]{1,80}[ \t]*\r?\n|[A-Za-z_][\w.\- ]{0,80}:(?:[ \t\r\n]|$)|(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'):[ \t]*\r?\n)/;

/** A text log with JSON between its lines: no mapping has an object of JSON at the very start of a line. */
const keyFirst = /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*[A-Za-z_][\w.\- ]{0,80}:/;
const jsonLine = /^\{[ \t]*"[^\n]*\}[ \t]*\r?$/m;

function isYaml(text: string): boolean {
  return beginning.test(text) && !(keyFirst.test(text) && jsonLine.test(text));
}

/** A YAML file: a cassette of an HTTP recorder, or a transcript that was written by hand. */
export const yaml: Container = {
  id: "yaml",
  title: "YAML (VCR cassettes)",
  sniff: (head) => isYaml(headText(head)),
  read,
};

function* read(blocks: Iterable<Uint8Array>, { maxBytes }: ContainerReading): Generator<FileRecord, void, undefined> {
  const bytes = wholeFile(blocks, maxBytes);
  if (bytes === undefined) {
    yield tooLargeFault({ line: 1, column: 1, offset: 0 }, maxBytes, null);
    return;
  }
  const results = readYaml(bytes.toString("utf8", 0, bytes.length - 1));
  for (const [index, result] of results.entries()) {
    const record = results.length > 1 ? index : null;
    if (result.kind === "fault") {
      yield { kind: "fault", fault: result.fault, record, cutOff: false };
      continue;
    }
    yield { kind: "document", document: lasting(result.document), record };
  }
}
