// Bundles the program and the API into dist/: some 400 modules would take longer to find and link than a small file takes to check.
//
// Names stay as they are, so that the stack of an internal fault can be read. Runtime dependencies stay outside; commander and chalk are
// bundled: they load in half the time, and nobody has to install them. The program is one file of CommonJS, since only of such a file Node
// can load the compiled code (bin/load.js); what it loads lazily is run lazily.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "..");
const dist = join(root, "dist");
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  // Less to read at each start; positions in stacks stay exact enough to find the place.
  minifyWhitespace: true,
  lineLimit: 140,
  logLevel: "warning",
};

/** The bundler escapes what is in strings, but not what is in regular expressions. In ASCII, V8 holds the text in half the memory. */
function inAscii(text) {
  return text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const outside = Object.keys(dependencies);

/** What CommonJS cannot ask for: it goes into the program. */
const modules = ["hyparquet"];

/** Commander would load what starts the programs of subcommands, 4 ms at each start; ours are none. */
const withoutPrograms = {
  name: "without-programs",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(?:node:)?child_process$/ }, ({ path }) => ({ path, namespace: "nothing" }));
    onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "module.exports = {};" }));
  },
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "cli"), { recursive: true });
await build({ ...shared, entryPoints: ["src/index.ts"], outdir: dist, format: "esm", splitting: true, external: outside });
const program = await build({
  ...shared,
  entryPoints: ["src/cli/main.ts"],
  outfile: join(dist, "cli/main.cjs"),
  write: false,
  format: "cjs",
  external: outside.filter((name) => !modules.includes(name)),
  plugins: [withoutPrograms],
  supported: { "dynamic-import": false }, // compiled code cannot import
  define: { "import.meta.url": "__fileUrl" },
  banner: { js: 'const __fileUrl = require("node:url").pathToFileURL(__filename).href;' },
});
for (const { path, text } of program.outputFiles) writeFileSync(path, inAscii(text));
copyFileSync(join(root, "node_modules/commander/LICENSE"), join(dist, "cli/commander.LICENSE.txt"));
copyFileSync(join(root, "node_modules/chalk/license"), join(dist, "chalk.LICENSE.txt"));
copyFileSync(join(root, "node_modules/hyparquet/LICENSE"), join(dist, "cli/hyparquet.LICENSE.txt"));
execFileSync(process.execPath, [join(root, ".build/compile.cjs")], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
