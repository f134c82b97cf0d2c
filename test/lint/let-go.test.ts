import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** Bytes of all buffers that something still holds. */
async function held(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}

/** A conversation of some ten million bytes in one document. */
function* chunks(): Generator<Uint8Array> {
  const messages = Array.from({ length: 200 }, (_, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: "x".repeat(50_000),
  }));
  yield Buffer.from(JSON.stringify({ model: "gpt-5", messages }));
}

it("holds nothing of a file once it was checked and the linter is gone", async () => {
  const before = await held();
  const { summary } = new Linter().lintFile({ path: "large.json", chunks }, { violation: () => true });
  expect(summary.conversations).toHaveLength(1);
  expect((await held()) - before).toBeLessThan(1_000_000);
});
