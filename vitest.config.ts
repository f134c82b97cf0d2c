import { defineConfig } from "vitest/config";

const report = process.env.VITEST_JSON;

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    ...(report !== undefined && { reporters: ["default", ["json", { outputFile: report }]] }),
  },
});
