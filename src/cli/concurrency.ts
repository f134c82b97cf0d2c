import { statSync } from "node:fs";
import { isDrawing } from "../reporters/index.js";
import type { CheckFlags } from "../run/flags.js";
import type { Plan } from "../run/plan.js";

/** Bytes below which a thread costs more than it saves, and how many are worth one. */
const worthThreads = 1e9;
const worthOne = 32e6;

/** How many threads check a run: 1 where one is as fast, and where only this process can read the input. */
export function threadsFor({ files, settings }: Plan, { concurrency = "auto" }: CheckFlags, toolFiles: readonly string[]): number {
  if (concurrency === 1) return 1;
  const bytes = files.reduce((sum, { size }) => sum + (size ?? Number.NaN), 0);
  if (Number.isNaN(bytes) || (concurrency === "auto" && bytes < worthThreads)) return 1;
  // Pages show conversations as they are read, and a pipe of declarations is read once.
  if (isDrawing([settings.reporter, ...settings.outputs.map(({ reporter }) => reporter)])) return 1;
  if (!toolFiles.every((file) => statSync(file).isFile())) return 1;
  if (concurrency !== "auto") return concurrency;
  return Math.max(1, Math.min(process.getBuiltinModule("node:os").availableParallelism(), Math.floor(bytes / worthOne)));
}
