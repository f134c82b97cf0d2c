import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** The built program. */
export const bin = resolve(import.meta.dirname, "../../bin/guardrails.js");

/** What a process left behind. */
export interface CliResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
}

/** Nothing of the machine that runs the tests: no colors, no CI, a fixed day. */
const environment = { NO_COLOR: "1", SOURCE_DATE_EPOCH: "1790000000" };

/** Runs the built program in a process of its own. */
export function runCli(args: readonly string[], { cwd, env = {}, input = "" }: CliOptions): CliResult {
  return run(process.execPath, [bin, ...args], cwd, env, input);
}

/** Runs a line of shell in which `guardrails` is the built program. */
export function runShell(command: string, { cwd, env = {}, input = "" }: CliOptions): CliResult {
  const script = `guardrails() { "${process.execPath}" "${bin}" "$@"; }\n${command}`;
  return run("sh", ["-c", script], cwd, env, input);
}

function run(
  file: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  input: string | Uint8Array,
): CliResult {
  if (!existsSync(resolve(bin, "../../dist/cli/main.js"))) throw new Error("Build first: npm run build");
  const { PATH = "" } = process.env;
  const { stdout, stderr, status, error } = spawnSync(file, args, {
    cwd,
    env: { PATH, ...environment, ...env },
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw error;
  return { stdout, stderr, exitCode: status };
}
