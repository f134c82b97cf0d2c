// npm run bench [-- MEGABYTES ROUNDS]: how long `guardrails check` takes, as ratios against named floors, all in one run.
//
//   stream   a clean JSON Lines file against read + split + JSON.parse of the same file (floor.mjs)
//   start    one clean file of 10 KB against `node -e 0`
//
// Commands take turns, so that a machine that slows down slows all of them; the median of the ratios of each round is told.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { writeJsonLines, writeOne } from "./generate.mjs";

const megabytes = Number(process.argv[2] ?? 200);
const rounds = Number(process.argv[3] ?? 5);
const bin = resolve(import.meta.dirname, "../../bin/guardrails.js");
const folder = mkdtempSync(join(tmpdir(), "guardrails-bench-"));

function time(args, expected = 0) {
  const begin = process.hrtime.bigint();
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  if (status !== expected) throw new Error(`${args.join(" ")}: exit ${status}\n${stdout.slice(0, 2000)}${stderr.slice(0, 2000)}`);
  return seconds;
}

function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}

function compare(name, ours, floor, target, count) {
  time(ours);
  time(floor);
  const pairs = Array.from({ length: count }, (_, round) => {
    if (round % 2 === 0) return { ours: time(ours), floor: time(floor) };
    const second = time(floor);
    return { ours: time(ours), floor: second };
  });
  const ratios = pairs.map((pair) => pair.ours / pair.floor);
  const show = (value) => value.toFixed(2);
  console.log(
    `${name}: ${show(median(ratios))} x the floor (${show(Math.min(...ratios))} to ${show(Math.max(...ratios))}, ${count} rounds; target ${target}); ` +
      `medians ${show(median(pairs.map((pair) => pair.ours)))} s against ${show(median(pairs.map((pair) => pair.floor)))} s`,
  );
}

try {
  const lines = join(folder, "clean.jsonl");
  const one = join(folder, "clean.json");
  writeJsonLines(lines, megabytes * 1e6);
  writeOne(one, 7);
  console.log(
    `${(statSync(lines).size / 1e6).toFixed(0)} MB of JSON Lines, one file of ${(statSync(one).size / 1e3).toFixed(0)} KB, Node ${process.version}`,
  );
  compare("stream", [bin, "check", lines, "--no-config"], [join(import.meta.dirname, "floor.mjs"), lines], 1.4, rounds);
  compare("start", [bin, "check", one, "--no-config"], ["-e", "0"], 2, 3 * rounds);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
