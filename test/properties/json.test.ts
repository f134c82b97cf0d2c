import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinText } from "../../src/json/composed.js";
import type { JsonNode } from "../../src/json/node.js";
import { plainNode } from "../../src/json/plain-node.js";
import { formatPointer, parsePointer, resolvePointer } from "../../src/json/pointer.js";
import type { ReadDocument } from "../../src/json/read.js";
import { JsonReader } from "../../src/json/read.js";
import { mutate, Random, writeDocument, writeLiteral } from "../support/json-documents.js";
import {
  compare,
  compareNested,
  compareNestedPlaces,
  comparePlaces,
  compareValue,
  eachNode,
  textOf,
  type Verdict,
} from "../support/json-oracle.js";

// More by hand: JSON_DOCUMENTS=3000000 JSON_SEED=7 npx vitest run test/properties/json.test.ts
const documents = Number(process.env.JSON_DOCUMENTS ?? 9000);
const seed = Number(process.env.JSON_SEED ?? 1);

/** What stands between two pieces of a text in the file. */
const between = '",\n"é", "';

describe("the tape against JSON.parse", () => {
  it("accepts and rejects the same mutated documents, with the same values at places of their own", { timeout: 0 }, () => {
    const reader = new JsonReader();
    const verdicts = fuzz((random, document, donor) => {
      const isThorough = random.below(20) === 0;
      return [document, mutate(random, document, donor), mutate(random, document, donor)].map((bytes) =>
        told(bytes, () => compare(reader, bytes, isThorough)),
      );
    });
    expect(verdicts.accepted).toBeGreaterThan(documents / 3);
  });

  it("reads the same inside strings, at any depth, at places that go through the escapes to the file", { timeout: 0 }, () => {
    const reader = new JsonReader();
    const verdicts = fuzz((random, document, donor) => {
      let text = random.below(3) === 0 ? document.toString() : Buffer.from(mutate(random, document, donor)).toString();
      if (random.below(3) === 0) text = text.replace(/[a-z]/, random.pick(["\ud83d", "\ude42"]));
      const levels = 1 + random.below(3);
      for (let level = 1; level < levels; level++) text = writeLiteral(random, text);
      const file = `{"é":"🙂",\r\n "inside": ${writeLiteral(random, text)}}`;
      return [told(Buffer.from(file), () => compareLevels(open(reader, file).root.get("inside"), file, levels))];
    }, 10);
    expect(verdicts.accepted).toBeGreaterThan(documents / 40);
  });

  it("reads the same across strings in pieces, each character at the place of its piece", { timeout: 0 }, () => {
    const reader = new JsonReader();
    fuzz((random, document) => {
      const text = document.toString().replace(/^\ufeff/, "");
      const pieces: string[] = [];
      for (let rest = text; rest !== ""; rest = rest.slice(pieces.at(-1)?.length)) pieces.push(rest.slice(0, 1 + random.below(9)));
      const file = `["${pieces
        .map((piece) => writeLiteral(random, piece))
        .map((literal) => literal.slice(1, -1))
        .join(between)}"]`;
      return [told(document, () => comparePieces(open(reader, file), file, text))];
    }, 100);
  });

  it("tells where each of several documents ends, and keeps what must live longer", { timeout: 0 }, () => {
    const reader = new JsonReader();
    fuzz((random, document, donor) => {
      const texts = [document, donor, document].map((bytes) =>
        bytes
          .toString()
          .replace(/^\ufeff/, "")
          .trim(),
      );
      const file = texts.join(random.pick(["\n", "\r\n", " "]));
      return [told(Buffer.from(file), () => compareRow(reader, file, texts))];
    }, 120);
  });
});

describe("any text and any value", () => {
  it("is accepted or refused as JSON.parse does", () => {
    const reader = new JsonReader();
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.uint8Array()),
        (text) => void compare(reader, Buffer.from(text), true),
      ),
    );
  });

  it("is found again by its pointer", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, spaces) => {
        const { root } = open(new JsonReader(), JSON.stringify(value, null, spaces));
        eachNode(root, (node, isKey) => {
          if (!isKey) expect(resolvePointer(root, node.pointer)?.range).toEqual(node.range);
        });
      }),
    );
  });

  it("is the same as a plain value, member for member", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const { root } = open(new JsonReader(), text);
        const plain = plainNode(JSON.parse(text), () => root.range);
        const pointers = (node: JsonNode) => {
          const found: string[] = [];
          eachNode(node, (each) => found.push(`${each.kind} ${each.pointer}`));
          return found.sort();
        };
        expect(pointers(plain)).toEqual(pointers(root));
        compareValue(plain, JSON.parse(text));
      }),
    );
  });

  it("goes into a pointer and comes out again", () => {
    const step = fc.oneof(fc.string(), fc.constantFrom("~", "/", "~1", "~0", ""));
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        expect(parsePointer(formatPointer(steps))).toEqual(steps);
      }),
    );
  });
});

/** Runs `judge` on random documents, `share` times fewer than asked for, and counts what it says. */
function fuzz(judge: (random: Random, document: Buffer, donor: Buffer) => readonly Verdict[], share = 1): Record<Verdict, number> {
  const random = new Random(seed);
  const verdicts = { accepted: 0, rejected: 0, truncated: 0, "too-deep": 0 };
  let donor = Buffer.from("[]");
  for (let count = 0; count < documents / share; ) {
    const document = Buffer.from(writeDocument(random));
    for (const verdict of judge(random, document, donor)) {
      verdicts[verdict]++;
      count++;
    }
    donor = document;
  }
  if (process.env.JSON_DOCUMENTS !== undefined) console.info(`seed ${seed}: ${JSON.stringify(verdicts)}`);
  return verdicts;
}

function told(bytes: Uint8Array, judge: () => Verdict): Verdict {
  try {
    return judge();
  } catch (error) {
    throw new Error(`${error}\nin ${JSON.stringify(Buffer.from(bytes).toString())}\n= ${Buffer.from(bytes).toString("base64")}`, {
      cause: error,
    });
  }
}

function open(reader: JsonReader, file: string): ReadDocument {
  const bytes = Buffer.from(`${file}\n`);
  const result = reader.read(bytes, 0, bytes.length - 1);
  if (result.kind === "fault") throw new Error(`Rejected: ${result.fault.message}`);
  if (bytes.at(-1) !== 0x0a) throw new Error("The byte behind the text was not restored");
  return result.document;
}

function compareLevels(node: JsonNode | undefined, file: string, levels: number, level = levels): Verdict {
  if (node === undefined) throw new Error("The member is gone");
  if (level === 1) return compareNested(node, levels, file);
  const nested = node.nested();
  if (nested?.kind !== "json") throw new Error("A literal inside a string is JSON");
  if (nested.document.root.within?.pointer !== node.pointer) throw new Error("The string around is another");
  return compareLevels(nested.document.root, file, levels, level - 1);
}

function comparePieces(document: ReadDocument, file: string, text: string): Verdict {
  const { root } = document;
  const joined = joinText(
    root.items().filter((_, index) => index % 2 === 0),
    root,
  );
  if (joined.string() !== text) throw new Error("The pieces give another text");
  const nested = joined.nested();
  if (nested?.kind !== "json") throw new Error("The pieces are no document");
  compareValue(nested.document.root, JSON.parse(text));
  compareNestedPlaces(nested.document.root, 1, (range) => textOf(file, range).replaceAll(between, ""));
  return "accepted";
}

function compareRow(reader: JsonReader, file: string, texts: readonly string[]): Verdict {
  const bytes = Buffer.from(`${file}\n`);
  const kept: { readonly document: ReturnType<ReadDocument["keep"]>; readonly text: string }[] = [];
  let at = 0;
  let origin = { line: 1, column: 1, offset: 0 };
  for (const text of texts) {
    const result = reader.readFirst(bytes, at, bytes.length - 1, origin);
    if (result.kind === "fault") throw new Error(`Rejected: ${result.fault.message}`);
    kept.push({ document: result.document.keep(), text });
    if (textOf(file, result.document.root.range) !== text) throw new Error("The range of the root is not its text");
    at = result.end;
    const before = file.slice(0, origin.offset + result.units);
    origin = { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n"), offset: before.length };
  }
  for (const { document, text } of kept) {
    compareValue(document.root, JSON.parse(text));
    comparePlaces(document.root, file);
  }
  return "accepted";
}
