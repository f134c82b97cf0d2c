import type { Reporter, TestModule } from "vitest/node";

/** How many files are named. */
const shown = 8;

/** Prints at the end of a run which files took longest, so that a slow one is seen when it is written and not when all of them are. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules
      .map((module) => ({ path: module.relativeModuleId, seconds: module.diagnostic().duration / 1000 }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, shown);
    if (modules.length <= shown) return;
    const lines = slowest.map(({ path, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${path}`);
    process.stdout.write(`\nSlowest of ${modules.length} test files:\n${lines.join("\n")}\n`);
  }
}
