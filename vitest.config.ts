import { configDefaults, defineConfig } from "vitest/config";
import { SlowestFiles } from "./test/support/slowest-files.js";

const slowest = new SlowestFiles();
const report = process.env.VITEST_JSON;

/** What `npm run test:quick` leaves to `npm test`: many generated cases, every format over again, and files that start the program again and again. */
const slow = [
  "test/properties/**",
  "test/formats/!(anthropic|arguments|fixtures|openai-chat|refusal|streams|table).test.ts",
  "test/cli/**",
  "test/reproduce/**",
  "test/input/parquet.test.ts",
  "test/page/browser.test.ts",
  "test/browser/**",
  "test/lint/{let-go,run-rules}.test.ts",
  "test/matchers/{docs,types}.test.ts",
  "test/profiles/verdicts.test.ts",
];

export default defineConfig(({ mode }) => ({
  // The build makes the page's app; here a few characters stand for it.
  resolve: { alias: { "page-bundle": new URL("./test/support/page-bundle.ts", import.meta.url).pathname } },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(mode === "quick" ? slow : [])],
    // Loading the source anew for each file takes longer than most files do.
    isolate: mode !== "quick",
    setupFiles: ["test/support/property-seed.ts"],
    testTimeout: 30_000,
    // A test that takes longer is marked with its time: more often than not it tries too many cases, or starts the program more than once.
    slowTestThreshold: 1000,
    reporters: report === undefined ? ["default", slowest] : ["default", slowest, ["json", { outputFile: report }]],
  },
}));
