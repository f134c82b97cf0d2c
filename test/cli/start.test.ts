import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { check } from "../../src/check.js";
import type { Report } from "../../src/model/violation.js";
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

const run = (folder: string, ...flags: readonly string[]) =>
  node(folder, ...flags, "bin/guardrails.js", "check", join(root, "fixtures/demo"), "--config", "guardrails.config.mjs");

/** Whether V8 refuses the compiled code; `undefined` where there is none. */
const isRefused = (folder: string, ...flags: readonly string[]) =>
  node(folder, ...flags, "-p", 'require("./bin/load.js").load().script.cachedDataRejected').stdout.trim();

it("takes the code that the build compiled", () => {
  expect(isRefused(root)).toBe("false");
});

it("says what the source says of every fixture: the bundle is the same program", async () => {
  const folders = ["fixtures/formats", "fixtures/containers", "fixtures/rules"];
  const cli: Report = JSON.parse(node(root, "bin/guardrails.js", "check", ...folders, "--no-config", "-r", "json").stdout);
  const api = await check(folders, { cwd: root });
  expect(cli.summary).toEqual(api.summary);
  expect(cli.violations.map(({ fingerprint }) => fingerprint).sort()).toEqual(api.violations.map(({ fingerprint }) => fingerprint).sort());
});

it("reads tables where Node cannot require modules", () => {
  const { status, stderr } = node(
    root,
    "--no-experimental-require-module",
    "bin/guardrails.js",
    "check",
    "fixtures/containers/parquet/json-type.parquet",
  );
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" }); // its rows have a fault
});

it("knows nothing of the folder that it was built in", () => {
  expect(readFileSync(join(root, "dist/cli/main.compiled")).includes(root)).toBe(false);
});

it("does the same without that code, with that of another V8, and with a broken file", () => {
  const folder = install();
  const expected = run(folder);
  expect(expected).toMatchObject({ status: 0, stderr: "" });
  expect(expected.stdout).toContain("invalid-arguments");
  // Other flags of V8 make other code.
  expect(isRefused(folder, "--no-opt")).toBe("true");
  expect(run(folder, "--no-opt").stdout).toBe(expected.stdout);
  const compiled = join(folder, "dist/cli/main.compiled");
  expect(existsSync(compiled)).toBe(true);
  const code = readFileSync(compiled);
  code.writeUInt8(code.readUInt8(code.length >> 1) ^ 1, code.length >> 1);
  for (const broken of ["", "broken", code.subarray(0, 5000), code]) {
    writeFileSync(compiled, broken);
    expect(isRefused(folder)).toBe("undefined");
    expect(run(folder).stdout).toBe(expected.stdout);
  }
  rmSync(compiled);
  expect(isRefused(folder)).toBe("undefined");
  expect(run(folder).stdout).toBe(expected.stdout);
});

it("sees that the program was changed since", () => {
  const folder = install();
  const program = join(folder, "dist/cli/main.cjs");
  writeFileSync(program, readFileSync(program, "utf8").replaceAll("Declared here", "DECLARED HERE"));
  expect(run(folder).stdout).toContain("DECLARED HERE");
});
