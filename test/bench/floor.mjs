// The floor that the benchmark compares with: read a JSON Lines file in blocks, find the lines, decode and JSON.parse each. Checks nothing.
import { openSync, readSync } from "node:fs";

const file = openSync(process.argv[2], "r");
let buffer = Buffer.allocUnsafe(2 << 20);
let start = 0;
let end = 0;
let messages = 0;
for (;;) {
  const size = readSync(file, buffer, end, Math.min(1 << 20, buffer.length - end), null);
  if (size === 0) break;
  end += size;
  for (let feed = buffer.indexOf(10, start); feed !== -1 && feed < end; feed = buffer.indexOf(10, start)) {
    messages += JSON.parse(buffer.utf8Slice(start, feed)).messages.length;
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
console.log(messages);
