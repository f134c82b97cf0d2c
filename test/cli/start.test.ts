import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";

const root = resolve(import.meta.dirname, "../..");

/** A copy of the program as it is installed. */
function install(): string {
  const folder = temporaryFolder({ "guardrails.config.mjs": "export default { failOn: 'never' };" });
  for (const part of ["bin", "dist/cli", "package.json"]) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

const node = (folder: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env: { PATH: process.env.PATH, NO_COLOR: "1" } });

const check = (folder: string, ...flags: readonly string[]) =>
  node(folder, ...flags, "bin/guardrails.js", "check", join(root, "fixtures/demo"), "--config", "guardrails.config.mjs");

/** Whether V8 refuses the compiled code; `undefined` where there is none. */
const isRefused = (folder: string, ...flags: readonly string[]) =>
  node(folder, ...flags, "-p", 'require("./bin/load.js").load().script.cachedDataRejected').stdout.trim();

it("takes the code that the build compiled", () => {
  expect(isRefused(root)).toBe("false");
});

it("does the same without that code, with that of another V8, and with a broken file", () => {
  const folder = install();
  const expected = check(folder);
  expect(expected).toMatchObject({ status: 0, stderr: "" });
  expect(expected.stdout).toContain("invalid-arguments");
  // Other flags of V8 make other code.
  expect(isRefused(folder, "--no-opt")).toBe("true");
  expect(check(folder, "--no-opt").stdout).toBe(expected.stdout);
  const compiled = join(folder, "dist/cli/main.compiled");
  expect(existsSync(compiled)).toBe(true);
  writeFileSync(compiled, "broken");
  expect(check(folder).stdout).toBe(expected.stdout);
  rmSync(compiled);
  expect(isRefused(folder)).toBe("undefined");
  expect(check(folder).stdout).toBe(expected.stdout);
});
