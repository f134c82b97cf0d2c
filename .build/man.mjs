// Writes the man page into the package, from the commands of the built program.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "..");
const bundle = resolve(root, "dist/man-page.mjs");
/** A manual needs no report. */
const noPage = {
  name: "no-page",
  setup(build) {
    build.onResolve({ filter: /^page-bundle$/ }, () => ({ path: "page-bundle", namespace: "no-page" }));
    build.onLoad({ filter: /.*/, namespace: "no-page" }, () => ({ contents: 'export const script = "", style = "";' }));
  },
};
await build({
  absWorkingDir: root,
  stdin: {
    contents: `
      import { createProgram } from "./src/cli/program.js";
      import { manPage } from "./src/cli/completion/man-page.js";
      import { version } from "./src/version.js";
      const sink = { isTerminal: false, write() {}, flush() {} };
      export const page = manPage(createProgram({ cwd: ".", env: {}, stdout: sink, stderr: sink, importModule: async () => ({}) }, version, () => {}), version);
    `,
    resolveDir: root,
  },
  outfile: bundle,
  bundle: true,
  format: "esm",
  platform: "node",
  packages: "external",
  plugins: [noPage],
  logLevel: "warning",
});
const { page } = await import(pathToFileURL(bundle).href);
rmSync(bundle);
mkdirSync(resolve(root, "man"), { recursive: true });
writeFileSync(resolve(root, "man/guardrails.1"), page);
