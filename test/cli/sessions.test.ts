import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { runShell } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const fixtures = resolve(import.meta.dirname, "../../fixtures/cli");

/** Runs the commands of a session (`$ …`) one after the other in a copy of its folder and writes down what they print. */
function replay(scenario: string): string {
  const cwd = temporaryFolder();
  cpSync(join(fixtures, scenario), cwd, { recursive: true });
  const commands = readFileSync(join(cwd, "session.txt"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("$ "));
  rmSync(join(cwd, "session.txt"));
  return commands
    .map((line) => {
      const { stdout, stderr, exitCode } = runShell(line.slice(2), { cwd });
      return [line, stdout, stderr === "" ? "" : `[stderr]\n${stderr}`, `[exit ${exitCode}]\n\n`].join("\n").replace(/\n{3,}/g, "\n\n");
    })
    .join("");
}

describe.skipIf(process.platform === "win32")("sessions", () => {
  it.each(readdirSync(fixtures))("%s goes as recorded", { timeout: 180_000 }, async (scenario) => {
    await expect(replay(scenario)).toMatchFileSnapshot(join(fixtures, scenario, "session.txt"));
  });
});
