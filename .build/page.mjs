// Bundles the app of the HTML report: a script and a style sheet, as text that a page takes in.
import { join, resolve } from "node:path";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "..");

/** The only thing in the page that is not ours. */
const notice = "/*! Preact, MIT License, Copyright (c) 2015-present Jason Miller */";

export async function buildPage() {
  const { outputFiles } = await build({
    write: false,
    absWorkingDir: root,
    entryPoints: { page: "src/page/app/page.tsx" },
    outdir: join(root, "dist"),
    bundle: true,
    format: "iife",
    platform: "browser",
    target: ["chrome123", "firefox121", "safari17.5"],
    tsconfig: "src/page/app/tsconfig.json",
    minify: true,
    legalComments: "none",
    banner: { js: notice },
    logLevel: "warning",
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text.trim();
  return { script: textOf(".js"), style: textOf(".css") };
}

/** Lets the report import what the build made as the module `page-bundle`. */
export const pageBundle = {
  name: "page-bundle",
  setup(build) {
    build.onResolve({ filter: /^page-bundle$/ }, () => ({ path: "page-bundle", namespace: "page-bundle" }));
    build.onLoad({ filter: /.*/, namespace: "page-bundle" }, async () => {
      const { script, style } = await buildPage();
      return {
        contents: `export const script = ${JSON.stringify(script)};\nexport const style = ${JSON.stringify(style)};\n`,
        loader: "js",
      };
    });
  },
};
