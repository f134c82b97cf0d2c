import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { project } from "../matchers/project.js";

it("has types for browsers that need none of Node's", { timeout: 120_000 }, () => {
  const file = "browser.ts";
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2022",
    lib: ["es2023", "dom"],
    types: [],
    module: "esnext",
    moduleResolution: "bundler",
  };
  const cwd = project(
    {
      [file]: readFileSync(join(import.meta.dirname, "types", file), "utf8"),
      "tsconfig.json": JSON.stringify({ compilerOptions, files: [file] }),
      "package.json": JSON.stringify({ name: "page", type: "module" }),
    },
    [],
  );
  const compiler = resolve(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, "-p", cwd], { cwd, encoding: "utf8" });
  expect(stdout + stderr).toBe("");
});
