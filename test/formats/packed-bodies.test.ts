import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readBytes } from "../../src/formats/envelopes/body.js";
import { parseJson } from "../../src/json/read.js";

const read = parseJson('"body"');
const node = read.kind === "document" ? read.document.root : undefined;

it("unpacks a body to some sixty times its size, and a small one to some megabytes", () => {
  if (node === undefined) throw new Error("no node");
  const unpacked = (size: number) => readBytes(gzipSync(`{"text":"${" ".repeat(size)}"}`), node, undefined);
  expect(unpacked(1 << 23)).toMatchObject({ kind: "json" });
  expect(unpacked(1 << 26)).toMatchObject({
    kind: "broken",
    fault: { kind: "too-large", message: "A packed body is too large when unpacked" },
  });
});
