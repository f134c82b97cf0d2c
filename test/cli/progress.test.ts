import { describe, expect, it } from "vitest";
import { Progress } from "../../src/cli/progress.js";
import { clean } from "../support/calls.js";
import { runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** A terminal that remembers, and a clock that stands still until it is set. */
function scene(bytes: number | "unknown" = 4e9) {
  let time = 0;
  const written: string[] = [];
  const sink = { isTerminal: true, write: (text: string) => void written.push(text), flush: () => {} };
  const progress = new Progress(sink, { files: 500, bytes: bytes === "unknown" ? undefined : bytes }, () => time);
  const at = (milliseconds: number, done = { files: 120, bytes: 1.25e9, findings: 3 }) => {
    time = milliseconds;
    progress.update(done);
  };
  return { written, progress, sink, at };
}

describe("progress", () => {
  it("is silent for a second, then says what is done and how long the rest will take, five times a second", () => {
    const { written, at } = scene();
    at(999);
    expect(written).toEqual([]);
    at(5_000);
    at(5_100);
    expect(written).toEqual(["1.3 GB of 4.0 GB, 120 of 500 files, 3 findings, 11 s left"]);
    at(5_200);
    expect(written.slice(1)).toEqual(["\r\u001b[K", expect.stringContaining("left")]);
  });

  it("promises no time where the end of the input is unknown", () => {
    const written = scene("unknown");
    written.at(2_000);
    expect(written.written).toEqual(["1.3 GB, 120 of 500 files, 3 findings"]);
  });

  it("makes room for what is written beside it, and is wiped once", () => {
    const { written, progress, sink, at } = scene();
    at(2_000);
    progress.guard(sink).write("finding\n");
    progress.wipe();
    expect(written.slice(1)).toEqual(["\r\u001b[K", "finding\n"]);
  });

  it("is not for pipes", { timeout: 60_000 }, () => {
    expect(runCli(["check", "a.json"], { cwd: temporaryFolder({ "a.json": clean }) }).stderr).toBe("");
  });
});
