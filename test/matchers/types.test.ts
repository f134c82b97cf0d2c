import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { project } from "./project.js";

const root = resolve(import.meta.dirname, "../..");

/** The faults that the compiler finds in a file of a project that uses this package. */
function faultsIn(file: string, options: object, packages: readonly string[], manifest: object): string {
  const tsconfig = { compilerOptions: { strict: true, noEmit: true, target: "es2022", ...options }, files: [file] };
  const text = readFileSync(join(import.meta.dirname, "types", file), "utf8");
  const files = { [file]: text, "tsconfig.json": JSON.stringify(tsconfig), "package.json": JSON.stringify({ name: "agent", ...manifest }) };
  const cwd = project(files, packages);
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", cwd], {
    cwd,
    encoding: "utf8",
  });
  return stdout + stderr;
}

const asModule = { module: "nodenext", types: ["node"] };
const bundled = { module: "esnext", moduleResolution: "bundler", types: ["node"] };
const asCommonJs = { module: "nodenext", types: ["node"] };

describe("the types of the matchers", { timeout: 120_000 }, () => {
  it.each([
    ["vitest.ts", "as ES modules", asModule, ["vitest", "@types/node"], { type: "module" }],
    ["vitest.ts", "for a bundler", bundled, ["vitest", "@types/node"], { type: "module" }],
    ["jest-globals.ts", "as ES modules", asModule, ["@jest/globals", "expect", "@types/node"], { type: "module" }],
    ["jest-globals.ts", "as CommonJS", asCommonJs, ["@jest/globals", "expect", "@types/node"], {}],
    ["jest-types.ts", "as ES modules", { ...asModule, types: ["node", "jest"] }, ["@types/jest", "@types/node"], { type: "module" }],
    ["jest-types.ts", "as CommonJS", { ...asCommonJs, types: ["node", "jest"] }, ["@types/jest", "@types/node"], {}],
  ])("fit what %s writes %s", (file, _, options, packages, manifest) => {
    expect(faultsIn(file, options, packages, manifest)).toBe("");
  });
});
