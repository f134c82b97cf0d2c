// Bundles the core for browsers. What it has from Node, and the few modules that ask Node for more, are replaced by stand-ins
// (`src/browser/stand-ins`); anything else of Node that gets in fails the build.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { pageBundle } from "./page.mjs";

const root = resolve(import.meta.dirname, "..");
const standIns = join(root, "src/browser/stand-ins");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Modules of Node, and of the core by their path in `src`. */
const replaced = new Map([
  ["node:buffer", "buffer.ts"],
  ["node:module", "module.ts"],
  ["node:util", "util.ts"],
  [join(root, "src/codecs/zlib.ts"), "zlib.ts"],
  [join(root, "src/text/sha256.ts"), "sha256.ts"],
  [join(root, "src/version.ts"), "version.ts"],
]);

/** Puts the stand-ins in their places. */
export const forBrowsers = {
  name: "stand-ins",
  setup(build) {
    build.onResolve({ filter: /^node:|\/(?:zlib|sha256|version)\.js$/ }, ({ path, resolveDir }) => {
      const source = path.startsWith(".") ? resolve(resolveDir, path).replace(/\.js$/, ".ts") : path;
      const found = replaced.get(source);
      return found === undefined ? undefined : { path: join(standIns, found) };
    });
  },
};

/** Bundles an entry point of `src` for browsers. */
export function bundleForBrowsers(options) {
  return build({
    write: false,
    metafile: true,
    absWorkingDir: root,
    outdir: join(root, "dist"),
    outbase: "src",
    chunkNames: "browser/[name]-[hash]",
    bundle: true,
    platform: "browser",
    target: ["chrome123", "firefox121", "safari17.5"],
    minify: true,
    legalComments: "none",
    inject: [join(standIns, "buffer.ts")],
    define: { PACKAGE_VERSION: JSON.stringify(version), "process.platform": '"linux"', "import.meta.url": '"browser:"' },
    plugins: [forBrowsers, pageBundle],
    logLevel: "warning",
    ...options,
  });
}

/** The licenses of all packages in a bundle, one after the other. */
export function licensesOf({ inputs }) {
  const packages = Object.keys(inputs).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  return [...new Set(packages)]
    .sort()
    .map((name) => {
      const folder = join(root, "node_modules", name);
      const file = readdirSync(folder).find((each) => /^licen[sc]e/i.test(each));
      const { license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      return `${name} (${license})\n\n${file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
