import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonNode } from "../../src/json/node.js";
import { resolvePointer } from "../../src/json/pointer.js";
import { binaryOf } from "../../src/json/yaml-node.js";
import { readYaml } from "../../src/json/yaml-read.js";
import { placesInScalar } from "../../src/json/yaml-scalar.js";

function documentOf(text: string) {
  const [result] = readYaml(text);
  if (result?.kind !== "document") throw new Error(result?.fault.message ?? "no document");
  return result.document;
}

function at(text: string, pointer: string): JsonNode {
  const node = resolvePointer(documentOf(text).root, pointer);
  if (node === undefined) throw new Error(`nothing at ${pointer}`);
  return node;
}

/** What is written where a node stands, and where that is. */
function written(text: string, { range }: Pick<JsonNode, "range">): string {
  const start = range.source.position(range.from);
  return `${start?.line}:${start?.column} ${text.slice(range.from, range.to)}`;
}

function faultOf(text: string): string {
  const [result] = readYaml(text);
  if (result?.kind !== "fault") throw new Error("no fault");
  const place = result.fault.at.source.position(result.fault.at.from);
  return `${place?.line}:${place?.column} ${result.fault.kind}: ${result.fault.message}`;
}

describe("a YAML node", () => {
  it("reads values as JSON has them", () => {
    const text = "a: text\nb: [1, -2.50, 0x10, 1e3]\nc: {d: true, e: ~}\nf:\ng: 'no'\nh: 2026-11-01\ni: .nan\nj: yes\n12: n\n";
    const { root } = documentOf(text);
    expect(root.value()).toEqual({
      a: "text",
      b: [1, -2.5, 16, 1000],
      c: { d: true, e: null },
      f: null,
      g: "no",
      h: "2026-11-01",
      i: null,
      j: "yes",
      12: "n",
    });
    expect(
      root
        .get("b")
        ?.items()
        .map((item) => item.raw()),
    ).toEqual(["1", "-2.50", "16", "1e3"]);
    expect(
      root
        .entries()
        .map(({ key }) => `${key.kind} ${key.string()}`)
        .at(-1),
    ).toBe("string 12");
    expect(root.get("b")?.first()?.pointer).toBe("/b/0");
    expect(root.get("nothing")).toBeUndefined();
  });

  it("knows where each value stands", () => {
    const text = "\uFEFFa: text\nb:\n  - 'it''s'\n  - {c: \"d\"}\ne:\n";
    expect(written(text, at(text, "/a"))).toBe("1:4 text");
    expect(written(text, at(text, "/b/0"))).toBe("3:5 'it''s'");
    expect(written(text, at(text, "/b/1/c"))).toBe('4:9 "d"');
    expect(at(text, "/e").kind).toBe("null");
    expect(at(text, "/e").range.source.position(at(text, "/e").range.from)?.line).toBe(5);
  });

  it("keeps the digits of long numbers, and tells them, repeated keys and lone surrogates", () => {
    const text = 'a: 12345678901234567890\nb: {c: 1, c: 2}\nd: "\\ud800"\n';
    expect(at(text, "/a").raw()).toBe("12345678901234567890");
    expect(at(text, "/b").value()).toEqual({ c: 2 });
    expect(
      documentOf(text)
        .defects()
        .map(({ kind, at: node }) => `${kind} ${written(text, node)}`),
    ).toEqual(["long-number 1:4 12345678901234567890", "repeated-key 2:11 c", 'lone-surrogate 3:4 "\\ud800"']);
  });

  it("gives an alias the value of its anchor and a place of its own", () => {
    const text = "a: &a {b: [1, 2]}\nc: *a\n";
    expect(at(text, "/c").value()).toEqual({ b: [1, 2] });
    expect(at(text, "/c/b/1").pointer).toBe("/c/b/1");
    expect(written(text, at(text, "/c/b/1"))).toBe("2:4 *a");
    expect(written(text, at(text, "/a/b/1"))).toBe("1:15 2");
    expect(documentOf("a: &a {k: 1, k: 2}\nb: *a\n").defects()).toHaveLength(1);
  });

  it("refuses what no tree can hold", () => {
    expect(faultOf("a: &a {b: *a}\n")).toBe("1:11 invalid-yaml: The alias is inside the value that it refers to");
    const bomb = `a: &a [1,1,1,1,1,1,1,1,1,1]\n${[..."bcdefgh"].map((name, index) => `${name}: &${name} [${Array(10).fill(`*${"abcdefg"[index]}`).join(",")}]\n`).join("")}`;
    expect(faultOf(bomb)).toMatch(/too-large: The aliases/);
    expect(faultOf(`a: ${"[".repeat(600)}${"]".repeat(600)}`)).toMatch(/too-deep/);
    const tower = Array.from(
      { length: 40 },
      (_, index) => `- &a${index} ${"[".repeat(30)}${index === 0 ? "" : `*a${index - 1}`}${"]".repeat(30)}\n`,
    ).join("");
    expect(faultOf(tower)).toMatch(/too-deep/);
    expect(faultOf(`a: ${"[".repeat(200_000)}`)).toMatch(/too-deep|truncated|invalid-yaml/);
    expect(faultOf("a: 1\n b: 2\n")).toMatch(/^1:4 invalid-yaml/);
    expect(faultOf('a: "b')).toMatch(/truncated: The YAML text ends too early/);
  });

  it("gives the bytes of binary scalars, under YAML's tag and Ruby's", () => {
    for (const tag of ["!!binary", "!binary"]) {
      const node = at(`a: ${tag} |-\n  aGVs\n  bG8=\n`, "/a");
      expect(node.kind).toBe("string");
      expect(node.string()).toBe("hello");
      expect(Buffer.from(binaryOf(node) ?? []).toString()).toBe("hello");
    }
    expect(binaryOf(at("a: text", "/a"))).toBeUndefined();
  });

  it("reads JSON inside scalars of every style, with exact places", () => {
    const json = '{"name": "it\'s", "args": "{\\"city\\": \\"Oslo\\"}", "long": "a b c d e f g h i j k l m n o p q r s t u v w x y z"}';
    for (const style of ["QUOTE_SINGLE", "QUOTE_DOUBLE", "BLOCK_LITERAL", "BLOCK_FOLDED"] as const) {
      for (const lineWidth of [0, 40]) {
        const text = stringify({ outer: { body: json } }, { defaultStringType: style, defaultKeyType: "PLAIN", lineWidth });
        const nested = at(text, "/outer/body").nested();
        if (nested?.kind !== "json") throw new Error(style);
        const city = nested.document.root.get("args")?.nested();
        if (city?.kind !== "json") throw new Error(style);
        const place = written(text, city.document.root.get("city") ?? nested.document.root);
        expect(`${style} ${place}`).toMatch(/^[A-Z_]+ \d+:\d+ (?:\\+")?"?Oslo/);
        expect(place).toContain("Oslo");
        expect(place.length).toBeLessThan(24);
        expect(nested.document.root.within?.pointer).toBe("/outer/body");
      }
    }
  });

  it("places the characters of any text in any style", () => {
    const styles = fc.constantFrom("PLAIN", "QUOTE_SINGLE", "QUOTE_DOUBLE", "BLOCK_LITERAL", "BLOCK_FOLDED");
    const words = fc.array(fc.constantFrom("a", "bc", " ", "  ", "\n", "'", '"', "\\", "é", "😀", "{", "- ", "#", ": ", "\t"), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(words, styles, fc.constantFrom(0, 20, 80), (pieces, style, lineWidth) => {
        const value = pieces.join("");
        const text = stringify([{ key: value }], { defaultStringType: style, lineWidth });
        const node = at(text, "/0/key");
        if (node.string() !== value) return; // the writer's own loss
        for (let unit = 0; unit < value.length; unit++) {
          const { from, to } = node.textRange(unit, unit + 1);
          const shown = text.slice(from, to);
          const isWhole = from === node.range.from && to === node.range.to;
          // A line break may be folded, an escape stand for its character; any other stands as it is.
          if (!isWhole && /[a-z{]/.test(value.charAt(unit))) expect(shown.startsWith(value.charAt(unit))).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("knows exact places in what the writers of cassettes write", () => {
    const source = "a: 'one\n  two''s\n\n  three'\n";
    expect(
      [...(placesInScalar(source, 3, source.length - 1, "QUOTE_SINGLE", "one two's\nthree") ?? [])].map((place) => source[place]),
    ).toEqual([..."one\ntwo's\nthree'"]);
    expect(placesInScalar(source, 3, source.length - 1, "QUOTE_SINGLE", "another text")).toBeUndefined();
  });

  it("gives a long text up by its beginning where that is none, and takes one whose beginning is cut anywhere", () => {
    expect(faultOf("INFO: request took 5 ms: ok\n".repeat(100_000))).toMatch(/^1:7 invalid-yaml/);
    const long = "x ".repeat(300_000);
    for (const value of [`'${long}'`, `"${long}"`, `|\n  ${long.replaceAll("x x x x ", "x\n  ")}`, `[${"1,\n ".repeat(100_000)}2]`])
      expect(readYaml(`a: 1\nb: ${value}\n`).map(({ kind }) => kind)).toEqual(["document"]);
  });

  it("reads several documents, each with its own fault", () => {
    expect(readYaml("a: 1\n---\n[b\n---\nc: 2\n").map(({ kind }) => kind)).toContain("fault");
    expect(readYaml("a: 1\n---\nb: 2\n").map((each) => (each.kind === "document" ? each.document.root.value() : each.fault.kind))).toEqual([
      { a: 1 },
      { b: 2 },
    ]);
  });

  it("gives an answer for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."abc:-[]{}&*!|>'\"\n #,?%@`\\0~<\t") }), (text) => {
        for (const result of readYaml(text)) {
          if (result.kind === "fault") result.fault.at.source.position(result.fault.at.from);
          else {
            result.document.root.value();
            result.document.defects();
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
