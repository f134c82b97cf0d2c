import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDetect } from "../../src/formats/detect.js";
import { unwrap } from "../../src/formats/envelope.js";
import type { Format } from "../../src/formats/format.js";
import { formats } from "../../src/formats/index.js";
import { NeededWords } from "../../src/json/needed-words.js";
import type { JsonNode } from "../../src/json/node.js";
import { parseJson } from "../../src/json/read.js";

const folder = resolve(import.meta.dirname, "../../fixtures/formats");

/** All documents of all fixtures, one for each line of those that are JSON Lines. */
const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /(?<!\.model)\.jsonl?$/.test(file))
  .flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return file.endsWith(".jsonl") ? text.split("\n") : [text];
  })
  .filter((text) => rootOf(text) !== undefined);

const unmarked = formats.map(({ marks: _, needs: __, ...format }): Format => format);
const withMarks = createDetect(formats);
const withoutMarks = createDetect(unmarked);

describe("words that formats need", () => {
  it("keep most tables from being asked of a plain chat with calls", () => {
    const needed = new NeededWords(formats.map(({ needs }) => needs));
    const plain =
      '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":' +
      '{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"done"}],"model":"m"}';
    const root = rootOf(plain);
    expect(root && needed.look(root)).toBe(true);
    expect(formats.filter(({ needs }, rank) => needs !== undefined && needed.isMet(rank)).length).toBeLessThan(4);
  });

  it("change the answer for no fixture in which a value became JSON text", () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(), fc.integer({ min: 1, max: 4 }), (text, place, depth) => {
        const changed = JSON.stringify(withText(JSON.parse(text), place, depth));
        expect(claims(changed, withMarks)).toEqual(claims(changed, withoutMarks));
      }),
      { numRuns: 300 },
    );
  });
});

describe("marks of formats", () => {
  it("are declared by some, and never empty", () => {
    const declared = formats.flatMap(({ marks }) => (marks === undefined ? [] : [marks]));
    expect(declared.length).toBeGreaterThan(5);
    expect(declared.filter((marks) => marks.length === 0)).toEqual([]);
  });

  it("change the answer for no fixture, nor for its messages alone", () => {
    for (const text of texts) {
      expect(claims(text, withMarks), text.slice(0, 200)).toEqual(claims(text, withoutMarks));
      const list = rootOf(text)?.get("messages");
      if (list?.kind === "array") expect(claims(list.raw(), withMarks)).toEqual(claims(list.raw(), withoutMarks));
    }
  });

  it("stand in all that their format claims: in a fixture, in its messages alone, in each of them and of their parts", () => {
    const wrong = texts.flatMap(variantsOf).flatMap((text) => claimsWithoutMarks(text).map((id) => `${id} claims ${text.slice(0, 200)}`));
    expect([...new Set(wrong)]).toEqual([]);
  });

  it("change no answer where something was taken out of a fixture or renamed", () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), fc.boolean(), (text, places, renames) => {
        const changed = change(text, places, renames);
        expect(claims(changed, withMarks)).toEqual(claims(changed, withoutMarks));
      }),
      { numRuns: 200 },
    );
  });
});

function rootOf(text: string): JsonNode | undefined {
  const read = parseJson(text);
  return read.kind === "document" ? read.document.root : undefined;
}

function claims(text: string, detect: typeof withMarks): readonly string[] {
  const root = rootOf(text);
  return (root === undefined ? [] : unwrap(root).recordings).flatMap((recording) => {
    const detected = detect(recording);
    if (detected.kind === "unknown") return ["unknown"];
    return [detected.claim, ...detected.rivals].map(({ format, detection }) => `${format.id} ${detection.match} ${detection.because}`);
  });
}

/** A document, its messages as a bare list, and each of them in a list of its own, also with one part of its content alone. */
function variantsOf(text: string): readonly string[] {
  const root = rootOf(text);
  const list = root?.kind === "array" ? root : root?.get("messages");
  if (list?.kind !== "array") return [text];
  const alone = list.items().map((message) => `[${message.raw()}]`);
  const parts = list.items().flatMap((message) =>
    (message.get("content")?.items() ?? []).map((part) => {
      const members = message
        .entries()
        .map(({ key, value }) => `${key.raw()}:${key.string() === "content" ? `[${part.raw()}]` : value.raw()}`);
      return `[{${members.join()}}]`;
    }),
  );
  return [text, list.raw(), ...alone, ...parts];
}

/** The formats that claim messages in which none of their marks is a key. */
function claimsWithoutMarks(text: string): readonly string[] {
  const root = rootOf(text);
  const isMarked = (root?.kind === "array" ? root : root?.get("messages"))?.first()?.get("role") !== undefined;
  if (root === undefined || !isMarked) return [];
  const keys = keysOf(text);
  const [recording] = unwrap(root).recordings;
  if (recording?.body !== root) return [];
  return formats
    .filter(({ marks }) => marks?.some((key) => keys.has(key)) === false)
    .filter((format) => format.detect(recording).match !== "none")
    .map(({ id }) => id);
}

/** The keys of all objects of a document. */
function keysOf(text: string): ReadonlySet<string> {
  const keys = new Set<string>();
  JSON.parse(text, function (this: unknown, key, value: unknown) {
    if (!Array.isArray(this)) keys.add(key);
    return value;
  });
  return keys;
}

/** A value in which one that lies so deep is written as JSON text. `place` chooses which on each level. */
function withText(value: unknown, place: number, depth: number): unknown {
  if (depth === 0) return typeof value === "string" ? value : JSON.stringify(value);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value);
  const chosen = keys[place % Math.max(1, keys.length)];
  const change = (key: string, inner: unknown) => (key === chosen ? withText(inner, place, depth - 1) : inner);
  if (Array.isArray(value)) return value.map((inner: unknown, at) => change(String(at), inner));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(key, inner)]));
}

/** The document with the values at some places of it left out, or its keys spelled otherwise. */
function change(text: string, places: readonly number[], renames: boolean): string {
  let count = 0;
  JSON.parse(text, () => {
    count += 1;
  });
  const chosen = new Set(places.map((place) => place % count));
  let at = 0;
  return JSON.stringify(
    JSON.parse(text, (_, value: unknown) => {
      const isChosen = chosen.has(at);
      at += 1;
      if (!isChosen) return value;
      if (!renames || typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [`${key}_`, each]));
    }) ?? null,
  );
}
