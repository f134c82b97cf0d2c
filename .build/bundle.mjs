// Bundles the program and the API into dist/: some 400 modules would take longer to find and link than a small file takes to check.
//
// Both are ES modules that share their chunks; what is imported when it is asked for (reporters, tables, other commands) is a chunk of its
// own. Names stay as they are, so that the stack of an internal fault can be read. Runtime dependencies stay outside; commander and chalk
// are bundled: they load in half the time, and nobody has to install them.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "..");
const dist = join(root, "dist");
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The bundler escapes what is in strings, but not what is in regular expressions. In ASCII, V8 holds the text in half the memory. */
function inAscii(text) {
  return text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

rmSync(dist, { recursive: true, force: true });
const { outputFiles } = await build({
  write: false,
  absWorkingDir: root,
  entryPoints: ["src/index.ts", "src/cli/main.ts"],
  outdir: dist,
  bundle: true,
  format: "esm",
  splitting: true,
  platform: "node",
  target: "node20.19",
  external: Object.keys(dependencies),
  // Less to read at each start; positions in stacks stay exact enough to find the place.
  minifyWhitespace: true,
  lineLimit: 140,
  // Commander is CommonJS, and asks for modules of Node.
  banner: { js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);' },
  logLevel: "warning",
});
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, inAscii(text));
}
copyFileSync(join(root, "node_modules/commander/LICENSE"), join(dist, "cli/commander.LICENSE.txt"));
copyFileSync(join(root, "node_modules/chalk/license"), join(dist, "chalk.LICENSE.txt"));
