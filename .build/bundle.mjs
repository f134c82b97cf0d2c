// Bundles the program, the API and the matchers into dist/: some 400 modules would take longer to find and link than a small file takes to check.
//
// They are ES modules that share their chunks; what is imported when it is asked for (reporters, tables, other commands) is a chunk of its
// own. Names stay as they are, so that the stack of an internal fault can be read. Runtime dependencies stay outside; commander and chalk
// are bundled: they load in half the time, and nobody has to install them.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundleForBrowsers, licensesOf } from "./browser.mjs";
import { pageBundle } from "./page.mjs";

const root = resolve(import.meta.dirname, "..");
const dist = join(root, "dist");
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The bundler escapes what is in strings, but not what is in regular expressions. In ASCII, V8 holds the text in half the memory. */
function inAscii(text) {
  return text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const common = {
  write: false,
  absWorkingDir: root,
  outbase: "src",
  outdir: dist,
  bundle: true,
  platform: "node",
  target: "node20.19",
  external: [...Object.keys(dependencies), ...Object.keys(peerDependencies)],
  // Less to read at each start; positions in stacks stay exact enough to find the place.
  minifyWhitespace: true,
  lineLimit: 140,
  plugins: [pageBundle],
  logLevel: "warning",
};

rmSync(dist, { recursive: true, force: true });
const modules = await build({
  ...common,
  entryPoints: ["src/index.ts", "src/cli/main.ts", "src/run/share-worker.ts", "src/matchers/vitest.ts", "src/matchers/jest.ts"],
  format: "esm",
  splitting: true,
  // Commander is CommonJS, and asks for modules of Node.
  banner: { js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);' },
});
// Jest reads CommonJS, unless it is told otherwise.
const commonJs = await build({
  ...common,
  entryPoints: ["src/matchers/jest.ts"],
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  define: { "import.meta.url": "__moduleUrl" },
  banner: { js: 'const __moduleUrl=require("node:url").pathToFileURL(__filename).href;' },
});
const forBrowsers = await bundleForBrowsers({ entryPoints: ["src/browser/index.ts"], format: "esm", splitting: true });
for (const { path, text } of [...modules.outputFiles, ...commonJs.outputFiles, ...forBrowsers.outputFiles]) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, inAscii(text));
}
copyFileSync(join(root, "node_modules/commander/LICENSE"), join(dist, "cli/commander.LICENSE.txt"));
copyFileSync(join(root, "node_modules/preact/LICENSE"), join(dist, "preact.LICENSE.txt"));
copyFileSync(join(root, "node_modules/chalk/license"), join(dist, "chalk.LICENSE.txt"));
// Caches of one build mean nothing to another.
const hash = createHash("sha256");
for (const { text } of modules.outputFiles.toSorted((one, other) => (one.path < other.path ? -1 : 1))) hash.update(text);
writeFileSync(join(dist, "build-id.txt"), hash.digest("hex"));
copyFileSync(join(root, "node_modules/chokidar/LICENSE"), join(dist, "chokidar.LICENSE.txt"));
copyFileSync(join(root, "node_modules/readdirp/LICENSE"), join(dist, "readdirp.LICENSE.txt"));
writeFileSync(join(dist, "browser/LICENSES.txt"), licensesOf(forBrowsers.metafile));
// The types of the CommonJS module are those of the other one. Only types can be taken over as a whole.
const from = 'from "./jest.js" with { "resolution-mode": "import" };';
const values = Object.keys(await import(pathToFileURL(join(dist, "matchers/jest.js")).href)).flatMap((name) => [
  `export declare const ${name}: typeof Jest.${name};`,
  ...(/^[A-Z]/.test(name) ? [`export type ${name} = Jest.${name};`] : []),
]);
writeFileSync(join(dist, "matchers/jest.d.cts"), `import type * as Jest ${from}\nexport type * ${from}\n${values.join("\n")}\n`);
