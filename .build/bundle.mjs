// Bundles the program and the API into dist/: some 400 modules would take longer to find and link than a small file takes to check.
//
// Names stay as they are, so that the stack of an internal fault can be read, and what loads lazily stays apart. Runtime dependencies stay
// outside, but for commander, which is CommonJS in six files: it loads in half the time, and nobody has to install it.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "..");
const dist = join(root, "dist");
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** One run for each entry: in one run for both, what they share would fall apart into as many chunks as there are ways to share it. */
async function bundle(entry, outdir) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir,
    bundle: true,
    splitting: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: Object.keys(dependencies),
    // Less to read at each start; positions in stacks stay exact enough to find the place.
    minifyWhitespace: true,
    lineLimit: 140,
    logLevel: "warning",
  });
  return outputFiles;
}

/** CommonJS asks for Node's own modules by `require`, through a helper of esbuild's that stands in one of the files. */
function withRequire(text) {
  if (!text.includes("Dynamic require of")) return text;
  return `import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);\n${text}`;
}

const files = [...(await bundle("src/index.ts", dist)), ...(await bundle("src/cli/main.ts", join(dist, "cli")))];
rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "cli"), { recursive: true });
for (const { path, text } of files) writeFileSync(path, withRequire(text));
const commander = dirname(createRequire(import.meta.url).resolve("commander"));
copyFileSync(join(commander, "LICENSE"), join(dist, "cli/commander.LICENSE.txt"));
