import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { temporaryFolder } from "../support/temporary-folder.js";

const root = resolve(import.meta.dirname, "../..");

/** A project that has this package and a test framework installed. */
export function project(files: Readonly<Record<string, string>>, packages: readonly string[]): string {
  const folder = temporaryFolder({ "package.json": '{ "name": "agent" }', ...files });
  for (const name of [...packages, "tool-guardrails"]) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(name === "tool-guardrails" ? root : join(root, "node_modules", name), link);
  }
  return folder;
}

/** What a test framework said, without colors. */
export interface TestRun {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Runs Vitest in a process of its own. */
export function runVitest(cwd: string): TestRun {
  return run(["node_modules/vitest/vitest.mjs", "run", "--root", cwd, "--reporter=verbose"], cwd, {});
}

/** Runs Jest in a process of its own. */
export function runJest(cwd: string, nodeOptions = ""): TestRun {
  return run(["node_modules/jest/bin/jest.js", "--ci", "--runInBand", "--rootDir", cwd], cwd, { NODE_OPTIONS: nodeOptions });
}

function run([program = "", ...args]: readonly string[], cwd: string, env: Readonly<Record<string, string>>): TestRun {
  const { PATH = "" } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, program), ...args], {
    cwd,
    env: { PATH, NO_COLOR: "1", CI: "true", HOME: cwd, ...env },
    encoding: "utf8",
  });
  return { exitCode: status, output: `${stdout}\n${stderr}` };
}
