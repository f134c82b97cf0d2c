import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
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
