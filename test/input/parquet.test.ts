import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { decodeParquetFile } from "../../src/input/parquet-file.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const folder = fileURLToPath(new URL("../../fixtures/containers/parquet/", import.meta.url));
const tables = readdirSync(folder).filter((name) => name.endsWith("-columns.parquet") || name.endsWith("-type.parquet"));

describe("a Parquet table", () => {
  it.each(tables)(
    "%s is read, or refused with a reason, whatever byte of it is wrong",
    async (name) => {
      const bytes = readFileSync(join(folder, name));
      const path = join(temporaryFolder(), "t.parquet");
      for (let at = 0; at < bytes.length; at++) {
        for (const flip of [0x01, 0x40, 0xff]) {
          const broken = Buffer.from(bytes);
          broken[at] = (broken[at] ?? 0) ^ flip;
          writeFileSync(path, broken);
          const [head] = await decodeParquetFile(path);
          expect(Buffer.from(head ?? []).toString(), `byte ${at} ^ ${flip}`).toMatch(/^PAR1(?: (?:is|has|asks) [^\n]+)?\n$/);
        }
      }
    },
    60_000,
  );

  it("is refused where it is cut off at any place", async () => {
    const bytes = readFileSync(join(folder, tables[0] ?? ""));
    const path = join(temporaryFolder(), "t.parquet");
    for (let length = 4; length < bytes.length; length += 7) {
      writeFileSync(path, bytes.subarray(0, length));
      const [head] = await decodeParquetFile(path);
      expect(Buffer.from(head ?? []).toString()).toBe("PAR1 is damaged\n");
    }
  });
});
