// Runs commands of Node that take turns, and says what they took.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const usage = join(import.meta.dirname, "usage.cjs");

/** Runs one command. Its wall-clock and CPU seconds, and its peak memory in MB. */
export function run({ args, exitCode = 0 }, folder) {
  const report = join(folder, "usage.json");
  const env = { ...process.env, BENCH_USAGE: report };
  const begin = process.hrtime.bigint();
  const { status, stderr, stdout } = spawnSync(process.execPath, ["-r", usage, ...args], { encoding: "utf8", maxBuffer: 1 << 30, env });
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  if (status !== exitCode) throw new Error(`${args.join(" ")}: exit ${status}\n${stdout.slice(0, 2000)}${stderr.slice(0, 2000)}`);
  return { seconds, ...JSON.parse(readFileSync(report, "utf8")) };
}

/** Runs commands in turn, forwards and backwards, after one round that does not count. Per command, what each round took. */
export function takeTurns(commands, rounds, folder) {
  const taken = commands.map(() => []);
  for (const command of commands) run(command, folder);
  for (let round = 0; round < rounds; round++) {
    const order = [...commands.keys()];
    for (const index of round % 2 === 0 ? order : order.reverse()) taken[index].push(run(commands[index], folder));
  }
  return taken;
}

export function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}

/** The median of the ratios of the rounds. */
export function ratioOf(ours, others, key) {
  return median(ours.map((each, round) => each[key] / others[round][key]));
}
