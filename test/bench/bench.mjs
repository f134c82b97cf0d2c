// npm run bench [-- MEGABYTES ROUNDS BIN]: what `guardrails check` costs, as ratios against named floors, all in one run.
//
//   stream     a clean JSON Lines file against read + split + JSON.parse of the same file (floor.mjs), and the memory that it takes
//   findings   a file of which 5 % of the records have a fault, against the floor as well, and the memory that it takes
//   start      one clean file of 17 KB against `node -e 0`
//
// Commands take turns, so that a machine that slows down slows all of them; the median of the ratios of each round is told. Exit code 1
// where a target is missed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { writeJsonLines, writeOne } from "./generate.mjs";

const megabytes = Number(process.argv[2] ?? 200);
const rounds = Number(process.argv[3] ?? 5);
const bin = resolve(process.argv[4] ?? join(import.meta.dirname, "../../bin/guardrails.js"));
const folder = mkdtempSync(join(tmpdir(), "guardrails-bench-"));
const missed = [];

function run({ args, exitCode = 0 }) {
  const begin = process.hrtime.bigint();
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  if (status !== exitCode) throw new Error(`${args.join(" ")}: exit ${status}\n${stdout.slice(0, 2000)}${stderr.slice(0, 2000)}`);
  return { seconds, stderr };
}

const check = (path, exitCode = 0) => ({ args: [bin, "check", path, "--no-config", "--reporter", "jsonl", "--stats"], exitCode });

function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}

function tell(name, value, unit, target, remark) {
  const isMissed = value > target;
  if (isMissed) missed.push(name);
  console.log(`${isMissed ? "MISSED" : "ok    "} ${name}: ${value.toFixed(value < 10 ? 2 : 0)} ${unit}, target ${target} (${remark})`);
}

/** Median of the ratios of `ours` to `floor`, which take turns in being first. */
function compare(name, unit, target, ours, floor, count) {
  run(ours);
  run(floor);
  const pairs = Array.from({ length: count }, (_, round) => {
    const first = run(round % 2 === 0 ? ours : floor).seconds;
    const second = run(round % 2 === 0 ? floor : ours).seconds;
    return round % 2 === 0 ? { ours: first, floor: second } : { ours: second, floor: first };
  });
  const ratios = pairs.map((pair) => pair.ours / pair.floor);
  const [mine, other] = [median(pairs.map((pair) => pair.ours)), median(pairs.map((pair) => pair.floor))];
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} in ${count} rounds`;
  tell(name, median(ratios), unit, target, `${range}; medians ${mine.toFixed(2)} s against ${other.toFixed(2)} s`);
}

/** Most memory that a run takes, by its own statistics. */
function weigh(name, target, command) {
  const memory = Array.from({ length: 3 }, () => (Number(/(\d+) MiB memory/.exec(run(command).stderr)?.[1]) * 1.048576) | 0);
  tell(name, Math.max(...memory), "MB", target, `resident at most, in ${memory.length} runs`);
}

try {
  const [clean, faulty, one] = ["clean.jsonl", "faulty.jsonl", "one.json"].map((name) => join(folder, name));
  writeJsonLines(clean, megabytes * 1e6);
  writeJsonLines(faulty, megabytes * 1e6, 0.05);
  writeOne(one, 7);
  const size = (path, unit) => (statSync(path).size / unit).toFixed(0);
  console.log(`${size(clean, 1e6)} MB of JSON Lines, one file of ${size(one, 1e3)} KB, Node ${process.version}`);
  compare("stream", "x the floor", 1.4, check(clean), { args: [join(import.meta.dirname, "floor.mjs"), clean] }, rounds);
  weigh("stream memory", 110, check(clean));
  compare("findings", "x the floor", 2, check(faulty, 1), { args: [join(import.meta.dirname, "floor.mjs"), faulty] }, rounds);
  weigh("findings memory", 140, check(faulty, 1));
  compare("start", "x node", 2, { args: [bin, "check", one, "--no-config"] }, { args: ["-e", "0"] }, 3 * rounds);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (missed.length > 0) process.exitCode = 1;
