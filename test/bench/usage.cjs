// Loaded into each process that the benchmark measures: leaves what it took, in microseconds and KiB.
const { writeFileSync } = require("node:fs");

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, memory: (maxRSS * 1024) / 1e6 }));
});
