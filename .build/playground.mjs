// Makes the playground: one page that holds the core, the report's app and their styles, for any static host or no host at all.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleForBrowsers, forBrowsers } from "./browser.mjs";
import { pageBundle } from "./page.mjs";

const root = resolve(import.meta.dirname, "..");

const example = {
  name: "playground-example",
  setup(build) {
    build.onResolve({ filter: /^playground-example$/ }, ({ path }) => ({ path, namespace: path }));
    build.onLoad({ filter: /.*/, namespace: "playground-example" }, () => {
      const text = readFileSync(join(root, "fixtures/demo/support-agent-broken.json"), "utf8");
      const contents = `export const name = "support-agent.json";\nexport const text = ${JSON.stringify(text)};\n`;
      return { contents, loader: "js" };
    });
  },
};

/** The playground as HTML. */
export async function buildPlayground() {
  const { outputFiles } = await bundleForBrowsers({
    entryPoints: { playground: "src/playground/playground.tsx" },
    format: "iife",
    tsconfig: "src/playground/tsconfig.json",
    plugins: [forBrowsers, pageBundle, example],
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text.trim();
  // What begins a tag or a comment would change how the rest of the script is read; in strings and patterns this is the same text.
  const script = textOf(".js").replace(/<(?=!--|\/?script)/gi, "\\x3C");
  const style = textOf(".css");
  const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = [
    "default-src 'none'",
    "connect-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>guardrails playground</title>
<style>${style}</style>
</head>
<body>
<div id="app"><noscript><p>The playground checks transcripts with a script of its own.</p></noscript></div>
<script>${script}</script>
</body>
</html>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(root, "docs/playground");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), await buildPlayground());
}
