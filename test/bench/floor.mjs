// The floor that the benchmark compares with: reads the files of a folder in one thread and gives them to JSON.parse, JSON Lines line by
// line. Checks nothing. Where `floor` beside it has a file of the same name, that is read instead: a YAML text as one JSON string.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
let buffer = Buffer.allocUnsafe(2 << 20);
let values = 0;

/** Counts, so that nothing can be left out as unused. */
function parse(text) {
  if (JSON.parse(text) !== null) values += 1;
}

function parseLines(path) {
  const file = openSync(path, "r");
  let start = 0;
  let end = 0;
  for (;;) {
    const size = readSync(file, buffer, end, Math.min(1 << 20, buffer.length - end), null);
    if (size === 0) break;
    end += size;
    for (let feed = buffer.indexOf(10, start); feed !== -1 && feed < end; feed = buffer.indexOf(10, start)) {
      parse(buffer.utf8Slice(start, feed));
      start = feed + 1;
    }
    if (buffer.length - end < 1 << 20) {
      const next = end - start > 1 << 20 ? Buffer.allocUnsafe(2 * buffer.length) : buffer;
      buffer.copy(next, 0, start, end);
      buffer = next;
      end -= start;
      start = 0;
    }
  }
  closeSync(file);
}

for (const name of readdirSync(join(folder, "checked"))) {
  const path = join(folder, "checked", name);
  const stand = join(folder, "floor", name);
  if (name.endsWith(".jsonl")) parseLines(path);
  else if (name.endsWith(".yaml") && existsSync(stand)) parse(readFileSync(stand, "utf8"));
  else parse(readFileSync(path, "utf8"));
}
console.log(values);
