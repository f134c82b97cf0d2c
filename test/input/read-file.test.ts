import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.js";
import { readBlocks, readWhole } from "../../src/input/read-file.js";
import { temporaryFolder } from "../support/temporary-folder.js";

describe("readBlocks", () => {
  it("gives the bytes of a file in order, in one reused buffer", () => {
    const cwd = temporaryFolder();
    const bytes = Buffer.alloc(2_500_000, 0).map((_, index) => index % 251);
    writeFileSync(join(cwd, "big.json"), bytes);
    const buffers = new Set<ArrayBufferLike>();
    const copies: Uint8Array[] = [];
    for (const block of readBlocks(join(cwd, "big.json"))) {
      buffers.add(block.buffer);
      copies.push(Uint8Array.from(block));
    }
    expect(Buffer.concat(copies).equals(bytes)).toBe(true);
    expect(buffers.size).toBe(1);
    expect(copies.length).toBeGreaterThan(1);
  });

  it("gives nothing for an empty file", () => {
    expect([...readBlocks(join(temporaryFolder({ "empty.json": "" }), "empty.json"))]).toEqual([]);
  });

  it("names the file and the reason when it cannot be read, and keeps the cause", () => {
    const cwd = temporaryFolder();
    const read = () => [...readBlocks(join(cwd, "missing\n.json"))];
    expect(read).toThrow(InputError);
    expect(read).toThrow(/^Cannot read .*missing\\n\.json: no such file$/);
    expect(() => [...readBlocks(cwd)]).toThrow("it is a folder");
    try {
      readWhole(join(cwd, "missing.json"));
    } catch (error) {
      expect(error instanceof InputError && error.cause).toMatchObject({ code: "ENOENT" });
    }
  });
});
