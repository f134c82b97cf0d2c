import { Buffer } from "node:buffer";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { broken } from "../support/calls.js";
import { bin, runShell } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const isWindows = process.platform === "win32";
const talk = JSON.stringify([{ role: "user", content: "Hello" }]);

describe("standard input", () => {
  it("may be no pipe: nothing on it is an empty transcript, not a crash", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "check", "-", "-r", "compact"], {
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout).toContain("<stdin>:1:1: error invalid-json");
    expect(status).toBe(1);
  });
});

describe("a report into the working folder", () => {
  it("cannot be written, which names the folder", () => {
    const { stderr, exitCode } = runShell("guardrails check talk.json -o json=.", { cwd: temporaryFolder({ "talk.json": talk }) });
    expect(stderr).toBe("guardrails: Cannot write .: it is a folder\n");
    expect(exitCode).toBe(2);
  });
});

describe.skipIf(isWindows)("named pipes", () => {
  it("are read once, like files", () => {
    const { stdout, exitCode } = runShell("mkfifo full; cat talk.json > full & guardrails check full -r compact", {
      cwd: temporaryFolder({ "talk.json": talk }),
    });
    expect(stdout).toContain("in 1 file: 1 conversation");
    expect(exitCode).toBe(0);
  });

  it("leave the run killable while nobody writes", () => {
    const { signal } = spawnSync("sh", ["-c", `mkfifo silent; exec "${process.execPath}" "${bin}" check silent`], {
      cwd: temporaryFolder(),
      timeout: 3000,
      killSignal: "SIGTERM",
    });
    expect(signal).toBe("SIGTERM");
  });
});

describe.skipIf(process.platform !== "linux")("names that are not UTF-8", { timeout: 60_000 }, () => {
  /** A folder with such a name in a folder with such a name. */
  function odd(): string {
    const cwd = temporaryFolder({ "plain.json": broken });
    const folder = Buffer.concat([Buffer.from(`${cwd}/runs-`), Buffer.of(0xe4), Buffer.from("/")]);
    mkdirSync(folder);
    writeFileSync(Buffer.concat([folder, Buffer.of(0xff), Buffer.from(".json")]), broken);
    return cwd;
  }

  it("are found, named, listed and shown escaped", () => {
    const cwd = odd();
    const shown = "runs-\\udce4/\\udcff.json:1:";
    for (const command of ["check .", "check runs-*", "check runs-*/*", "check --files-from list.txt", "check --files-from list.nul"]) {
      const lists = "printf '%s\\n' runs-*/* > list.txt; printf '%s\\0' runs-*/* > list.nul";
      const { stdout, stderr, exitCode } = runShell(`${lists}; guardrails ${command} -r compact`, { cwd });
      expect(stdout, command).toContain(`${shown}`);
      expect(stdout, command).toContain("error invalid-arguments");
      expect({ stderr, exitCode }, command).toEqual({ stderr: "", exitCode: 1 });
    }
    const report = JSON.parse(runShell("guardrails check . -r json", { cwd }).stdout);
    expect(report.files.map(({ path }: { path: string }) => path)).toEqual(["plain.json", "runs-\udce4/\udcff.json"]);
  });

  it("are no way to overwrite a transcript", () => {
    const { stderr, exitCode } = runShell('for file in runs-*/*; do guardrails check "$file" -o json="$file"; done', { cwd: odd() });
    expect(stderr).toContain("would overwrite runs-\\udce4/\\udcff.json, which is checked in this run");
    expect(exitCode).toBe(2);
  });
});
