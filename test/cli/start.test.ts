import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { check } from "../../src/check.js";
import type { Report } from "../../src/model/violation.js";

const root = resolve(import.meta.dirname, "../..");

const node = (...args: readonly string[]) =>
  spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, env: { PATH: process.env.PATH, NO_COLOR: "1" } });

it("says what the source says of every fixture: the bundle is the same program", { timeout: 120_000 }, async () => {
  const folders = ["fixtures/formats", "fixtures/containers", "fixtures/rules"];
  const cli: Report = JSON.parse(node("bin/guardrails.js", "check", ...folders, "--no-config", "-r", "json").stdout);
  const api = await check(folders, { cwd: root, config: false });
  expect(cli.summary).toEqual(api.summary);
  expect(cli.violations.map(({ fingerprint }) => fingerprint).sort()).toEqual(api.violations.map(({ fingerprint }) => fingerprint).sort());
});

it("reads tables where Node cannot require modules", () => {
  const table = "fixtures/containers/parquet/json-type.parquet";
  const { status, stderr } = node("--no-experimental-require-module", "bin/guardrails.js", "check", table);
  expect({ status, stderr }).toEqual({ status: 1, stderr: "" }); // its rows have a fault
});
