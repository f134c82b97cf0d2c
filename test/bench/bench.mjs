// npm run bench [-- --only SHAPE --size MB --rounds N --against BIN --growth]: what `guardrails check` costs, as ratios to a floor.
//
// The floor (floor.mjs) reads the same bytes and gives them to JSON.parse, in one thread, and checks nothing. Commands take turns, so that a
// machine that slows down slows all of them; each figure is the median of the rounds. `--against` measures another build beside this one.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Dice } from "./dice.mjs";
import { measureGrowth } from "./growth.mjs";
import { median, ratioOf, takeTurns } from "./run.mjs";
import { shapes, writeShape } from "./shapes.mjs";
import { chat } from "./wires.mjs";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    size: { type: "string", default: "40" },
    rounds: { type: "string", default: "5" },
    against: { type: "string" },
    growth: { type: "boolean", default: false },
  },
});
const rounds = Number(flags.rounds);
const bins = [join(import.meta.dirname, "../../bin/guardrails.js"), ...(flags.against === undefined ? [] : [resolve(flags.against)])];
const floor = join(import.meta.dirname, "floor.mjs");
const isAsked = ({ id }) => flags.only?.includes(id) ?? true;

const folder = mkdtempSync(join(tmpdir(), "guardrails-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const check = (bin, path, exitCode = 0) => ({ args: [bin, "check", path, "--no-config", "--reporter", "jsonl"], exitCode });
const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);

/** Says what a shape costs; its ratios to the floor, one for each build. */
function measure(shape) {
  const place = join(folder, shape.id);
  const bytes = writeShape(shape, place, Number(flags.size) * 1e6);
  const commands = [...bins.map((bin) => check(bin, join(place, "checked"), shape.exitCode)), { args: [floor, place] }];
  const taken = takeTurns(commands, rounds, folder);
  rmSync(place, { recursive: true });
  const least = taken.at(-1);
  const ratios = bins.map((_, index) => ratioOf(taken[index], least, "seconds"));
  for (const [index, ours] of taken.slice(0, -1).entries()) {
    const speed = bytes / 1e6 / median(ours.map(({ seconds }) => seconds));
    const [cpu, memory] = ["cpu", "memory"].map((key) => median(ours.map((each) => each[key])));
    const cpuRatio = ratioOf(ours, least, "cpu").toFixed(2);
    row(index === 0 ? shape.title : "(against)", ratios[index].toFixed(2), cpuRatio, speed.toFixed(0), cpu.toFixed(2), memory.toFixed(0));
  }
  return ratios;
}

const geometricMean = (values) => Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

function measureShapes() {
  row(`${flags.size} MB each`, "ratio to the floor", "ratio in CPU time", "MB/s", "CPU s", "peak MB");
  row("---", "---", "---", "---", "---", "---");
  const typical = [];
  for (const shape of shapes.filter(isAsked)) {
    const ratios = measure(shape);
    if (shape.isTypical) typical.push(ratios);
  }
  if (typical.length > 1)
    console.log(
      `\nGeometric mean of the first ${typical.length}: ${bins.map((_, index) => geometricMean(typical.map((ratios) => ratios[index])).toFixed(2)).join(", against ")}`,
    );
}

function measureStart() {
  const path = join(folder, "one.json");
  const dice = new Dice(7);
  writeFileSync(path, JSON.stringify(chat(dice.talk({ tools: dice.toolset() })), null, 1));
  const taken = takeTurns([...bins.map((bin) => check(bin, path)), { args: ["-e", "0"] }], 4 * rounds, folder);
  const ratios = bins.map((_, index) => ratioOf(taken[index], taken.at(-1), "seconds").toFixed(2));
  const times = taken.map((each) => (1000 * median(each.map(({ seconds }) => seconds))).toFixed(0));
  console.log(`\nStart, one file of 10 KB: ${ratios.join(", against ")} times \`node -e 0\` (${times.join(", ")} ms)`);
}

function showGrowth() {
  console.log("");
  row("ten times as many", "n", "s for n", "s for 10 n", "times as long");
  row("---", "---", "---", "---", "---");
  for (const { id, count, once, tenfold } of measureGrowth(bins[0], folder, rounds)) {
    row(id, count, once.toFixed(2), tenfold.toFixed(2), (tenfold / once).toFixed(1));
  }
}

console.log(`Node ${process.version}, medians of ${rounds} rounds\n`);
if (!flags.growth || flags.only !== undefined) measureShapes();
if (flags.only === undefined) {
  if (!flags.growth) measureStart();
  showGrowth();
}
